import type { Folded } from './fold.ts';

/** A stretch of a text beside the units it folds to. */
export interface Stretch {
  readonly text: string;
  readonly folded: Folded;
}

/** Names of changes that a reader of raw text would not see through: their presence makes a match *decoded*, not just *normalised*. */
export const ENCODED: ReadonlySet<string> = new Set(['unicode-escapes', 'html-entities']);

/** Kinds of signs between letters, each compared on its own: what differs there names the change. */
const BETWEEN: readonly (readonly [string, RegExp])[] = [
  ['tag-characters', /[\u{e0000}-\u{e007f}]/gu],
  ['zero-width', /[\u200b\u200c\u200e\u200f\u2060-\u2064\ufeff]|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu],
  ['bidi-controls', /[\u202a-\u202e\u2066-\u2069]/g],
  ['soft-hyphens', /\u00ad/g],
  ['terminal-codes', /\x1b\[[0-9;?]{0,16}[A-Za-z]?|\x1b/g],
  ['control-characters', /[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]/g],
  ['line-numbers', /(?:^|[\n\r>])[\s>]{0,20}\d{1,6}(?:[→\t|:-]|\\t)/g],
  ['list-markers', /(?:^|\n)[\s>]{0,20}(?:[-*+•]\s|\d{1,6}[.)]\s)/g],
  ['quote-prefix', /(?:^|\n)\s{0,20}>/g],
  ['json-escapes', /\\+[nrtbf"\\/]/g],
  ['html-escapes', /&(?:amp;)*[a-z]{2,8};|&#x?[0-9a-f]{1,6};/gi],
  ['quote-marks', /["'“”‘’«»„‚‹›「」『』]/g],
  ['markdown', /[*_`~#]/g],
  ['white-space', /\s/g],
  ['punctuation', /[^\s\p{L}\p{N}\p{M}\p{C}"'“”‘’«»„‚‹›「」『』*_`~#\\&]/gu],
];

/** At most so many units are compared for the names; spans are often thousands of lines of one kind. */
const MOST_UNITS = 20_000;

/**
 * How two stretches that fold to the same units differ, by name. Empty: the raw characters are equal. `offset` is where in each fold
 * the span starts; it is `length` units long.
 */
export function differences(a: Stretch, from: number, b: Stretch, at: number, length: number): string[] {
  if (raw(a, from, from + length) === raw(b, at, at + length)) return [];
  const names = new Set<string>();
  const size = Math.min(length, MOST_UNITS);
  const seen = new Set<string>();
  for (let unit = 0; unit < size; unit++) {
    const left = letter(a, from + unit);
    const right = letter(b, at + unit);
    if (left !== right && !seen.has(left + right)) {
      seen.add(left + right);
      names.add(letterChange(left, right));
    }
    if (unit + 1 === size) break;
    const before = gap(a, from + unit);
    const behind = gap(b, at + unit);
    if (before === behind || seen.has(`${before}\0${behind}`)) continue;
    seen.add(`${before}\0${behind}`);
    for (const [name, pattern] of BETWEEN) if (picked(before, pattern) !== picked(behind, pattern)) names.add(name);
    // A wrapped escape or entity holds the white space that the other side has as itself.
    if (seen.size > 2000) break;
  }
  // Line breaks inside a cut differ only in how the text was wrapped.
  return names.size === 0
    ? ['white-space']
    : [...BETWEEN.map(([name]) => name), ...LETTER_CHANGES].filter((name) => names.has(name));
}

const LETTER_CHANGES = [
  'case',
  'full-width',
  'compatibility-forms',
  'accents',
  'look-alikes',
  'unicode-escapes',
  'html-entities',
];

function letterChange(left: string, right: string): string {
  if (left.startsWith('\\') || right.startsWith('\\')) return 'unicode-escapes';
  if ((left.startsWith('&') || right.startsWith('&')) && left.length + right.length > 3) return 'html-entities';
  if (left.toLowerCase() === right.toLowerCase()) return 'case';
  const forms = [left, right].map((side) => side.normalize('NFKC').toLowerCase());
  if (forms[0] === forms[1])
    return [left, right].some((side) => /[\uff01-\uff5e\u3000]/.test(side)) ? 'full-width' : 'compatibility-forms';
  const plain = forms.map((side) => side.normalize('NFD').replace(/\p{M}/gu, ''));
  if (plain[0] === plain[1]) return 'accents';
  return 'look-alikes';
}

function picked(text: string, pattern: RegExp): string {
  if (text === '') return '';
  return (text.match(pattern) ?? []).join('');
}

function letter({ text, folded }: Stretch, unit: number): string {
  return text.slice(folded.starts[unit], folded.ends[unit]);
}

/** What stands between the character of this unit and that of the next. */
function gap({ text, folded }: Stretch, unit: number): string {
  return text.slice(folded.ends[unit], Math.max(folded.ends[unit]!, folded.starts[unit + 1]!));
}

function raw({ text, folded }: Stretch, from: number, to: number): string {
  return text.slice(folded.starts[from], folded.ends[to - 1]);
}
