/** Grams are read and hashed four units at a time. */
export const WORD = 4;

/** For every place of a text its next four units as one number. */
export function wordsOf(units: Uint8Array, length: number, words: Int32Array): void {
  let word = 0;
  for (let at = 0; at < length; at++) {
    word = (word >>> 8) | (units[at]! << 24);
    if (at >= WORD - 1) words[at - WORD + 1] = word;
  }
}

/**
 * Hash of the gram of so many words that starts at a place of a text, by `wordsOf` the text; never 0. Every word is multiplied on its own:
 * a processor does so for all of them at once.
 */
export function hashOf(words: Int32Array, at: number, count: number): number {
  if (count === 4)
    return finished(
      (Math.imul(words[at]!, FACTORS[0]) +
        Math.imul(words[at + WORD]!, FACTORS[1]) +
        Math.imul(words[at + 2 * WORD]!, FACTORS[2]) +
        Math.imul(words[at + 3 * WORD]!, FACTORS[3])) |
        0,
    );
  let hash = 0;
  for (let word = 0; word < count; word++) hash = (hash + Math.imul(words[at + WORD * word]!, FACTORS[word & 7]!)) | 0;
  return finished(hash);
}

/** The same of a text as it stands: for places that are far from each other. */
export function hashAt(units: Uint8Array, at: number, count: number): number {
  let hash = 0;
  for (let word = 0, from = at; word < count; word++, from += WORD) {
    const four = units[from]! | (units[from + 1]! << 8) | (units[from + 2]! << 16) | (units[from + 3]! << 24);
    hash = (hash + Math.imul(four, FACTORS[word & 7]!)) | 0;
  }
  return finished(hash);
}

/** Odd, and unlike each other. */
const FACTORS = [
  0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1, 0x2c1b3c6d, 0x297a2d39, 0x01000193,
] as const;

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0 || 1;
}

/**
 * A bit for each hash: what is not in it was never added. One byte for each gram; more than 1 MB would fall out of the second-level cache
 * and cost more than it saves.
 */
export interface GramFilter {
  readonly bytes: Uint8Array;
  readonly shift: number;
}

export function gramFilter(grams: number): GramFilter {
  const bits = Math.min(23, Math.max(8, Math.ceil(Math.log2(grams + 1))) + 3);
  return { bytes: new Uint8Array(1 << (bits - 3)), shift: 32 - bits };
}

/** Bit of a hash in a filter. */
export function bitOf(hash: number, shift: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> shift;
}
