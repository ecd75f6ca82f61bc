import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FoldBuffer, FoldMap, fold, foldInto } from '../../../src/flows/match/fold.ts';
import { TextScan } from '../../../src/flows/match/scan.ts';
import { WordBuffer } from '../../../src/flows/match/words.ts';

const scan = new TextScan();
const buffer = new FoldBuffer();
const words = new WordBuffer();

function compare(text: string): void {
  const { units, unitCount, words: hashes, wordCount } = scan.read(text);
  const folded = units.slice(0, unitCount);
  const read = hashes.slice(0, wordCount);
  const size = foldInto(text, buffer);
  assert.deepEqual(folded, buffer.units.slice(0, size), JSON.stringify(text));
  const expected = words.read(text);
  assert.deepEqual(read, expected.hashes.slice(0, expected.count), JSON.stringify(text));
}

const PIECES = [
  ...'aZ0l9m \n\t\r\\&#x;u→>-.:|\x1b["\'/',
  ...['12→', '  7:', '3. ', '\\n12\t', '\\u006d', '\\u{66d4}', '&#xfdfa;', '&amp;lt;', '\x1b[31m', '\\e[1m', '\\033['],
  ...[
    'word',
    'Modern',
    'été',
    '漢字',
    'かな',
    '한국어',
    '\u1112\u1161\u11ab',
    '\u200b',
    '\u00ad',
    '\u2028',
    '😀',
    '\ud83d',
  ],
  ...['\udc00', '\u0301', 'ﷺ', '&auml;', '\\x6d', '\u{e0041}'],
];

test('one pass gives what the fold and the words give, on any text', () => {
  for (const text of ['', 'a', '12→ab\n  13→cd', 'a\u0301b', '\\n\\n', '&#10;12:x', 'x\x1b[1my', '12']) compare(text);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), (pieces) => compare(pieces.join(''))),
    { numRuns: 4000 },
  );
});

test('room grows where escapes stand for more than they are long', () => {
  compare('&#xfdfa;'.repeat(20_000));
  compare('ﷺ'.repeat(70_000));
  compare('漢'.repeat(70_000));
});

test('its marks lead back to the characters as those of the fold do', () => {
  const text = Array.from({ length: 400 }, (_, line) => `${line}→ line ${line} says modern words &amp; \\n more`).join(
    '\n',
  );
  scan.read(text);
  const size = scan.unitCount;
  const map = new FoldMap(text, new FoldBuffer(), Uint32Array.from(scan.marks));
  const whole = fold(text);
  for (let from = 0; from + 40 < size; from += 97) {
    const window = map.window(from, from + 40);
    assert.deepEqual(window.units, whole.units.slice(from, from + 40));
    assert.deepEqual(window.starts, whole.starts.slice(from, from + 40));
    assert.deepEqual(window.ends, whole.ends.slice(from, from + 40));
  }
});

test('a short stretch of a long text is read as within the whole', () => {
  const [part, whole] = [new WordBuffer(), new WordBuffer()];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { minLength: 60, maxLength: 90 }),
      fc.nat(),
      fc.nat(60),
      (pieces, at, size) => {
        const text = pieces.join('');
        const from = at % text.length;
        const to = Math.min(text.length, from + size);
        foldInto('another text is held', buffer);
        const { hashes, starts, ends, count } = part.read(text, from, to);
        // Folding the whole text makes its codes the ones that are held.
        foldInto(text, buffer);
        const expected = whole.read(text, from, to);
        assert.deepEqual(
          [hashes.slice(0, count), starts.slice(0, count), ends.slice(0, count)],
          [expected.hashes, expected.starts, expected.ends].map((list) => list.slice(0, expected.count)),
          JSON.stringify([text, from, to]),
        );
      },
    ),
    { numRuns: 2000 },
  );
});
