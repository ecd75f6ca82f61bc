import { type Buckets, group, thin } from './buckets.ts';
import { bitOf, type GramFilter, gramFilter, hashAt, hashOf, WORD, wordsOf } from './grams.ts';

/**
 * Finds every common span of at least `minimum` folded units between a sink and many sources, and no other. Sources give one hash per
 * `stride = minimum - gram + 1` units, sinks are looked up at every position: any common span of `minimum` units holds an aligned
 * gram, so none is missed; each candidate is compared unit by unit, so none is invented. About two bytes of memory per source unit.
 */
export interface Hit {
  /** Units of the sink, half-open. */
  readonly from: number;
  readonly to: number;
  /** The source, as `add` numbered it, and the unit in it where the span starts. */
  readonly source: number;
  readonly at: number;
  /** Inside a maximal span, and up to `SLACK` units shorter at either end: as good as equal to it. */
  readonly near?: true;
}

export interface QueryResult {
  /** Maximal spans in order, with those near to them; sources that share one span are in the order they were added. */
  readonly hits: readonly Hit[];
  /** Candidates were cut: further sources, or in repetitive text further spans, may exist. */
  readonly capped: boolean;
}

export interface IndexLimits {
  /** Candidates that are compared per sink position. */
  readonly candidates: number;
  /** Links that are walked per sink position. */
  readonly links: number;
}

export const MINIMUM_UNITS = 24;
const DEFAULT_LIMITS: IndexLimits = { candidates: 256, links: 2048 };
/** Links and compared units per sink unit over a whole sink, on average, before limits are tightened. */
const WORK_PER_UNIT = 64;
const FREE_WORK = 4_000_000;
const FEW = 8;
/** Entries of one gram of one source: a log of a million equal lines must not hide what other sources say. */
const MOST_REPEATS = 64;
/**
 * Two texts that say the same often agree on a letter or two more by chance (`this: …`, `says: …`). Who said it first must not hang on
 * that.
 */
export const SLACK = 3;
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
  #buckets: Buckets = { starts: new Uint32Array(2), entries: new Uint32Array(0), shift: 31 };
  #filter = gramFilter(0);
  /** Source of each entry. */
  #owners: Uint32Array | undefined;
  /** By source: the query that last asked whether it is allowed, doubled, plus one where it is. */
  #asked = new Uint32Array(0);
  #queries = 0;
  /** Sources that repeat themselves so often that not every repeat is indexed. */
  readonly #thinned = new Set<number>();
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
    return (
      this.#arena.byteLength +
      this.#buckets.starts.byteLength +
      this.#buckets.entries.byteLength +
      this.#filter.bytes.byteLength
    );
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
    this.#thinned.clear();
    const wanted = looked === undefined ? undefined : this.#gramsOf(looked);
    const { ordinals, hashes } = this.#select(wanted);
    const filter = gramFilter(hashes.length);
    for (let entry = 0; entry < hashes.length; entry++) {
      const bit = bitOf(hashes[entry]!, filter.shift);
      filter.bytes[bit >>> 3]! |= 1 << (bit & 7);
    }
    this.#filter = filter;
    this.#buckets = group(ordinals, hashes, ORDINAL_BITS);
    const owner = (entry: number) => this.#ownerOf((entry & ORDINAL_MASK) * this.#stride);
    thin(this.#buckets, MOST_REPEATS, owner, (source) => this.#thinned.add(source));
    // Of a whole index the owners would take as much room as the entries.
    this.#owners = wanted === undefined ? undefined : Uint32Array.from(this.#buckets.entries, owner);
    this.#asked = new Uint32Array(this.#starts.length);
    this.#queries = 0;
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

  /** The aligned grams of all sources that may be asked for, and their hashes. */
  #select(wanted: GramFilter | undefined): { ordinals: Uint32Array; hashes: Uint32Array } {
    const gram = this.#gram;
    const stride = this.#stride;
    const arena = this.#arena;
    const each = this.#words;
    const bytes = wanted?.bytes ?? ANY;
    const shift = wanted?.shift ?? 31;
    let room = wanted === undefined ? Math.ceil(this.#size / stride) + 1 : 1 << 12;
    let ordinals = new Uint32Array(room);
    let hashes = new Uint32Array(room);
    let count = 0;
    for (let source = 0; source < this.#starts.length; source++) {
      const start = this.#starts[source]!;
      const last = this.#ends[source]! - gram;
      let ordinal = (start / stride) | 0;
      for (let at = start; at <= last; at += stride, ordinal++) {
        const hash = hashAt(arena, at, each);
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

  /** `allowed` says whether a source may be credited at all (was it delivered in time?). */
  query(
    units: Uint8Array,
    length: number,
    allowed: (source: number) => boolean,
    limits: IndexLimits = DEFAULT_LIMITS,
  ): QueryResult {
    if (!this.#sealed) this.seal();
    const { minimum } = this;
    if (length < minimum || this.#starts.length === 0) return { hits: [], capped: false };
    const gram = this.#gram;
    const stride = this.#stride;
    const arena = this.#arena;
    const { starts, entries, shift: bucketShift } = this.#buckets;
    const owners = this.#owners;
    const asked = this.#asked;
    const query = 2 * ++this.#queries;
    const { bytes: filter, shift } = this.#filter;
    const count = this.#words;
    const sink = this.#framed(units, length);
    const words = this.#sinkWords;

    const found: Hit[] = [];
    /** Diagonal (arena position minus sink position) → how far it was followed. */
    const followed = new Map<number, number>();
    /** Sources that are known to hold the best span: they need not show it again. */
    const covering = new Set<number>();
    let capped = false;
    let work = 0;
    const budget = FREE_WORK + WORK_PER_UNIT * length;
    let candidateLimit = limits.candidates;
    let linkLimit = limits.links;
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
          const source = owners === undefined ? this.#ownerOf(position) : owners[place]!;
          let answer = asked[source]!;
          if (answer < query) {
            answer = query + (allowed(source) ? 1 : 0);
            asked[source] = answer;
          }
          if (answer === query) continue;
          const diagonal = position - at;
          if (at < right) {
            // Worth a look only if it can reach further than the best span on either side, or cover it from another source.
            const reaches = arena[diagonal + right] === sink[right] || arena[diagonal + left - 1] === sink[left - 1];
            if (!reaches) {
              if (
                arena[diagonal + left + SLACK] !== sink[left + SLACK] ||
                arena[diagonal + right - 1 - SLACK] !== sink[right - 1 - SLACK]
              ) {
                continue;
              }
              if (covering.has(source)) continue;
            }
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
          if (this.#thinned.has(source)) capped = true;
          found.push({ from: start - 1, to: end - 1, source, at: diagonal + start - this.#starts[source]! });
          if (end > right) {
            left = start;
            right = end;
            covering.clear();
          }
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

/** Drops spans that lie inside a longer one, but keeps those that are near to it; all sources of equal spans, once each. */
function maximal(found: Hit[]): Hit[] {
  found.sort((a, b) => a.from - b.from || b.to - a.to || a.source - b.source || a.at - b.at);
  const kept: Hit[] = [];
  /** The maximal spans that a later one may be near to: the last few, for starts rise. */
  let open: Hit[] = [];
  let reach = 0;
  let last: Hit | undefined;
  for (const hit of found) {
    if (last !== undefined && hit.from === last.from && hit.to === last.to && hit.source === last.source) continue;
    last = hit;
    const first = open.at(-1);
    if (hit.to > reach || (first !== undefined && first.from === hit.from && first.to === hit.to)) {
      kept.push(hit);
      reach = hit.to;
      open = open.filter((span) => hit.from - span.from <= SLACK && span !== first);
      if (first !== undefined && hit.from - first.from <= SLACK) open.push(first);
      open.push(hit);
    } else if (
      open.some(
        (span) =>
          hit.from >= span.from && hit.from - span.from <= SLACK && hit.to <= span.to && span.to - hit.to <= SLACK,
      )
    ) {
      kept.push({ ...hit, near: true });
    }
  }
  return kept;
}
