import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GRAM, hashesOf, printsOf, share } from '../../src/links/prints.ts';

const units = fc.uint8Array({ minLength: GRAM + 8, maxLength: 3_000, min: 97, max: 122 });

test('a text is wholly in itself, and in any text around it', () => {
  fc.assert(
    fc.property(units, units, units, fc.integer({ min: 8, max: 400 }), (before, text, after, most) => {
      const whole = Uint8Array.from([...before, ...text, ...after]);
      const part = share(printsOf(text, text.length, most), printsOf(whole, whole.length, most));
      assert.ok(part === undefined || part === 1, `only ${part}`);
    }),
    { numRuns: 60 },
  );
});

test('thinning out keeps about as many hashes as asked for, and the rates are nested', () => {
  const text = Uint8Array.from({ length: 20_000 }, (_, index) => 97 + ((index * index * 7 + index * 13) % 26));
  const [fine, coarse] = [printsOf(text, text.length, 4_000), printsOf(text, text.length, 100)];
  assert.ok(hashesOf(coarse).length <= 200);
  const all = new Set(hashesOf(fine));
  for (const hash of hashesOf(coarse)) assert.ok(all.has(hash), 'a hash of the coarse set is missing in the fine one');
});

test('different texts share nothing', () => {
  const letters = (seed: number) => {
    let state = seed;
    return Uint8Array.from({ length: 500 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return 97 + ((state >>> 16) % 26);
    });
  };
  const part = share(printsOf(letters(1), 500, 1_000), printsOf(letters(90_000), 500, 1_000));
  assert.equal(part, 0);
});

test('what is too short to tell is not told', () => {
  const short = Uint8Array.from({ length: GRAM + 1 }, () => 97);
  assert.equal(share(printsOf(short, short.length, 10), printsOf(short, short.length, 10)), undefined);
});
