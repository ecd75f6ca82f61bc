import type { Case } from '../../case/model.ts';
import type { CaseInput } from '../../wire/input.ts';
import { Emitter, type Placed, type Rebuilding } from './emit.ts';
import { sessionFacts } from './facts.ts';
import { type Lane, lanesOf } from './lane.ts';
import type { RebuiltEvent } from './model.ts';
import { SessionEvents } from './session.ts';
import { ToolEvents } from './tools.ts';
import { TurnEvents } from './turns.ts';

export interface RebuildOptions {
  /** Also those that the copied rows at the beginning tell of: they were sent in another session. */
  readonly inherited?: boolean;
}

/**
 * The hook events that the host would have sent for a case, in its order, each with the fields of the host version at that record. What
 * the transcript cannot show is listed as missing; events that the host would not have sent are not invented.
 */
export function rebuildHookEvents(theCase: Case, input: CaseInput, options: RebuildOptions = {}): RebuiltEvent[] {
  const lanes = lanesOf(theCase, input);
  const facts = sessionFacts(theCase, input, lanes);
  const placed = lanes.flatMap((lane, index) => {
    if (lane.inherited && options.inherited !== true) return [];
    const emitter = new Emitter(theCase, facts, lane, index);
    walk(emitter, lane);
    return emitter.placed;
  });
  const events = placed.sort(byPlace).map(({ event }) => event);
  addPrefixes(events, input);
  return events;
}

/** Transcripts grow with the events: each file as far as the last record that an event up to here hangs on. */
function addPrefixes(events: readonly Rebuilding[], input: CaseInput): void {
  const main = input.files.find((file) => file.artefact.kind === 'session')?.artefact.id;
  const ends = new Map<string, number>();
  for (const event of events) {
    const { artefact, byteEnd } = event.record;
    ends.set(artefact, Math.max(ends.get(artefact) ?? 0, byteEnd + 1));
    const mainEnd = main === undefined ? undefined : ends.get(main);
    const agent = artefact === main ? undefined : { artefact, byteEnd: ends.get(artefact)! };
    if (main === undefined || mainEnd === undefined) event.transcripts = agent === undefined ? {} : { agent };
    else {
      const ofMain = { artefact: main, byteEnd: mainEnd };
      event.transcripts = agent === undefined ? { main: ofMain } : { main: ofMain, agent };
    }
  }
}

function byPlace(a: Placed, b: Placed): number {
  return a.order - b.order || a.bias - b.bias || a.lane - b.lane || a.sequence - b.sequence;
}

function walk(emitter: Emitter, lane: Lane): void {
  const tools = new ToolEvents(emitter, lane);
  const turns = new TurnEvents(emitter);
  const session =
    lane.isRoot && !lane.inherited ? new SessionEvents(emitter, lane.records, lane.copied > 0) : undefined;
  for (const [index, record] of lane.records.entries()) {
    emitter.see(record);
    session?.before(record, index);
    switch (record.type) {
      case 'user':
        turns.onUser(record);
        tools.onResults(record);
        session?.onUser(record, index);
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
