import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../src/base/json.ts';
import { locate, locateChars } from '../../src/evidence/locate.ts';

/** JSON text of a value with everything that is legal and unusual: escapes, raw UTF-8, white space. */
function write(value: JsonValue, style: () => number): string {
  const gap = () => ['', '', '', ' ', '\t', ' \r\n '][style() % 6]!;
  if (typeof value === 'string') return writeString(value, style);
  if (Array.isArray(value))
    return `[${gap()}${value.map((item) => write(item, style)).join(`${gap()},${gap()}`)}${gap()}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, item]) => `${writeString(key, style)}${gap()}:${gap()}${write(item, style)}`,
    );
    return `{${gap()}${members.join(`${gap()},${gap()}`)}${gap()}}`;
  }
  return JSON.stringify(value);
}

function writeString(value: string, style: () => number): string {
  let text = '';
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    const plain = JSON.stringify(value[index]).slice(1, -1);
    if (unit >= 0xd800 && unit <= 0xdbff && index + 1 < value.length) {
      const next = value.charCodeAt(index + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        text += style() % 2 === 0 ? value.slice(index, index + 2) : escapeUnit(unit) + escapeUnit(next);
        index += 1;
        continue;
      }
    }
    text += style() % 4 === 0 ? escapeUnit(unit) : plain;
  }
  return `"${text}"`;
}

function escapeUnit(unit: number): string {
  const hex = unit.toString(16).padStart(4, '0');
  return `\\u${unit % 2 === 0 ? hex : hex.toUpperCase()}`;
}

function pointersOf(value: JsonValue, pointer = ''): [string, JsonValue][] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) =>
          pointersOf(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
        )
      : [];
  return [[pointer, value], ...below];
}

const anyJson = fc
  .jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
const styled = fc.tuple(anyJson, fc.infiniteStream(fc.nat(23)));

test('a located span parses to the value at the pointer', () => {
  fc.assert(
    fc.property(styled, ([value, stream]) => {
      const line = Buffer.from(write(value, () => stream.next().value as number));
      for (const [pointer, expected] of pointersOf(value)) {
        const range = locate(line, pointer);
        assert.ok(range, pointer);
        assert.deepEqual(JSON.parse(line.toString('utf8', range.start, range.end)), expected);
      }
    }),
    { numRuns: 300 },
  );
});

test('a located range of characters decodes to those characters', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b', '"', '\\', '😀', 'é', '→', '\ud83d', '\n', '/'),
  );
  const texts = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, fc.nat(40), fc.nat(40), fc.infiniteStream(fc.nat(23)), (text, a, b, stream) => {
      const from = Math.min(a, b, text.length);
      const to = Math.min(Math.max(a, b), text.length);
      const line = Buffer.from(`{"k":${writeString(text, () => stream.next().value as number)}}`);
      const range = locateChars(line, locate(line, '/k')!, [from, to]);
      assert.ok(range);
      const decoded = JSON.parse(`"${line.toString('utf8', range.start, range.end)}"`) as string;
      const whole = JSON.parse(line.toString('utf8')).k as string;
      // A raw four-byte character cannot be cut: the range then takes it whole.
      assert.ok(decoded.includes(whole.slice(from, to)));
      assert.ok(decoded.length - (to - from) <= 2);
      if (from === to) assert.equal(decoded, '');
    }),
    { numRuns: 500 },
  );
});

test('characters are counted as the decoder counts them, also where the bytes are no UTF-8', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 24 }), fc.nat(30), fc.nat(30), (noise, a, b) => {
      const content = noise.map((byte) => (byte === 34 || byte === 92 || byte < 32 ? 0x80 : byte));
      const line = Buffer.concat([Buffer.from('"'), content, Buffer.from('"')]);
      const text = JSON.parse(line.toString('utf8')) as string;
      const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      const range = locateChars(line, { start: 0, end: line.length }, [from, to])!;
      assert.ok(line.toString('utf8', range.start, range.end).includes(text.slice(from, to)));
      const after = locateChars(line, { start: 0, end: line.length }, [0, text.length])!;
      assert.deepEqual(after, text.length === 0 ? { start: 1, end: 1 } : { start: 1, end: line.length - 1 });
    }),
    { numRuns: 500 },
  );
});

test('of a repeated key the last value is located, as JSON.parse takes it', () => {
  const line = Buffer.from('{"a":1,"b":{"x":1},"\\u0061":"last","b":{"x":2}}');
  assert.equal(line.toString('utf8', ...bounds(locate(line, '/a'))), '"last"');
  assert.equal(line.toString('utf8', ...bounds(locate(line, '/b/x'))), '2');
});

test('what is not there is not located', () => {
  const line = Buffer.from('{"a":[1,{"b":null}],"":"empty"}');
  for (const pointer of ['/c', '/a/2', '/a/-1', '/a/01', '/a/1/b/c', 'a', '/a/x'])
    assert.equal(locate(line, pointer), undefined);
  assert.equal(line.toString('utf8', ...bounds(locate(line, '/'))), '"empty"');
  assert.equal(locateChars(line, locate(line, '/a')!, [0, 1]), undefined);
  assert.equal(locateChars(line, locate(line, '/')!, [0, 6]), undefined);
});

function bounds(range: { start: number; end: number } | undefined): [number, number] {
  assert.ok(range);
  return [range.start, range.end];
}
