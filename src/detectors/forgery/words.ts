/** Texts as bags of telling words, and texts squeezed to their letters: the cheap ways to ask whether one holds the other. */

const SKIPPED = /[^\p{L}\p{N}]+/gu;

/** Letters and digits only, folded: equal for copies that were indented, escaped, re-wrapped or neutralised. */
export function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/&(?:amp;)*(?:lt|gt|quot|apos|amp);/g, ' ')
    .toLowerCase()
    .replace(SKIPPED, '');
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_'-]{2,}/gu;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/gu;

/** Too common to say what a text is about. */
const STOP = new Set(
  'the and for that this with from you your are was were has have had not but all any can could will would should must may one two its our their them they then than there here what which when where who how why into onto out over under about after before between because been being does did done doing each every some such only also just more most other same very please need want use used using make made get got let see look like via per yes now new old file files code task tasks agent result report text user system information following below above note following'.split(
    ' ',
  ),
);

/** Distinct content words, lower case; two-character pieces for scripts without spaces. */
export function contentWords(text: string): Set<string> {
  const words = new Set<string>();
  const lower = text.slice(0, 60_000).toLowerCase();
  for (const match of lower.matchAll(WORD)) {
    const word = match[0].replace(/(?:'s|ing|ed|es|s)$/u, '');
    if (word.length >= 3 && !STOP.has(match[0]) && !STOP.has(word)) words.add(word);
  }
  for (const match of lower.matchAll(CJK)) words.add(match[0]);
  return words;
}

/** Share of the words of `part` that stand in `whole`; 0 for no words. */
export function shareOf(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0;
  let shared = 0;
  for (const word of part) if (whole.has(word)) shared += 1;
  return shared / part.size;
}
