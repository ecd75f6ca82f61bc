import type { JsonObject } from '../base/json.ts';
import type { AgentId, TimelineEvent } from '../case/model.ts';
import type { ByteSpan } from '../evidence/span.ts';
import type { Decision, Phase } from '../result/replay.ts';
import type { RebuiltEvent } from './payload/model.ts';

export type { Decision, Phase } from '../result/replay.ts';

/** One recorded event, as a gate is asked about it. */
export interface GateRequest {
  readonly phase: Phase;
  readonly event: TimelineEvent;
  readonly agent: AgentId;
  /** Type of the agent as spawned; `main` for the main session. */
  readonly agentType: string;
  /** Stdin of a hook of that host version. */
  readonly payload: JsonObject;
  /** The end of what the host had written when it asked. */
  readonly transcriptUpTo: ByteSpan;
  /** What the payload was made from: host version, entrypoint, what is missing. */
  readonly rebuilt: RebuiltEvent;
  /** Happened in a session that this one continues: it sets state, nobody is asked. */
  readonly inherited: boolean;
}

export interface Gate {
  readonly id: string;
  /** What its state hangs on, where it has one. */
  readonly key?: string;
  /** Name of its trust policy, where that is not the one of the run. */
  readonly policy?: string;
  decide(request: GateRequest, signal: AbortSignal): Promise<Decision>;
  /** Fields of the payload and variables of the environment that were changed before a program saw them. */
  rewritten?(event: RebuiltEvent): readonly string[];
  /** Ends what the gate holds: its folder, its processes. */
  close?(): Promise<void>;
}

/** A gate as a pure function: state in, state and decision out. */
export interface PureGate<State> {
  readonly id: string;
  readonly key?: string;
  readonly start: State;
  step(state: State, request: GateRequest): { readonly state: State; readonly decision: Decision };
}

/** A pure gate with its state kept for one replay. */
export function keepState<State>(gate: PureGate<State>): Gate {
  let state = gate.start;
  return {
    id: gate.id,
    ...(gate.key === undefined ? {} : { key: gate.key }),
    decide(request) {
      const next = gate.step(state, request);
      state = next.state;
      return Promise.resolve(next.decision);
    },
  };
}

/** Among a hook's rules: it wrote to its folder. Not shown. */
export const STATE_SET = 'state-set';

/** Nothing to say about an event of this kind. */
export const NO_SAY: Decision = {
  outcome: 'none',
  reason: '',
  rules: [],
  failedOpen: false,
  basis: 'not-reached',
  effect: 'none',
};
