import type { MarkupHit } from './model.ts';
import { isDiscussed, type QuotedRange, type QuotePlace, quotedRanges, quotePlace } from './quoting.ts';
import { controlMarkup } from './scan.ts';

export type Quoting = QuotePlace | 'discussion' | 'source-code' | 'escaped-string';

/** Control forms that stand together, with what they hold: one thing to judge. */
export interface MarkupBlock {
  readonly start: number;
  readonly end: number;
  readonly hits: readonly MarkupHit[];
  /** The strongest of the forms. */
  readonly lead: MarkupHit;
  /** What stands between the forms, tags taken out. */
  readonly inner: string;
  /** All forms of the block stand quoted; how the first does. */
  readonly quoted?: Quoting;
  /** The fence that the block stands in. */
  readonly fence?: QuotedRange;
}

/** Forms closer than this, with no blank line between, belong to one block. */
const NEAR = 1_200;
/** A hundred thousand tags in a row are many blocks, so that no one of them has to be judged whole. */
const LONGEST_RUN = 64;
/** Behind so many forms the sentences around each are no longer read: nobody discusses two thousand tags. */
const MOST_READ = 2_000;
/** An unclosed form reaches this far at most, or to the next blank line. */
const REACH = 1_500;

export function markupBlocks(text: string, hits: readonly MarkupHit[] = controlMarkup(text)): MarkupBlock[] {
  if (hits.length === 0) return [];
  const ranges = quotedRanges(text);
  const quotes: (Quoting | undefined)[] = [];
  for (const [index, hit] of hits.entries()) {
    const before = hits[index - 1];
    // A tag right behind another stands where that one stands.
    if (before !== undefined && hit.start - before.end < 2) quotes.push(quotes[index - 1]);
    else quotes.push(quotingOf(text, hit, ranges, index < MOST_READ));
  }
  const blocks: MarkupBlock[] = [];
  let from = 0;
  while (from < hits.length) {
    let to = from + 1;
    const quoted = quotes[from] !== undefined;
    const opened = new Set<string>();
    while (to < hits.length && to - from < LONGEST_RUN) {
      const before = hits[to - 1]!;
      if (!before.closing) opened.add(before.name);
      if ((quotes[to] !== undefined) !== quoted || !belongs(text, before, hits[to]!, opened)) break;
      to += 1;
    }
    const own = hits.slice(from, to);
    const start = own[0]!.start;
    const end = endOf(text, own, hits[to]?.start ?? text.length);
    const quote = quotes[from];
    const fence = quote === 'fence' ? quotePlace(ranges, start, Math.min(end, own[0]!.end)) : undefined;
    const lead =
      own.find((hit) => hit.strength === 'strong' && !hit.closing) ?? own.find((hit) => !hit.closing) ?? own[0]!;
    blocks.push({
      start,
      end,
      hits: own,
      lead,
      inner: innerOf(text, own, end),
      ...(quote === undefined ? {} : { quoted: quote }),
      ...(fence === undefined ? {} : { fence }),
    });
    from = to;
  }
  return blocks;
}

function belongs(text: string, before: MarkupHit, next: MarkupHit, opened: ReadonlySet<string>): boolean {
  if (next.start - before.end > NEAR) return false;
  // A closing tag belongs to its opening one, however many blank lines lie between.
  if (next.closing && opened.has(next.name)) return true;
  return !/\n\s*\n/.test(text.slice(before.end, next.start));
}

function endOf(text: string, own: readonly MarkupHit[], limit: number): number {
  const last = own.at(-1)!;
  if (last.closing || last.decoded !== undefined) return last.end;
  const window = text.slice(last.end, Math.min(limit, last.end + REACH));
  // The words of an unclosed form go on to the next blank line behind at least some words.
  const words = window.search(/\S/);
  const blank = words < 0 ? -1 : window.slice(words).search(/\n[ \t\r]*\n/);
  return last.end + (blank < 0 ? window.length : words + blank);
}

function innerOf(text: string, own: readonly MarkupHit[], end: number): string {
  let inner = '';
  let at = own[0]!.start;
  for (const hit of own) {
    inner += text.slice(at, hit.start);
    inner += hit.decoded === undefined ? ' ' : hit.decoded;
    at = hit.end;
  }
  return (inner + text.slice(at, end)).trim();
}

function quotingOf(
  text: string,
  hit: MarkupHit,
  ranges: readonly QuotedRange[],
  readsSentences: boolean,
): Quoting | undefined {
  const place = quotePlace(ranges, hit.start, hit.end);
  if (place !== undefined && place.place !== 'quotation') return place.place;
  if (place !== undefined && place.end - place.start < 600) return 'quotation';
  if (isSourceLine(text, hit.start)) return 'source-code';
  if (isIndentedSample(text, hit.start)) return 'indented';
  return readsSentences && hit.decoded === undefined && isDiscussed(text, hit.start, hit.end)
    ? 'discussion'
    : undefined;
}

const LISTING = /^\s*(?:(?:[\w.@~-]*\/)*[\w.@-]+\.\w{1,8}[:-]\d+[:-]|\d+[:-](?=\s*\S)|[+-]{1}(?![+-]{2})\s|@@ )/;
const CODE_AROUND = /(?:["'`(=,:+]|\\n|=>|\/\/|\/\*|#\s|\*\s|<!--)\s*$/;

/** A line of a search listing, a diff, a string literal or a comment: someone's source, shown. */
function isSourceLine(text: string, at: number): boolean {
  // The last 300 characters at most: a line may be as long as the text.
  const before = text.slice(Math.max(0, at - 300), at);
  const lead = before.slice(before.lastIndexOf('\n') + 1);
  if (lead.length > 0 && LISTING.test(lead)) return true;
  // `"…": "<tag>` or `'<tag>` or `// <tag>`: in a literal or a comment of code.
  if (/["'`]\s*$/.test(lead) || /\\n$/.test(lead)) return true;
  return (
    lead.trim() !== '' && CODE_AROUND.test(lead) && /[=({:;]|\/\/|\/\*|^\s*(?:#|\*)\s/.test(lead) && /[(={;]/.test(lead)
  );
}

/** How far up an indented block is followed to the words that lead to it. */
const SAMPLE_CHARS = 2_000;

/** An indented block behind a blank line, where the sentence above leads to it and does not end: `the parent gets`, `for instance:`. */
function isIndentedSample(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - SAMPLE_CHARS), at);
  const lines = before.split('\n');
  if (!/^(?: {4}|\t)/.test(lines.at(-1)!)) return false;
  let index = lines.length - 2;
  while (index >= 0 && /^(?: {4}|\t)/.test(lines[index]!)) index -= 1;
  if (index < 1 || lines[index]!.trim() !== '') return false;
  const lead = lines[index - 1]!;
  return /^ {0,3}[^\s\d*+-]/.test(lead) && !/[.!?。！？।][\s"'”’)*_]*$/u.test(lead);
}
