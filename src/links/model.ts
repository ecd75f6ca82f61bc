import type { ActedOn, Evidence, Finding } from '../result/finding.ts';

/**
 * What a case tells other cases about itself: compact, plain JSON, made when the case is analysed and joined when all are. Nothing in it
 * leads back to a `Case`, so that it can be saved by one shard and joined by another.
 */
export interface LinkSummary {
  readonly session: string;
  readonly firstAt?: string;
  readonly lastAt?: string;
  /** The first record of the root, or what is there in its place. */
  readonly begin?: Spot;
  /** The session this one begins with a copy of. */
  readonly copyOf?: CopyRow;
  /** The prompt of a headless run. */
  readonly started?: StartRow;
  /** The last words of a headless run. */
  readonly answer?: SpokenRow;
  readonly processes: readonly ProcessRow[];
  readonly writes: readonly WriteRow[];
  readonly reads: readonly ReadRow[];
  /** Words that a detector calls forged or invented here. */
  readonly said: readonly SpokenRow[];
  /** Long prompts of a person or caller: what was pasted into them may come from another session. */
  readonly heard: readonly SpokenRow[];
  readonly sent: readonly MessageRow[];
  readonly received: readonly MessageRow[];
  /** Ids of calls that go on in the background, and of the tasks they started. */
  readonly tasks: readonly string[];
  /** Notices about calls that this case did not make. */
  readonly strays: readonly StrayRow[];
  /** Files below a transcript folder that a call deleted. */
  readonly removed: readonly RemovedRow[];
  /** The main transcript is not there. */
  readonly rootMissing?: Evidence;
  /** Findings whose answer may lie in other cases. */
  readonly open: readonly OpenFinding[];
  /** Rows that were left out, in words. */
  readonly limits: readonly string[];
}

/** A place in a case, as `links[]` names it. */
export interface Spot {
  readonly eventId: string;
  readonly path: string;
  readonly line: number;
}

/** Hashes of a text's grams, thinned out: see `prints.ts`. */
export interface Prints {
  readonly units: number;
  readonly every: number;
  /** Unsigned 32-bit numbers, ascending, little-endian, base64. */
  readonly hashes: string;
}

export interface LabelRow {
  readonly integrity: string;
  readonly secrecy: string;
}

/** Carried is proved by spans; possible is the meet of everything that was in the author's context. */
export interface LabelsRow {
  readonly carried: LabelRow;
  readonly possible: LabelRow;
}

export interface CopyRow {
  readonly session: string;
  /** Case id, where the original was found in the same run. */
  readonly of?: string;
  readonly basis: 'recorded' | 'inferred';
  readonly by: string;
  readonly channel: 'fork' | 'resume';
  readonly copied: number;
  readonly conflicts: number;
  /** The last copied record, where the original has it and where the copy has it. */
  readonly original?: Spot;
  readonly last: Spot;
  /** What the copied part brings along. */
  readonly labels: LabelsRow;
  readonly evidence: Evidence;
}

export interface StartRow {
  readonly spot: Spot;
  readonly at?: string;
  readonly cwd?: string;
  readonly digest: string;
  readonly evidence: Evidence;
}

/** A call that starts another host process. */
export interface ProcessRow {
  readonly spot: Spot;
  readonly agent: string;
  readonly at?: string;
  readonly until?: string;
  readonly cwd?: string;
  /** Of the prompt, where the command spells it out. */
  readonly digest?: string;
  /** Session ids in what came back. */
  readonly printed: readonly string[];
  readonly result?: Spot;
  readonly resultPrints?: Prints;
  readonly labels: LabelsRow;
  readonly evidence: Evidence;
}

export type PlaceKind = 'instructions' | 'memory' | 'start-up' | 'file';

/** An order in a written text that came from outside. */
export interface OrderRow {
  readonly prints: Prints;
  readonly strength: string;
  /** Addresses, hosts and commands of the order, in lower case. */
  readonly slots: readonly string[];
  readonly tier: string;
  readonly evidence: Evidence;
  /** Where it was first said. */
  readonly origin: Evidence;
  readonly originIs: string;
}

export interface WriteRow {
  readonly path: string;
  readonly place: PlaceKind;
  readonly spot: Spot;
  readonly agent: string;
  readonly at?: string;
  readonly prints: Prints;
  readonly labels: LabelsRow;
  readonly orders: readonly OrderRow[];
  /** The bytes came from the network and are not in the transcript. */
  readonly downloaded?: true;
  readonly evidence: Evidence;
}

/** An order in a text that was read or loaded, and what its reader did. */
export interface HeardOrderRow {
  readonly prints: Prints;
  readonly strength: string;
  readonly slots: readonly string[];
  readonly evidence: Evidence;
  readonly requested: boolean;
  readonly delegated: boolean;
  readonly actedOn: ActedOn;
  readonly critical: boolean;
  readonly acts: readonly Evidence[];
}

export interface ReadRow {
  readonly path: string;
  readonly place: PlaceKind;
  readonly channel: 'injected' | 'shared-file';
  readonly spot: Spot;
  readonly agent: string;
  readonly at?: string;
  readonly prints: Prints;
  readonly orders: readonly HeardOrderRow[];
  readonly evidence: Evidence;
}

export interface SpokenRow {
  readonly spot: Spot;
  readonly agent: string;
  readonly at?: string;
  readonly prints: Prints;
  readonly labels: LabelsRow;
  readonly evidence: Evidence;
  /** Of `said`: the detector that calls the words forged. */
  readonly detector?: string;
}

export interface MessageRow {
  readonly spot: Spot;
  readonly agent: string;
  readonly at?: string;
  /** Whom the sender names, or whom the receiver is told. */
  readonly peer?: string;
  readonly prints: Prints;
  readonly labels: LabelsRow;
  readonly evidence: Evidence;
}

export interface StrayRow {
  readonly id: string;
  readonly agent: string;
  readonly evidence: Evidence;
}

export interface RemovedRow {
  readonly path: string;
  readonly agent: string;
  readonly at?: string;
  readonly evidence: Evidence;
}

/** A finding that stands unless another case explains it. */
export interface OpenFinding {
  readonly finding: Finding;
  readonly question: {
    readonly kind: 'who-wrote';
    readonly path: string;
    readonly at?: string;
    readonly prints: Prints;
  };
}
