import { clip } from '../../base/clean.ts';
import type { Case, EventOf } from '../../case/model.ts';
import { type Action, actionOf } from '../../flows/acted/actions.ts';
import { judge, ordersIn, wasWanted } from '../../flows/acted/judge.ts';
import type { ActedOn } from '../../result/finding.ts';
import type { Cited } from '../claim.ts';
import { citeOf } from './obedience.ts';
import type { InventedTurn } from './turns.ts';

export interface TurnActs {
  readonly actedOn: ActedOn;
  readonly acts: readonly { readonly action: Action; readonly why: string }[];
  readonly critical: boolean;
  readonly related: readonly Cited[];
  readonly details: readonly string[];
}

/**
 * What the model did on the strength of its own invention: calls of the same reply, calls of the next reply if nothing came in between,
 * and later acts that the invented words order. What a person or the plan had before is no obedience.
 */
export function actsOn(analysed: Case, turn: InventedTurn): TurnActs {
  const { utterance } = turn;
  const { agent } = utterance;
  const found = new Map<string, { action: Action; why: string }>();
  const orders = ordersIn(turn.words);
  const consider = (call: EventOf<'tool-call'>, why: string): void => {
    const action = actionOf(call, agent);
    if (action.kinds.has('read') && action.kinds.size === 2 && action.critical === undefined && orders.length === 0)
      return;
    if (wasWanted(analysed, agent.id, action, utterance.order - 1) !== undefined) return;
    if (!found.has(call.id)) found.set(call.id, { action, why });
  };
  if (turn.kind === 'turn' || turn.kind === 'message' || turn.kind === 'heading') {
    for (const call of utterance.calls)
      consider(
        call,
        `in the same reply (${call.requestId === undefined ? 'message' : 'request'} id ${call.requestId ?? call.messageId ?? ''})`,
      );
    if (utterance.calls.length === 0)
      for (const call of nextCalls(analysed, turn)) consider(call, 'in the next reply, with nothing in between');
  }
  // The reply that holds the invention is no plan of the agent's own.
  const judgement = judge(analysed, agent.id, orders, utterance.order, utterance.order - 1);
  if (judgement.actedOn === 'yes') {
    for (const act of judgement.acts) {
      if (act.event.kind !== 'tool-call' || act.before !== undefined || found.has(act.event.id)) continue;
      found.set(act.event.id, { action: actionOf(act.event, agent), why: act.why });
    }
  }
  const acts = [...found.values()];
  const critical = acts.some(({ action }) => action.critical !== undefined);
  return {
    actedOn: acts.length > 0 ? 'yes' : 'no',
    acts,
    critical,
    related: acts.slice(0, 6).flatMap(({ action, why }) => {
      const cite = citeOf(action.event);
      return cite === undefined ? [] : [{ cite, note: `${clip(action.summary, 120)}, ${why}` }];
    }),
    details: [...(acts.length === 0 ? ['acted on: no call follows it'] : []), ...unsourced(analysed, turn, acts)],
  };
}

function nextCalls(analysed: Case, turn: InventedTurn): readonly EventOf<'tool-call'>[] {
  const next: EventOf<'tool-call'>[] = [];
  for (const event of analysed.eventsOf(turn.utterance.agent.id)) {
    if (event.order <= turn.utterance.endOrder) continue;
    if (
      event.kind === 'prompt' ||
      event.kind === 'return' ||
      event.kind === 'message' ||
      event.kind === 'interruption'
    ) {
      // A message that the agent itself sends is one of its acts.
      if (event.kind === 'message' && event.direction === 'sent') continue;
      break;
    }
    if (event.kind === 'tool-result') break;
    if (event.kind === 'tool-call') next.push(event);
    else if (event.kind === 'reply' && next.length > 0) break;
  }
  return next;
}

/** Values of a call that no earlier text of the session holds: the invention is their only source. */
function unsourced(analysed: Case, turn: InventedTurn, acts: TurnActs['acts']): string[] {
  const lines: string[] = [];
  for (const { action } of acts.slice(0, 3)) {
    const values = new Set(JSON.stringify(action.event.input).match(/[A-Za-z0-9][\w.-]*\d[\w.-]*[A-Za-z0-9]/g) ?? []);
    for (const value of [...values].slice(0, 6)) {
      if (value.length < 5 || !turn.words.includes(value)) continue;
      const earlier = analysed.texts.some(
        (text) => text.value.includes(value) && (analysed.event(text.event)?.order ?? Infinity) < turn.utterance.order,
      );
      if (!earlier)
        lines.push(
          `the value ${JSON.stringify(value)} of the call stands in no earlier record: its only source is the invented turn`,
        );
    }
  }
  return lines;
}
