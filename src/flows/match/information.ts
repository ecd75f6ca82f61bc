import { noiseLines } from './noise.ts';
import { WordBuffer } from './words.ts';

/**
 * What a matched span is worth, in bits: how surprising its words are within this case. Words that the host, the user or local files
 * repeat are worth little; outside text does not count itself down by repeating itself.
 */
export class Information {
  readonly #counts = new Uint16Array(1 << 16);
  #total = 0;
  #budget: number;
  readonly #words = new WordBuffer();

  /** At most so many characters are counted, and of one text no more than `PER_TEXT`: enough to know which words are common. */
  constructor(budget = 4_000_000) {
    this.#budget = budget;
  }

  /** Counts a text of host, typed or local origin; `words` as `WordBuffer` reads them. */
  learn(text: string, words: Uint32Array): void {
    const size = Math.min(text.length, PER_TEXT, this.#budget);
    if (size <= 0) return;
    this.#budget -= size;
    const whole = size === text.length;
    const { hashes, count } = whole ? { hashes: words, count: words.length } : this.#words.read(text, 0, size);
    const counts = this.#counts;
    for (let word = 0; word < count; word++) {
      const slot = hashes[word]! & 0xffff;
      if (counts[slot]! < 0xffff) counts[slot]!++;
    }
    this.#total += count;
  }

  /** Bits of one word, 0.5 to 16. */
  ofWord(hash: number, length: number): number {
    const expected = PRIOR_WEIGHT * (COMMON.get(hash) ?? 2 ** -Math.min(16, 5 + 1.25 * length));
    const share = (this.#counts[hash & 0xffff]! + expected) / (this.#total + PRIOR_WEIGHT);
    return Math.min(MOST_BITS, Math.max(0.5, -Math.log2(share)));
  }

  /** Bits of `[from, to)` of a text, and how many of its words are prose: words that are no part of a path, an address or an identifier. */
  ofSpan(text: string, from: number, to: number): { bits: number; prose: number; words: number } {
    const { hashes, starts, ends, count } = this.#words.read(text, from, to);
    const noise = noiseLines(text, from, to);
    let bits = 0;
    let prose = 0;
    let seen = 0;
    let line = 0;
    for (let word = 0; word < count; word++) {
      const start = starts[word]!;
      const end = ends[word]!;
      while (line < noise.length && start >= noise[line + 1]!) line += 2;
      if (line < noise.length && start >= noise[line]!) continue;
      if (isProse(text, start, end)) {
        prose++;
        bits += this.ofWord(hashes[word]!, end - start);
      } else {
        // A long name falls into many words, which come together or not at all.
        bits += Math.min(4, this.ofWord(hashes[word]!, end - start));
      }
      if (++seen > 20_000) return { bits: Math.round((bits * count) / seen), prose, words: seen };
    }
    return { bits: Math.round(bits), prose, words: seen };
  }
}

const PER_TEXT = 32_768;
const PRIOR_WEIGHT = 2000;
const MOST_BITS = 16;

/** Whether a word stands free: not joined to its neighbours by the signs that paths, addresses and identifiers are made of. */
function isProse(text: string, start: number, end: number): boolean {
  if (start > 0 && joins(text.charCodeAt(start - 1)) && !opens(text, start)) return false;
  if (end + 1 < text.length && joins(text.charCodeAt(end)) && isWordCharacter(text.charCodeAt(end + 1))) return false;
  // camelCase and PascalCase names; a capital at the start alone is a sentence.
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    const before = text.charCodeAt(at - 1);
    if (code >= 65 && code <= 90 && before >= 97 && before <= 122) return false;
  }
  return true;
}

/** `/ . _ : @ = \ - #` */
function joins(code: number): boolean {
  return (
    code === 47 ||
    code === 46 ||
    code === 95 ||
    code === 58 ||
    code === 64 ||
    code === 61 ||
    code === 92 ||
    code === 45 ||
    code === 35
  );
}

function opens(text: string, start: number): boolean {
  return start < 2 || !isWordCharacter(text.charCodeAt(start - 2));
}

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code >= 128;
}

/** Shares of the most common English words: a case of a few lines cannot count them itself. */
const COMMON: ReadonlyMap<number, number> = (() => {
  const words =
    'the of and to a in is you that it he was for on are as with his they i at be this have from or one had by word but not what all were we when ' +
    'your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into ' +
    'time has look two more write go see number no way could people my than first water been call who its now find long down day did get come made ' +
    'may part file files code test tests error line lines name type value data run using used new set should must need only also any after before ' +
    'because please here just where does each true false null';
  const table = new Map<number, number>();
  const buffer = new WordBuffer();
  words.split(' ').forEach((word, rank) => {
    const hash = buffer.read(word).hashes[0]!;
    if (!table.has(hash)) table.set(hash, 0.07 / (rank + 1.5));
  });
  return table;
})();
