import { type Alignment, align } from './alignment.ts';
import type { Corpus, Entry } from './corpus.ts';
import { HitLists } from './hit-lists.ts';
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
  readonly #tokenFilter = new Uint8Array(1 << 13);
  /** Tokens by one word of theirs: an entry is searched for those whose word it holds. */
  readonly #keys = new Map<number, WantedToken[]>();
  readonly #keyFilter = new Uint8Array(1 << 13);
  readonly #possible = new Set<WantedToken>();
  /** Tokens without a word. */
  readonly #keyless: WantedToken[] = [];
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
      this.#tokenFilter[(hash >>> 3) & 0x1fff]! |= 1 << (hash & 7);
    }
    let wanted = list.find((candidate) => candidate.value === token.value);
    if (wanted === undefined) {
      wanted = { value: token.value, entries: [] };
      list.push(wanted);
      this.#noteKeys(wanted);
    }
    return wanted;
  }

  /** The word of a token that tells most. Not its first one if it has others: what stands before a token may belong to the same word. */
  #noteKeys(wanted: WantedToken): void {
    const { value } = wanted;
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
      this.#keyless.push(wanted);
      return;
    }
    this.#addKey(hashes[best]!, wanted);
    if (count > 1) return;
    // Behind an escape (`\nfoo`) the token begins with a letter that the word does not have.
    const rest = this.#words.read(value, 1);
    if (rest.count > 0) this.#addKey(rest.hashes[0]!, wanted);
  }

  #addKey(hash: number, wanted: WantedToken): void {
    const list = this.#keys.get(hash);
    if (list === undefined) this.#keys.set(hash, [wanted]);
    else if (!list.includes(wanted)) list.push(wanted);
    this.#keyFilter[(hash >>> 3) & 0x1fff]! |= 1 << (hash & 7);
  }

  /** Whether an entry may hold a token: it holds its word, and, while these are few, the token as a string. */
  #mayHoldToken({ words }: Entry, value: () => string): boolean {
    const filter = this.#keyFilter;
    const possible = this.#possible;
    possible.clear();
    for (const wanted of this.#keyless) possible.add(wanted);
    for (let word = 0; word < words.length; word++) {
      const hash = words[word]!;
      if ((filter[(hash >>> 3) & 0x1fff]! & (1 << (hash & 7))) === 0) continue;
      const list = this.#keys.get(hash);
      if (list === undefined) continue;
      for (const wanted of list) possible.add(wanted);
      if (possible.size > FEW_TOKENS) return true;
    }
    if (possible.size === 0) return false;
    const text = value();
    for (const wanted of possible) if (text.includes(wanted.value)) return true;
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
        isAllowed: false,
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
    const hits = new HitLists(this.#passages.length);
    for (const entry of this.#corpus.entries) {
      if (wantsTokens && this.#mayHoldToken(entry, () => this.#corpus.valueOf(entry)))
        this.#findTokens(entry, this.#corpus.valueOf(entry));
      if (wantsWords) this.#findPassages(entry, hits);
    }
  }

  #findTokens(entry: Entry, value: string): void {
    const filter = this.#tokenFilter;
    const look = (hash: number, found: () => string) => {
      if ((filter[(hash >>> 3) & 0x1fff]! & (1 << (hash & 7))) === 0) return;
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

  #findPassages(entry: Entry, hits: HitLists): void {
    if (entry.words.length < FEWEST_WORDS) return;
    const seeds = this.#seeds;
    this.#seeds.eachIn(entry.words, (place, at) => {
      for (let next = place; next !== 0; next = seeds.next(next)) {
        const number = seeds.passageOf(next);
        const passage = this.#passages[number]!;
        if (passage.asked !== entry) {
          passage.asked = entry;
          passage.isAllowed = passage.allowed(entry);
        }
        if (passage.isAllowed) hits.add(number, at, seeds.wordOf(next));
      }
    });
    hits.take((number, at, words, count) => {
      const { weights, candidates } = this.#passages[number]!;
      const best = densest(weights, at, words, count);
      if (best === undefined) return;
      const worst = candidates.at(-1);
      if (candidates.length >= MOST_CANDIDATES && worst !== undefined && worst.bits >= best.bits) return;
      const from = Math.max(0, best.from - 20);
      const to = Math.min(entry.words.length, best.to + 40);
      candidates.push({ entry, bits: best.bits, from, to });
      candidates.sort((a, b) => b.bits - a.bits);
      candidates.length = Math.min(candidates.length, MOST_CANDIDATES);
    });
  }

  /** The best alignments of a passage, best first, not overlapping in the sink. Offsets are UTF-16 units of both values. */
  alignments(passage: Passage): Reworded[] {
    const found: Reworded[] = [];
    for (const { entry, from, to } of passage.candidates) {
      const source = entry.words.subarray(from, Math.min(to, from + 4 * PASSAGE_WORDS));
      const alignment = align(passage.words, source, passage.weights, mayConvince);
      if (alignment === undefined || !convincing(alignment)) continue;
      const start = this.#placeOf(entry, from + alignment.source[0])[0];
      const end = this.#placeOf(entry, from + alignment.source[1] - 1)[1];
      found.push({
        entry,
        sink: [passage.starts[alignment.sink[0]]!, passage.ends[alignment.sink[1] - 1]!],
        source: [start, end],
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

  /** Where a word of an entry stands in its value. */
  #placeOf(entry: Entry, word: number): [number, number] {
    const { wordMarks: marks } = entry;
    let mark = 0;
    while (mark + 2 < marks.length && marks[mark + 2]! <= word) mark += 2;
    const first = marks[mark] ?? 0;
    const value = this.#corpus.valueOf(entry);
    const { starts, ends } = this.#words.read(value, marks[mark + 1] ?? 0, marks[mark + 3] ?? value.length);
    return [starts[word - first]!, ends[word - first]!];
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
  /** The entry that was asked about last, and the answer. */
  asked?: Entry;
  isAllowed: boolean;
}

/** A stretch of an entry, in words. */
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
const MOST_CANDIDATES = 4;
const MOST_OCCURRENCES = 400;
const LEAST_SEED_BITS = 26;
const LEAST_BITS = 40;
/** More tokens than these are looked for in one pass, not one by one. */
const FEW_TOKENS = 12;

function convincing({ sink, matched, bits }: Alignment): boolean {
  return matched >= FEWEST_WORDS && bits >= LEAST_BITS && matched >= 0.5 * (sink[1] - sink[0]);
}

/** Whether the words that passage and source have in common could make a convincing alignment: most pairs share too few. */
function mayConvince(matched: number, bits: number): boolean {
  // Some room: sums of fractions hang on their order.
  return matched >= FEWEST_WORDS && bits >= LEAST_BITS - 1;
}

const COUNTS = new Uint16Array(PASSAGE_WORDS);

/** The stretch of the source, about as long as the passage, whose seeds weigh most. */
function densest(
  weights: Float64Array,
  at: Int32Array,
  words: Uint8Array,
  count: number,
): { from: number; to: number; bits: number } | undefined {
  const width = weights.length + 20;
  const counts = COUNTS.fill(0);
  let bits = 0;
  let best: { from: number; to: number; bits: number } | undefined;
  let first = 0;
  for (let hit = 0; hit < count; hit++) {
    while (at[hit]! - at[first]! > width) {
      const word = words[first++]!;
      counts[word]!--;
      if (counts[word] === 0) bits -= weights[word]!;
    }
    const word = words[hit]!;
    if (counts[word]!++ === 0) bits += weights[word]!;
    if (bits >= LEAST_SEED_BITS && (best === undefined || bits > best.bits)) {
      best = { from: at[first]!, to: at[hit]! + 1, bits };
    }
  }
  return best;
}
