import type { Clause, Token } from './clause.ts';
import { FIRM_LEXICONS, WORD_LEXICONS } from './lexicon/index.ts';
import { BIT, fold } from './lookup.ts';
import { type Scanned, scanWords } from './scan.ts';

export interface WordReading {
  readonly clauses: readonly Clause[];
  /** Counted words of each word language, by index in WORD_LEXICONS, and all words. */
  readonly common: readonly number[];
  readonly words: number;
}

/** Cuts a text into clauses of the languages that put blanks between words. Linear; clauses that cannot order are dropped at once. */
export function readWords(text: string): WordReading {
  const common = WORD_LEXICONS.map(() => 0);
  const { scanned, words } = scanWords(text, common);
  const most = Math.max(...common);
  const fallback = most > 0 ? common.indexOf(most) : undefined;
  const clauses: Clause[] = [];
  scanned.marked.forEach((marked, index) => {
    if (marked) settle(text, scanned, scanned.clauses[index]!, scanned.clauses[index + 1]!, fallback, clauses);
  });
  return { clauses, common, words };
}

/**
 * The language with the most small words in the clause; else that of the whole text; else the one that knows most of the words. Two
 * languages that fit equally well are both read, but the further ones not beside the first.
 */
function settle(
  text: string,
  scanned: Scanned,
  from: number,
  to: number,
  fallback: number | undefined,
  into: Clause[],
): void {
  const small = WORD_LEXICONS.map(() => 0);
  const known = WORD_LEXICONS.map(() => 0);
  for (let index = from; index < to; index++) {
    for (const entry of scanned.entries[index]!) {
      known[entry.language]! += 1;
      if ((entry.features & BIT.common) !== 0) small[entry.language]! += 1;
    }
  }
  const most = Math.max(...small);
  const drawn = small.flatMap((count, index) => (count === most ? [index] : []));
  const knows = Math.max(...drawn.map((index) => known[index]!));
  const firm = drawn.some((index) => index < FIRM_LEXICONS)
    ? drawn.filter((index) => index < FIRM_LEXICONS || index === fallback)
    : // Related languages share their small words: the one that knows more of the others.
      drawn.filter((index) => known[index] === knows);
  const languages = most > 0 ? (firm.length > 0 ? firm : drawn) : [fallback ?? known.indexOf(Math.max(...known))];
  for (const language of languages) {
    const tokens: Token[] = [];
    let orders = false;
    for (let index = from; index < to; index++) {
      const entry = scanned.entries[index]!.find((one) => one.language === language);
      const [start, end] = [scanned.starts[index]!, scanned.ends[index]!];
      const piece = text.slice(start, end);
      const mark = scanned.marks[index]!;
      const features = entry?.features ?? 0;
      const verbs = entry?.verbs ?? 0;
      orders ||= verbs !== 0 || features !== 0;
      tokens.push({
        start,
        end,
        word: fold(piece),
        features,
        verbs,
        opens: mark !== '',
        mark: mark === '^' ? '' : mark,
        label: isLabel(text, end),
        glued: isGlued(text, start, end),
        capital: piece[0] !== piece[0]!.toLowerCase(),
      });
    }
    if (orders)
      into.push({
        start: tokens[0]!.start,
        end: tokens.at(-1)!.end,
        language: WORD_LEXICONS[language]!.language,
        tokens,
      });
  }
}

/** `http` of `http://a.b`, `scripts` of `scripts/a.sh`, and what stands behind `~/` and `./`. */
function isGlued(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  const after = text.charCodeAt(end + 1);
  if ((next === 47 || next === 46 || next === 58 || next === 64) && after > 32 && after !== 34 && after !== 39)
    return true;
  return text.charCodeAt(start - 1) === 47 || (text.charCodeAt(start - 1) === 46 && text.charCodeAt(start - 2) === 47);
}

/** `name:` and `name =` and `"name":`, but not `Do this:`, whose order has more words. */
function isLabel(text: string, end: number): boolean {
  const next = text.charCodeAt(end);
  if (next === 58 || next === 61) return true;
  const after = text.charCodeAt(end + 1);
  return (next === 34 || next === 39 || next === 32) && (after === 58 || after === 61);
}
