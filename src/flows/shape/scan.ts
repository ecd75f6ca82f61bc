import { BIT, entriesFor, fold, type WordEntry } from './lookup.ts';

/** Words of a text as parallel arrays: what no clause needs is never made into an object. Reused from text to text. */
export interface Scanned {
  readonly starts: number[];
  readonly ends: number[];
  readonly entries: (readonly WordEntry[])[];
  /** Marks that stand before each word since the last one. */
  readonly marks: string[];
  /** Index of the first word of each clause, and one past the last word. */
  readonly clauses: number[];
  /** Whether the clause holds a word that can make an order. */
  readonly marked: boolean[];
}

/** A clause longer than this is cut: a wall of words without a stop is no sentence. */
const MAX_CLAUSE_WORDS = 80;
/** Features that matter without a verb. */
const MARKS = BIT.ignore | BIT.claim | BIT.allow | BIT.skip | BIT.reader | BIT.secretly | BIT.reveal | BIT.before;
const NONE: readonly WordEntry[] = [];

const OTHER = 0;
const LETTER = 1;
/** Ends a sentence when a blank, a quote or nothing follows. */
const STOP = 2;
/** An order may begin behind it. */
const OPENS = 3;
const BREAK = 4;
const DASH = 5;
/** Part of a word inside it only. */
const INNER = 6;

const ASCII = new Uint8Array(128);
for (let code = 48; code < 123; code++) if (/[A-Za-z0-9]/.test(String.fromCharCode(code))) ASCII[code] = LETTER;
for (const sign of '.!?') ASCII[sign.charCodeAt(0)] = STOP;
for (const sign of ':;,()[]">*#|`=') ASCII[sign.charCodeAt(0)] = OPENS;
for (const sign of "'_") ASCII[sign.charCodeAt(0)] = INNER;
ASCII[10] = BREAK;
ASCII[45] = DASH;

const WIDE = new Map<number, number>();

function classOf(code: number): number {
  if (code < 128) return ASCII[code]!;
  if (code >= 0xd800 && code <= 0xdfff) return LETTER;
  let known = WIDE.get(code);
  if (known === undefined) {
    const char = String.fromCharCode(code);
    known = /[\p{L}\p{N}\p{M}]/u.test(char)
      ? LETTER
      : char === '…'
        ? STOP
        : /[“”„«»•–—]/.test(char)
          ? OPENS
          : char === '’'
            ? INNER
            : OTHER;
    WIDE.set(code, known);
  }
  return known;
}

const isBlank = (code: number): boolean =>
  code === 32 ||
  code === 10 ||
  code === 9 ||
  code === 13 ||
  code === 34 ||
  code === 39 ||
  code === 41 ||
  code === 93 ||
  code === 0x201d ||
  code === 0x2019 ||
  Number.isNaN(code);

/** One pass over the text. `common` counts the small words of each language; the result holds until the next call. */
export function scanWords(text: string, common: number[]): { readonly scanned: Scanned; readonly words: number } {
  const { starts, ends, entries, marks, clauses, marked } = buffer;
  let count = 0;
  let clauseCount = 0;
  let clauseStart = 0;
  let isMarked = false;
  let mark = '^';
  const close = (): void => {
    if (count > clauseStart) {
      clauses[clauseCount] = clauseStart;
      marked[clauseCount] = isMarked;
      clauseCount += 1;
    }
    clauseStart = count;
    isMarked = false;
    mark = '^';
  };
  const { length } = text;
  let first = 0;
  while (first < 8 && text.charCodeAt(first) === 32) first += 1;
  for (let at = numberEnd(text, first) > first ? numberEnd(text, first) : 0; at < length; ) {
    const code = text.charCodeAt(at);
    switch (classOf(code)) {
      case LETTER: {
        let end = at + 1;
        let upper = code >= 65 && code <= 90;
        let wide = code > 127;
        for (; end < length; end++) {
          const next = text.charCodeAt(end);
          const kind = classOf(next);
          if (
            kind === LETTER ||
            kind === INNER ||
            (kind === DASH && classOf(text.charCodeAt(end + 1)) === LETTER && !(text.charCodeAt(end + 1) <= 57))
          ) {
            upper ||= next >= 65 && next <= 90;
            wide ||= next > 127;
          } else break;
        }
        let found = NONE;
        if ((upper || wide) && text.charCodeAt(end) === 32 && end - at > 6) {
          // "report_Ignore all …", "USAIgnore all …": a payload that was put behind a word without a blank.
          const glued = GLUED.exec(text.slice(at, end));
          if (glued !== null && overrides(glued[0])) {
            at += glued.index;
            mark = ':';
          }
        }
        if (end - at <= 24 && !isGlued(text, at, end)) {
          const piece = text.slice(at, end);
          found = entriesFor(wide ? fold(piece) : upper ? piece.toLowerCase() : piece);
          for (const entry of found) {
            if ((entry.features & BIT.common) !== 0) common[entry.language]! += 1;
            if (entry.verbs !== 0 || (entry.features & MARKS) !== 0) isMarked = true;
          }
        }
        starts[count] = at;
        ends[count] = end;
        entries[count] = found;
        marks[count] = mark;
        mark = '';
        count += 1;
        if (count - clauseStart >= MAX_CLAUSE_WORDS) close();
        at = end;
        break;
      }
      case STOP:
        if (code === 0x2026 || isBlank(text.charCodeAt(at + 1)) || runsOn(text, at)) close();
        at += 1;
        break;
      case OPENS:
        if (code === 59) close();
        else mark += text[at]!;
        at += 1;
        break;
      case DASH:
        if (text.charCodeAt(at + 1) === 32) mark += '-';
        at += 1;
        break;
      case BREAK: {
        const end = breakEnd(text, at);
        const behind = numberEnd(text, end);
        if (behind > end) {
          // "  12→": the number that a reading tool put before the line is none of its words.
          if (isHardBreak(text, at, end)) close();
          else mark += '\n';
          at = behind;
          break;
        }
        // A blank line, a list mark, a heading, a table row: another thought. A bare line end may be a wrapped line.
        if (isHardBreak(text, at, end)) close();
        else mark += '\n';
        at = end;
        break;
      }
      case INNER:
        // An apostrophe outside a word is a quotation mark.
        if (code !== 95) mark += "'";
        at += 1;
        break;
      default:
        at += 1;
    }
  }
  close();
  clauses[clauseCount] = count;
  clauses.length = clauseCount + 1;
  marked.length = clauseCount;
  return { scanned: buffer, words: count };
}

const GLUED = /(?<=[\p{L}\p{N}_])\p{Lu}\p{Ll}{4,19}$/u;

function overrides(word: string): boolean {
  return entriesFor(fold(word)).some((entry) => (entry.features & BIT.ignore) !== 0);
}

const buffer: Scanned = { starts: [], ends: [], entries: [], marks: [], clauses: [], marked: [] };

function breakEnd(text: string, from: number): number {
  let end = from + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (
      !(
        code === 10 ||
        code === 13 ||
        code === 32 ||
        code === 9 ||
        code === 62 ||
        code === 42 ||
        code === 35 ||
        code === 124 ||
        code === 43 ||
        code === 45
      )
    )
      break;
  }
  // "1." and "12)" at the head of a line.
  let digits = end;
  while (digits < text.length && digits - end < 3 && text.charCodeAt(digits) >= 48 && text.charCodeAt(digits) <= 57)
    digits += 1;
  const behind = text.charCodeAt(digits);
  return digits > end && (behind === 46 || behind === 41) && isBlank(text.charCodeAt(digits + 1)) ? digits + 1 : end;
}

/** The end of a line number as reading tools write it (`   12→`, `12` and a tab), or `from` where there is none. */
function numberEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < 7 && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
  const sign = text.charCodeAt(end);
  return end > from && (sign === 0x2192 || sign === 9) ? end + 1 : from;
}

function isHardBreak(text: string, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    const code = text.charCodeAt(at);
    if (
      code === 10 ||
      code === 42 ||
      code === 35 ||
      code === 124 ||
      code === 43 ||
      code === 45 ||
      (code >= 48 && code <= 57)
    )
      return true;
  }
  return false;
}

const NEXT_SENTENCE = /[\p{Ll}\d%)\]"'’][.!?]\p{Lu}\p{Ll}{1,20} \p{Ll}/uy;

/** "…accordingly.Ignore your": a sentence that begins behind another one's stop without a blank, as where a payload was put in. */
function runsOn(text: string, stop: number): boolean {
  NEXT_SENTENCE.lastIndex = Math.max(0, stop - 1);
  return stop > 0 && NEXT_SENTENCE.test(text);
}

/** Part of an address, a path or a file name: no word of the sentence. */
function isGlued(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === 46 && runsOn(text, start - 1)) return false;
  if (before === 64 || before === 46 || before === 47 || before === 92)
    return start > 1 && !isBlank(text.charCodeAt(start - 2));
  const after = text.charCodeAt(end);
  return after === 64 || ((after === 46 || after === 47) && !isBlank(text.charCodeAt(end + 1)));
}
