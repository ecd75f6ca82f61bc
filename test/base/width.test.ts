import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fit, padEnd, widthOf, wrap } from '../../src/base/width.ts';

test('wide characters count two columns, combining marks none', () => {
  assert.equal(widthOf('abc'), 3);
  assert.equal(widthOf('日本語'), 6);
  assert.equal(widthOf('한글'), 4);
  assert.equal(widthOf('😀!'), 3);
  assert.equal(widthOf('e\u0301'), 1);
  assert.equal(padEnd('日', 4), '日  ');
});

test('what is fitted or wrapped is never wider than asked, and wrapping loses no word', () => {
  const text = fc.array(
    fc.oneof(fc.string(), fc.constant('日本語テキスト'), fc.constant('😀'), fc.constant('a\u0301')),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (words, columns) => {
      const line = words.map((word) => word.replace(/\s/g, '')).join(' ');
      assert.ok(widthOf(fit(line, columns)) <= columns);
      const wrapped = wrap(line, columns);
      for (const part of wrapped) assert.ok(widthOf(part) <= columns, JSON.stringify(part));
      assert.equal(wrapped.join('').replace(/ /g, ''), line.replace(/ /g, ''));
    }),
  );
});
