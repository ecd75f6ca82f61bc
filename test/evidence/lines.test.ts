import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sha256 } from '../../src/evidence/digest.ts';
import { LineReader, linesOf } from '../../src/evidence/lines.ts';
import { openBytes } from '../../src/evidence/source.ts';

const someBytes = fc
  .array(fc.oneof(fc.constant(10), fc.constant(13), fc.integer({ min: 0, max: 255 })), { maxLength: 400 })
  .map((bytes) => Uint8Array.from(bytes));

const CHUNKS = [...Array.from({ length: 64 }, (_, index) => index + 1), 1 << 20];

test('every chunk size gives the same lines, and they are those of a plain split', () => {
  fc.assert(
    fc.property(someBytes, (bytes) => {
      const expected = splitPlainly(bytes);
      for (const chunkBytes of CHUNKS) assert.deepEqual(linesOf(openBytes(bytes), { chunkBytes }), expected);
    }),
    { numRuns: 60 },
  );
});

test('a line is the bytes between its offsets', () => {
  fc.assert(
    fc.property(someBytes, (bytes) => {
      for (const line of linesOf(openBytes(bytes), { chunkBytes: 7 })) {
        assert.deepEqual(new Uint8Array(line.bytes), bytes.slice(line.byteStart, line.byteEnd));
      }
    }),
  );
});

test('a line over the limit is stepped over with its place, whatever the chunk size', () => {
  const bytes = Buffer.from(`short\n${'x'.repeat(100)}\nlast`);
  for (const chunkBytes of CHUNKS) {
    const lines = linesOf(openBytes(bytes), { chunkBytes, maxLineBytes: 20 });
    assert.deepEqual(
      lines.map(({ byteStart, byteEnd, line, tooLong }) => ({ byteStart, byteEnd, line, tooLong })),
      [
        { byteStart: 0, byteEnd: 5, line: 1, tooLong: false },
        { byteStart: 6, byteEnd: 106, line: 2, tooLong: true },
        { byteStart: 107, byteEnd: 111, line: 3, tooLong: false },
      ],
    );
    assert.equal(lines[1]!.bytes.length, 0);
    assert.equal(lines[2]!.bytes.toString(), 'last');
  }
});

test('memory for a long line that is stepped over stays near the limit', () => {
  const reader = new LineReader(openBytes(Buffer.alloc(1 << 20, 120)), { chunkBytes: 1024, maxLineBytes: 4096 });
  while (reader.next());
  assert.ok(reader.buffer.length <= 16384, `${reader.buffer.length} bytes held`);
});

test('the digest is that of all bytes, read to the end or not', () => {
  fc.assert(
    fc.property(someBytes, fc.nat(5), (bytes, steps) => {
      const reader = new LineReader(openBytes(bytes), { chunkBytes: 5 });
      for (let step = 0; step < steps; step += 1) reader.next();
      assert.equal(reader.sha256(), sha256(bytes));
      assert.equal(reader.bytesRead, bytes.length);
    }),
  );
});

function splitPlainly(bytes: Uint8Array) {
  const lines: ReturnType<typeof linesOf> = [];
  let byteStart = 0;
  for (let index = 0; index <= bytes.length; index += 1) {
    if (index < bytes.length && bytes[index] !== 10) continue;
    const terminated = index < bytes.length;
    if (!terminated && byteStart === index) break;
    lines.push({
      byteStart,
      byteEnd: index,
      line: lines.length + 1,
      terminated,
      tooLong: false,
      bytes: Buffer.from(bytes.slice(byteStart, index)),
    });
    byteStart = index + 1;
  }
  return lines;
}
