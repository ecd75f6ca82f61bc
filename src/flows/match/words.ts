import { ASCII_FOLD, foldCodePoint, SPECIAL } from './characters.ts';
import { codesOf, holdsCodesOf } from './codes.ts';
import { readEscape } from './escapes.ts';

/** The words of one text: folded hashes and where they stand. Reusable memory; valid until the next `read`. */
export class WordBuffer {
  hashes = new Uint32Array(1 << 9);
  starts = new Uint32Array(1 << 9);
  ends = new Uint32Array(1 << 9);
  count = 0;

  /** A word is a run of letters and digits; ideographs and kana are words of their own. Escapes part words as what they stand for does. */
  read(text: string, from = 0, to = text.length): this {
    if (2 * (to - from) + LOOK_AHEAD >= text.length || holdsCodesOf(text)) return this.#read(text, from, to);
    // A short stretch of a long text, without reading the whole of it.
    const shift = Math.max(0, from - 1);
    this.#read(text.slice(shift, to + LOOK_AHEAD), from - shift, to - shift);
    for (let word = 0; word < this.count; word++) {
      this.starts[word]! += shift;
      this.ends[word]! += shift;
    }
    return this;
  }

  #read(text: string, from: number, to: number): this {
    this.count = 0;
    const codes = codesOf(text);
    let hash = 0;
    let start = -1;
    let at = from;
    while (at < to) {
      const code = codes[at]!;
      let next = at + 1;
      if (code < 128) {
        const unit = ASCII_FOLD[code]!;
        if (unit > SPECIAL) {
          if (start < 0) start = at;
          hash = (Math.imul(hash, WORD_MULTIPLIER) + unit) | 0;
          at = next;
          continue;
        }
        if (code === 109 || code === 77) {
          if (start < 0) start = at;
          hash = (Math.imul(Math.imul(hash, WORD_MULTIPLIER) + 114, WORD_MULTIPLIER) + 110) | 0;
          at = next;
          continue;
        }
        if (code === 92) next = readEscape(text, at).end;
      } else {
        let point = code;
        if (code >= 0xd800 && code <= 0xdbff && at + 1 < to) {
          point = text.codePointAt(at)!;
          if (point > 0xffff) next++;
        }
        const units = foldCodePoint(point);
        if (units.length > 0) {
          const alone = isIdeograph(point);
          if (alone && start >= 0) {
            this.#push(hash, start, at);
            hash = 0;
            start = -1;
          }
          if (start < 0) start = at;
          for (let index = 0; index < units.length; index++)
            hash = (Math.imul(hash, WORD_MULTIPLIER) + units[index]!) | 0;
          if (!alone) {
            at = next;
            continue;
          }
        } else if (isInvisible(code)) {
          at = next;
          continue;
        }
        if (start >= 0) {
          this.#push(hash, start, isIdeograph(point) ? next : at);
          hash = 0;
          start = -1;
        }
        at = next;
        continue;
      }
      if (start >= 0) {
        this.#push(hash, start, at);
        hash = 0;
        start = -1;
      }
      at = next;
    }
    if (start >= 0) this.#push(hash, start, to);
    return this;
  }

  #push(hash: number, start: number, end: number): void {
    if (this.count === this.hashes.length) {
      for (const name of ['hashes', 'starts', 'ends'] as const) {
        const next = new Uint32Array(this.count * 2);
        next.set(this[name]);
        this[name] = next;
      }
    }
    this.hashes[this.count] = finished(hash);
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count++;
  }
}

/** An escape may reach so far behind the stretch that it begins in. */
const LOOK_AHEAD = 32;

export const WORD_MULTIPLIER = 0x01000193;

/** The hash of a word whose units were all taken in. */
export function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

export function isIdeograph(point: number): boolean {
  return (
    (point >= 0x3040 && point <= 0x30ff) ||
    (point >= 0x3400 && point <= 0x9fff) ||
    (point >= 0x20000 && point <= 0x3ffff)
  );
}

export function isInvisible(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2064) ||
    code === 0xad ||
    code === 0xfeff
  );
}
