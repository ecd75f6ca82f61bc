import { type Alignment, align } from './alignment.ts';
import type { Corpus, Entry } from './corpus.ts';
import type { Information } from './information.ts';
import { pairSeed, SeedTable, skipSeed } from './seed-table.ts';
import { eachCandidate, hashToken, hostWithin, type Token } from './tokens.ts';
import { WordBuffer } from './words.ts';

/**
 * The second pass over all sources, for what exact matching left over: tokens, and reworded passages. Here the sinks are indexed (they
 * are a few hundredths of a case) and the sources stream past once.
 */
export class Sweep {
  readonly #corpus: Corpus;
  readonly #information: Information;
  readonly #tokens = new Map<number, WantedToken[]>();
  readonly #tokenFilter = new Uint8Array(1 << 16);
  /** One word of each token: an entry without any of them is not searched for tokens. */
  readonly #keys = new Set<number>();
  readonly #keyFilter = new Uint8Array(1 << 16);
  /** A token without a word was asked for. */
  #keyless = false;
  readonly #seeds = new SeedTable();
  readonly #passages: Passage[] = [];
  readonly #words = new WordBuffer();
  #wordsLeft = MOST_WORDS;
  /** Passages that were not compared because of the bound on all of them. */
  dropped = 0;

  constructor(corpus: Corpus, information: Information) {
    this.#corpus = corpus;
    this.#information = information;
  }

  /** Asks where a token occurs. */
  wantToken(token: Token): WantedToken {
    const hash = hashToken(token.value);
    const list = this.#tokens.get(hash) ?? [];
    if (list.length === 0) {
      this.#tokens.set(hash, list);
      this.#tokenFilter[(hash >>> 3) & 0xffff]! |= 1 << (hash & 7);
    }
    let wanted = list.find((candidate) => candidate.value === token.value);
    if (wanted === undefined) {
      wanted = { value: token.value, entries: [] };
      list.push(wanted);
      this.#noteKeys(token.value);
    }
    return wanted;
  }

  /** The word of a token that tells most. Not its first one if it has others: what stands before a token may belong to the same word. */
  #noteKeys(value: string): void {
    const { hashes, starts, ends, count } = this.#words.read(value);
    let best = -1;
    let most = 0;
    for (let word = count === 1 ? 0 : 1; word < count; word++) {
      const bits = this.#information.ofWord(hashes[word]!, ends[word]! - starts[word]!);
      if (bits <= most) continue;
      most = bits;
      best = word;
    }
    if (best < 0) {
      this.#keyless = true;
      return;
    }
    this.#addKey(hashes[best]!);
    if (count > 1) return;
    // Behind an escape (`\nfoo`) the token begins with a letter that the word does not have.
    const rest = this.#words.read(value, 1);
    if (rest.count > 0) this.#addKey(rest.hashes[0]!);
  }

  #addKey(hash: number): void {
    this.#keys.add(hash);
    this.#keyFilter[(hash >>> 3) & 0xffff]! |= 1 << (hash & 7);
  }

  #holdsKey({ words }: Entry): boolean {
    if (this.#keyless) return true;
    const filter = this.#keyFilter;
    for (let word = 0; word < words.length; word++) {
      const hash = words[word]!;
      if ((filter[(hash >>> 3) & 0xffff]! & (1 << (hash & 7))) !== 0 && this.#keys.has(hash)) return true;
    }
    return false;
  }

  /** Asks for reworded sources of `[from, to)` of a text; `allowed` says which entries its author had seen. */
  wantPassage(text: string, from: number, to: number, allowed: (entry: Entry) => boolean): Passage[] {
    const { hashes, starts, ends, count } = this.#words.read(text, from, to);
    const made: Passage[] = [];
    for (let first = 0; first + FEWEST_WORDS <= count; first += PASSAGE_WORDS) {
      const size = Math.min(PASSAGE_WORDS, count - first);
      if (size < FEWEST_WORDS) break;
      if (size > this.#wordsLeft) {
        this.dropped++;
        continue;
      }
      this.#wordsLeft -= size;
      const passage: Passage = {
        words: hashes.slice(first, first + size),
        starts: starts.slice(first, first + size),
        ends: ends.slice(first, first + size),
        weights: new Float64Array(size),
        allowed,
        candidates: [],
      };
      for (let word = 0; word < size; word++) {
        passage.weights[word] = Math.min(
          12,
          this.#information.ofWord(passage.words[word]!, passage.ends[word]! - passage.starts[word]!),
        );
      }
      const number = this.#passages.push(passage) - 1;
      for (let word = 0; word < size; word++) this.#seed(number, word, passage);
      made.push(passage);
    }
    return made;
  }

  #seed(number: number, word: number, { words, weights }: Passage): void {
    const weight = weights[word]!;
    if (weight >= RARE_WORD) this.#seeds.plant(words[word]!, number, word);
    if (word + 1 < words.length && weight + weights[word + 1]! >= RARE_PAIR)
      this.#seeds.plant(pairSeed(words[word]!, words[word + 1]!), number, word);
    if (word + 2 < words.length && weight + weights[word + 2]! >= RARE_PAIR)
      this.#seeds.plant(skipSeed(words[word]!, words[word + 2]!), number, word);
  }

  /** Streams every source past the tokens and passages. */
  run(): void {
    const wantsTokens = this.#tokens.size > 0;
    const wantsWords = !this.#seeds.isEmpty;
    this.#seeds.seal();
    if (!wantsTokens && !wantsWords) return;
    for (const entry of this.#corpus.entries) {
      if (wantsTokens && this.#holdsKey(entry)) this.#findTokens(entry, this.#corpus.valueOf(entry));
      if (wantsWords) this.#findPassages(entry);
    }
  }

  #findTokens(entry: Entry, value: string): void {
    const filter = this.#tokenFilter;
    const look = (hash: number, found: () => string) => {
      if ((filter[(hash >>> 3) & 0xffff]! & (1 << (hash & 7))) === 0) return;
      const list = this.#tokens.get(hash);
      if (list === undefined) return;
      const text = found();
      for (const wanted of list) {
        if (
          wanted.value === text &&
          wanted.entries.at(-1)?.entry !== entry &&
          wanted.entries.length < MOST_OCCURRENCES
        ) {
          wanted.entries.push({ entry, at: -1 });
        }
      }
    };
    eachCandidate(value, (start, end, hash, marks) => {
      look(hash, () => value.slice(start, end));
      if ((marks & 5) === 0) return;
      const host = hostWithin(value.slice(start, end));
      if (host !== undefined) look(hashToken(host.value), () => host.value);
    });
  }

  #findPassages(entry: Entry): void {
    const hashes = entry.words;
    const count = hashes.length;
    if (count < FEWEST_WORDS) return;
    const seeds = this.#seeds;
    const hits = new Map<number, number[]>();
    const allowed = new Map<number, boolean>();
    const note = (place: number, at: number) => {
      for (let next = place; next !== 0; next = seeds.next(next)) {
        const number = seeds.passageOf(next);
        let may = allowed.get(number);
        if (may === undefined) {
          may = this.#passages[number]!.allowed(entry);
          allowed.set(number, may);
        }
        if (!may) continue;
        const list = hits.get(number);
        const hit = at * HIT_BASE + seeds.wordOf(next);
        if (list === undefined) hits.set(number, [hit]);
        else if (list.length < MOST_HITS) list.push(hit);
      }
    };
    for (let at = 0; at < count; at++) {
      const word = hashes[at]!;
      let place = seeds.find(word);
      if (place !== 0) note(place, at);
      if (at + 1 < count) {
        place = seeds.find(pairSeed(word, hashes[at + 1]!));
        if (place !== 0) note(place, at);
      }
      if (at + 2 < count) {
        place = seeds.find(skipSeed(word, hashes[at + 2]!));
        if (place !== 0) note(place, at);
      }
    }
    let places: WordBuffer | undefined;
    for (const [number, list] of hits) {
      const passage = this.#passages[number]!;
      const best = list.length < 2 ? undefined : densest(passage, list);
      if (best === undefined) continue;
      const first = Math.max(0, best.from - 20);
      const last = Math.min(count, best.to + 40);
      places ??= this.#words.read(this.#corpus.valueOf(entry));
      const { starts, ends } = places;
      const candidate: Candidate = { entry, bits: best.bits, from: starts[first]!, to: ends[last - 1]! };
      const worst = passage.candidates.at(-1);
      if (passage.candidates.length >= MOST_CANDIDATES && worst !== undefined && worst.bits >= candidate.bits) continue;
      passage.candidates.push(candidate);
      passage.candidates.sort((a, b) => b.bits - a.bits);
      passage.candidates.length = Math.min(passage.candidates.length, MOST_CANDIDATES);
    }
  }

  /** The best alignments of a passage, best first, not overlapping in the sink. Offsets are UTF-16 units of both values. */
  alignments(passage: Passage): Reworded[] {
    const found: Reworded[] = [];
    for (const { entry, from, to } of passage.candidates) {
      const value = this.#corpus.valueOf(entry);
      const { hashes, starts, ends, count } = this.#words.read(value, from, to);
      const size = Math.min(count, 4 * PASSAGE_WORDS);
      const alignment = align(passage.words, hashes.subarray(0, size), passage.weights);
      if (alignment === undefined || !convincing(alignment)) continue;
      found.push({
        entry,
        sink: [passage.starts[alignment.sink[0]]!, passage.ends[alignment.sink[1] - 1]!],
        source: [starts[alignment.source[0]]!, ends[alignment.source[1] - 1]!],
        bits: Math.round(alignment.bits),
        matched: alignment.matched,
      });
    }
    found.sort((a, b) => b.bits - a.bits);
    return found.filter(
      (one, index) =>
        !found.slice(0, index).some((other) => one.sink[0] < other.sink[1] && other.sink[0] < one.sink[1]),
    );
  }
}

export interface WantedToken {
  readonly value: string;
  /** Where it stands, in the order of the corpus. */
  readonly entries: { entry: Entry; at: number }[];
}

export interface Passage {
  readonly words: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly weights: Float64Array;
  readonly allowed: (entry: Entry) => boolean;
  readonly candidates: Candidate[];
}

interface Candidate {
  readonly entry: Entry;
  readonly bits: number;
  readonly from: number;
  readonly to: number;
}

/** A passage that a source holds with edits. */
export interface Reworded {
  readonly entry: Entry;
  readonly sink: readonly [number, number];
  readonly source: readonly [number, number];
  readonly bits: number;
  readonly matched: number;
}

const PASSAGE_WORDS = 240;
const FEWEST_WORDS = 6;
/** Words of all passages of a case: what lies beyond is compared exactly and by token, and said to be cut. */
const MOST_WORDS = 150_000;
const RARE_WORD = 11;
const RARE_PAIR = 13;
const MOST_HITS = 4000;
/** A hit is one number: word of the source times this, plus word of the passage. */
const HIT_BASE = 256;
const MOST_CANDIDATES = 4;
const MOST_OCCURRENCES = 400;
const LEAST_SEED_BITS = 26;

function convincing({ sink, matched, bits }: Alignment): boolean {
  return matched >= FEWEST_WORDS && bits >= 40 && matched >= 0.5 * (sink[1] - sink[0]);
}

/** The stretch of the source, about as long as the passage, whose seeds weigh most. */
function densest(passage: Passage, hits: readonly number[]): { from: number; to: number; bits: number } | undefined {
  const width = passage.words.length + 20;
  const counts = new Uint16Array(HIT_BASE);
  let bits = 0;
  let best: { from: number; to: number; bits: number } | undefined;
  let first = 0;
  for (const hit of hits) {
    const at = Math.floor(hit / HIT_BASE);
    while (at - Math.floor(hits[first]! / HIT_BASE) > width) {
      const word = hits[first++]! % HIT_BASE;
      counts[word]!--;
      if (counts[word] === 0) bits -= passage.weights[word]!;
    }
    const word = hit % HIT_BASE;
    if (counts[word]!++ === 0) bits += passage.weights[word]!;
    if (bits >= LEAST_SEED_BITS && (best === undefined || bits > best.bits)) {
      best = { from: Math.floor(hits[first]! / HIT_BASE), to: at + 1, bits };
    }
  }
  return best;
}
