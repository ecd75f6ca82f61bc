import { clip, oneLine, visible } from '../../base/clean.ts';

/** Longest text that a page shows, in UTF-16 units; what is cut is said, and lies in the evidence. */
const LONGEST = 6_000;

export const line = (text: string): string => oneLine(clip(text, LONGEST));

/** A text of several lines as it is, with every hidden character shown. */
export function block(text: string): string {
  const clean = visible(text.length > LONGEST ? text.slice(0, LONGEST) : text, '\n\t');
  return text.length > LONGEST ? `${clean}… (cut: ${(text.length - LONGEST).toLocaleString('en-US')} more characters in the evidence)` : clean;
}
