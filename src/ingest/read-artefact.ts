import type { JsonObject, JsonValue } from '../base/json.ts';
import { digestOf, sha256 } from '../evidence/digest.ts';
import { LineReader } from '../evidence/lines.ts';
import { type ByteLocation, type ByteSource, openBytes, readBytes } from '../evidence/source.ts';
import type { Artefact, ExtractionWarning } from '../evidence/span.ts';
import { deferResult } from '../wire/deferred.ts';
import { FORMAT_NAMES, formatOf, KNOWN_NOTES, TYPED_RECORDS } from '../wire/format.ts';
import type { CaseFile } from '../wire/input.ts';
import { readRecord } from '../wire/read.ts';
import type { TranscriptRecord } from '../wire/record.ts';
import type { ReadMark } from './change.ts';
import type { CaseSourceArtefact } from './model.ts';
import { ObjectReader } from './objects.ts';
import type { ReadCoverage } from './read-case.ts';
import { reasonOf } from './walk.ts';
import { WarningLog, type WarningPlace } from './warnings.ts';

export interface ReadLimits {
  readonly chunkBytes?: number;
  readonly maxLineBytes: number;
  readonly open?: (location: ByteLocation) => ByteSource;
}

const WHOLE_FILE: WarningPlace = { byteStart: 0, byteEnd: 0, line: 0 };
/** Meta, workflow and inbox files are read whole; a larger one is kept as evidence but not understood. */
const MAX_JSON_BYTES = 64 << 20;

/** One file of a case; undefined, with a warning, if it cannot be read any more. Adds to `coverage`. */
export function readArtefact(
  source: CaseSourceArtefact,
  limits: ReadLimits,
  coverage: ReadCoverage,
  warnings: ExtractionWarning[],
  marks: ReadMark[],
): CaseFile | undefined {
  const log = new WarningLog(source.path);
  try {
    const file = isLineFile(source)
      ? readLines(source, limits, coverage, log, marks)
      : isJson(source)
        ? readJson(source, log)
        : toFile(source, digestOf(source.location));
    coverage.files += 1;
    coverage.bytes += file.artefact.byteLength;
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    log.add('unreadable', `found, but cannot be read any more: ${reasonOf(error)}`, WHOLE_FILE);
    return undefined;
  } finally {
    warnings.push(...log.finish());
  }
}

function isLineFile({ kind, path }: CaseSourceArtefact): boolean {
  return kind === 'session' || kind === 'sidechain' || (kind === 'workflow' && path.endsWith('.jsonl'));
}

function isJson({ kind, path }: CaseSourceArtefact): boolean {
  return kind === 'agent-meta' || kind === 'inbox' || (kind === 'workflow' && path.endsWith('.json'));
}

function readLines(
  source: CaseSourceArtefact,
  limits: ReadLimits,
  coverage: ReadCoverage,
  log: WarningLog,
  marks: ReadMark[],
): CaseFile {
  const bytes = (limits.open ?? openBytes)(source.location);
  const reader = new LineReader(bytes, limits);
  try {
    const records: TranscriptRecord[] = [];
    const take = (value: JsonObject, place: WarningPlace, large: boolean) => {
      const { byteStart, byteEnd, line } = place;
      const deferred = large ? deferResult(value, place, source.location) : undefined;
      const record = readRecord(value, { artefact: source.id, byteStart, byteEnd, line }, deferred);
      if (record.type === 'other' && !record.known && isForeign(value, record.recordType, place, log)) {
        coverage.foreignRecords += 1;
        return;
      }
      if (record.type === 'other' && !record.known) noteUnknown(record.recordType, place, coverage, log);
      records.push(record);
    };
    const isGrowing = () => bytes.currentLength() > bytes.byteLength;
    const objects = new ObjectReader(reader, log, take, limits.maxLineBytes, isGrowing);
    objects.run();
    coverage.lines += objects.counts.lines;
    coverage.records += records.length;
    coverage.malformed += objects.counts.malformed;
    coverage.lostRecords += objects.counts.lost;
    for (const limit of objects.counts.limits) if (!coverage.limits.includes(limit)) coverage.limits.push(limit);
    const digest = reader.sha256();
    noteChange(bytes, reader, log);
    marks.push({
      path: source.path,
      location: source.location,
      byteLength: bytes.byteLength,
      modifiedMs: bytes.modifiedMs,
    });
    return toFile(source, { sha256: digest, byteLength: reader.bytesRead }, records);
  } finally {
    reader.release();
    bytes.close();
  }
}

/** Evidence is what was there when the file was opened; that it did not stay so is part of the answer. */
function noteChange(bytes: ByteSource, reader: LineReader, log: WarningLog): void {
  const now = bytes.currentLength();
  if (now === bytes.byteLength && reader.bytesRead === now) return;
  const code = now > bytes.byteLength ? 'file-grew' : 'file-shrank';
  const message = `${bytes.byteLength} bytes when it was opened, ${now} when it was read; the first ${reader.bytesRead} are the evidence`;
  log.add(code, message, { byteStart: reader.bytesRead, byteEnd: reader.bytesRead, line: reader.line });
}

function readJson(source: CaseSourceArtefact, log: WarningLog): CaseFile {
  const bytes = readBytes(source.location, 0, MAX_JSON_BYTES + 1);
  if (bytes.length > MAX_JSON_BYTES) {
    log.add('file-too-long', `over ${MAX_JSON_BYTES} bytes; kept as evidence, not read`, WHOLE_FILE);
    return toFile(source, digestOf(source.location));
  }
  let json: JsonValue | undefined;
  try {
    json = JSON.parse(bytes.toString('utf8')) as JsonValue;
  } catch {
    log.add('malformed-file', 'the file is no JSON; kept as evidence, not understood', {
      byteStart: 0,
      byteEnd: bytes.length,
      line: 1,
    });
  }
  const file = toFile(source, { sha256: sha256(bytes), byteLength: bytes.length });
  return json === undefined ? file : { ...file, json };
}

function isForeign(value: JsonObject, type: string, place: WarningPlace, log: WarningLog): boolean {
  const format = formatOf(value);
  if (
    format === undefined ||
    format === 'claude-code' ||
    format === 'workflow-journal' ||
    TYPED_RECORDS.has(type) ||
    KNOWN_NOTES.has(type)
  )
    return false;
  const message = (count: number) =>
    `${count} record(s) of ${FORMAT_NAMES[format]} among the transcript's own; nothing is concluded from them`;
  log.tally('foreign-format', format, message, place);
  return true;
}

function noteUnknown(type: string, place: WarningPlace, coverage: ReadCoverage, log: WarningLog): void {
  const seen = Object.hasOwn(coverage.unknownTypes, type) ? coverage.unknownTypes[type]! : 0;
  Object.defineProperty(coverage.unknownTypes, type, {
    value: seen + 1,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  const name = type === '' ? 'no type' : `the unknown type ${JSON.stringify(type)}`;
  log.tally('unknown-record-type', type, (count) => `${count} record(s) of ${name}; kept, not understood`, place);
}

function toFile(
  source: CaseSourceArtefact,
  digest: { sha256: string; byteLength: number },
  records: readonly TranscriptRecord[] = [],
): CaseFile {
  const { id, path, kind, alsoAt, projectFolder } = source;
  const artefact: Artefact = { id, path, kind, ...digest };
  return { artefact, records, alsoAt, projectFolder };
}
