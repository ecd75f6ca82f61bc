/** Local alignment of two word sequences: the best pair of stretches, with edits. Smith-Waterman, weights in bits. */
export interface Alignment {
  /** Words of the sink and of the source, half-open. */
  readonly sink: readonly [number, number];
  readonly source: readonly [number, number];
  readonly matched: number;
  readonly bits: number;
}

const MISMATCH = -4;
const GAP = -3;

/** Reusable memory. */
let scores = new Float64Array(0);
/** 0 stop, 1 diagonal, 2 from above (sink word left out), 3 from the left (source word left out). */
let steps = new Uint8Array(0);
/** Columns of one row whose score is not 0, rising, and those of the row before. */
let touched = new Int32Array(0);

/** Where each word of the source stands: open addressing, a slot is in use if it bears the number of the alignment. */
let marks = new Uint32Array(0);
let keys = new Uint32Array(0);
/** First column of a word, counted from 1. */
let heads = new Int32Array(0);
/** The next column with the same word, 0 at the last. */
let following = new Int32Array(0);
let alignments = 0;

/**
 * `weights[i]`: bits of sink word i, more than 0. `worth` is asked before anything is compared: how many words of the sink stand in the
 * source at all, and their bits. Most of the table is 0 and is not looked at: only a pair of equal words, or a neighbour of a score, can
 * score.
 */
export function align(
  sink: Uint32Array,
  source: Uint32Array,
  weights: Float64Array,
  worth: (words: number, bits: number) => boolean = () => true,
): Alignment | undefined {
  const rows = sink.length;
  const columns = source.length;
  index(source);
  let common = 0;
  let commonBits = 0;
  for (let row = 0; row < rows; row++) {
    if (firstColumn(sink[row]!) === 0) continue;
    common++;
    commonBits += weights[row]!;
  }
  if (common === 0 || !worth(common, commonBits)) return undefined;
  const width = columns + 1;
  if (scores.length < 2 * width) {
    scores = new Float64Array(4 * width);
    touched = new Int32Array(4 * width);
  }
  if (steps.length < (rows + 1) * width) steps = new Uint8Array(2 * (rows + 1) * width);
  else steps.fill(0, 0, (rows + 1) * width);
  let previous = scores.subarray(0, width).fill(0);
  let current = scores.subarray(width, 2 * width).fill(0);
  let before = touched.subarray(0, width);
  let now = touched.subarray(width, 2 * width);
  let beforeCount = 0;
  let best = 0;
  let bestRow = 0;
  let bestColumn = 0;
  for (let row = 1; row <= rows; row++) {
    const weight = weights[row - 1]!;
    let equal = firstColumn(sink[row - 1]!);
    let nowCount = 0;
    let above = 0;
    let column = 0;
    for (;;) {
      // The next column that is equal, or has a score above it, at its left or before both.
      while (above < beforeCount && before[above]! < column) above++;
      let next = columns + 1;
      if (above < beforeCount) next = before[above] === column ? column + 1 : before[above]!;
      if (equal !== 0 && equal < next) next = equal;
      if (column > 0 && current[column]! > 0) next = column + 1;
      if (next > columns) break;
      column = next;
      const same = column === equal;
      if (same) equal = following[column]!;
      const diagonal = previous[column - 1]! + (same ? weight : MISMATCH);
      const upper = previous[column]! + GAP;
      const aside = current[column - 1]! + GAP;
      let score = 0;
      let step = 0;
      if (diagonal > score) {
        score = diagonal;
        step = 1;
      }
      if (upper > score) {
        score = upper;
        step = 2;
      }
      if (aside > score) {
        score = aside;
        step = 3;
      }
      if (score === 0) continue;
      current[column] = score;
      now[nowCount++] = column;
      steps[row * width + column] = step;
      if (score > best) {
        best = score;
        bestRow = row;
        bestColumn = column;
      }
    }
    for (let at = 0; at < beforeCount; at++) previous[before[at]!] = 0;
    [previous, current] = [current, previous];
    [before, now] = [now, before];
    beforeCount = nowCount;
  }
  if (best === 0) return undefined;
  let row = bestRow;
  let column = bestColumn;
  let matched = 0;
  let bits = 0;
  for (;;) {
    const step = steps[row * width + column];
    if (step === 0) break;
    if (step === 1) {
      if (sink[row - 1] === source[column - 1]) {
        matched++;
        bits += weights[row - 1]!;
      }
      row--;
      column--;
    } else if (step === 2) row--;
    else column--;
  }
  return { sink: [row, bestRow], source: [column, bestColumn], matched, bits };
}

function index(source: Uint32Array): void {
  const columns = source.length;
  if (following.length <= columns) following = new Int32Array(2 * columns + 2);
  if (keys.length < 2 * columns || alignments === 0xffffffff) {
    const size = 2 ** Math.ceil(Math.log2(4 * columns + 16));
    keys = new Uint32Array(size);
    heads = new Int32Array(size);
    marks = new Uint32Array(size);
    alignments = 0;
  }
  alignments++;
  const mask = keys.length - 1;
  // From behind: each chain rises.
  for (let column = columns; column > 0; column--) {
    const word = source[column - 1]!;
    let slot = (word ^ (word >>> 15)) & mask;
    while (marks[slot] === alignments && keys[slot] !== word) slot = (slot + 1) & mask;
    following[column] = marks[slot] === alignments ? heads[slot]! : 0;
    marks[slot] = alignments;
    keys[slot] = word;
    heads[slot] = column;
  }
}

/** First column of a word in the indexed source, counted from 1; 0 where it stands nowhere. */
function firstColumn(word: number): number {
  const mask = keys.length - 1;
  let slot = (word ^ (word >>> 15)) & mask;
  while (marks[slot] === alignments) {
    if (keys[slot] === word) return heads[slot]!;
    slot = (slot + 1) & mask;
  }
  return 0;
}
