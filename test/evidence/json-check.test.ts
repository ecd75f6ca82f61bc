import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkedEnd, hasControl } from '../../src/evidence/json-check.ts';

/** JSON text, and the same with a few bytes changed, dropped or doubled: nearly right is the hard case. */
const nearlyJson = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.boolean(),
    fc.array(fc.tuple(fc.nat(400), fc.constantFrom(...'"\\{}[],:01-+.eEtfnu \tx/', 'é', '')), { maxLength: 3 }),
  )
  .map(([value, pretty, changes]) => {
    let text = pretty ? JSON.stringify(value, null, 1) : JSON.stringify(value);
    for (const [place, put] of changes) {
      const at = place % (text.length + 1);
      text = text.slice(0, at) + put + text.slice(at + (place % 3));
    }
    return text;
  });

test('a value is taken exactly where JSON.parse takes it', () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      const bytes = Buffer.from(text.trim());
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      const isWhole = checkedEnd(bytes, 0, bytes.length) === bytes.length;
      const controls = hasControl(bytes);
      assert.equal(isWhole && !controls, parses && !controls, text);
    }),
    { numRuns: 5000 },
  );
});

test('control characters are found at any alignment, bytes over 0x7f are none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(7), (noise, shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift), noise]).subarray(shift);
      assert.equal(
        hasControl(bytes),
        noise.some((byte) => byte < 32),
      );
    }),
    { numRuns: 2000 },
  );
});

test('an end inside a longer text is found', () => {
  const bytes = Buffer.from('x{"a":["\\"",{}]},"b":1}');
  assert.equal(bytes.toString('utf8', 1, checkedEnd(bytes, 1, bytes.length)), '{"a":["\\"",{}]}');
});
