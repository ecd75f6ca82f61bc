import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { AgentId, EventId } from '../../case/model.ts';
import type { ArtefactId, ByteSpan } from '../../evidence/span.ts';
import type { Phase } from '../../result/replay.ts';

/** How a value of a payload is known: written in a record; worked out from records by a rule; what the host sends when nothing else holds. */
export type FieldBasis = 'recorded' | 'derived' | 'default';

export interface MissingField {
  readonly field: string;
  readonly reason: string;
}

export interface TranscriptPrefix {
  readonly artefact: ArtefactId;
  /** Bytes from the beginning, the line end of the last record included. */
  readonly byteEnd: number;
}

/** One hook event as the host would have sent it, rebuilt from the transcript. */
export interface RebuiltEvent {
  readonly hookEvent: string;
  readonly phase: Phase;
  readonly agent: AgentId;
  /** Timeline event it hangs on. */
  readonly eventId: EventId;
  /** Record it hangs on: what the host had written when it asked ends here. */
  readonly record: ByteSpan;
  readonly at?: string;
  /** Version of the host at that record; undefined where none was recorded. */
  readonly version?: string;
  readonly entrypoint?: string;
  readonly toolUseId?: string;
  readonly payload: JsonObject;
  readonly fields: Readonly<Record<string, FieldBasis>>;
  /** Fields that this version sends and that cannot be rebuilt. */
  readonly missing: readonly MissingField[];
  readonly fidelity: 'exact' | 'partial' | 'unsupported';
  /** How far the main transcript and the agent's own were written when the host asked. */
  readonly transcripts?: { readonly main?: TranscriptPrefix; readonly agent?: TranscriptPrefix };
  /** At a stop: hook feedback follows, so the agent was made to go on. */
  readonly wentOn?: boolean;
  /** Nothing in the payload says which agent it is about. */
  readonly unnamed?: boolean;
  /** Sent in a session that this one was forked or resumed from, whose rows it repeats. */
  readonly inherited?: boolean;
}

export type DraftField =
  | { readonly value: JsonValue; readonly basis: FieldBasis }
  | { readonly get: () => JsonValue | undefined; readonly basis: FieldBasis };

/** What a rule has found out about one event, before the version's field list is laid over it. */
export interface Draft {
  readonly hookEvent: string;
  readonly fields: Readonly<Record<string, DraftField>>;
  readonly missing: readonly MissingField[];
}

export const PHASE_OF: Readonly<Record<string, Phase>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before-tool',
  PermissionRequest: 'permission',
  PostToolUse: 'after-tool',
  PostToolUseFailure: 'after-tool-failure',
  PostToolBatch: 'after-batch',
  SubagentStart: 'agent-start',
  SubagentStop: 'agent-stop',
  Stop: 'stop',
  StopFailure: 'stop-failure',
  PreCompact: 'before-compact',
  PostCompact: 'after-compact',
  SessionEnd: 'session-end',
};
