import type { Case } from '../../case/model.ts';
import type { CaseInput } from '../../wire/input.ts';
import { Emitter, type Placed } from './emit.ts';
import { sessionFacts } from './facts.ts';
import { type Lane, lanesOf } from './lane.ts';
import type { RebuiltEvent } from './model.ts';
import { SessionEvents } from './session.ts';
import { ToolEvents } from './tools.ts';
import { TurnEvents } from './turns.ts';

/**
 * The hook events that the host would have sent for a case, in its order, each with the fields of the host version at that record. What
 * the transcript cannot show is listed as missing; events that the host would not have sent are not invented.
 */
export function rebuildHookEvents(theCase: Case, input: CaseInput): RebuiltEvent[] {
  const lanes = lanesOf(theCase, input);
  const facts = sessionFacts(theCase, input, lanes);
  const placed = lanes.flatMap((lane, index) => {
    const emitter = new Emitter(theCase, facts, lane);
    walk(emitter, lane);
    return emitter.placed.map((entry, sequence) => ({ ...entry, index, sequence }));
  });
  return placed.sort(byPlace).map(({ event }) => event);
}

type Sortable = Placed & { readonly index: number; readonly sequence: number };

function byPlace(a: Sortable, b: Sortable): number {
  return a.order - b.order || a.bias - b.bias || a.index - b.index || a.sequence - b.sequence;
}

function walk(emitter: Emitter, lane: Lane): void {
  const tools = new ToolEvents(emitter, lane);
  const turns = new TurnEvents(emitter);
  const session = lane.isRoot ? new SessionEvents(emitter, lane.records, lane.copied > 0) : undefined;
  for (const [index, record] of lane.records.entries()) {
    emitter.see(record);
    session?.before(record, index);
    switch (record.type) {
      case 'user':
        turns.onUser(record);
        tools.onResults(record);
        break;
      case 'assistant':
        turns.start(record);
        turns.onReply(record);
        tools.onReply(record);
        break;
      case 'attachment':
        turns.onAttachment(record);
        tools.onAttachment(record);
        break;
      case 'system':
        turns.onSystem(record);
        session?.onSystem(record, index);
        break;
      case 'queue-operation':
      case 'progress':
      case 'other':
        break;
    }
    session?.after(record);
  }
  turns.endTurn();
  session?.end();
}
