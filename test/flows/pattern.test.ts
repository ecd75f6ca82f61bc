import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePattern } from '../../src/base/pattern.ts';

test('agrees with the language on the common subset', () => {
  const atoms = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\w',
    '\\d',
    '\\s',
    '[ab]',
    '[^a]',
    '[a-c]',
    'ab',
    '(a|b)',
    '(?:ab|c)',
    '\\b',
    '^',
    '$',
    '\\.',
  );
  const quantifiers = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
  const piece = fc
    .tuple(atoms, quantifiers)
    .map(([atom, quantifier]) => (/^(\\b|\^|\$)$/.test(atom) ? atom : atom + quantifier));
  const pattern = fc
    .array(fc.array(piece, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })
    .map((options) => options.map((parts) => parts.join('')).join('|'));
  const text = fc.stringMatching(/^[abc1 .\n]{0,12}$/);
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      assert.equal(compilePattern(source).test(value), new RegExp(source).test(value), JSON.stringify([source, value]));
    }),
    { numRuns: 2_000 },
  );
});

test('a pattern that explodes elsewhere is linear here', () => {
  const text = `${'a'.repeat(50_000)}!`;
  for (const source of ['(a+)+$', '^(a|a)*$', '(a*)*b', '.*.*.*=.*;', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
    assert.equal(compilePattern(source).test(text), false, source);
  }
});

test('refuses what it cannot do, and says why', () => {
  for (const [source, reason] of [
    ['(?=x)y', /ahead or back/],
    ['(a)\\1', /back references/],
    ['[a', /not closed/],
    ['(a', /not closed/],
    ['*a', /nothing to repeat/],
    ['(a{900}){900}', /states/],
  ] as const) {
    assert.throws(() => compilePattern(source), reason, source);
  }
  assert.equal(compilePattern('(?i)CURL\\s').test('Curl x'), true);
});
