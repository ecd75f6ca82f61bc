import { isObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { decode } from '../evidence/decode.ts';
import { isSpace, stringEnd } from '../evidence/json-scan.ts';
import type { LineReader } from '../evidence/lines.ts';
import { DEFERRED_UNITS } from '../wire/deferred.ts';
import { KNOWN_NOTES, looksLikeRecord } from '../wire/format.ts';
import { noteOddities } from './oddities.ts';
import { recover } from './recover.ts';
import { surveyLine } from './survey.ts';
import type { WarningLog, WarningPlace } from './warnings.ts';

interface OpenObject {
  readonly parts: Buffer[];
  bytes: number;
  depth: number;
  readonly byteStart: number;
  byteEnd: number;
  readonly line: number;
  lastLine: number;
}

export interface ObjectCounts {
  lines: number;
  objects: number;
  /** Lines, or stretches of lines, that hold no whole object. */
  malformed: number;
  /** Records that were begun and cannot be read. */
  lost: number;
  limits: Set<string>;
}

/** Gets every object of an artefact with its place; reading stops where it returns false. `large`: its `toolUseResult` is. */
export type ObjectSink = (value: JsonObject, place: WarningPlace, large: boolean) => unknown;

/**
 * Hands out every JSON object that an artefact holds, in order: one per line as a rule, but also several glued on a line, one
 * behind a torn one, elements of an array, pretty-printed ones. What cannot be understood becomes a warning with its place.
 */
export class ObjectReader {
  readonly counts: ObjectCounts = { lines: 0, objects: 0, malformed: 0, lost: 0, limits: new Set() };
  readonly #reader: LineReader;
  readonly #log: WarningLog;
  readonly #sink: ObjectSink;
  readonly #maxBytes: number;
  readonly #isGrowing: () => boolean;
  #stopped = false;
  #sawContent = false;
  /** An object that goes on over several lines. */
  #open: OpenObject | undefined;
  /** The torn end of an earlier line: torn tail, damage in the middle, or half of what two writers wrote at once. */
  #torn: { bytes: Buffer; place: WarningPlace; counted: boolean } | undefined;

  /** `isGrowing`: somebody has written to the file since it was opened, so that its end need not be the end of a record. */
  constructor(
    reader: LineReader,
    log: WarningLog,
    sink: ObjectSink,
    maxBytes: number,
    isGrowing: () => boolean = () => false,
  ) {
    this.#reader = reader;
    this.#log = log;
    this.#sink = sink;
    this.#maxBytes = maxBytes;
    this.#isGrowing = isGrowing;
  }

  /** Reads to the end, or until the sink says stop. */
  run(): void {
    const reader = this.#reader;
    while (!this.#stopped && reader.next()) {
      this.counts.lines += 1;
      if (reader.tooLong) this.#tooLong();
      else this.#line(reader.buffer, reader.start, reader.end);
    }
    if (!this.#stopped) this.#finish();
  }

  #line(buffer: Buffer, from: number, to: number): void {
    let start = from;
    let end = to;
    if (end > start && buffer[end - 1] === 13) {
      end -= 1;
      this.#log.tally('crlf', '', (n) => `${n} line(s) end in CR LF`, this.#place(start, to));
    }
    if (this.#reader.line === 1 && buffer[start] === 0xef && buffer[start + 1] === 0xbb && buffer[start + 2] === 0xbf) {
      this.#log.add('bom', 'the file begins with a byte order mark', this.#place(start, start + 3));
      start += 3;
    }
    while (start < end && isSpace(buffer[start]!)) start += 1;
    while (end > start && isSpace(buffer[end - 1]!)) end -= 1;
    if (start === end) {
      this.#log.tally('blank-lines', '', (n) => `${n} blank line(s)`, this.#place(from, to));
      return;
    }
    if (this.#open !== undefined) {
      this.#continueOpen(buffer, start, end);
      return;
    }
    const first = buffer[start];
    if (!this.#sawContent && first === 91) {
      this.#log.add(
        'json-array',
        'the records are elements of one JSON array, not lines',
        this.#place(start, start + 1),
      );
    }
    this.#sawContent = true;
    if (first === 123) {
      if (this.#object(buffer, start, end)) return;
    } else if (first === 35 || (first === 47 && (buffer[start + 1] === 47 || buffer[start + 1] === 42))) {
      this.#log.tally('comment-line', '', (n) => `${n} comment line(s)`, this.#place(start, end));
      return;
    }
    this.#damaged(buffer.subarray(start, end), this.#place(start, end));
  }

  /** The usual case: a line that is one object. */
  #object(buffer: Buffer, start: number, end: number): boolean {
    const view = buffer.subarray(start, end);
    const text = decode(view);
    const value = parse(text);
    if (!isObject(value)) return false;
    if (this.#torn !== undefined) this.#settleTorn();
    const place = this.#place(start, end);
    const structure = isEvidence(value) ? surveyLine(text) : undefined;
    noteOddities(text, view, structure, place, this.#log);
    this.#emit(value, place, structure !== undefined && structure.resultLength >= DEFERRED_UNITS);
    return true;
  }

  #damaged(bytes: Buffer, place: WarningPlace): void {
    const { pieces, broken, nulRuns, exhausted } = recover(bytes, looksLikeRecord);
    const at = (start: number, end: number): WarningPlace => ({
      byteStart: place.byteStart + start,
      byteEnd: place.byteStart + end,
      line: place.line + newlinesBefore(bytes, start),
    });
    if (exhausted) this.counts.limits.add('search in a damaged line cut short');
    for (const { start, end } of nulRuns) {
      this.#log.add('nul-run', `${end - start} NUL byte(s) skipped`, at(start, end));
    }
    const glued = pieces.filter(
      (piece, index) => index > 0 && bytes.subarray(pieces[index - 1]!.end, piece.start).every(isSpace),
    );
    if (glued.length > 0) {
      const message = `${glued.length + 1} whole records on one line`;
      this.#log.add('glued-records', message, at(pieces[0]!.start, pieces.at(-1)!.end));
    }
    let piece = 0;
    for (const part of broken) {
      while (piece < pieces.length && pieces[piece]!.start < part.start) this.#piece(bytes, pieces[piece++]!, at);
      if (this.#stopped) return;
      const isLast = part === broken.at(-1) && piece === pieces.length;
      const here = at(part.start, part.end);
      const raw = Buffer.from(bytes.subarray(part.start, part.end));
      if (part.kind === 'fragment') this.#fragment(raw, here);
      else if (!isLast && pieces[piece]?.start === part.end) {
        this.#settleTorn();
        this.counts.lost += 1;
        this.counts.malformed += 1;
        this.#log.add('spliced-record', 'a truncated record, and a whole one behind it on the same line', here);
        this.#torn = { bytes: raw, place: here, counted: true };
      } else if (isLast && !part.insideString && part.end === bytes.length) this.#begin(raw, here);
      else {
        this.#settleTorn();
        this.#torn = { bytes: raw, place: here, counted: false };
      }
    }
    while (piece < pieces.length) this.#piece(bytes, pieces[piece++]!, at);
  }

  #piece(
    bytes: Buffer,
    piece: { start: number; end: number; value: JsonObject },
    at: (s: number, e: number) => WarningPlace,
  ): void {
    if (this.#stopped) return;
    if (this.#torn?.counted === false) this.#settleTorn();
    const place = at(piece.start, piece.end);
    const { value } = piece;
    const view = bytes.subarray(piece.start, piece.end);
    const text = decode(view);
    noteOddities(text, view, surveyLine(text), place, this.#log);
    this.#emit(value, place);
  }

  /** Bytes that begin no object. Perhaps the second half of a torn record, written by another writer in between. */
  #fragment(bytes: Buffer, place: WarningPlace): void {
    this.counts.malformed += 1;
    const torn = this.#torn;
    if (torn !== undefined && isObject(parse(Buffer.concat([torn.bytes, bytes]).toString('utf8')))) {
      if (!torn.counted) this.counts.lost += 1;
      this.#torn = undefined;
      this.#log.add(
        'interleaved-writers',
        `this is the rest of the record begun at line ${torn.place.line}, byte ${torn.place.byteStart}: two writers wrote at once; the record is not used, for its bytes do not lie together`,
        place,
      );
      return;
    }
    this.#log.add('malformed-line', 'no JSON object; skipped', place);
  }

  #begin(bytes: Buffer, place: WarningPlace): void {
    this.#settleTorn();
    this.#open = { parts: [bytes], bytes: bytes.length, depth: depthOf(bytes) ?? 1, ...place, lastLine: place.line };
  }

  #continueOpen(buffer: Buffer, start: number, end: number): void {
    const open = this.#open!;
    const bytes = Buffer.from(buffer.subarray(start, end));
    const alone = bytes[0] === 123 ? parse(bytes.toString('utf8')) : undefined;
    const depth = depthOf(bytes);
    const isRecord = isObject(alone) && looksLikeRecord(alone);
    const tooLong = open.bytes + bytes.length > this.#maxBytes;
    if (isRecord || depth === undefined || tooLong || bytes.includes(0)) {
      if (tooLong) this.counts.limits.add('an object over several lines is longer than the line limit');
      this.#abandonOpen();
      this.#line(buffer, start, end);
      return;
    }
    // Between the lines stood their newline and indentation: kept as blanks, so that offsets inside the whole stay true.
    const byteStart = this.#place(start, end).byteStart;
    const gap = Buffer.alloc(byteStart - open.byteEnd, 32);
    gap.fill(10, 0, this.#reader.line - open.lastLine);
    open.lastLine = this.#reader.line;
    open.parts.push(gap, bytes);
    open.bytes += gap.length + bytes.length;
    open.byteEnd = byteStart + bytes.length;
    open.depth += depth;
    if (open.depth > 0) return;
    this.#open = undefined;
    const place = { byteStart: open.byteStart, byteEnd: open.byteEnd, line: open.line };
    this.#log.tally('pretty-printed', '', (n) => `${n} object(s) written over several lines`, place);
    this.#damaged(Buffer.concat(open.parts), place);
  }

  #abandonOpen(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const { byteStart, byteEnd, line } = open;
    this.#torn = { bytes: Buffer.concat(open.parts), place: { byteStart, byteEnd, line }, counted: false };
  }

  #settleTorn(): void {
    if (this.#torn?.counted === false) {
      this.counts.malformed += 1;
      this.counts.lost += 1;
      this.#log.add('malformed-line', 'a record that breaks off; the file goes on behind it', this.#torn.place);
    }
    this.#torn = undefined;
  }

  #tooLong(): void {
    this.#abandonOpen();
    this.#settleTorn();
    this.counts.malformed += 1;
    this.counts.lost += 1;
    this.counts.limits.add('line length');
    const { byteStart, byteEnd, line } = this.#reader;
    const message = `a line of ${byteEnd - byteStart} bytes is over the limit of ${this.#maxBytes} and was not read; raise --max-line`;
    this.#log.add('line-too-long', message, { byteStart, byteEnd, line });
  }

  #finish(): void {
    this.#abandonOpen();
    if (this.#torn?.counted === false && !this.#isGrowing()) {
      this.counts.malformed += 1;
      this.counts.lost += 1;
      this.#log.add('torn-tail', 'the file ends inside a record', this.#torn.place);
    }
  }

  #emit(value: JsonObject, place: WarningPlace, large = false): void {
    this.counts.objects += 1;
    if (this.#sink(value, place, large) === false) this.#stopped = true;
  }

  /** Place of buffer[start, end) on the current line. */
  #place(start: number, end: number): WarningPlace {
    const { byteStart, start: lineStart, line } = this.#reader;
    return { byteStart: byteStart + start - lineStart, byteEnd: byteStart + end - lineStart, line };
  }
}

/** Of progress lines and notes no text becomes evidence: their keys are not compared. */
function isEvidence(value: JsonObject): boolean {
  const type = value['type'];
  return type !== 'progress' && (typeof type !== 'string' || !KNOWN_NOTES.has(type));
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Brackets opened minus brackets closed; undefined if the bytes end inside a string. */
function depthOf(bytes: Buffer): number | undefined {
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    if (byte === 123 || byte === 91) depth += 1;
    else if (byte === 125 || byte === 93) depth -= 1;
    else if (byte === 34) {
      index = stringEnd(bytes, index + 1, bytes.length);
      if (index < 0) return undefined;
    }
  }
  return depth;
}

function newlinesBefore(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
