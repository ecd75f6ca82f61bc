import type { ByteLocation } from '../evidence/source.ts';
import type { ArtefactId, ArtefactKind, ExtractionWarning } from '../evidence/span.ts';
import type { Lineage } from '../wire/input.ts';

/** A file that was met, not yet understood. */
export interface FoundFile {
  /** For people: relative to the argument it was found under, `/` between parts, archive members behind `!`. */
  readonly path: string;
  /** Where it lies among the other files: as `path`, but from the root of the disk or archive. Only the layout is read from it. */
  readonly place: string;
  readonly location: ByteLocation;
  /** The user named this very file: it is looked at whatever it is called. */
  readonly named?: boolean;
  /** Lies beside a file that was named; taken only if it belongs to that file's session. */
  readonly companion?: boolean;
}

export interface CaseSourceArtefact {
  readonly id: ArtefactId;
  readonly kind: ArtefactKind;
  readonly path: string;
  readonly location: ByteLocation;
  /** Other paths with the same content. */
  readonly alsoAt: readonly string[];
  readonly projectFolder?: string;
}

/** One root session and everything that belongs to it: found, not yet read. Plain data, may cross threads. */
export interface CaseSource {
  /** Root session id, with `~2`, `~3`, … where copies of one session disagree. */
  readonly id: string;
  readonly sessionId: string;
  readonly rootPath: string;
  readonly artefacts: readonly CaseSourceArtefact[];
  /** Sum over the artefacts, for scheduling. */
  readonly byteLength: number;
  /** From looking at the files before reading them. */
  readonly warnings: readonly ExtractionWarning[];
  /** uuid of the root's first chained record: sessions that begin with the same one copy one another. */
  readonly firstUuid?: string;
  /** The session among those found that this one begins with a copy of. */
  readonly lineage?: Lineage;
  /** What the sessions that started this one had taken in from outside by then. */
  readonly taintBefore?: readonly { readonly eventId: string; readonly agentId: string; readonly text: string }[];
}

/** A file that was met and is no part of any case. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** A path the user named that could not be used: makes the run incomplete. */
export interface FailedInput {
  readonly path: string;
  readonly reason: string;
}

export interface FoundCases {
  /** By root path, then id. */
  readonly sources: readonly CaseSource[];
  readonly warnings: readonly ExtractionWarning[];
  readonly skipped: readonly SkippedFile[];
  readonly failed: readonly FailedInput[];
}

export interface FindOptions {
  /** Only these root sessions: whole ids or beginnings of at least four characters. */
  readonly sessions?: readonly string[];
  /** ISO 8601; a case is taken if any part of its time span lies in [since, until). Cases without timestamps are taken. */
  readonly since?: string;
  readonly until?: string;
  readonly maxLineBytes?: number;
}
