import type { JsonValue } from '../base/json.ts';
import { buildCase } from '../case/build.ts';
import type { Case } from '../case/model.ts';
import { sha256 } from '../evidence/digest.ts';
import type { ByteSpan } from '../evidence/span.ts';
import type { CaseSource } from '../ingest/model.ts';
import { readCase } from '../ingest/read-case.ts';
import type { EventSummary } from '../result/report.ts';
import type { CaseOptions } from './options.ts';
import { RecordBytes } from './record-bytes.ts';
import { eventSummary, pathsOf } from './summarise.ts';

/** One line of evidence as it lies on disk, and the events it became. */
export interface FoundRecord {
  readonly case: string;
  readonly path: string;
  readonly line: number;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly sha256: string;
  /** The parsed line; absent where it is no JSON: then `text` is the line. */
  readonly record?: JsonValue;
  readonly text?: string;
  readonly events: readonly EventSummary[];
}

/** `path:line` (the path may be cut at its front), an event id, or a record's uuid (whole, or a beginning of eight characters). */
export function findRecords(source: CaseSource, place: string, options: CaseOptions): FoundRecord[] {
  const { input } = readCase(source, options);
  const record = buildCase(input);
  const pathOf = pathsOf(record);
  const spans = new Map<string, ByteSpan>();
  const add = (span: ByteSpan) => spans.set(`${span.artefact}:${span.byteStart}`, span);
  const byLine = /^(.+):(\d+)$/.exec(place);
  for (const file of input.files) {
    for (const { span, uuid } of file.records) {
      const { path } = file.artefact;
      const named =
        byLine !== null && Number(byLine[2]) === span.line && (path === byLine[1] || path.endsWith(`/${byLine[1]}`));
      if (named || (uuid !== undefined && place.length >= 8 && uuid.startsWith(place))) add(span);
    }
  }
  for (const event of record.timeline) {
    if (event.id === place || (byLine !== null && event.id.startsWith(`${place}.`))) add(event.span);
  }
  const bytes = new RecordBytes(source);
  try {
    return [...spans.values()].map((span) => shown(source.id, span, record, bytes, pathOf));
  } finally {
    bytes.close();
  }
}

function shown(
  id: string,
  span: ByteSpan,
  record: Case,
  bytes: RecordBytes,
  pathOf: (artefact: string) => string,
): FoundRecord {
  const raw = bytes.read(span) ?? Buffer.alloc(0);
  const text = raw.toString('utf8');
  let value: JsonValue | undefined;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    value = undefined;
  }
  const { artefact, line, byteStart, byteEnd } = span;
  return {
    case: id,
    path: pathOf(artefact),
    line,
    byteStart,
    byteEnd,
    sha256: sha256(raw),
    ...(value === undefined ? { text } : { record: value }),
    events: record.timeline
      .filter((event) => event.span.artefact === artefact && event.span.byteStart === byteStart)
      .map((event) => eventSummary(event, pathOf)),
  };
}
