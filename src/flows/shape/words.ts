import type { Clause, Token } from './clause.ts';
import { WORD_LEXICONS } from './lexicon/index.ts';
import { BIT, fold, WORDS, type WordEntry } from './lookup.ts';

/** A clause longer than this is cut: a wall of words without a stop is no sentence. */
const MAX_CLAUSE_TOKENS = 80;
const PIECE =
  /[\p{L}\p{N}](?:[\p{L}\p{N}'’_]|-(?=\p{L}))*|[.!?…](?=[\s"'”’)\]]|$)|[:;,()[\]"“”„«»>*•#|`–—=]|-(?=\s)|\n[\n \t>*#|+-]*(?:\d{1,3}[.)](?=\s))?/gu;

interface Raw {
  readonly start: number;
  readonly end: number;
  readonly word: string;
  readonly entries: readonly WordEntry[];
  readonly opens: boolean;
  readonly mark: string;
  readonly label: boolean;
  readonly capital: boolean;
}

export interface WordReading {
  readonly clauses: readonly Clause[];
  /** Counted words of each word language, by index in WORD_LEXICONS, and all words. */
  readonly common: readonly number[];
  readonly words: number;
}

/** Cuts a text into clauses of the languages that put blanks between words. One pass. */
export function readWords(text: string): WordReading {
  const common = WORD_LEXICONS.map(() => 0);
  const groups: Raw[][] = [];
  let group: Raw[] = [];
  let opens = true;
  let mark = '';
  let words = 0;
  const close = (): void => {
    if (group.length > 0) groups.push(group);
    group = [];
    opens = true;
  };
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0];
    const first = piece.charCodeAt(0);
    if (isWordStart(first)) {
      words += 1;
      const word = fold(piece);
      const entries = isGlued(text, match.index, match.index + piece.length) ? NONE : (WORDS.get(word) ?? NONE);
      for (const entry of entries) if ((entry.features & BIT.common) !== 0) common[entry.language]! += 1;
      const capital = piece[0] !== piece[0]!.toLowerCase();
      group.push({
        start: match.index,
        end: match.index + piece.length,
        word,
        entries,
        opens,
        mark,
        label: isLabel(text, match.index + piece.length),
        capital,
      });
      opens = false;
      mark = '';
      if (group.length >= MAX_CLAUSE_TOKENS) close();
    } else if (/^[.!?…;]/.test(piece) || (first === 10 && HARD_BREAK.test(piece))) close();
    else {
      opens = true;
      mark += piece;
    }
  }
  close();
  const fallback = common.indexOf(Math.max(...common));
  return {
    clauses: groups.flatMap((raw) => settle(raw, common[fallback]! > 0 ? fallback : undefined)),
    common,
    words,
  };
}

/** A blank line, a list mark, a heading, a table row: another thought. A bare line end may be a wrapped line. */
const HARD_BREAK = /\n.*\n|[*#|+\d-]/s;
const NONE: readonly WordEntry[] = [];

/** `name:` and `name =` and `"name":`, but not `Do this:`, whose order has more words. */
function isLabel(text: string, end: number): boolean {
  const next = text.charCodeAt(end);
  if (next === 58 || next === 61) return true;
  const after = text.charCodeAt(end + 1);
  return (next === 34 || next === 39 || next === 32) && (after === 58 || after === 61);
}

/** Part of an address, a path or a file name: no word of the sentence. */
function isGlued(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === 64 || before === 46 || before === 47 || before === 92)
    return start > 1 && !isBlank(text.charCodeAt(start - 2));
  const after = text.charCodeAt(end);
  return after === 64 || ((after === 46 || after === 47) && !isBlank(text.charCodeAt(end + 1)));
}

function isBlank(code: number): boolean {
  return Number.isNaN(code) || code === 32 || code === 10 || code === 9 || code === 34 || code === 39 || code === 41;
}

function isWordStart(code: number): boolean {
  return code > 127 ? !/[…“”„«»•–—]/.test(String.fromCharCode(code)) : /[A-Za-z0-9]/.test(String.fromCharCode(code));
}

/** The language with the most small words in the clause; else that of the whole text; else the one that knows most of the words. */
function settle(raw: readonly Raw[], fallback: number | undefined): Clause[] {
  const counts = WORD_LEXICONS.map(() => 0);
  let marked = false;
  for (const { entries } of raw) {
    for (const entry of entries) {
      if ((entry.features & BIT.common) !== 0) counts[entry.language]! += 1;
      if (entry.verbs !== 0 || (entry.features & MARKS) !== 0) marked = true;
    }
  }
  if (!marked) return [];
  const most = Math.max(...counts);
  const candidates =
    most > 0 ? counts.flatMap((count, index) => (count === most ? [index] : [])) : [fallback ?? best(raw)];
  return candidates.flatMap((language) => {
    const tokens: Token[] = raw.map((one) => {
      const entry = one.entries.find((candidate) => candidate.language === language);
      return {
        start: one.start,
        end: one.end,
        word: one.word,
        features: entry?.features ?? 0,
        verbs: entry?.verbs ?? 0,
        opens: one.opens,
        mark: one.mark,
        label: one.label,
        capital: one.capital,
      };
    });
    if (!tokens.some((token) => token.verbs !== 0 || (token.features & MARKS) !== 0)) return [];
    return [{ start: raw[0]!.start, end: raw.at(-1)!.end, language: WORD_LEXICONS[language]!.language, tokens }];
  });
}

/** Without any small word: the language that knows most of the words, the first of them where several do. */
function best(raw: readonly Raw[]): number {
  const counts = WORD_LEXICONS.map(() => 0);
  for (const { entries } of raw) for (const entry of entries) counts[entry.language]! += 1;
  return counts.indexOf(Math.max(...counts));
}

/** Features that matter without a verb. */
const MARKS = BIT.ignore | BIT.claim | BIT.allow | BIT.skip | BIT.reader | BIT.secretly | BIT.reveal | BIT.before;
