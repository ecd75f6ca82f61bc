import { createHash, type Hash } from 'node:crypto';
import type { ByteSource } from './source.ts';

export interface LineOptions {
  /** Bytes per read, and the first size of the buffer. The lines are the same for every value. */
  readonly chunkBytes?: number;
  /** A longer line is stepped over (`tooLong`), never held in memory. */
  readonly maxLineBytes?: number;
  /** Without it no digest is made (a look at the head needs none). */
  readonly digest?: boolean;
}

export const DEFAULT_CHUNK_BYTES = 4 << 20;
export const DEFAULT_MAX_LINE_BYTES = 64 << 20;

const NEWLINE = 10;

/** The buffer of the reader before, kept for the next one: fresh pages for every file cost as much as reading it. */
let spare: Buffer | undefined;
const SMALL_FILE_BYTES = 1 << 18;
const LARGEST_KEPT_BYTES = 4 * DEFAULT_CHUNK_BYTES;

function takeBuffer(chunkBytes: number, fileBytes: number): Buffer {
  if (chunkBytes !== DEFAULT_CHUNK_BYTES || fileBytes < SMALL_FILE_BYTES) {
    return Buffer.allocUnsafeSlow(Math.max(1, Math.min(chunkBytes, fileBytes + 1)));
  }
  const buffer = spare ?? Buffer.allocUnsafeSlow(DEFAULT_CHUNK_BYTES);
  spare = undefined;
  return buffer;
}

/**
 * Steps through the lines of an artefact over one reused buffer. After `next()` returned true the current line is
 * `buffer[start, end)` without its newline; the view is valid until the following `next()`.
 * Offsets are absolute: `byteStart` of the line, `byteEnd` behind its last byte (the newline is not part of it).
 */
export class LineReader {
  buffer: Buffer;
  start = 0;
  end = 0;
  byteStart = 0;
  byteEnd = 0;
  /** 1-based; 0 before the first `next()`. */
  line = 0;
  /** Whether a newline follows. */
  terminated = false;
  /** The line passed the limit: its bytes were stepped over, `start` equals `end`. */
  tooLong = false;

  readonly #source: ByteSource;
  readonly #chunk: number;
  readonly #limit: number;
  readonly #hash: Hash | undefined;
  /** Bytes of the buffer that hold data; a view, so that a search cannot run into stale bytes. */
  #view: Buffer;
  /** Absolute offset of buffer[0]. */
  #base = 0;
  #nextStart = 0;
  #ended = false;

  constructor(source: ByteSource, options: LineOptions = {}) {
    this.#source = source;
    this.#chunk = options.chunkBytes ?? DEFAULT_CHUNK_BYTES;
    this.#limit = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
    this.#hash = options.digest === false ? undefined : createHash('sha256');
    this.buffer = takeBuffer(this.#chunk, source.byteLength);
    this.#view = this.buffer.subarray(0, 0);
  }

  next(): boolean {
    let from = this.#nextStart;
    this.tooLong = false;
    let skipped = 0;
    for (;;) {
      const newline = this.#view.indexOf(NEWLINE, from);
      if (newline >= 0) return this.#settle(newline, true, skipped);
      const pending = this.#view.length - this.#nextStart;
      if (pending > this.#limit || skipped > 0) {
        skipped += pending;
        this.#nextStart = this.#view.length;
        from = this.#nextStart;
      } else from = this.#view.length;
      const moved = this.#nextStart;
      if (this.#fill()) from -= moved;
      else {
        if (this.#view.length === this.#nextStart && skipped === 0) return false;
        return this.#settle(this.#view.length, false, skipped);
      }
    }
  }

  /** Bytes read so far; the whole length after the last line. */
  get bytesRead(): number {
    return this.#base + this.#view.length;
  }

  /** Hex digest of all bytes. Reads what is left, so it may be asked at any time, once. */
  sha256(): string {
    while (this.next());
    if (this.#hash === undefined) throw new Error('no digest: the reader was made with digest: false');
    return this.#hash.digest('hex');
  }

  /** Gives the buffer to the next reader. The current line is gone with it. */
  release(): void {
    if (this.buffer.length >= DEFAULT_CHUNK_BYTES && this.buffer.length <= LARGEST_KEPT_BYTES) spare = this.buffer;
    this.buffer = Buffer.alloc(0);
    this.#view = this.buffer;
    this.#nextStart = 0;
    this.#ended = true;
  }

  #settle(end: number, terminated: boolean, skipped: number): boolean {
    this.line += 1;
    this.terminated = terminated;
    this.byteStart = this.#base + this.#nextStart - skipped;
    this.byteEnd = this.#base + end;
    this.tooLong = this.byteEnd - this.byteStart > this.#limit;
    this.start = this.tooLong ? end : this.#nextStart;
    this.end = end;
    this.#nextStart = terminated ? end + 1 : end;
    return true;
  }

  /** Moves the unread rest to the front, grows the buffer if that fills it, reads one chunk. */
  #fill(): boolean {
    if (this.#ended) return false;
    const rest = this.#view.length - this.#nextStart;
    if (this.#nextStart > 0) {
      this.buffer.copyWithin(0, this.#nextStart, this.#view.length);
      this.#base += this.#nextStart;
      this.#nextStart = 0;
    }
    if (rest === this.buffer.length) {
      const grown = Buffer.allocUnsafe(this.buffer.length * 2);
      this.buffer.copy(grown, 0, 0, rest);
      this.buffer = grown;
    }
    const room = Math.min(this.#chunk, this.buffer.length - rest);
    const got = this.#source.read(this.buffer, rest, room, this.#base + rest);
    if (got === 0) {
      this.#ended = true;
      this.#view = this.buffer.subarray(0, rest);
      return false;
    }
    this.#view = this.buffer.subarray(0, rest + got);
    this.#hash?.update(this.#view.subarray(rest));
    return true;
  }
}

export interface Line {
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly line: number;
  readonly terminated: boolean;
  readonly tooLong: boolean;
  /** A copy; empty if too long. */
  readonly bytes: Buffer;
}

/** All lines as values: for small inputs and tests. */
export function linesOf(source: ByteSource, options: LineOptions = {}): Line[] {
  const reader = new LineReader(source, options);
  const lines: Line[] = [];
  while (reader.next()) {
    const { byteStart, byteEnd, line, terminated, tooLong } = reader;
    const bytes = Buffer.from(reader.buffer.subarray(reader.start, reader.end));
    lines.push({ byteStart, byteEnd, line, terminated, tooLong, bytes });
  }
  return lines;
}
