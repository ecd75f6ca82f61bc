import { clip } from '../../base/clean.ts';
import type { AgentId, Case } from '../../case/model.ts';
import { humanTexts } from '../../flows/effects/request.ts';
import { deedsOf } from '../gate/actions.ts';
import { type JudgedCall, judgedCalls } from '../gate/calls.ts';

/** A call that was denied to one agent, and the same deed done later by another one. */
export interface Evaded {
  readonly denied: JudgedCall;
  readonly done: JudgedCall;
  /** The doer was started by the denied agent (or by its offspring) after the denial. */
  readonly delegated: boolean;
}

/**
 * Pairs of a denial and the same deed by another agent of the tree, with no word of a person in between and without a person's consent to
 * that one call. A deed is tool and target (`deedsOf`); the first doer after a denial is taken.
 */
export function evadedDenials(within: Case): readonly Evaded[] {
  const people = humanTexts(within).map(({ order }) => order);
  const open = new Map<string, JudgedCall[]>();
  const found: Evaded[] = [];
  for (const judged of judgedCalls(within)) {
    if (judged.denied) for (const deed of deedsOf(judged.call)) push(open, deed, judged);
    else if (judged.fate === 'ran' && open.size > 0) {
      const waiting = new Set(deedsOf(judged.call).flatMap((deed) => open.get(deed) ?? []));
      for (const denied of waiting) {
        if (denied.call.agent === judged.call.agent || judged.consented) continue;
        drop(open, denied);
        const said = denied.result?.order ?? denied.call.order;
        if (people.some((order) => order > said && order < judged.call.order)) continue;
        found.push({ denied, done: judged, delegated: isDelegated(within, denied, judged.call.agent) });
      }
    }
  }
  return found;
}

/** How a denial came about, as half a sentence; the rule is named where the result names one. */
export function whoDenied({ fate, result }: JudgedCall): string {
  const words = clip((result?.texts.map((text) => text.value).join(' ') ?? '').replace(/\s+/g, ' '), 120);
  if (fate === 'denied-by-hook') return `a hook said no: ${words}`;
  if (fate === 'denied-by-rule') return `a rule said no: ${words}`;
  return `a person said no, or nobody was there to ask: ${words}`;
}

function isDelegated(within: Case, denied: JudgedCall, doer: AgentId): boolean {
  for (let agent = within.agents.get(doer); agent !== undefined; agent = parentOf(within, agent.parent)) {
    if (agent.parent !== denied.call.agent) continue;
    const spawn = agent.spawnedBy === null ? undefined : within.event(agent.spawnedBy.eventId);
    return spawn === undefined || spawn.order > denied.call.order;
  }
  return false;
}

function parentOf(within: Case, id: AgentId | undefined) {
  return id === undefined ? undefined : within.agents.get(id);
}

function push(open: Map<string, JudgedCall[]>, deed: string, judged: JudgedCall): void {
  const list = open.get(deed);
  if (list === undefined) open.set(deed, [judged]);
  else list.push(judged);
}

/** One denial is told once, whichever of its deeds was met. */
function drop(open: Map<string, JudgedCall[]>, judged: JudgedCall): void {
  for (const deed of deedsOf(judged.call)) {
    const rest = (open.get(deed) ?? []).filter((other) => other !== judged);
    if (rest.length === 0) open.delete(deed);
    else open.set(deed, rest);
  }
}
