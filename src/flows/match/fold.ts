import { ASCII_FOLD, LONGEST_FOLD, SPECIAL, unitsOf } from './characters.ts';
import { codesOf } from './codes.ts';
import { type Escape, readEntity, readEscape } from './escapes.ts';

/**
 * A text as the matcher sees it: only letters and digits, folded (`characters.ts`), with no separators at all. So white space, line
 * breaks, quotes, bullets, emphasis, zero-width characters, escapes, colour codes and line numbers cannot part two equal texts.
 */
export interface Folded {
  /** Folded units; never 0. */
  readonly units: Uint8Array;
  /** UTF-16 offset in the text where the character of each unit starts, and where it ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Reusable memory: folding allocates nothing per text. */
export class FoldBuffer {
  units = new Uint8Array(1 << 12);
  starts = new Uint32Array(0);
  ends = new Uint32Array(0);

  reserve(length: number, kept: number, mapped: boolean): void {
    if (this.units.length < length) this.units = grown(this.units, length, kept);
    if (mapped && this.starts.length < this.units.length) {
      this.starts = grown32(this.starts, this.units.length, kept);
      this.ends = grown32(this.ends, this.units.length, kept);
    }
  }
}

function grown(old: Uint8Array, length: number, kept: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(Math.max(length, old.length * 2));
  next.set(old.subarray(0, Math.min(kept, old.length)));
  return next;
}

function grown32(old: Uint32Array, length: number, kept: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(length);
  next.set(old.subarray(0, Math.min(kept, old.length)));
  return next;
}

/** Folds into the buffer; returns the number of units. Offsets are written only if `mapped`; `marks` as a `FoldMap` wants them. */
export function foldInto(text: string, buffer: FoldBuffer, mapped = false, marks?: number[]): number {
  buffer.reserve(2 * text.length + 2 * LONGEST_FOLD, 0, mapped);
  return foldFrom(text, skipLineStart(codesOf(text), 0), buffer, mapped, marks);
}

/**
 * Folds from an offset at which a fold of the whole text would also begin a character. `marks` takes pairs of unit and offset, one
 * every `MARK_DISTANCE` units: places from which the fold can be taken up again. `shift` is added to every offset.
 */
function foldFrom(
  text: string,
  from: number,
  buffer: FoldBuffer,
  mapped: boolean,
  marks?: number[],
  shift = 0,
): number {
  const length = text.length;
  const codes = codesOf(text);
  let units = buffer.units;
  let out = 0;
  let at = from;
  let pause = marks === undefined ? Number.POSITIVE_INFINITY : 0;
  while (at < length) {
    if (out >= pause) {
      marks!.push(out, at);
      pause = out + MARK_DISTANCE;
    }
    const code = codes[at]!;
    if (code < 128) {
      const unit = ASCII_FOLD[code]!;
      if (unit > SPECIAL) {
        if (mapped) {
          buffer.starts[out] = at + shift;
          buffer.ends[out] = at + shift + 1;
        }
        units[out++] = unit;
        at++;
        continue;
      }
      if (unit === 0) {
        at++;
        continue;
      }
      if (code === 109 || code === 77) {
        if (mapped) {
          buffer.starts[out] = buffer.starts[out + 1] = at + shift;
          buffer.ends[out] = buffer.ends[out + 1] = at + shift + 1;
        }
        units[out] = 114;
        units[out + 1] = 110;
        out += 2;
        at++;
        continue;
      }
      if (code === 10 || code === 13) {
        at = skipLineStart(codes, at + 1);
        continue;
      }
      if (code === 27) {
        at = skipColour(codes, at + 1, length);
        continue;
      }
      const read: Escape = code === 92 ? readEscape(text, at) : readEntity(text, at);
      const end = read.end;
      if (read.point === 10) at = skipLineStart(codes, end);
      else if (read.point === 27) at = skipColour(codes, end, length);
      else {
        if (out + LONGEST_FOLD + 2 * (length - at) > units.length) {
          buffer.reserve(units.length * 2, out, mapped);
          units = buffer.units;
        }
        out = put(buffer, out, read.point, at + shift, end + shift, mapped);
        at = end;
      }
      continue;
    }
    let point = code;
    let end = at + 1;
    if (code >= 0xd800 && code <= 0xdbff && end < length) {
      const low = codes[end]!;
      if (low >= 0xdc00 && low <= 0xdfff) {
        point = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        end++;
      }
    } else if (code >= 0x1100 && code <= 0x1112) {
      const composed = composeHangul(codes, at);
      if (composed !== undefined) [point, end] = composed;
    } else if (code === 0x2028 || code === 0x2029 || code === 0x85) {
      at = skipLineStart(codes, end);
      continue;
    }
    if (out + LONGEST_FOLD + 2 * (length - at) > units.length) {
      buffer.reserve(units.length * 2, out, mapped);
      units = buffer.units;
    }
    out = put(buffer, out, point, at + shift, end + shift, mapped);
    at = end;
  }
  return out;
}

/** Units between two marks. */
export const MARK_DISTANCE = 128;

/** Folds with offsets into arrays of its own. */
export function fold(text: string, buffer: FoldBuffer = new FoldBuffer()): Folded {
  const size = foldInto(text, buffer, true);
  return { units: buffer.units.slice(0, size), starts: buffer.starts.slice(0, size), ends: buffer.ends.slice(0, size) };
}

/** The way back from units to a text's characters, without holding three numbers for each unit of a large text. */
export class FoldMap {
  readonly #text: string;
  readonly #buffer: FoldBuffer;
  readonly #marks: ArrayLike<number>;

  /** `marks` of an earlier fold of the text spare folding it again. */
  constructor(text: string, buffer: FoldBuffer = new FoldBuffer(), marks?: ArrayLike<number>) {
    this.#text = text;
    this.#buffer = buffer;
    this.#marks =
      marks ?? (text.length <= MARKED_LENGTH ? [0, skipLineStart(codesOf(text), 0)] : marksOf(text, buffer));
  }

  /** Units `[from, to)` with the offsets of their characters in the text. Valid until the buffer is folded into again. */
  window(from: number, to: number): Folded {
    const marks = this.#marks;
    const first = 2 * findMark(marks, from);
    const base = marks[first] ?? 0;
    const start = marks[first + 1] ?? 0;
    const last = 2 * findMark(marks, to) + 2;
    // A few characters more than needed: the fold looks ahead before it takes digits for a line number.
    const piece = this.#text.slice(start, last < marks.length ? marks[last + 1]! + 16 : undefined);
    this.#buffer.reserve(2 * piece.length + 2 * LONGEST_FOLD, 0, true);
    foldFrom(piece, 0, this.#buffer, true, undefined, start);
    const { units, starts, ends } = this.#buffer;
    return {
      units: units.subarray(from - base, to - base),
      starts: starts.subarray(from - base, to - base),
      ends: ends.subarray(from - base, to - base),
    };
  }
}

/** A shorter text is folded anew from its start as fast as from a mark. UTF-16 units. */
export const MARKED_LENGTH = 256;

function marksOf(text: string, buffer: FoldBuffer): number[] {
  const marks: number[] = [];
  foldInto(text, buffer, false, marks);
  return marks;
}

/** Number of the last mark at or before a unit. */
function findMark(marks: ArrayLike<number>, unit: number): number {
  let low = 0;
  let high = marks.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (marks[2 * middle]! <= unit) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

function put(buffer: FoldBuffer, out: number, point: number, from: number, to: number, mapped: boolean): number {
  if (point < 0) return out;
  const folded = unitsOf(point);
  for (let index = 0; index < folded.length; index++) {
    buffer.units[out] = folded[index]!;
    if (mapped) {
      buffer.starts[out] = from;
      buffer.ends[out] = to;
    }
    out++;
  }
  return out;
}

/**
 * What a line begins with and is not part of its text: `  12→`, `12<tab>`, `12:` and `12-` of grep, `| `, `> `, `3. `, `3) `. Signs are
 * worth nothing anyway; this is about the digits. A time (`12:30`) or a date is text.
 */
export function skipLineStart(codes: Uint16Array, from: number): number {
  let at = from;
  let code = codes[at]!;
  while (
    code === 32 ||
    code === 9 ||
    code === 62 ||
    code === 124 ||
    code === 42 ||
    code === 43 ||
    code === 45 ||
    code === 35
  ) {
    code = codes[++at]!;
  }
  if (!(code >= 48 && code <= 57)) return at;
  const digits = at;
  while (code >= 48 && code <= 57) code = codes[++at]!;
  if (at - digits > 6) return digits;
  const next = codes[at + 1]!;
  if (code === 0x2192 || code === 9 || code === 124) return at + 1;
  if (code === 92 && next === 116) return at + 2;
  const followedByDigit = next >= 48 && next <= 57;
  if ((code === 58 || code === 45) && !followedByDigit) return at + 1;
  if ((code === 46 || code === 41) && (next === 32 || next === 9)) return at + 1;
  return digits;
}

/** The rest of a terminal colour or cursor code after ESC. */
export function skipColour(codes: Uint16Array, from: number, length: number): number {
  if (codes[from] !== 91) return from;
  let at = from + 1;
  const limit = Math.min(length, from + 32);
  while (at < limit) {
    const code = codes[at++]!;
    // No real code ends in a backslash; an escape behind one that was cut off stays whole.
    if (code === 92) return at - 1;
    if (code >= 64 && code <= 126) return at;
    if (code < 32) return at;
  }
  return at;
}

/** Conjoining jamo as the one syllable that other programs write. */
export function composeHangul(codes: Uint16Array, at: number): [number, number] | undefined {
  const vowel = codes[at + 1]! - 0x1161;
  if (!(vowel >= 0 && vowel < 21)) return undefined;
  const lead = codes[at]! - 0x1100;
  const tail = codes[at + 2]! - 0x11a7;
  const hasTail = tail > 0 && tail < 28;
  return [0xac00 + (lead * 21 + vowel) * 28 + (hasTail ? tail : 0), at + (hasTail ? 3 : 2)];
}
