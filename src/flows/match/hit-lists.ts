const MOST_HITS = 4000;

/**
 * Lists of hits, one for each passage that an entry touches: which word of the entry met which word of the passage, in order. Flat
 * memory that is used again for every entry: there are millions of hits and few of them lead anywhere.
 */
export class HitLists {
  /** By passage: its last hit plus one, 0 where there is none. */
  readonly #last: Int32Array;
  readonly #counts: Uint16Array;
  readonly #touched: number[] = [];
  #next = new Int32Array(1 << 10);
  #at = new Int32Array(1 << 10);
  #words = new Uint8Array(1 << 10);
  #size = 0;
  readonly #list = new Int32Array(MOST_HITS);
  readonly #listWords = new Uint8Array(MOST_HITS);

  constructor(passages: number) {
    this.#last = new Int32Array(passages);
    this.#counts = new Uint16Array(passages);
  }

  /** Of a list longer than `MOST_HITS` only the first hits are kept. */
  add(passage: number, at: number, word: number): void {
    const count = this.#counts[passage]!;
    if (count === MOST_HITS) return;
    if (count === 0) this.#touched.push(passage);
    this.#counts[passage] = count + 1;
    if (this.#size === this.#next.length) this.#grow();
    const hit = this.#size++;
    this.#at[hit] = at;
    this.#words[hit] = word;
    this.#next[hit] = this.#last[passage]!;
    this.#last[passage] = hit + 1;
  }

  /** The lists with more than one hit: words of the entry, and the words of the passage they met; valid during the call. Empties all lists. */
  take(use: (passage: number, at: Int32Array, words: Uint8Array, count: number) => void): void {
    const at = this.#list;
    const words = this.#listWords;
    for (const passage of this.#touched) {
      const count = this.#counts[passage]!;
      if (count > 1) {
        let hit = this.#last[passage]!;
        for (let index = count - 1; index >= 0; index--) {
          at[index] = this.#at[hit - 1]!;
          words[index] = this.#words[hit - 1]!;
          hit = this.#next[hit - 1]!;
        }
        use(passage, at, words, count);
      }
      this.#counts[passage] = 0;
      this.#last[passage] = 0;
    }
    this.#touched.length = 0;
    this.#size = 0;
  }

  #grow(): void {
    const wider = (old: Int32Array) => {
      const next = new Int32Array(2 * old.length);
      next.set(old);
      return next;
    };
    this.#next = wider(this.#next);
    this.#at = wider(this.#at);
    const words = new Uint8Array(2 * this.#words.length);
    words.set(this.#words);
    this.#words = words;
  }
}
