import type { TrustPolicy } from '../flows/policy/policy.ts';
import type { InputOptions } from '../ingest/inputs.ts';
import type { FindOptions } from '../ingest/model.ts';
import type { ReplayWish } from './replay.ts';
import type { Shard } from './shard.ts';
import type { RunState } from './state.ts';

/** What to find out about one case. Plain data: crosses to worker threads. */
export interface CaseOptions {
  readonly policy: TrustPolicy;
  readonly parts: Parts;
  /** Absent: no gate is asked. */
  readonly replay?: ReplayWish;
  /** Only what these agents did or received: whole ids or their beginnings. */
  readonly agents?: readonly string[];
  /** Only what has to do with this text, finding, record uuid or event id. */
  readonly focus?: string;
  /** Only these events, by case id, and what moved between them: a trail that leads over several cases. */
  readonly trail?: Readonly<Record<string, readonly string[]>>;
  readonly maxLineBytes?: number;
}

/** What the result shall hold. What is not asked for is not worked out. */
export interface Parts {
  readonly timeline?: boolean;
  readonly flows?: boolean;
  readonly briefs?: boolean;
  readonly findings?: boolean;
  /** What other cases need to know for the join over cases. */
  readonly links?: boolean;
}

export interface AnalysisOptions {
  readonly find: FindOptions & InputOptions;
  readonly case: CaseOptions;
  /** Only whole cases that fall into this part. */
  readonly shard?: Shard;
  /** What earlier runs have seen. */
  readonly state?: RunState;
  /** Worker threads at most; 1 stays in this thread. */
  readonly jobs: number;
  /** No thread is started for less than so many bytes: it must load the program first. Default 4 MB. */
  readonly bytesPerThread?: number;
  /** Megabytes of heap that a thread may fill; a share of the machine's memory if absent. */
  readonly megabytesPerThread?: number;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly casesDone: number;
  readonly casesTotal: number;
  /** Events of one session at work that were put to gates: hook programs may take minutes over one. */
  readonly events?: { readonly done: number; readonly total: number };
}
