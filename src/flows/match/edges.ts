import type { Folded } from './fold.ts';

/** Where a text begins and ends, without the white space around it. */
export function inked(text: string): [number, number] {
  const end = text.trimEnd().length;
  return [Math.min(end, text.length - text.trimStart().length), end];
}

/** Whether the unit at `at` belongs to the same character as the one before. */
export function continues(starts: Uint32Array, at: number): boolean {
  return at > 0 && at < starts.length && starts[at] === starts[at - 1];
}

export function isSign(text: string, at: number): boolean {
  return !/[\p{L}\p{N}\p{M}\s]/u.test(text[at]!) && !/[\ud800-\udfff]/.test(text[at]!);
}

/**
 * How many units at either end of a span belong to a word that the two texts do not share whole: `s` of `this` before a passage that
 * follows `says` elsewhere. Scripts that do not part their words have no such ends.
 */
export function wholeWords(
  a: string,
  left: Folded,
  i: number,
  b: string,
  right: Folded,
  j: number,
  length: number,
): { front: number; back: number } {
  const most = Math.min(LONGEST_END, length - 8);
  let front = 0;
  while (front < most && (insideWord(a, left.starts[i + front]!) || insideWord(b, right.starts[j + front]!))) front++;
  let back = 0;
  while (
    back < most &&
    (insideWord(a, left.ends[i + length - 1 - back]!) || insideWord(b, right.ends[j + length - 1 - back]!))
  )
    back++;
  return { front: front === most ? 0 : front, back: back === most ? 0 : back };
}

const LONGEST_END = 16;

function insideWord(text: string, at: number): boolean {
  return at > 0 && isWordCharacter(text.charCodeAt(at - 1)) && isWordCharacter(text.charCodeAt(at));
}

function isWordCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}
