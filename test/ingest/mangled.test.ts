import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { casesAmong } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const LINES = Array.from({ length: 12 }, (_, index) =>
  JSON.stringify({
    parentUuid: index === 0 ? null : `u${index - 1}`,
    type: index % 2 === 0 ? 'user' : 'assistant',
    message: { content: [{ type: 'text', text: `line ${index} → "quoted" \\ {braces} é 😀` }] },
    uuid: `u${index}`,
    sessionId: SESSION,
    toolUseResult: { stdout: 'x'.repeat(index === 4 ? 3000 : 20), lines: [{ n: index }, []] },
  }),
);
const WHOLE = Buffer.from(`${LINES.join('\n')}\n`);

type Cut = {
  readonly kind: 'overwrite' | 'delete' | 'insert' | 'repeat';
  readonly at: number;
  readonly bytes: Uint8Array;
};

const cut: fc.Arbitrary<Cut> = fc.record({
  kind: fc.constantFrom('overwrite', 'delete', 'insert', 'repeat'),
  // Between the third and the ninth line: what lies further out must survive.
  at: fc.integer({ min: startOf(3), max: startOf(9) - 80 }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 60 }),
    fc
      .constantFrom('\n', '{"', '}', '\0\0\0', '"', '\\', '[', '{"type":"user",')
      .map((text) => new Uint8Array(Buffer.from(text))),
  ),
});

function startOf(line: number): number {
  return LINES.slice(0, line).reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
}

function mangle(bytes: Buffer, { kind, at, bytes: put }: Cut): Buffer {
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  if (kind === 'overwrite') return Buffer.concat([before, put, after.subarray(put.length)]);
  if (kind === 'delete') return Buffer.concat([before, after.subarray(put.length)]);
  if (kind === 'insert') return Buffer.concat([before, put, after]);
  return Buffer.concat([before, bytes.subarray(at - put.length, at), after]);
}

function read(location: Buffer, chunkBytes?: number) {
  const { sources } = casesAmong([{ path: 'a.jsonl', place: '/a.jsonl', location }]);
  return readCase(sources[0]!, { chunkBytes });
}

test('whatever happened in the middle of a file: no crash, every record lies where its span says, the rest survives', () => {
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 3 }), (cuts) => {
      const bytes = [...cuts].sort((a, b) => b.at - a.at).reduce(mangle, WHOLE);
      const result = read(bytes);
      const { records } = result.input.files[0]!;
      for (const record of records) {
        const { span, raw } = record;
        const result = record.type === 'user' ? { toolUseResult: record.toolUseResult } : {};
        assert.deepEqual(
          JSON.parse(bytes.toString('utf8', span.byteStart, span.byteEnd)),
          JSON.parse(JSON.stringify({ ...raw, ...result })),
        );
      }
      const uuids = records.map(({ uuid }) => uuid);
      for (const index of [0, 1, 2, 10, 11]) assert.ok(uuids.includes(`u${index}`), `u${index} is there`);
      assert.deepEqual(read(bytes, 7), result);
    }),
    { numRuns: 400 },
  );
});
