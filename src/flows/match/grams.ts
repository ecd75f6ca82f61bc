/** Grams are hashed four units at a time. */
export const WORD = 4;
const MULTIPLIER = 0x01000193;
const GOLDEN = 0x9e3779b1;

/** Hash of the gram at a place; never 0. Reads whole words: several times as fast as unit by unit. */
export function hashOf(units: DataView, at: number, gram: number): number {
  let hash = 0;
  for (let word = 0; word < gram; word += WORD) {
    hash = Math.imul(hash, MULTIPLIER) + units.getInt32(at + word, true);
    hash ^= hash >>> 15;
  }
  const mixed = Math.imul(hash, 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0 || 1;
}

/** A bit for each hash: what is not in it was never added. */
export class GramFilter {
  readonly bytes: Uint8Array;
  /** Bit of a hash: `bitOf(hash, shift)`. */
  readonly shift: number;

  /** One byte for each gram, eight bits; more than 1 MB would fall out of the second-level cache and cost more than it saves. */
  constructor(grams: number) {
    const bits = Math.min(23, Math.max(8, Math.ceil(Math.log2(grams + 1))) + 3);
    this.bytes = new Uint8Array(1 << (bits - 3));
    this.shift = 32 - bits;
  }

  add(hash: number): void {
    const bit = bitOf(hash, this.shift);
    this.bytes[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(hash: number): boolean {
    const bit = bitOf(hash, this.shift);
    return (this.bytes[bit >>> 3]! & (1 << (bit & 7))) !== 0;
  }
}

function bitOf(hash: number, shift: number): number {
  return Math.imul(hash, GOLDEN) >>> shift;
}
