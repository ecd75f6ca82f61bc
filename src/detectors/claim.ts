import type { AgentId, Text } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import type { Flow, Investigation } from '../flows/model.ts';
import type { ActedOn, Confidence, Severity, Verdict } from '../result/finding.ts';
import type { About } from './catalogue.ts';

export interface Cited {
  readonly cite: Citation;
  /** What this place shows, as half a sentence. */
  readonly note: string;
}

/** What a detector says. Cited by record, pointer and characters; `settle` alone turns that into bytes, excerpt and digest. */
export interface Claim {
  readonly detector: string;
  /** One-line story for a tired reader. */
  readonly message: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly primary: Cited;
  readonly related: readonly Cited[];
  readonly agents: readonly AgentId[];
  readonly verdict?: Verdict;
  readonly actedOn?: ActedOn;
  readonly flows?: readonly Flow[];
  /** Stands unless another case of the run explains it: who wrote this text into that file? */
  readonly open?: { readonly path: string; readonly text: Text };
  /** About the copies themselves: told although the record was copied from another session of the run. */
  readonly ofCopies?: boolean;
  /** Longer statements: proof of origin, what cannot be known, which rule is broken. */
  readonly details?: readonly string[];
}

export interface Detector extends About {
  detect(investigation: Investigation): Iterable<Claim>;
}
