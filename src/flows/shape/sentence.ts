const ENDS = /[!?\n。！？।]|\.(?=\s|$|["'”’)\]])/g;
/** A sentence is not longer than this on either side of a place in it. */
const REACH = 500;

/** The sentence around a place of a text; dots inside addresses end none. */
export function sentenceAt(text: string, start: number, end: number): readonly [from: number, to: number] {
  const low = Math.max(0, start - REACH);
  let from = low;
  for (const match of text.slice(low, start).matchAll(ENDS)) from = low + match.index + match[0].length;
  while (from < start && /\s/.test(text[from]!)) from += 1;
  ENDS.lastIndex = end;
  const next = ENDS.exec(text);
  ENDS.lastIndex = 0;
  return [from, Math.max(end, Math.min(next === null ? text.length : next.index + 1, end + REACH))];
}
