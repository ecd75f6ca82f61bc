/** Where evidence lies. Everything that the program claims points back to one of these. */

/** Names an artefact inside its case: stable for equal evidence, independent of the path it was read from. */
export type ArtefactId = string;

/** Bytes `byteStart` (included) to `byteEnd` (excluded) of an artefact; `line` is 1-based. */
export interface ByteSpan {
  readonly artefact: ArtefactId;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly line: number;
}

/** A place inside one record: its line, the JSON pointer of the value, and UTF-16 units [start, end) of a string value. */
export interface Citation {
  readonly record: ByteSpan;
  readonly pointer: string;
  readonly chars?: readonly [number, number];
}

export type ArtefactKind = 'session' | 'sidechain' | 'agent-meta' | 'spilled-result' | 'workflow' | 'inbox' | 'other';

/** A file, or a member of an archive, taken as evidence. */
export interface Artefact {
  readonly id: ArtefactId;
  /** Relative to the argument it was found under; archive members with `!`. For people and for `verify`, never for ids. */
  readonly path: string;
  readonly kind: ArtefactKind;
  readonly byteLength: number;
  readonly sha256: string;
}

/** Trouble while reading, as a value: what could not be understood is part of the answer. */
export interface ExtractionWarning {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly line: number;
  readonly byteStart: number;
  readonly byteEnd: number;
}
