/**
 * Which of many patterns could match a text at all. A pattern with large word lists is dear: to compile (case folding of letter classes)
 * and to try at every place. From its source the words are read that any match must hold; a text without them is not put to it. Errs on
 * the side of asking: what cannot be read out of a source is always asked.
 */
export class Sieve {
  readonly #bits = new Uint32Array(1 << (FILTER_BITS - 5));
  /** Hash of a word → the lists that it stands in. */
  readonly #lists = new Map<number, number[]>();
  readonly #lengths: boolean[] = [];
  readonly #needs: { readonly pattern: RegExp; readonly ways: readonly (readonly number[])[] | undefined }[] = [];
  #count = 0;
  #unread: readonly RegExp[];

  constructor(patterns: readonly RegExp[]) {
    this.#unread = patterns;
  }

  /** Sources are read with the first text: whoever loads a sieve need not use it. */
  #read(): void {
    const patterns = this.#unread;
    this.#unread = [];
    for (const pattern of patterns) {
      const ways = needsOf(pattern.source)?.map((lists) => lists.map((words) => this.#list(words)));
      this.#needs.push({ pattern, ways });
    }
  }

  #list(words: ReadonlySet<string>): number {
    const list = this.#count;
    this.#count += 1;
    for (const word of words) this.#add(fold(word).slice(0, LONGEST), list);
    return list;
  }

  #add(word: string, list: number): void {
    let hash = START;
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
    this.#lengths[word.length] = true;
    this.#bits[(hash >>> (32 - FILTER_BITS)) >>> 5]! |= 1 << ((hash >>> (32 - FILTER_BITS)) & 31);
    const known = this.#lists.get(hash);
    if (known === undefined) this.#lists.set(hash, [list]);
    else known.push(list);
  }

  /** The patterns that may match; every pattern that does is among them. */
  candidates(text: string): ReadonlySet<RegExp> {
    if (this.#unread.length > 0) this.#read();
    const folded = fold(text);
    const odd = ODD.test(folded);
    const seen = odd ? undefined : this.#seen(folded);
    const found = new Set<RegExp>();
    for (const { pattern, ways } of this.#needs) {
      if (seen === undefined || ways === undefined || ways.some((lists) => lists.every((list) => seen[list] === 1)))
        found.add(pattern);
    }
    return found;
  }

  /** Of each list: whether one of its words stands in the text. Words of equal hash are taken for one another. */
  #seen(text: string): Uint8Array {
    const seen = new Uint8Array(this.#count);
    const bits = this.#bits;
    const lengths = this.#lengths;
    for (let from = 0; from < text.length; from += 1) {
      const end = Math.min(LONGEST, text.length - from);
      let hash = START;
      for (let length = 1; length <= end; length += 1) {
        hash = Math.imul(hash ^ text.charCodeAt(from + length - 1), PRIME);
        if (lengths[length] !== true) continue;
        const slot = hash >>> (32 - FILTER_BITS);
        if ((bits[slot >>> 5]! & (1 << (slot & 31))) === 0) continue;
        for (const list of this.#lists.get(hash) ?? []) seen[list] = 1;
      }
    }
    return seen;
  }
}

const START = 0x811c9dc5;
const PRIME = 0x01000193;
const FILTER_BITS = 15;
/** Beginnings of words are compared this far: longer ones are hardly rarer. */
const LONGEST = 6;
/** Letters that fold to another one under the flags `iu` though lower case leaves them as they are. */
const ODD = /[\u0345\u00b5\u017f\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5\u1c80-\u1c8a\u1e9b\u1fbe\ua64b]/;

function fold(text: string): string {
  return text.toLowerCase();
}

type List = ReadonlySet<string>;

/**
 * The ways in which a source can match: of each way the lists of which every match holds at least one word. Undefined where some way
 * has none.
 */
export function needsOf(source: string): readonly (readonly List[])[] | undefined {
  const reader = new SourceReader(source);
  const ways = reader.ways();
  return reader.done && ways.every((lists) => lists.length > 0) ? ways : undefined;
}

type Words = List | undefined;

class SourceReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.#at >= this.#source.length;
  }

  /** One of several. */
  ways(): List[][] {
    const ways = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      ways.push(this.#sequence());
    }
    return ways;
  }

  /** As one list: of each way the one that says most. */
  #alternatives(): Words {
    const all = new Set<string>();
    let known = true;
    for (const lists of this.ways()) {
      const best = lists.reduce<Words>((most, list) => (weight(list) > weight(most) ? list : most), undefined);
      if (best === undefined) known = false;
      else for (const word of best) all.add(word);
    }
    return known ? all : undefined;
  }

  /** One behind the other: each part with words of its own is a list. */
  #sequence(): List[] {
    const lists: List[] = [];
    let run = '';
    const endRun = (): void => {
      if (run !== '') lists.push(new Set([run]));
      run = '';
    };
    while (!this.done && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      const part = this.#part();
      const times = this.#quantifier();
      if (typeof part === 'string' && times === 'once') {
        run += part;
        continue;
      }
      if (typeof part === 'string' && times === 'more') run += part;
      endRun();
      if (typeof part === 'object' && times !== 'perhaps') lists.push(part);
    }
    endRun();
    return lists;
  }

  /** A letter that stands for itself, the words of a group, or nothing that helps. */
  #part(): string | Words {
    const source = this.#source;
    const unit = String.fromCodePoint(source.codePointAt(this.#at)!);
    this.#at += unit.length;
    switch (unit) {
      case '(':
        return this.#group();
      case '[':
        while (source[this.#at] !== ']') this.#at += source[this.#at] === '\\' ? 2 : 1;
        this.#at += 1;
        return undefined;
      case '\\':
        return this.#escape();
      case '.':
      case '^':
      case '$':
        return undefined;
      default:
        return unit;
    }
  }

  #group(): Words {
    const lead = /^\?(?:<?[=!]|:|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 40))?.[0] ?? '';
    this.#at += lead.length;
    const words = this.#alternatives();
    this.#at += 1;
    // What stands before or behind a match is no part of it.
    return /^\?<?[=!]$/.test(lead) ? undefined : words;
  }

  #escape(): string | Words {
    const unit = this.#source[this.#at]!;
    this.#at += 1;
    if (/[^\w\s]/.test(unit)) return unit;
    const more = { p: /^\{[^}]*\}/, P: /^\{[^}]*\}/, u: /^(?:\{[^}]*\}|.{4})/, x: /^../, c: /^./, k: /^<[^>]*>/ }[unit];
    if (more !== undefined) this.#at += more.exec(this.#source.slice(this.#at, this.#at + 40))?.[0].length ?? 0;
    return undefined;
  }

  #quantifier(): 'once' | 'more' | 'perhaps' {
    if (!'?*+{'.includes(this.#source[this.#at] ?? ' ')) return 'once';
    const found = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 20))?.[0];
    if (found === undefined) return 'once';
    this.#at += found.length;
    return /^(?:\+|\{0*[1-9])/.test(found) ? 'more' : 'perhaps';
  }
}

/** The shortest word decides how much a set says; of equals the smaller set. Letters beyond ASCII say more. */
function weight(words: Words): number {
  if (words === undefined || words.size === 0) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (const word of words) {
    let length = 0;
    for (let at = 0; at < word.length && at < LONGEST; at += 1) length += word.charCodeAt(at) > 0x2e80 ? 3 : 1;
    least = Math.min(least, length);
  }
  return least + 1 / (1 + words.size);
}
