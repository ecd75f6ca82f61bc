import type { View } from './view.ts';

/**
 * Readings of a passage that need no marker: rot13 and backwards writing. Only passages whose letters look disguised are read; English
 * and its relatives are told by their letters and letter pairs.
 */
export function cipherViews(text: string): View[] {
  const { turned, backward } = passages(text);
  return [
    ...turned.map(([from, to]) => rot13(text, from, to)),
    ...backward.map(([from, to]) => reversed(text, from, to)),
  ];
}

/** Pairs that English is full of and whose mirror images it hardly knows. */
const FORWARD = new Set('th he nd ng ou nt ve ea io ch wh hi ha qu ly st ex yo wa'.split(' '));
const PAIRS = new Int8Array(26 * 26);
for (const pair of FORWARD) {
  const [first, second] = [pair.charCodeAt(0) - 97, pair.charCodeAt(1) - 97];
  PAIRS[first * 26 + second] = 1;
  PAIRS[second * 26 + first] = -1;
}
/** Letters of English per ten thousand; its relatives are near enough to tell them from their own rot13. */
const FREQUENCY = [
  817, 149, 278, 425, 1270, 223, 202, 609, 697, 15, 77, 403, 241, 675, 751, 193, 10, 599, 633, 906, 276, 98, 236, 15,
  197, 7,
];
const TURNED = Float64Array.from(FREQUENCY, (count, letter) => Math.log(FREQUENCY[(letter + 13) % 26]! / count));

/** Letters per block; two blocks in a row are judged together. */
const BLOCK = 16;
/** How much likelier the letters of two blocks must be once they are turned, in nats. */
const LEAST_TURNED = 10;
/** How many more mirrored pairs than pairs two blocks must hold. */
const LEAST_BACKWARD = 3;
/** Keys and encoded blobs are no writing: they have no words. */
const LEAST_WORDS = 2;
/** Room at both ends of a passage, so that a span is not cut. */
const ROOM = 64;

/** Stretches around blocks of letters that look disguised. */
function passages(text: string): { turned: [number, number][]; backward: [number, number][] } {
  const turned: [number, number][] = [];
  const backward: [number, number][] = [];
  const length = text.length;
  let first = 0;
  let likelihood = 0;
  let balance = 0;
  let words = 0;
  let count = 0;
  let before = { first: 0, likelihood: 0, balance: 0, words: 0 };
  let previous = -1;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    const letter = (code | 32) - 97;
    if (letter < 0 || letter >= 26) {
      previous = code <= 32 ? -2 : -1;
      continue;
    }
    if (previous >= 0) balance += PAIRS[previous * 26 + letter]!;
    else if (previous === -2) words++;
    likelihood += TURNED[letter]!;
    previous = letter;
    if (++count < BLOCK) continue;
    if (words + before.words >= LEAST_WORDS) {
      if (likelihood + before.likelihood >= LEAST_TURNED) extend(turned, before.first, at, length);
      if (balance + before.balance <= -LEAST_BACKWARD) extend(backward, before.first, at, length);
    }
    before = { first, likelihood, balance, words };
    first = at;
    likelihood = 0;
    balance = 0;
    words = 0;
    count = 0;
  }
  return { turned, backward };
}

function extend(found: [number, number][], first: number, last: number, length: number): void {
  const from = Math.max(0, first - ROOM);
  const to = Math.min(length, last + 1 + ROOM);
  const previous = found.at(-1);
  if (previous !== undefined && previous[1] >= from) previous[1] = to;
  else found.push([from, to]);
}

function rot13(text: string, from: number, to: number): View {
  const out: string[] = [];
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    const base = code >= 97 && code <= 122 ? 97 : code >= 65 && code <= 90 ? 65 : 0;
    out.push(base === 0 ? text[at]! : String.fromCharCode(base + ((code - base + 13) % 26)));
  }
  const starts = Uint32Array.from(out, (_, index) => from + index);
  return { text: out.join(''), starts, ends: starts.map((start) => start + 1), transforms: ['rot13'] };
}

function reversed(text: string, from: number, to: number): View {
  const characters = [...text.slice(from, to)].reverse();
  const starts = new Uint32Array(to - from);
  const ends = new Uint32Array(to - from);
  let at = 0;
  let end = to;
  for (const character of characters) {
    for (let unit = 0; unit < character.length; unit++, at++) {
      starts[at] = end - character.length;
      ends[at] = end;
    }
    end -= character.length;
  }
  return { text: characters.join(''), starts, ends, transforms: ['reversed'] };
}
