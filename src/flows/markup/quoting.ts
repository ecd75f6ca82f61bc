/** Where a text quotes: fences, inline code, quotation marks, quoted lines. Found by place, in one pass. */

export type QuotePlace = 'fence' | 'inline-code' | 'quotation' | 'block-quote' | 'indented';

export interface QuotedRange {
  readonly start: number;
  readonly end: number;
  readonly place: QuotePlace;
}

/** Sorted by start; ranges of one kind do not overlap. An unclosed fence runs to the end, as markdown has it. */
export function quotedRanges(text: string): QuotedRange[] {
  const ranges: QuotedRange[] = [];
  const quoteLines: { start: number; end: number }[] = [];
  let fence: { mark: string; length: number; start: number } | undefined;
  let at = 0;
  let prose = '';
  let proseStart = 0;
  const flush = (): void => {
    if (prose !== '') inline(prose, proseStart, ranges);
    prose = '';
  };
  while (at <= text.length) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const line = text.slice(at, Math.min(end, at + 400));
    const mark = /^(?:\s*\d+[→\t])?(?: {0,6}|\t)?(`{3,}|~{3,})([^`]*)$/.exec(line.replace(/\r$/, '')) ?? undefined;
    if (fence !== undefined) {
      if (
        mark !== undefined &&
        mark[1]![0] === fence.mark &&
        mark[1]!.length >= fence.length &&
        mark[2]!.trim() === ''
      ) {
        ranges.push({ start: fence.start, end, place: 'fence' });
        fence = undefined;
        proseStart = end + 1;
      }
    } else if (mark !== undefined) {
      flush();
      fence = { mark: mark[1]![0]!, length: mark[1]!.length, start: at };
    } else {
      if (/^(?:\s*\d+[→\t])?\s{0,3}>/.test(line)) {
        // Quoted lines in a row are one quotation.
        const last = quoteLines.at(-1);
        if (last !== undefined && last.end === at - 1) last.end = end;
        else quoteLines.push({ start: at, end });
      }
      if (prose === '') proseStart = at;
      prose += text.slice(at, end + 1);
      if (line.trim() === '') flush();
    }
    if (end >= text.length) break;
    at = end + 1;
  }
  flush();
  if (fence !== undefined) ranges.push({ start: fence.start, end: text.length, place: 'fence' });
  for (const lines of quoteLines) ranges.push({ ...lines, place: 'block-quote' });
  return ranges.sort((a, b) => a.start - b.start || b.end - a.end);
}

const QUOTE_PAIRS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“',
  '«': '»',
  '「': '」',
  '『': '』',
  '‘': '’',
  '"': '"',
};

/** Inline code and quotation marks of one paragraph; a pair may not be longer than this. */
const QUOTE_LIMIT = 1200;

function inline(paragraph: string, offset: number, ranges: QuotedRange[]): void {
  let at = 0;
  // Closers once looked for in vain are not looked for again: that keeps a paragraph of ten thousand openers linear.
  const missing = new Set<string>();
  while (at < paragraph.length) {
    const char = paragraph[at]!;
    if (char === '`') {
      let length = 1;
      while (paragraph[at + length] === '`') length += 1;
      const mark = '`'.repeat(length);
      const close = missing.has(mark) ? -1 : closingRun(paragraph, at + length, length);
      if (close < 0) missing.add(mark);
      else {
        ranges.push({ start: offset + at, end: offset + close + length, place: 'inline-code' });
        at = close + length;
        continue;
      }
      at += length;
      continue;
    }
    const closer = QUOTE_PAIRS[char];
    if (closer !== undefined && !missing.has(char)) {
      const opens = char !== '"' || at === 0 || /[\s([{<=:,;–—-]/.test(paragraph[at - 1]!);
      if (opens) {
        const close = paragraph.indexOf(closer, at + 1);
        if (close < 0) missing.add(char);
        else if (close - at <= QUOTE_LIMIT) {
          ranges.push({ start: offset + at, end: offset + close + 1, place: 'quotation' });
          at += 1;
          // Inline code inside a quotation is found too; the quotation itself is not opened twice.
          if (char === '"') at = close + 1;
          continue;
        }
      }
    }
    at += 1;
  }
}

function closingRun(text: string, from: number, length: number): number {
  let at = text.indexOf('`', from);
  while (at >= 0 && at - from < 4000) {
    let run = 1;
    while (text[at + run] === '`') run += 1;
    if (run === length) return at;
    at = text.indexOf('`', at + run);
  }
  return -1;
}

/** For each range the nearest earlier one that ends behind it: the chain that leads outwards. Made once per list. */
const outward = new WeakMap<readonly QuotedRange[], Int32Array>();

function outwardOf(ranges: readonly QuotedRange[]): Int32Array {
  let links = outward.get(ranges);
  if (links !== undefined) return links;
  links = new Int32Array(ranges.length).fill(-1);
  const stack: number[] = [];
  for (let index = 0; index < ranges.length; index += 1) {
    while (stack.length > 0 && ranges[stack.at(-1)!]!.end < ranges[index]!.end) stack.pop();
    links[index] = stack.at(-1) ?? -1;
    stack.push(index);
  }
  outward.set(ranges, links);
  return links;
}

/** The innermost place that holds the whole span, or undefined. A few steps, however many ranges there are. */
export function quotePlace(ranges: readonly QuotedRange[], start: number, end: number): QuotedRange | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start <= start) low = middle + 1;
    else high = middle;
  }
  const links = outwardOf(ranges);
  let index = low - 1;
  while (index >= 0) {
    if (ranges[index]!.end >= end) return ranges[index];
    index = links[index]!;
  }
  return undefined;
}

/** Words by which a sentence speaks *about* a marker instead of using it. Stems, lower case; several languages. */
const ABOUT =
  /\b(?:tags?|markers?|markup|tokens?|strings?|patterns?|literal(?:ly)?|elements?|delimiters?|envelopes?|wrappers?|prefix(?:es)?|syntax|parser|parses?|pars(?:ed|ing)|regex|escap(?:e[sd]?|ing)|quot(?:e[sd]?|ing|ation)|mention(?:s|ed)?|contain(?:s|ed|ing)?|includ(?:e[sd]?|ing)|block(?:s)?|look-?alike|sample|example|fixture|placeholder|payload|injection|injected|spoof(?:ed|ing)?|forge[dry]?|forging|fake|suspicious|phishing|attack(?:er)?|neutrali[sz]e[sd]?|stripp?(?:ed|ing|s)?|documentation|documents?|documented|rendered|renders|appear(?:s|ed)|found|saw|seen|called|named|etiquetas?|marcador(?:es)?|ejemplo|muestra|amostra|exemplo|esempio|campione|échantillon|образец|przykład|próbka|örnek|voorbeeld|balises?|exemple|contient|beispiel|enthält|marke[rn]?|тег|тэг|пример|содержит)\b|タグ|マーカー|文字列|例えば|サンプル|見本|含ま|標識|标签|標籤|标记|字符串|例如|样本|样例|示例|範例|包含|태그|문자열|예시|샘플|견본|포함/iu;

/** A host, a file or a mailbox: `mirror.example` names no example. */
const ADDRESS = /(?<![^\s<>"'(])[\w-]+(?:[./:@]+[\w-]+)+/gu;

/** Whether the sentence around a span talks about it: the span's own text is left out of what is read. */
export function isDiscussed(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 160), start);
  const after = text.slice(end, end + 160);
  const lead = before.slice(sentenceStart(before)).replace(ADDRESS, ' ');
  const tail = after.slice(0, sentenceEnd(after)).replace(ADDRESS, ' ');
  // A marker at the start of a line with nothing but its own content behind it is used, not discussed.
  if (/^(?:[\s>*_#`~-]|<br\s*\/?>|<p>)*$/iu.test(lead))
    return /^[`"'”’»]*\s*(?:tags?|markers?|is|are|was|were|blocks?)\b/iu.test(tail) && ABOUT.test(tail);
  return ABOUT.test(lead) || ABOUT.test(tail.slice(0, 60));
}

/** How far a paragraph is followed to its ends. */
const PARAGRAPH_CHARS = 2_000;

/** Whether one sentence runs around the paragraph of a span: it has not ended before, and goes on in lower case behind. */
export function isEmbedded(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - PARAGRAPH_CHARS), at);
  const gap = /\n[ \t\r]*\n(?![\s\S]*\n[ \t\r]*\n)/.exec(before);
  if (gap === null || !/[\p{L}\p{N},;:–—-][ \t]*$/u.test(before.slice(0, gap.index))) return false;
  const after = text.slice(at, at + PARAGRAPH_CHARS);
  return /^[^\n]*(?:\n(?![ \t\r]*\n)[^\n]*)*\n[ \t\r]*\n[ \t]*\p{Ll}/u.test(after);
}

function sentenceStart(before: string): number {
  const match = /[\s\S]*(?:[.!?。！？]\s|\n)/u.exec(before);
  return match === null ? 0 : match[0].length;
}

function sentenceEnd(after: string): number {
  const index = after.search(/[.!?。！？](?:\s|$)|\n/u);
  return index < 0 ? after.length : index;
}
