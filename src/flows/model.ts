import type { AgentId, Basis, Case, EventId, Text } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import type { GateEvidence } from '../result/gate.ts';
import type { TrustPolicy } from './policy/policy.ts';

/** What we conclude about where text went. Plain data; nothing here reads or alarms. */

/** Best first; the meet of two labels takes the later one. */
export const INTEGRITY_ORDER = ['host', 'typed', 'caller', 'local', 'model', 'peer', 'tool', 'outside'] as const;
export type Integrity = (typeof INTEGRITY_ORDER)[number];
export const SECRECY_ORDER = ['public', 'private', 'secret'] as const;
export type Secrecy = (typeof SECRECY_ORDER)[number];

export interface Label {
  readonly integrity: Integrity;
  readonly secrecy: Secrecy;
  /** Ids of the texts that gave the label, smallest first. */
  readonly sources: readonly number[];
}

export interface TextLabels {
  /** Proved by spans. */
  readonly carried: Label;
  /** The meet of everything that was in the author's context. */
  readonly possible: Label;
}

export type Boundary = 'agent' | 'session' | 'worktree' | 'storage' | 'host' | 'human';
export type Tier = 'verbatim' | 'normalised' | 'decoded' | 'fuzzy' | 'token' | 'context';
export type FlowChannel =
  | 'spawn'
  | 'return'
  | 'message'
  | 'injected'
  | 'tool-result'
  | 'tool-input'
  | 'shared-file'
  | 'child-process'
  | 'compaction'
  | 'resume'
  | 'fork';

export interface FlowEvidence {
  readonly tier: Tier;
  readonly from: Citation;
  readonly to: Citation;
  /** How the source's characters became the sink's, in order, e.g. `white-space`, `line-numbers`, `base64`. */
  readonly transforms: readonly string[];
  /** Matched characters of the sink (UTF-16 units). */
  readonly length: number;
  /** Share of the sink that this span covers, 0..1. */
  readonly coverage: number;
  /** Information of the match, in bits. */
  readonly bits: number;
  /** Candidates were cut at the cap: other sources may exist. */
  readonly capped?: boolean;
}

export interface Flow {
  readonly id: string;
  readonly channel: FlowChannel;
  readonly from: EventId;
  readonly to: EventId;
  readonly fromAgent: AgentId;
  readonly toAgent: AgentId;
  readonly source: Text;
  readonly sink: Text;
  /** Texts between first origin and sink, in order of delivery. */
  readonly relays: readonly Text[];
  readonly crosses: readonly Boundary[];
  readonly labels: TextLabels;
  readonly basis: Basis;
  readonly evidence: readonly FlowEvidence[];
}

export interface FlowGraph {
  /** Sorted by sink order, then source order. */
  readonly flows: readonly Flow[];
  /** Bounds that were reached while tracing, in words; empty where everything was compared. */
  readonly limits?: readonly string[];
  /** Flows that end in this text. */
  into(text: Text): readonly Flow[];
  /** Flows whose first origin or relay is this text. */
  outOf(text: Text): readonly Flow[];
  labelsOf(text: Text): TextLabels;
}

/** Everything a detector may look at. Frozen; detectors are pure. */
export interface Investigation {
  readonly case: Case;
  readonly flows: FlowGraph;
  /** The policy that the flows were traced with; the default one where it is left out. */
  readonly policy?: TrustPolicy;
  /** What gates said and what was handed in about them; absent where nobody asked. */
  readonly gate?: GateEvidence;
}
