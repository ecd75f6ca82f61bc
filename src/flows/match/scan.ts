import { ASCII_FOLD, foldCodePoint, LONGEST_FOLD, SPECIAL, unitsOf } from './characters.ts';
import { codesOf } from './codes.ts';
import { readEntity, readEscape } from './escapes.ts';
import { composeHangul, MARK_DISTANCE, MARKED_LENGTH, skipColour, skipLineStart } from './fold.ts';
import { finished, isIdeograph, isInvisible, WORD_MULTIPLIER } from './words.ts';

/**
 * What index and sweep need of a source, in one pass over it: the units of `foldInto` and the word hashes of `WordBuffer.read`.
 * Reusable memory, valid until the next `read`. The two readings part where the fold skips what is a word else (line numbers, colour
 * codes, entities): such stretches are short and are read for their words alone.
 */
export class TextScan {
  units = new Uint8Array(1 << 16);
  unitCount = 0;
  words = new Uint32Array(1 << 12);
  wordCount = 0;
  /** Pairs of unit and offset from which a fold can be taken up again (`FoldMap`), for texts that are long enough to need them. */
  marks: number[] = [];
  /** Pairs of the number of a word and the offset from which it can be read, likewise. */
  wordMarks: number[] = [];
  /** The word that is open between two stretches: its hash so far, and whether there is one. */
  #hash = 0;
  #open = 0;

  read(text: string): this {
    const length = text.length;
    const codes = codesOf(text);
    this.#reserve(2 * length + 2 * LONGEST_FOLD, 0);
    this.marks = [];
    this.wordMarks = [];
    this.wordCount = 0;
    // A word has a letter at least, and a sign behind it.
    if (this.words.length < length + 2) this.words = new Uint32Array(length + (length >> 1) + 2);
    let units = this.units;
    const words = this.words;
    let out = 0;
    let count = 0;
    let hash = 0;
    let open = 0;
    let at = skipLineStart(codes, 0);
    let pause = Number.MAX_SAFE_INTEGER;
    if (length > MARKED_LENGTH) {
      this.marks.push(0, at);
      this.wordMarks.push(0, 0);
      pause = MARK_DISTANCE;
    }
    if (at > 0) {
      this.#open = 0;
      this.#wordsOf(text, codes, 0, at);
      count = this.wordCount;
      hash = this.#hash;
      open = this.#open;
    }
    while (at < length) {
      let code = codes[at]!;
      if (code < 128) {
        let kind = KIND[code]!;
        if (kind !== 0 && kind < LINE_END) {
          // A run of letters and digits: one unit each, or two of an `m`, which is no branch of its own.
          do {
            units[out] = FIRST_UNIT[code]!;
            units[out + 1] = 110;
            out += kind;
            hash = (Math.imul(hash, FACTOR[code]!) + SUMMAND[code]!) | 0;
            code = codes[++at]!;
            kind = code < 128 ? KIND[code]! : LOOK;
          } while (kind !== 0 && kind < LINE_END);
          open = 1;
          if (kind !== 0) continue;
        }
        if (kind === 0) {
          if (open === 1) {
            words[count++] = finished(hash);
            hash = open = 0;
          }
          at++;
          continue;
        }
        if (open === 1) {
          words[count++] = finished(hash);
          hash = open = 0;
        }
        let end = at + 1;
        let from = end;
        if (kind === LINE_END) end = skipLineStart(codes, end);
        else if (code === 27) end = skipColour(codes, end, length);
        else {
          const read = code === 92 ? readEscape(text, at) : readEntity(text, at);
          end = read.end;
          if (code === 92) from = end;
          if (read.point === 10) end = skipLineStart(codes, end);
          else if (read.point === 27) end = skipColour(codes, end, length);
          else if (read.point >= 0) {
            const folded = unitsOf(read.point);
            if (out + LONGEST_FOLD + 2 * (length - at) > units.length) {
              this.#reserve(units.length * 2, out);
              units = this.units;
            }
            for (let index = 0; index < folded.length; index++) units[out++] = folded[index]!;
          }
        }
        if (end > from && !isBlank(codes, from, end)) {
          this.#open = 0;
          this.wordCount = count;
          this.#wordsOf(text, codes, from, end);
          count = this.wordCount;
          hash = this.#hash;
          open = this.#open;
        }
        at = end;
        if (out >= pause) {
          this.marks.push(out, at);
          if (open === 0) this.wordMarks.push(count, at);
          pause = out + MARK_DISTANCE;
        }
        continue;
      }
      let point = code;
      let end = at + 1;
      let skipped = false;
      if (code >= 0xd800 && code <= 0xdbff) {
        const low = codes[end]!;
        if (low >= 0xdc00 && low <= 0xdfff) {
          point = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          end++;
        }
      } else if (code >= 0x1100 && code <= 0x1112) {
        const composed = composeHangul(codes, at);
        if (composed !== undefined) [point, end] = composed;
      } else if (code === 0x2028 || code === 0x2029 || code === 0x85) {
        end = skipLineStart(codes, end);
        skipped = true;
      }
      if (!skipped) {
        const folded = foldCodePoint(point);
        if (out + LONGEST_FOLD + 2 * (length - at) > units.length) {
          this.#reserve(units.length * 2, out);
          units = this.units;
        }
        for (let index = 0; index < folded.length; index++) units[out++] = folded[index]!;
      }
      this.#hash = hash;
      this.#open = open;
      this.wordCount = count;
      this.#wordsOf(text, codes, at, end);
      count = this.wordCount;
      hash = this.#hash;
      open = this.#open;
      at = end;
    }
    if (open === 1) words[count++] = finished(hash);
    this.wordCount = count;
    this.unitCount = out;
    return this;
  }

  /** Words of a stretch, the open one taken along; as `WordBuffer.read`. */
  #wordsOf(text: string, codes: Uint16Array, from: number, to: number): void {
    let hash = this.#open === 1 ? this.#hash : 0;
    let open = this.#open;
    for (let at = from; at < to; ) {
      const code = codes[at]!;
      let next = at + 1;
      let inside = false;
      if (code < 128) {
        const unit = ASCII_FOLD[code]!;
        if (unit > SPECIAL || code === 109 || code === 77) {
          hash =
            unit > SPECIAL
              ? (Math.imul(hash, WORD_MULTIPLIER) + unit) | 0
              : (Math.imul(Math.imul(hash, WORD_MULTIPLIER) + 114, WORD_MULTIPLIER) + 110) | 0;
          open = 1;
          inside = true;
        } else if (code === 92) next = readEscape(text, at).end;
      } else {
        let point = code;
        if (code >= 0xd800 && code <= 0xdbff) {
          point = text.codePointAt(at)!;
          if (point > 0xffff) next++;
        }
        const units = foldCodePoint(point);
        if (units.length === 0) inside = isInvisible(code);
        else {
          const alone = isIdeograph(point);
          if (alone && open === 1) {
            this.#push(hash);
            hash = 0;
          }
          for (let index = 0; index < units.length; index++)
            hash = (Math.imul(hash, WORD_MULTIPLIER) + units[index]!) | 0;
          open = 1;
          inside = !alone;
        }
      }
      if (!inside && open === 1) {
        this.#push(hash);
        hash = open = 0;
      }
      at = next;
    }
    this.#hash = hash;
    this.#open = open;
  }

  #push(hash: number): void {
    this.words[this.wordCount++] = finished(hash);
  }

  #reserve(size: number, kept: number): void {
    if (this.units.length >= size) return;
    const next = new Uint8Array(Math.max(size, this.units.length * 2));
    next.set(this.units.subarray(0, kept));
    this.units = next;
  }
}

/** Kinds of ASCII characters: how many units they are worth (0 to 2), or what is to be looked at. */
const LINE_END = 3;
const LOOK = 4;
const KIND = new Uint8Array(128);
const FIRST_UNIT = new Uint8Array(128);
/** A word's hash takes in a character as `hash * FACTOR + SUMMAND`: one step, or both steps of an `m`. */
const FACTOR = new Int32Array(128);
const SUMMAND = new Int32Array(128);
for (let code = 0; code < 128; code++) {
  const unit = ASCII_FOLD[code]!;
  const isM = code === 109 || code === 77;
  if (unit <= SPECIAL && !isM) {
    if (unit === SPECIAL) KIND[code] = code === 10 || code === 13 ? LINE_END : LOOK;
    continue;
  }
  KIND[code] = isM ? 2 : 1;
  FIRST_UNIT[code] = isM ? 114 : unit;
  FACTOR[code] = isM ? Math.imul(WORD_MULTIPLIER, WORD_MULTIPLIER) : WORD_MULTIPLIER;
  SUMMAND[code] = isM ? Math.imul(114, WORD_MULTIPLIER) + 110 : unit;
}

/** White space, quotes and bullets hold no words: most lines begin with nothing else. */
function isBlank(codes: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (codes[at]! >= 128 || KIND[codes[at]!] !== 0) return false;
  return true;
}
