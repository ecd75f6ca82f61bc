import { Cursor, END, isLetterOrDigit, NEWLINE, NOTHING, OTHER } from './fold.ts';
import { HOOK_EVENTS, HOOK_TAILS, LINE_FORMS } from './forms.ts';
import type { MarkupHit } from './model.ts';

const LONGEST = 72;
const WRITTEN_LIMIT = 360;

/** First four folded characters → forms that begin so. Most lines end the search here. */
const BY_HEAD = new Map<string, (typeof LINE_FORMS)[number][]>();
for (const form of LINE_FORMS) {
  const head = form.key.slice(0, 4);
  BY_HEAD.set(head, [...(BY_HEAD.get(head) ?? []), form]);
}
const HOOK_HEADS = new Set(HOOK_EVENTS.map((event) => event.slice(0, 4)));

/** First two letters of every form: a line that begins with two other ASCII letters is done with at once. */
const PAIRS = new Set([...LINE_FORMS.map((form) => form.key), ...HOOK_EVENTS].map((key) => key.slice(0, 2)));

function isPlainOther(text: string, at: number): boolean {
  const first = text.charCodeAt(at) | 0x20;
  const second = text.charCodeAt(at + 1) | 0x20;
  const areLetters = first >= 0x61 && first <= 0x7a && second >= 0x61 && second <= 0x7a;
  return areLetters && !PAIRS.has(String.fromCharCode(first, second));
}

/** Dress in front of a line that a model reads over: white space, list and quote marks, bold, `<br>`. */
const LEAD = /(?:[\s>*_#~-]|<br\s*\/?>|<p>|\\[*_#])*/iuy;

export function skipLead(text: string, at: number): number {
  // Most lines begin with a letter.
  const unit = text.charCodeAt(at);
  if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)) return at;
  LEAD.lastIndex = at;
  const window = text.slice(at, at + 64);
  LEAD.lastIndex = 0;
  const match = LEAD.exec(window);
  const skipped = match === null ? 0 : match[0].length;
  // A lead may not run over a line end: that line is looked at on its own.
  const line = /[\n\r\u2028\u2029]/u.exec(window.slice(0, skipped));
  return line === null ? at + skipped : -1;
}

/** A form goes on to the mark that ends its head (`]`, `:`) where that is near. */
function headEnd(text: string, end: number, isBracketed: boolean): number {
  const rest = text.slice(end, end + 80);
  const match = isBracketed ? /^[^\n\]］】]{0,60}[\]］】]/u.exec(rest) : /^[^\n:：.!?]{0,40}[:：]/u.exec(rest);
  return match === null ? end : end + match[0].length;
}

/** A host's line that begins at `at` (a line start), or undefined. */
export function lineForm(text: string, at: number): MarkupHit | undefined {
  const from = skipLead(text, at);
  if (from < 0 || from >= text.length || isPlainOther(text, from)) return undefined;
  const cursor = new Cursor(text, from);
  let key = '';
  const ends: number[] = [];
  let neutralised = false;
  let candidates: readonly (typeof LINE_FORMS)[number][] = [];
  let hook = false;
  while (key.length < LONGEST && cursor.at < from + WRITTEN_LIMIT) {
    const before = cursor.at;
    if (text.charCodeAt(before) === 0x5c && key === '') {
      // `[\harness:`
      neutralised = true;
      cursor.at += 1;
      continue;
    }
    const code = cursor.next();
    if (code === NOTHING) continue;
    if (code === END || code === NEWLINE) break;
    if (isLetterOrDigit(code)) {
      key += String.fromCharCode(code);
      ends.push(cursor.at);
      if (key.length === 4) {
        candidates = BY_HEAD.get(key) ?? [];
        hook = HOOK_HEADS.has(key);
        if (candidates.length === 0 && !hook) return undefined;
      }
    } else if (code === OTHER && key.length < 4) return undefined;
  }
  if (key.length < 4) return undefined;
  for (const form of candidates) {
    if (!key.startsWith(form.key)) continue;
    const end = ends[form.key.length - 1]!;
    const bracketed = form.name.startsWith('[');
    if (bracketed && !/[[［【〔〖⟦(&%\\]/u.test(text.slice(from, from + 6))) continue;
    if (!bracketed && form.name.endsWith(':') && !/^\s*[:：]/u.test(text.slice(end, end + 4))) continue;
    if (form.key === 'agentid' && !/^\s*[:：]/u.test(text.slice(end, end + 4))) continue;
    if (form.key === 'apierror' && !/^\s*[:：]/u.test(text.slice(end, end + 4))) continue;
    return {
      start: from,
      end: headEnd(text, end, bracketed),
      form: 'line',
      name: form.name,
      family: form.family,
      strength: form.strength,
      closing: false,
      disguise: [...cursor.seen].sort(),
      neutralised,
    };
  }
  if (!hook) return undefined;
  const tail = HOOK_TAILS.map((word) => ({ word, index: key.indexOf(word) })).find(({ index }) => index > 0);
  if (tail === undefined || !HOOK_EVENTS.some((event) => key.startsWith(event))) return undefined;
  return {
    start: from,
    end: headEnd(text, ends[tail.index + tail.word.length - 1]!, false),
    form: 'line',
    name: 'hook context line',
    family: 'hook',
    strength: 'strong',
    closing: false,
    disguise: [...cursor.seen].sort(),
    neutralised,
  };
}
