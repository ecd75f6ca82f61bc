import { codesOf } from './codes.ts';
import type { View } from './view.ts';

/**
 * Readings of a passage that need no marker: rot13 and backwards writing. Only passages whose letters look disguised are read; English
 * and its relatives are told by their letters and letter pairs.
 */
export function cipherViews(text: string): View[] {
  const { turned, backward } = passages(text);
  for (const [from, to] of mirrored(text))
    if (!backward.some(([start, end]) => start < to && from < end)) backward.push([from, to]);
  for (const match of text.includes('=') ? text.matchAll(PADDING_AHEAD) : [])
    backward.push([match.index, match.index + match[0].length]);
  return [
    ...turned.map(([from, to]) => rot13(text, from, to)),
    ...backward.map(([from, to]) => reversed(text, from, to)),
  ];
}

/** Pairs that English is full of and whose mirror images it hardly knows. */
const FORWARD = 'th he nd ng ou nt ve ea io ch wh hi ha qu ly st ex yo wa'.split(' ');
/** Letters of English per ten thousand; its relatives are near enough to tell them from their own rot13. */
const FREQUENCY = [
  817, 149, 278, 425, 1270, 223, 202, 609, 697, 15, 77, 403, 241, 675, 751, 193, 10, 599, 633, 906, 276, 98, 236, 15,
  197, 7,
];

/** 1 to 26 for the letters of ASCII, `BLANK` for white space, which begins a word, `SIGN` for anything else. */
const KIND = new Uint8Array(128);
const SIGN = 0;
const BLANK = 27;
for (let code = 0; code <= 32; code++) KIND[code] = BLANK;
for (let code = 97; code <= 122; code++) KIND[code] = KIND[code - 32] = code - 96;

/**
 * What a letter adds to its block, by the kind of what stands before it (times 32) and its own; other signs add nothing. Three counters
 * in one number: how much likelier it is once it is turned (20 bits, in 1/`PER_NAT` nats, each letter raised by `RAISED`), word starts
 * (5 bits), pairs minus mirrored pairs (6 bits, each letter raised by one).
 */
const GAIN = new Int32Array(28 * 32);
const PER_NAT = 4096;
const RAISED = 4 * PER_NAT;
for (let letter = 1; letter <= 26; letter++) {
  const likelier = Math.log(FREQUENCY[(letter + 12) % 26]! / FREQUENCY[letter - 1]!);
  for (let before = 0; before < 28; before++) {
    const pair = String.fromCharCode(before + 96, letter + 96);
    const isLetter = before >= 1 && before <= 26;
    const balance = !isLetter ? 0 : balanceOf(pair);
    GAIN[before * 32 + letter] =
      Math.round(likelier * PER_NAT) + RAISED + ((before === BLANK ? 1 : 0) << 20) + ((balance + 1) << 25);
  }
}

function balanceOf(pair: string): number {
  let balance = 0;
  // The last of the list counts where a pair is the mirror image of another.
  for (const forward of FORWARD) {
    if (pair === forward) balance = 1;
    if (pair === forward[1]! + forward[0]!) balance = -1;
  }
  return balance;
}

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
  const codes = codesOf(text);
  let first = 0;
  let gain = 0;
  let count = 0;
  /** The same of the block before. */
  let firstBefore = 0;
  let likelihoodBefore = 0;
  let balanceBefore = 0;
  let wordsBefore = 0;
  let previous = SIGN;
  for (let at = 0; at < length; at++) {
    const code = codes[at]!;
    const kind = code < 128 ? KIND[code]! : SIGN;
    const added = GAIN[(previous << 5) + kind]!;
    previous = kind;
    gain = (gain + added) | 0;
    // No letter adds nothing: without a branch, for a processor cannot foresee where words end.
    count += (-added >>> 31) | 0;
    if (count < BLOCK) continue;
    const likelihood = (gain & 0xfffff) - BLOCK * RAISED;
    const words = (gain >> 20) & 31;
    const balance = (gain >> 25) - BLOCK;
    if (words + wordsBefore >= LEAST_WORDS) {
      if (likelihood + likelihoodBefore >= LEAST_TURNED * PER_NAT) extend(turned, firstBefore, at, length);
      if (balance + balanceBefore <= -LEAST_BACKWARD) extend(backward, firstBefore, at, length);
    }
    firstBefore = first;
    likelihoodBefore = likelihood;
    balanceBefore = balance;
    wordsBefore = words;
    first = at;
    gain = 0;
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

/** Base64 ends with its padding; where it begins with it, it was turned round. */
const PADDING_AHEAD = /(?<![\w+/=-])={1,2}[A-Za-z0-9+/]{22,}(?![\w+/=])/g;
/** A full stop in front of a sentence, and a letter right behind it. */
const STOP_AHEAD = /(?:^|[\s"'([{>:|」』”])([.。！？।؟])(?=[^\0-\u02ff])/gu;
/** Characters of a line that is read backwards, at most. */
const LONGEST_LINE = 4_000;
const LEAST_LINE = 16;

/** Lines in other scripts than Latin that begin with the mark which ends a sentence: letter pairs of many languages are not known here. */
function* mirrored(text: string): Iterable<readonly [number, number]> {
  if (!mayBeMirrored(text)) return;
  let done = 0;
  for (const match of text.matchAll(STOP_AHEAD)) {
    const from = match.index + match[0].length - match[1]!.length;
    if (from < done) continue;
    const end = text.indexOf('\n', from);
    const to = Math.min(end < 0 ? text.length : end, from + LONGEST_LINE);
    if (to - from < LEAST_LINE) continue;
    done = to;
    yield [from, to];
  }
}

/** Whether a letter of another script stands right behind an end of a sentence: hardly ever, and quickly seen. */
function mayBeMirrored(text: string): boolean {
  const codes = codesOf(text);
  for (let at = 1; at < text.length; at++) if (codes[at]! >= 0x300 && STOPS.has(codes[at - 1]!)) return true;
  return false;
}

const STOPS: ReadonlySet<number> = new Set(Array.from('.。！？।؟', (sign) => sign.charCodeAt(0)));

function rot13(text: string, from: number, to: number): View {
  const size = to - from;
  const units = new Uint16Array(size);
  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  for (let unit = 0; unit < size; unit++) {
    const code = text.charCodeAt(from + unit);
    const base = code >= 97 && code <= 122 ? 97 : code >= 65 && code <= 90 ? 65 : 0;
    units[unit] = base === 0 ? code : base + ((code - base + 13) % 26);
    starts[unit] = from + unit;
    ends[unit] = from + unit + 1;
  }
  return { text: Buffer.from(units.buffer).toString('utf16le'), starts, ends, transforms: ['rot13'] };
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
