import type { View } from './view.ts';

/**
 * Readings of a whole passage that need no marker: rot13 and backwards writing. Both are their own inverse, so a sink read this way is
 * looked up among plain sources, and a disguised source is found when a plain sink is read this way: sources are indexed once.
 * Only passages whose letters look disguised are read; English and its relatives are told by letters and letter pairs.
 */
export function cipherViews(text: string): View[] {
  const views: View[] = [];
  for (const [from, to] of passages(text, 32, (tally) => tally.turned >= 10)) views.push(rot13(text, from, to));
  for (const [from, to] of passages(text, 32, (tally) => tally.backward >= tally.forward + 3))
    views.push(reversed(text, from, to));
  return views;
}

interface Tally {
  /** How much likelier the letters are if they were turned by rot13, in nats. */
  turned: number;
  /** Letter pairs that are common one way round and rare the other way. */
  forward: number;
  backward: number;
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

/** Stretches around windows of `size` letters that look disguised; with room at both ends, so that a span is not cut. */
function passages(text: string, size: number, disguised: (tally: Tally) => boolean): [number, number][] {
  const found: [number, number][] = [];
  const letters = new Uint8Array(size);
  const pairs = new Int8Array(size);
  const places = new Uint32Array(size);
  const tally: Tally = { turned: 0, forward: 0, backward: 0 };
  let count = 0;
  let previous = -1;
  for (let at = 0; at < text.length; at++) {
    const letter = (text.charCodeAt(at) | 32) - 97;
    if (!(letter >= 0 && letter < 26)) {
      previous = -1;
      continue;
    }
    const slot = count % size;
    if (count >= size) {
      tally.turned -= TURNED[letters[slot]!]!;
      if (pairs[slot] === 1) tally.forward--;
      else if (pairs[slot] === -1) tally.backward--;
    }
    letters[slot] = letter;
    places[slot] = at;
    pairs[slot] = previous < 0 ? 0 : PAIRS[previous * 26 + letter]!;
    tally.turned += TURNED[letter]!;
    if (pairs[slot] === 1) tally.forward++;
    else if (pairs[slot] === -1) tally.backward++;
    previous = letter;
    count++;
    if (count < size || !disguised(tally)) continue;
    const from = Math.max(0, places[count % size]! - 64);
    const to = Math.min(text.length, at + 65);
    const last = found.at(-1);
    if (last !== undefined && last[1] >= from) last[1] = to;
    else found.push([from, to]);
  }
  return found;
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
