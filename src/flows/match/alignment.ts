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

/** `weights[i]`: bits of sink word i. Cost: product of the lengths. */
export function align(sink: Uint32Array, source: Uint32Array, weights: Float64Array): Alignment | undefined {
  const rows = sink.length;
  const columns = source.length;
  if (scores.length < 2 * (columns + 1)) scores = new Float64Array(4 * (columns + 1));
  if (steps.length < (rows + 1) * (columns + 1)) steps = new Uint8Array(2 * (rows + 1) * (columns + 1));
  let previous = scores.subarray(0, columns + 1).fill(0);
  let current = scores.subarray(columns + 1, 2 * (columns + 1)).fill(0);
  // Every other step is written before it is read.
  steps.fill(0, 0, columns + 1);
  for (let row = 1; row <= rows; row++) steps[row * (columns + 1)] = 0;
  let best = 0;
  let bestRow = 0;
  let bestColumn = 0;
  for (let row = 1; row <= rows; row++) {
    const word = sink[row - 1]!;
    const weight = weights[row - 1]!;
    for (let column = 1; column <= columns; column++) {
      const diagonal = previous[column - 1]! + (word === source[column - 1]! ? weight : MISMATCH);
      const above = previous[column]! + GAP;
      const aside = current[column - 1]! + GAP;
      let score = 0;
      let step = 0;
      if (diagonal > score) {
        score = diagonal;
        step = 1;
      }
      if (above > score) {
        score = above;
        step = 2;
      }
      if (aside > score) {
        score = aside;
        step = 3;
      }
      current[column] = score;
      steps[row * (columns + 1) + column] = step;
      if (score > best) {
        best = score;
        bestRow = row;
        bestColumn = column;
      }
    }
    [previous, current] = [current, previous];
    current[0] = 0;
  }
  if (best === 0) return undefined;
  let row = bestRow;
  let column = bestColumn;
  let matched = 0;
  let bits = 0;
  for (;;) {
    const step = steps[row * (columns + 1) + column];
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
