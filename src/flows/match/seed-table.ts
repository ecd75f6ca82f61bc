/**
 * Hash table from a seed to the passages that hold it, built once and read for every word of a case: open addressing over flat arrays,
 * behind a bit filter. A seed that was met `MOST_USES` times is retired: what many sources hold is no sign of any.
 */
export class SeedTable {
  #keys = new Uint32Array(0);
  #heads = new Int32Array(0);
  #uses = new Uint8Array(0);
  #mask = 0;
  #filter = new Uint8Array(1);
  #filterMask = 0;
  #retired = 0;
  /** The filter is filled anew when so many seeds were retired, and again at twice as many. */
  #refilter = 0;
  readonly #planted: number[] = [];
  /** Per planted seed: passage, word in it; chained by `#next`. */
  readonly #passages: number[] = [0];
  readonly #words: number[] = [0];
  readonly #next: number[] = [0];

  get isEmpty(): boolean {
    return this.#planted.length === 0;
  }

  plant(key: number, passage: number, word: number): void {
    this.#planted.push(key);
    this.#passages.push(passage);
    this.#words.push(word);
  }

  /** To be called after the last `plant`. */
  seal(): void {
    const size = 2 ** Math.ceil(Math.log2(2 * this.#planted.length + 2));
    this.#keys = new Uint32Array(size);
    this.#heads = new Int32Array(size);
    this.#uses = new Uint8Array(size);
    this.#mask = size - 1;
    // Eight bits for each seed, in at most 1 MB.
    this.#filter = new Uint8Array(Math.min(1 << 20, Math.max(64, size)));
    this.#filterMask = this.#filter.length - 1;
    this.#retired = 0;
    this.#refilter = Math.max(256, size >> 5);
    this.#planted.forEach((key, number) => {
      let slot = spread(key) & this.#mask;
      while (this.#heads[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & this.#mask;
      this.#keys[slot] = key;
      this.#next[number + 1] = this.#heads[slot]!;
      this.#heads[slot] = number + 1;
    });
    this.#fillFilter();
  }

  /** What was retired is no longer let through: common words are, and they are most of what is asked for. */
  #fillFilter(): void {
    this.#filter.fill(0);
    for (let slot = 0; slot <= this.#mask; slot++) {
      if (this.#heads[slot]! <= 0) continue;
      const bit = spread(this.#keys[slot]!);
      this.#filter[(bit >>> 3) & this.#filterMask]! |= 1 << (bit & 7);
    }
  }

  /** Calls back for each word, pair and skipping pair that was planted: the first of a chain of places, and which word it starts with. */
  eachIn(words: Uint32Array, found: (place: number, at: number) => void): void {
    const filter = this.#filter;
    const mask = this.#filterMask;
    const last = words.length - 1;
    for (let at = 0; at <= last; at++) {
      const word = words[at]!;
      let hash = spread(word);
      if ((filter[(hash >>> 3) & mask]! & (1 << (hash & 7))) !== 0) {
        const place = this.#find(word, hash);
        if (place !== 0) found(place, at);
      }
      if (at === last) break;
      let key = pairSeed(word, words[at + 1]!);
      hash = spread(key);
      if ((filter[(hash >>> 3) & mask]! & (1 << (hash & 7))) !== 0) {
        const place = this.#find(key, hash);
        if (place !== 0) found(place, at);
      }
      if (at + 1 === last) continue;
      key = skipSeed(word, words[at + 2]!);
      hash = spread(key);
      if ((filter[(hash >>> 3) & mask]! & (1 << (hash & 7))) !== 0) {
        const place = this.#find(key, hash);
        if (place !== 0) found(place, at);
      }
    }
  }

  #find(key: number, hash: number): number {
    let slot = hash & this.#mask;
    while (this.#heads[slot] !== 0) {
      if (this.#keys[slot] === key) {
        if (this.#heads[slot]! < 0) return 0;
        if (++this.#uses[slot]! <= MOST_USES) return this.#heads[slot]!;
        this.#heads[slot] = RETIRED;
        if (++this.#retired === this.#refilter) {
          this.#fillFilter();
          this.#refilter *= 2;
        }
        return 0;
      }
      slot = (slot + 1) & this.#mask;
    }
    return 0;
  }

  next(place: number): number {
    return this.#next[place]!;
  }

  passageOf(place: number): number {
    return this.#passages[place]!;
  }

  wordOf(place: number): number {
    return this.#words[place]!;
  }
}

const MOST_USES = 48;
const RETIRED = -1;

function spread(key: number): number {
  return Math.imul(key ^ (key >>> 16), 0x7feb352d) >>> 7;
}

/** Seed of a word, of two words in a row, and of two with one between. */
export function pairSeed(a: number, b: number): number {
  const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export function skipSeed(a: number, b: number): number {
  return pairSeed(a ^ 0x5bd1e995, b);
}
