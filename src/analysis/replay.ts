import type { Case, EventId } from '../case/model.ts';
import type { FlowGraph } from '../flows/model.ts';
import type { TrustPolicy } from '../flows/policy/policy.ts';
import type { RebuiltEvent } from '../gates/payload/model.ts';
import { rebuildHookEvents } from '../gates/payload/rebuild.ts';
import { type ReplayPlan, type ReplaySubject, type ReplayWarning, replayCase } from '../gates/replay-case.ts';
import type { GateSpec } from '../gates/spec.ts';
import type { GateEvidence } from '../result/gate.ts';
import type { Replay } from '../result/replay.ts';
import type { CaseInput } from '../wire/input.ts';
import { isStop } from './first-stop.ts';
import type { RecordBytes } from './record-bytes.ts';

/** Which gates to ask, and how far they may go. Plain data: crosses to worker threads. */
export interface ReplayWish extends ReplayPlan {
  /** Folder with a live gate's own state, compared with the replay. */
  readonly gateState?: string;
  /** Say what the replays tell together: where gates part, what nobody looked at. */
  readonly summary?: boolean;
  /** Ask no gate; hand out what a hook would be sent. */
  readonly payloadsOnly?: boolean;
}

export interface Replayed {
  readonly replays: readonly Replay[];
  readonly payloads: readonly RebuiltEvent[];
  /** What was not asked and why, in words. */
  readonly notes: readonly string[];
  /** What a hook log shows of the transcripts. */
  readonly warnings?: readonly ReplayWarning[];
  /** Most agents that one line of a hook log fits. */
  readonly candidates?: number;
  /** What detectors may look at; undefined where nobody asked for a replay. */
  readonly gate?: GateEvidence;
  /** For other gates over the same events. */
  readonly rebuilt?: readonly RebuiltEvent[];
}

/** How many events of a case were put to gates, of how many: hooks may take minutes over one session. */
export type OnEvent = (done: number, total: number) => void;

const NOTHING: Replayed = { replays: [], payloads: [], notes: [] };

/** The gates that were asked for: every one sees all events, with a state of its own. */
export async function askedGates(
  record: Case,
  input: CaseInput,
  flows: FlowGraph,
  policy: TrustPolicy,
  bytes: RecordBytes,
  wish: ReplayWish | undefined,
  { taintBefore, onEvent }: Pick<ReplaySubject, 'taintBefore'> & { readonly onEvent?: OnEvent } = {},
): Promise<Replayed> {
  if (wish === undefined) return NOTHING;
  const subject = {
    ...subjectOf(record, input, flows, policy, bytes),
    ...(taintBefore === undefined ? {} : { taintBefore }),
  };
  const { replays, events, notes, gate, rebuilt, warnings, candidates } = await replayCase(
    subject,
    wish.payloadsOnly === true ? { ...wish, gates: [] } : wish,
    onEvent === undefined ? {} : { onEvent },
  );
  return { replays, payloads: wish.payloadsOnly === true ? events : [], notes, gate, rebuilt, warnings, candidates };
}

interface Stopper {
  readonly spec: GateSpec;
  /** Answers each event by itself, whatever came before. */
  readonly stateless: boolean;
}

/** Built-in gates whose answers tell a reader where a finding could have been stopped, whatever was asked for. */
const STOPPERS: readonly Stopper[] = [
  { spec: { kind: 'taint-floor', key: 'session' }, stateless: false },
  { spec: { kind: 'channel-split', mode: 'evidence' }, stateless: true },
  { spec: { kind: 'reminder-guard', mode: 'advise' }, stateless: true },
];

/**
 * Decisions of gates that nobody asked for, taken to say what could have stopped a finding; not part of the result. A gate without state
 * is first asked about the events on the paths to the findings alone: only where it stops one of these does it matter what else differs.
 */
export async function stoppingGates(
  record: Case,
  input: CaseInput,
  flows: FlowGraph,
  policy: TrustPolicy,
  bytes: RecordBytes,
  asked: readonly GateSpec[],
  onPaths: ReadonlySet<EventId>,
  known?: readonly RebuiltEvent[],
): Promise<readonly Replay[]> {
  const stoppers = STOPPERS.filter(({ spec }) => !asked.some((gate) => gate.kind === spec.kind));
  if (stoppers.length === 0) return [];
  const rebuilt = known ?? rebuildHookEvents(record, input, { inherited: true });
  // One more, so that a gate that is asked at all is named even where no event of a path is put to it.
  const any = rebuilt.find((event) => event.inherited !== true && record.event(event.eventId) !== undefined);
  const few = rebuilt.filter((event) => event === any || onPaths.has(event.eventId));
  const subject = subjectOf(record, input, flows, policy, bytes);
  const answers = async ({ spec }: Stopper, events: readonly RebuiltEvent[]) =>
    (await replayCase({ ...subject, rebuilt: events }, { gates: [spec], allowExec: false, allowNetwork: false }))
      .replays;
  const replays: Replay[] = [];
  for (const stopper of stoppers) {
    const quick = stopper.stateless ? await answers(stopper, few) : undefined;
    replays.push(...(quick === undefined || quick.some(isStop) ? await answers(stopper, rebuilt) : quick));
  }
  return replays;
}

function subjectOf(
  record: Case,
  input: CaseInput,
  flows: FlowGraph,
  policy: TrustPolicy,
  bytes: RecordBytes,
): ReplaySubject {
  return {
    case: record,
    input,
    flows,
    policy,
    evidence: { read: (artefact, start, end) => bytes.read({ artefact, byteStart: start, byteEnd: end, line: 0 }) },
  };
}
