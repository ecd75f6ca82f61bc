import { type Buckets, group, thin } from './buckets.ts';
import { bitOf, type GramFilter, gramFilter, hashAt, hashOf, WORD, wordsOf } from './grams.ts';
import { type Hit, maximal, SLACK } from './spans.ts';

/**
 * Finds every common span of at least `minimum` folded units between a sink and many sources, and no other. Sources give one hash per
 * `stride = minimum - gram + 1` units, sinks are looked up at every position: any common span of `minimum` units holds an aligned
 * gram, so none is missed; each candidate is compared unit by unit, so none is invented. About two bytes of memory per source unit.
 */
export interface QueryResult {
  /** Maximal spans in order, with those near to them; of many sources that share one span the first, in the order of the table. */
  readonly hits: readonly Hit[];
  /** Candidates were cut: further sources, or in repetitive text further spans, may exist. */
  readonly capped: boolean;
}

/** Where the grams of some of the sources stand. */
export interface GramTable {
  readonly buckets: Buckets;
  readonly filter: GramFilter;
  /** Source of each entry; of a whole index the owners would take as much room as the entries. */
  readonly owners: Uint32Array | undefined;
  /** Sources that repeat themselves so often that not every repeat is indexed. */
  readonly thinned: ReadonlySet<number>;
}

export const MINIMUM_UNITS = 24;
/** Candidates that are compared, and links that are walked, per sink position. */
const CANDIDATES = 256;
const LINKS = 2048;
/** Sources that are told of one span: those that were added first. */
const MOST_ALIKE = 64;
/** Links and compared units per sink unit over a whole sink, on average, before limits are tightened. */
const WORK_PER_UNIT = 64;
/** What one look-up, and all of them together, may cost beyond that. */
const FREE_WORK = 4_000_000;
const FREE_IN_ALL = 400_000_000;
const FEW = 8;
/** Entries of one gram of one source: a log of a million equal lines must not hide what other sources say. */
const MOST_REPEATS = 64;
const ORDINAL_BITS = 26;
const ORDINAL_MASK = (1 << ORDINAL_BITS) - 1;

export class StrideIndex {
  readonly minimum: number;
  readonly #gram: number;
  /** Words of a gram. */
  readonly #words: number;
  readonly #stride: number;
  #arena = new Uint8Array(1 << 12);
  #size = 1;
  #starts: number[] = [];
  #ends: number[] = [];
  #table: GramTable = {
    buckets: { starts: new Uint32Array(2), entries: new Uint32Array(0), shift: 31 },
    filter: gramFilter(0),
    owners: undefined,
    thinned: new Set(),
  };
  /** By source: the query that last asked whether it is allowed, doubled, plus one where it is. */
  #asked = new Uint32Array(0);
  #queries = 0;
  #freeWork = FREE_IN_ALL;
  /** Links walked and units compared so far. */
  steps = 0;
  #sealed = false;
  #sink = new Uint8Array(1 << 12);
  #sinkWords = new Int32Array(1 << 12);

  constructor(minimum = MINIMUM_UNITS) {
    this.minimum = minimum;
    this.#words = Math.max(1, Math.round(minimum / (1.5 * WORD)));
    this.#gram = WORD * this.#words;
    this.#stride = minimum - this.#gram + 1;
  }

  /** Bytes held: arena and tables. */
  get bytes(): number {
    const { buckets, filter } = this.#table;
    return this.#arena.byteLength + buckets.starts.byteLength + buckets.entries.byteLength + filter.bytes.byteLength;
  }

  /** Units that a further source may have before the index is full (about 670 million in all). */
  get room(): number {
    return ORDINAL_MASK * this.#stride - this.#size;
  }

  /** Room for so many units is taken at once: growing copies everything. */
  reserve(units: number): void {
    if (this.#arena.length >= units) return;
    const next = new Uint8Array(units);
    next.set(this.#arena.subarray(0, this.#size));
    this.#arena = next;
  }

  /** Adds the next source (the order of adding is the order of hits). Returns its number. */
  add(units: Uint8Array, length: number): number {
    if (this.#sealed) throw new Error('StrideIndex: sources are added before the first query');
    const start = Math.ceil((this.#size + 1) / this.#stride) * this.#stride;
    const end = start + length;
    if (end + 1 > this.#arena.length) this.reserve(Math.max(Math.ceil(this.#arena.length * 1.5), end + 1));
    this.#arena.set(length === units.length ? units : units.subarray(0, length), start);
    this.#size = end + 1;
    this.#ends.push(end);
    return this.#starts.push(start) - 1;
  }

  /**
   * Builds the tables; may be done again. `looked` are all stretches that will be asked for: what of the sources has no gram in common
   * with any of them is left out, and is most of them. Without `looked` anything may be asked.
   */
  seal(looked?: Iterable<Uint8Array>): void {
    this.#sealed = true;
    const wanted = looked === undefined ? undefined : this.#gramsOf(looked);
    this.#table = this.#tableOf(undefined, wanted);
    this.#asked = new Uint32Array(this.#starts.length);
    this.#queries = 0;
  }

  /** The grams of a few sources alone, in the order given: what others repeat stands in nobody's way there. */
  tableOf(sources: readonly number[]): GramTable {
    if (!this.#sealed) this.seal();
    return this.#tableOf(sources, undefined);
  }

  #tableOf(sources: readonly number[] | undefined, wanted: GramFilter | undefined): GramTable {
    const { ordinals, hashes } = this.#select(sources, wanted);
    const filter = gramFilter(hashes.length);
    for (let entry = 0; entry < hashes.length; entry++) {
      const bit = bitOf(hashes[entry]!, filter.shift);
      filter.bytes[bit >>> 3]! |= 1 << (bit & 7);
    }
    const buckets = group(ordinals, hashes, ORDINAL_BITS);
    const owner = (entry: number) => this.#ownerOf((entry & ORDINAL_MASK) * this.#stride);
    const thinned = new Set<number>();
    thin(buckets, MOST_REPEATS, owner, (source) => thinned.add(source));
    const whole = sources === undefined && wanted === undefined;
    return { buckets, filter, thinned, owners: whole ? undefined : this.#ownersOf(buckets.entries) };
  }

  /** Every gram of these stretches. */
  #gramsOf(stretches: Iterable<Uint8Array>): GramFilter {
    const all = [...stretches];
    const filter = gramFilter(all.reduce((sum, { length }) => sum + length, 0));
    const { bytes, shift } = filter;
    const count = this.#words;
    for (const units of all) {
      this.#framed(units, units.length);
      const words = this.#sinkWords;
      const last = units.length + 1 - this.#gram;
      for (let at = 1; at <= last; at++) {
        const bit = bitOf(hashOf(words, at, count), shift);
        bytes[bit >>> 3]! |= 1 << (bit & 7);
      }
    }
    return filter;
  }

  /** The aligned grams of these sources (all where none are named) that may be asked for, and their hashes. */
  #select(
    sources: readonly number[] | undefined,
    wanted: GramFilter | undefined,
  ): { ordinals: Uint32Array; hashes: Uint32Array } {
    const gram = this.#gram;
    const stride = this.#stride;
    const arena = this.#arena;
    const count32 = this.#words;
    const bytes = wanted?.bytes ?? ANY;
    const shift = wanted?.shift ?? 31;
    let room = wanted === undefined && sources === undefined ? Math.ceil(this.#size / stride) + 1 : 1 << 8;
    let ordinals = new Uint32Array(room);
    let hashes = new Uint32Array(room);
    let count = 0;
    const number = sources?.length ?? this.#starts.length;
    for (let each = 0; each < number; each++) {
      const source = sources === undefined ? each : sources[each]!;
      const start = this.#starts[source]!;
      const last = this.#ends[source]! - gram;
      let ordinal = (start / stride) | 0;
      for (let at = start; at <= last; at += stride, ordinal++) {
        const hash = hashAt(arena, at, count32);
        const bit = bitOf(hash, shift);
        if ((bytes[bit >>> 3]! & (1 << (bit & 7))) === 0) continue;
        if (count === room) {
          room *= 2;
          ordinals = widened(ordinals, room);
          hashes = widened(hashes, room);
        }
        ordinals[count] = ordinal;
        hashes[count++] = hash;
      }
    }
    return { ordinals: ordinals.subarray(0, count), hashes: hashes.subarray(0, count) };
  }

  /** `allowed` says whether a source may be credited at all (was it delivered in time?); looked up in all sources, or `among` some. */
  query(units: Uint8Array, length: number, allowed: (source: number) => boolean, among?: GramTable): QueryResult {
    if (!this.#sealed) this.seal();
    const table = among ?? this.#table;
    const { minimum } = this;
    if (length < minimum || this.#starts.length === 0) return { hits: [], capped: false };
    const gram = this.#gram;
    const stride = this.#stride;
    const arena = this.#arena;
    const { owners, thinned } = table;
    const { starts, entries, shift: bucketShift } = table.buckets;
    const asked = this.#asked;
    const query = 2 * ++this.#queries;
    const { bytes: filter, shift } = table.filter;
    const count = this.#words;
    const sink = this.#framed(units, length);
    const words = this.#sinkWords;

    const found: Hit[] = [];
    /** Diagonal (arena position minus sink position) → how far it was followed. */
    const followed = new Map<number, number>();
    /** Sources that are known to hold the best span: they need not show it again. */
    const covering = new Set<number>();
    /** Sources that were told of the best span, or of nearly all of it. */
    let alike = 0;
    let capped = false;
    let work = 0;
    const budget = Math.min(FREE_WORK, this.#freeWork) + WORK_PER_UNIT * length;
    let candidateLimit = CANDIDATES;
    let linkLimit = LINKS;
    /** The span that reaches furthest so far, in framed sink positions. */
    let left = 0;
    let right = 0;
    let resumed = 1;

    for (let at = 1; at + gram <= length + 1; ) {
      const hash32 = hashOf(words, at, count);
      const bit = bitOf(hash32, shift);
      if ((filter[bit >>> 3]! & (1 << (bit & 7))) !== 0) {
        const tag = hash32 & 63;
        let candidates = 0;
        let links = 0;
        const bucket = hash32 >>> bucketShift;
        const stop = starts[bucket + 1]!;
        for (let place = starts[bucket]!; place < stop; place++) {
          const link = entries[place]!;
          if (link === 0) break;
          if (++links > linkLimit) {
            capped = true;
            break;
          }
          if (link >>> ORDINAL_BITS !== tag) continue;
          const position = (link & ORDINAL_MASK) * stride;
          const diagonal = position - at;
          let reaches = true;
          if (at < right) {
            // Worth a look only if it can reach further than the best span on either side, or cover it from another source.
            reaches =
              (sink[right] !== 0 && arena[diagonal + right] === sink[right]) ||
              (sink[left - 1] !== 0 && arena[diagonal + left - 1] === sink[left - 1]);
            if (
              !reaches &&
              (arena[diagonal + left + SLACK] !== sink[left + SLACK] ||
                arena[diagonal + right - 1 - SLACK] !== sink[right - 1 - SLACK])
            ) {
              continue;
            }
          }
          const source = owners === undefined ? this.#ownerOf(position) : owners[place]!;
          let answer = asked[source]!;
          if (answer < query) {
            answer = query + (allowed(source) ? 1 : 0);
            asked[source] = answer;
          }
          if (answer === query) continue;
          if (!reaches) {
            if (alike >= MOST_ALIKE || covering.has(source)) continue;
          }
          if ((followed.get(diagonal) ?? 0) > at) continue;
          let same = 0;
          while (same < gram && arena[position + same] === sink[at + same]) same++;
          if (same < gram) continue;
          if (++candidates > candidateLimit) {
            capped = true;
            break;
          }
          let start = at;
          let end = at + gram;
          // Sinks are framed by zeros and sources are parted by them, but a zero never equals a unit.
          while (sink[start - 1] !== 0 && arena[diagonal + start - 1] === sink[start - 1]) start--;
          while (sink[end] !== 0 && arena[diagonal + end] === sink[end]) end++;
          work += end - start;
          if (end - start < minimum) continue;
          followed.set(diagonal, end);
          if (thinned.has(source)) capped = true;
          const isInside = at < right && start >= left && end <= right;
          if (!isInside || (start - left <= SLACK && right - end <= SLACK))
            found.push({ from: start - 1, to: end - 1, source, at: diagonal + start - this.#starts[source]! });
          if (end > right) {
            left = start;
            right = end;
            covering.clear();
            alike = 0;
          }
          alike++;
          if (start <= left && end >= right) covering.add(source);
          if (work > budget && candidateLimit > FEW) break;
        }
        work += links;
        if (work > 4 * budget) {
          capped = true;
          break;
        }
        if (work > budget && candidateLimit > FEW) {
          candidateLimit = FEW;
          linkLimit = 64;
          capped = true;
        }
      }
      // Every span that is not inside the best one has an aligned gram at or behind `right + 1 - minimum`, and every source that
      // covers the best one has shown itself within one stride.
      if (at < right && at >= Math.max(left + SLACK, resumed) + stride - 1 && right + 1 - minimum > at + 1) {
        at = right + 1 - minimum;
        resumed = at;
        if (followed.size > 4096) followed.clear();
      } else at++;
    }
    this.#freeWork = Math.max(0, this.#freeWork - work);
    this.steps += work;
    return { hits: maximal(found), capped };
  }

  /** Everywhere that a short run of units stands, whole, by looking through all of them: for the few spans below the minimum. */
  occurrences(units: Uint8Array, most: number): Hit[] {
    const arena = Buffer.from(this.#arena.buffer, 0, this.#size);
    const found: Hit[] = [];
    let at = arena.indexOf(units);
    while (at >= 0 && found.length < most) {
      const source = this.#ownerOf(at);
      found.push({ from: 0, to: units.length, source, at: at - this.#starts[source]! });
      at = arena.indexOf(units, at + 1);
    }
    return found;
  }

  /** Units held in all. */
  get size(): number {
    return this.#size;
  }

  /** Units `[from, to)` of a source. Valid until another source is added. */
  unitsOf(source: number, from = 0, to = this.#ends[source]! - this.#starts[source]!): Uint8Array {
    const start = this.#starts[source]!;
    return this.#arena.subarray(start + from, start + to);
  }

  lengthOf(source: number): number {
    return this.#ends[source]! - this.#starts[source]!;
  }

  #framed(units: Uint8Array, length: number): Uint8Array {
    if (this.#sink.length < length + 2) {
      this.#sink = new Uint8Array(length + 2 + (length >> 1));
      this.#sinkWords = new Int32Array(this.#sink.length);
    }
    this.#sink.set(length === units.length ? units : units.subarray(0, length), 1);
    this.#sink[length + 1] = 0;
    wordsOf(this.#sink, length + 1, this.#sinkWords);
    return this.#sink;
  }

  #ownersOf(entries: Uint32Array): Uint32Array {
    const owners = new Uint32Array(entries.length);
    for (let place = 0; place < entries.length; place++)
      owners[place] = this.#ownerOf((entries[place]! & ORDINAL_MASK) * this.#stride);
    return owners;
  }

  #ownerOf(position: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Lets every gram pass. */
const ANY = Uint8Array.of(0xff);

function widened(old: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(room);
  next.set(old);
  return next;
}
