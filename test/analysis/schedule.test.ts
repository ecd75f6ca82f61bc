import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inSourceOrder } from '../../src/analysis/schedule.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('results come in the order of the items, each item is run once, never more at a time than threads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ size: fc.nat(1000), delay: fc.nat(5) }), { maxLength: 120 }),
      fc.integer({ min: 1, max: 5 }),
      async (made, threads) => {
        const items = made.map((item, index) => ({ ...item, index }));
        const runs = new Map<number, number>();
        let running = 0;
        let most = 0;
        const run = async ({ index, delay }: { index: number; delay: number }) => {
          runs.set(index, (runs.get(index) ?? 0) + 1);
          running += 1;
          most = Math.max(most, running);
          for (let turn = 0; turn < delay; turn += 1) await Promise.resolve();
          running -= 1;
          return index;
        };
        const results = await collect(inSourceOrder(items, threads, (item) => item.size, run));
        assert.deepEqual(
          results,
          items.map(({ index }) => index),
        );
        assert.ok([...runs.values()].every((count) => count === 1));
        assert.ok(most <= threads);
      },
    ),
    { numRuns: 200 },
  );
});

test('the largest part of the whole is begun first, wherever it stands', async () => {
  const sizes = [...Array.from({ length: 300 }, () => 1), 1000, ...Array.from({ length: 300 }, () => 2)];
  const begun: number[] = [];
  await collect(
    inSourceOrder(
      sizes.map((size, index) => ({ size, index })),
      2,
      ({ size }) => size,
      async ({ index }) => begun.push(index),
    ),
  );
  assert.equal(begun[0], 300);
});

test('nothing runs far ahead of what was taken: results of a large archive do not pile up', async () => {
  const items = Array.from({ length: 5000 }, (_, index) => index);
  let begun = 0;
  let taken = 0;
  let furthest = 0;
  const run = async (index: number) => {
    begun += 1;
    furthest = Math.max(furthest, begun - taken);
    return index;
  };
  for await (const _ of inSourceOrder(items, 2, () => 1, run)) taken += 1;
  assert.equal(taken, 5000);
  assert.ok(furthest <= 40, `${furthest} results waited`);
});

test('a failure reaches the reader at its place', async () => {
  const run = async (index: number) => {
    if (index === 3) throw new Error('third');
    return index;
  };
  const seen: number[] = [];
  await assert.rejects(async () => {
    for await (const result of inSourceOrder([0, 1, 2, 3, 4], 2, () => 1, run)) seen.push(result);
  }, /third/);
  assert.deepEqual(seen, [0, 1, 2]);
});
