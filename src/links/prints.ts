import type { Prints } from './model.ts';

/**
 * Fingerprints of a text: a hash of every run of `GRAM` folded letters, of which only those are kept that are divisible by a power of
 * two. The same rule thins out every text, so two texts are comparable at the coarser of their two rates, and a part is recognised in
 * a whole. What is compared are hashes: equal shares are strong evidence, not proof of equal text.
 */
export const GRAM = 16;
const MULTIPLIER = 0x01000193;
/** Fewer common chances than this prove nothing. */
const LEAST = 3;

let power = 1;
for (let step = 0; step < GRAM; step += 1) power = Math.imul(power, MULTIPLIER);
const OLDEST = power;

/** At most about `most` hashes of the first `length` units. */
export function printsOf(units: Uint8Array, length: number, most: number): Prints {
  let every = 1;
  while ((length - GRAM) / every > most && every < 1 << 24) every *= 2;
  const mask = every - 1;
  const kept = new Set<number>();
  let hash = 0;
  for (let at = 0; at < length; at += 1) {
    hash = (Math.imul(hash, MULTIPLIER) + units[at]!) | 0;
    if (at >= GRAM) hash = (hash - Math.imul(units[at - GRAM]!, OLDEST)) | 0;
    if (at < GRAM - 1) continue;
    const mixed = mix(hash);
    if ((mixed & mask) === 0) kept.add(mixed >>> 0);
  }
  const sorted = Uint32Array.from(kept).sort();
  const bytes = Buffer.alloc(sorted.length * 4);
  for (const [index, value] of sorted.entries()) bytes.writeUInt32LE(value, index * 4);
  return { units: length, every, hashes: bytes.toString('base64') };
}

function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

export function hashesOf({ hashes }: Prints): Uint32Array {
  const bytes = Buffer.from(hashes, 'base64');
  const values = new Uint32Array(bytes.length >> 2);
  for (let index = 0; index < values.length; index += 1) values[index] = bytes.readUInt32LE(index * 4);
  return values;
}

/** How much of the shorter text stands in the longer one, 0..1; undefined where the two leave too little to compare. */
export function share(a: Prints, b: Prints): number | undefined {
  const every = Math.max(a.every, b.every);
  const left = hashesOf(a).filter((hash) => hash % every === 0);
  const right = hashesOf(b).filter((hash) => hash % every === 0);
  const [small, large] = left.length <= right.length ? [left, right] : [right, left];
  if (small.length < LEAST) return undefined;
  const known = new Set(large);
  let common = 0;
  for (const hash of small) if (known.has(hash)) common += 1;
  return common / small.length;
}
