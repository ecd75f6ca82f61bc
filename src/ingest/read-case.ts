import { DEFAULT_MAX_LINE_BYTES } from '../evidence/lines.ts';
import type { ByteLocation, ByteSource } from '../evidence/source.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import type { CaseFile, CaseInput } from '../wire/input.ts';
import type { ReadMark } from './change.ts';
import type { CaseSource } from './model.ts';
import { readArtefact } from './read-artefact.ts';

/** What was read, in numbers; the sums over all cases make the report's coverage. */
export interface ReadCoverage {
  files: number;
  bytes: number;
  lines: number;
  records: number;
  malformed: number;
  lostRecords: number;
  foreignRecords: number;
  /** Type → records, of types that no known version writes. */
  unknownTypes: Record<string, number>;
  limits: string[];
}

export interface ReadCase {
  readonly input: CaseInput;
  readonly coverage: ReadCoverage;
  /** How the line files were when they were opened. */
  readonly marks: readonly ReadMark[];
}

export interface ReadOptions {
  readonly chunkBytes?: number;
  readonly maxLineBytes?: number;
  /** How line files are opened, for tests of what happens to a file while it is read. */
  readonly open?: (location: ByteLocation) => ByteSource;
}

/** Reads all files of a case. A file that vanished or cannot be read since it was found is a warning; the rest is read. */
export function readCase(source: CaseSource, options: ReadOptions = {}): ReadCase {
  const steps = readingCase(source, options);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** As `readCase`, file by file. */
export function* readingCase(source: CaseSource, options: ReadOptions = {}): Generator<undefined, ReadCase> {
  const coverage: ReadCoverage = {
    files: 0,
    bytes: 0,
    lines: 0,
    records: 0,
    malformed: 0,
    lostRecords: 0,
    foreignRecords: 0,
    unknownTypes: {},
    limits: [],
  };
  const files: CaseFile[] = [];
  const marks: ReadMark[] = [];
  const warnings: ExtractionWarning[] = [...source.warnings];
  const read = { ...options, maxLineBytes: options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES };
  for (const artefact of source.artefacts) {
    const file = readArtefact(artefact, read, coverage, warnings, marks);
    if (file !== undefined) files.push(file);
    yield;
  }
  const { sessionId, rootPath, lineage } = source;
  const input: CaseInput = {
    sessionId,
    rootPath,
    files,
    warnings,
    lostRecords: coverage.lostRecords,
    ...(lineage === undefined ? {} : { lineage }),
  };
  return { input, coverage, marks };
}
