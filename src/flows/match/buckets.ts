/**
 * Entries grouped by the bucket of their hash, in the order in which they came: two flat arrays and no chains, so that a look-up reads
 * neighbours. Built in one go by counting, part by part, so that the tables being filled stay in the cache.
 */
export interface Buckets {
  /** Where each bucket's entries start; one more than there are buckets. */
  readonly starts: Uint32Array;
  readonly entries: Uint32Array;
  /** Bucket of a hash: its highest bits. */
  readonly shift: number;
}

/** Entries are first dealt into this many parts by their highest bits: the tables of one part fit the cache. */
const PART_BITS = 6;

/** Entries given by their ordinals, in order, and their hashes. Stored is the lowest bits of the hash above `ordinalBits` bits of the ordinal. */
export function group(ordinals: Uint32Array, hashes: Uint32Array, ordinalBits: number): Buckets {
  const bits = Math.min(24, Math.max(PART_BITS + 1, Math.round(Math.log2(hashes.length + 1))));
  const shift = 32 - bits;
  const dealt = deal(ordinals, hashes);
  const starts = new Uint32Array(2 ** bits + 1);
  const entries = new Uint32Array(dealt.ordinals.length);
  const perPart = 2 ** (bits - PART_BITS);
  let filled = 0;
  for (let part = 0; part < 1 << PART_BITS; part++) {
    const from = dealt.starts[part]!;
    const to = dealt.starts[part + 1]!;
    for (let at = from; at < to; at++) starts[dealt.hashes[at]! >>> shift]!++;
    // Counts become ends, and filling from the back makes them starts.
    for (let bucket = part * perPart; bucket < (part + 1) * perPart; bucket++) {
      filled += starts[bucket]!;
      starts[bucket] = filled;
    }
    for (let at = to - 1; at >= from; at--) {
      const hash = dealt.hashes[at]!;
      const place = starts[hash >>> shift]! - 1;
      starts[hash >>> shift] = place;
      entries[place] = (hash << ordinalBits) | dealt.ordinals[at]!;
    }
  }
  starts[2 ** bits] = filled;
  return { starts, entries, shift };
}

/** Entries by the highest bits of their hash, in order within each part. */
function deal(
  ordinals: Uint32Array,
  hashes: Uint32Array,
): { ordinals: Uint32Array; hashes: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array((1 << PART_BITS) + 1);
  for (let entry = 0; entry < hashes.length; entry++) starts[(hashes[entry]! >>> (32 - PART_BITS)) + 1]!++;
  for (let part = 0; part < 1 << PART_BITS; part++) starts[part + 1]! += starts[part]!;
  const dealt = { ordinals: new Uint32Array(hashes.length), hashes: new Uint32Array(hashes.length), starts };
  const next = starts.slice();
  for (let entry = 0; entry < hashes.length; entry++) {
    const hash = hashes[entry]!;
    const at = next[hash >>> (32 - PART_BITS)]!++;
    dealt.ordinals[at] = ordinals[entry]!;
    dealt.hashes[at] = hash;
  }
  return dealt;
}

/** Keeps no more than `most` entries in a row of one owner in a bucket; what is cut is 0. Calls back for each owner that was cut. */
export function thin(
  { starts, entries }: Buckets,
  most: number,
  ownerOf: (entry: number) => number,
  cut: (owner: number) => void,
): void {
  for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
    const start = starts[bucket]!;
    const end = starts[bucket + 1]!;
    if (end - start <= most) continue;
    let kept = start;
    let owner = -1;
    let run = 0;
    for (let at = start; at < end; at++) {
      const entry = entries[at]!;
      const now = ownerOf(entry);
      if (now !== owner) {
        owner = now;
        run = 0;
      }
      if (++run > most) {
        if (run === most + 1) cut(owner);
        continue;
      }
      entries[kept++] = entry;
    }
    entries.fill(0, kept, end);
  }
}
