import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { align } from '../../../src/flows/match/alignment.ts';

/** Best score of any pair of stretches, every cell of the table filled. */
function bestScore(sink: readonly number[], source: readonly number[], weights: readonly number[]): number {
  let best = 0;
  let previous = new Array<number>(source.length + 1).fill(0);
  sink.forEach((word, row) => {
    const current = [0];
    source.forEach((other, column) => {
      const diagonal = previous[column]! + (word === other ? weights[row]! : -4);
      current.push(Math.max(0, diagonal, previous[column + 1]! - 3, current[column]! - 3));
    });
    best = Math.max(best, ...current);
    previous = current;
  });
  return best;
}

/** What the stretches of an alignment score, aligned in the best way from end to end. */
function scoreOf(sink: readonly number[], source: readonly number[], weights: readonly number[]): number {
  let previous = source.map((_, column) => -3 * column);
  previous.push(-3 * source.length);
  sink.forEach((word, row) => {
    const current = [-3 * (row + 1)];
    source.forEach((other, column) => {
      const diagonal = previous[column]! + (word === other ? weights[row]! : -4);
      current.push(Math.max(diagonal, previous[column + 1]! - 3, current[column]! - 3));
    });
    previous = current;
  });
  return previous.at(-1)!;
}

test('an alignment of words scores as much as a table with every cell filled', () => {
  const words = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      words,
      words,
      fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 12, maxLength: 12 }),
      (a, b, per) => {
        // Halves of whole numbers add up exactly.
        const weights = a.map((word) => per[word - 1]! / 2);
        const found = align(Uint32Array.from(a), Uint32Array.from(b), Float64Array.from(weights));
        const best = bestScore(a, b, weights);
        if (found === undefined) {
          assert.equal(best, 0);
          return;
        }
        const [from, to] = found.sink;
        const score = scoreOf(a.slice(from, to), b.slice(...found.source), weights.slice(from, to));
        assert.equal(score, best);
        assert.ok(found.matched > 0 && found.bits >= best);
      },
    ),
    { numRuns: 2000 },
  );
});

test('nothing is aligned where too few words are common', () => {
  const asked: number[][] = [];
  const found = align(Uint32Array.of(1, 2, 3), Uint32Array.of(3, 9, 1), Float64Array.of(5, 5, 2), (words, bits) => {
    asked.push([words, bits]);
    return false;
  });
  assert.equal(found, undefined);
  assert.deepEqual(asked, [[2, 7]]);
});
