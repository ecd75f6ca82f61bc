import type { JsonObject } from '../base/json.ts';
import type { AgentId, TimelineEvent } from '../case/model.ts';
import type { ByteSpan } from '../evidence/span.ts';
import type { Decision, Phase } from '../result/replay.ts';

export type { Decision, Phase } from '../result/replay.ts';

/** One recorded event, as a gate is asked about it. */
export interface GateRequest {
  readonly phase: Phase;
  readonly event: TimelineEvent;
  readonly agent: AgentId;
  /** Stdin of a hook of that host version. */
  readonly payload: JsonObject;
  /** The end of what the host had written when it asked. */
  readonly transcriptUpTo: ByteSpan;
}

export interface Gate {
  readonly id: string;
  decide(request: GateRequest, signal: AbortSignal): Promise<Decision>;
}
