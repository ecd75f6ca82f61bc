import type { Case } from '../case/model.ts';
import type { FlowGraph } from '../flows/model.ts';
import type { TrustPolicy } from '../flows/policy/policy.ts';
import { openGates } from '../gates/open.ts';
import type { RebuiltEvent } from '../gates/payload/model.ts';
import { rebuildHookEvents } from '../gates/payload/rebuild.ts';
import { replay } from '../gates/replay.ts';
import type { GateSpec } from '../gates/spec.ts';
import type { Replay } from '../result/replay.ts';
import type { CaseInput } from '../wire/input.ts';
import type { RecordBytes } from './record-bytes.ts';

/** Which gates to ask, and how far they may go. Plain data: crosses to worker threads. */
export interface ReplayWish {
  readonly gates: readonly GateSpec[];
  readonly allowExec: boolean;
  readonly allowNetwork: boolean;
  readonly timeoutMs: number;
  readonly limitMs?: number;
  readonly project?: string;
  readonly tempFolder?: string;
  /** Ask no gate; hand out what a hook would be sent. */
  readonly payloadsOnly?: boolean;
}

export interface Replayed {
  readonly replays: readonly Replay[];
  /** Decisions of gates that nobody asked for, taken to say what could have stopped a finding; not part of the result. */
  readonly stoppers: readonly Replay[];
  readonly payloads: readonly RebuiltEvent[];
  /** What was not asked and why, in words. */
  readonly notes: readonly string[];
}

const NO_WISH: ReplayWish = { gates: [], allowExec: false, allowNetwork: false, timeoutMs: 0 };

/** Built-in gates whose answers tell a reader where a finding could have been stopped, whatever was asked for. */
const STOPPERS: readonly GateSpec[] = [
  { kind: 'taint-floor', key: 'session' },
  { kind: 'channel-split', mode: 'evidence' },
  { kind: 'reminder-guard', mode: 'advise' },
];

/** Puts the events of a case to each gate in turn; every gate sees them all, with a state of its own. */
export async function replayCase(
  record: Case,
  input: CaseInput,
  flows: FlowGraph,
  policy: TrustPolicy,
  bytes: RecordBytes,
  wish: ReplayWish = NO_WISH,
  hasFindings = false,
): Promise<Replayed> {
  const extra = hasFindings ? STOPPERS.filter((stopper) => !wish.gates.some((gate) => gate.kind === stopper.kind)) : [];
  if (wish.gates.length + extra.length === 0 && wish.payloadsOnly !== true)
    return { replays: [], stoppers: [], payloads: [], notes: [] };
  const events = rebuildHookEvents(record, input, { inherited: true });
  if (wish.payloadsOnly === true) {
    return { replays: [], stoppers: [], payloads: events.filter((event) => event.inherited !== true), notes: [] };
  }
  const { gates, notes } = openGates([...wish.gates, ...extra], record, {
    policy,
    flows,
    evidence: { read: (artefact, start, end) => bytes.read({ artefact, byteStart: start, byteEnd: end, line: 0 }) },
    allowExec: wish.allowExec,
    allowNetwork: wish.allowNetwork,
    timeoutMs: wish.timeoutMs,
    ...(wish.limitMs === undefined ? {} : { limitMs: wish.limitMs }),
    ...(wish.project !== undefined && { project: wish.project }),
    ...(wish.tempFolder !== undefined && { tempFolder: wish.tempFolder }),
  });
  const replays: Replay[] = [];
  const stoppers: Replay[] = [];
  for (const [index, gate] of gates.entries()) {
    const target = index < gates.length - extra.length ? replays : stoppers;
    try {
      target.push(...(await replay(record, input, events, gate)));
    } finally {
      await gate.close?.();
    }
  }
  return { replays, stoppers, payloads: [], notes };
}
