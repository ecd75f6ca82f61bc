import type { JsonValue } from '../base/json.ts';
import type { Artefact, ExtractionWarning } from '../evidence/span.ts';
import type { TranscriptRecord } from './record.ts';

/** What `ingest/` hands to `case/`: everything that was read for one root session, still in the host's words. */
export interface CaseInput {
  /** Root session id: of the root file's records, else of its file name, else of the folder its children lie in. */
  readonly sessionId: string;
  /** As found: path of the root transcript, or of the folder that names the session where the root file is missing. */
  readonly rootPath: string;
  readonly files: readonly CaseFile[];
  readonly warnings: readonly ExtractionWarning[];
  /** Records that were begun on disk and cannot be read (torn, spliced, over the line limit). */
  readonly lostRecords?: number;
  readonly lineage?: Lineage;
}

/** A fork, and on old versions a resumed session, begins with copies of another session's records, under the same uuids. */
export interface Lineage {
  /** Case and session that the records were first written in. */
  readonly of: string;
  readonly sessionId: string;
  /** `recorded`: a copied record names that session; `inferred`: the uuids are the same, and times say which is older. */
  readonly basis: 'recorded' | 'inferred';
  readonly by: string;
  /** uuids that both have with the same content, in file order. */
  readonly copied: readonly string[];
  /** uuids that both have with different content. */
  readonly conflicts: readonly string[];
  /** Where the original has the last record that was copied. */
  readonly last?: { readonly path: string; readonly line: number };
}

export interface CaseFile {
  readonly artefact: Artefact;
  /** Records in file order; empty for files that are not line files. */
  readonly records: readonly TranscriptRecord[];
  /** Parsed whole-file JSON (`agent-*.meta.json`, `workflows/<run>.json`). */
  readonly json?: JsonValue;
  /** Other paths that hold the same bytes (copies of one session): evidence is kept, records are not read twice. */
  readonly alsoAt: readonly string[];
  /** Name of the project folder the file was found under, where the layout has one. */
  readonly projectFolder?: string;
}
