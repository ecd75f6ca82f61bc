import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { needsOf, Sieve } from '../../src/base/sieve.ts';
import { AUTHORITY_PATTERNS } from '../../src/flows/shape/authority.ts';
import { CONSENT_PATTERNS } from '../../src/flows/shape/consent.ts';
import { OFFICE_PATTERNS } from '../../src/flows/shape/office.ts';

const needs = (pattern: RegExp) =>
  needsOf(pattern.source)?.map((lists) => lists.map((words) => [...words].sort().join('|')));

test('words are read out of a source', () => {
  assert.deepEqual(needs(/\b(?:alpha|beta)s? gamma/iu), [['alpha|beta', ' gamma']]);
  assert.deepEqual(needs(/\b(?:alpha|beta[s])\b|gamma/iu), [['alpha|beta'], ['gamma']]);
  assert.deepEqual(needs(/authori[sz]ed/u), [['authori', 'ed']]);
  assert.deepEqual(needs(/colou?rs/u), [['colo', 'rs']]);
  assert.deepEqual(needs(/ab+c/u), [['ab', 'c']]);
  assert.deepEqual(needs(/(?<!\p{L})(?=now)(?:stop){1,2}x/u), [['stop', 'x']]);
  assert.deepEqual(needs(/a\/b\.c/u), [['a/b.c']]);
  assert.deepEqual(needs(/[^|)]{0,3}end/u), [['end']]);
  assert.deepEqual(needs(/(?:a\d(?:long|word)|b)\d\u{61}c/u), [['b|long|word', 'c']]);
});

test('where a match need hold no word, none is named', () => {
  for (const pattern of [/(?:alpha)?/u, /alpha|\d/u, /\p{L}+/u, /(?!alpha)/u, /\u{61}|beta/u, /(?:alpha){0,3}/u])
    assert.equal(needsOf(pattern.source), undefined, pattern.source);
});

const PATTERNS = [...AUTHORITY_PATTERNS, ...OFFICE_PATTERNS, ...CONSENT_PATTERNS];
const ALL = new Sieve(PATTERNS);

test('every pattern that matches is a candidate: texts put together from the words of the patterns', () => {
  const pieces = [
    ...new Set(PATTERNS.flatMap((pattern) => pattern.source.split(/\\p\{\w\}|[^\p{L}\p{N}' -]+/u))),
  ].filter((piece) => piece.trim().length > 1);
  assert.ok(pieces.length > 500, `${pieces.length} pieces`);
  let matched = 0;
  const check = (text: string): void => {
    const candidates = ALL.candidates(text);
    for (const pattern of PATTERNS) {
      if (!pattern.test(text)) continue;
      matched += 1;
      assert.ok(candidates.has(pattern), `${JSON.stringify(text)} matches ${pattern.source.slice(0, 80)}`);
    }
  };
  for (const piece of pieces) {
    check(piece);
    check(` ${piece.toUpperCase()} 12.`);
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 9 }), (chosen) => {
      check(chosen.join(' '));
      check(chosen.join(' ').toUpperCase());
    }),
    { numRuns: 400, seed: 1 },
  );
  assert.ok(matched > 500, `only ${matched} matches: the texts prove nothing`);
});

test('letters that fold in unusual ways are no way past it', () => {
  const pattern = /(?<!\p{L})(?:system|risk)/iu;
  const sieve = new Sieve([pattern]);
  for (const text of ['ſyſtem', 'RIS\u212a', 'SYSTEM', 'ri\u017fk']) {
    assert.ok(pattern.test(text), text);
    assert.ok(sieve.candidates(text).has(pattern), text);
  }
  assert.equal(sieve.candidates('nothing of the kind').size, 0);
});
