import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import ndjson from 'ndjson';
import { casesAmong, findCases } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import type { TranscriptRecord } from '../../src/wire/record.ts';

const RECORDINGS = fileURLToPath(new URL('../../../../shared/host/recordings', import.meta.url));
const skip = existsSync(RECORDINGS) ? false : 'no host recordings beside the project';

/** A record's line, with the structured result where that stayed in the file. */
function wholeLine(record: TranscriptRecord): unknown {
  return record.type === 'user' && record.deferred !== undefined
    ? { ...record.raw, toolUseResult: record.toolUseResult }
    : record.raw;
}

async function byOracle(text: string): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of Readable.from([Buffer.from(text)]).pipe(ndjson.parse())) values.push(value);
  return values;
}

test('of whole lines we read exactly what the ndjson package reads', async () => {
  const value = fc.record({
    type: fc.constantFrom('user', 'system', 'progress', 'from-tomorrow'),
    sessionId: fc.constant('s'),
    message: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
    toolUseResult: fc.oneof(fc.jsonValue(), fc.constant({ stdout: '→ "x"\n'.repeat(900) })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 8 }), async (values) => {
      const text = values.map((one) => `${JSON.stringify(one)}\n`).join('');
      const file = { path: 'a.jsonl', place: '/a.jsonl', location: Buffer.from(text) };
      const [source] = casesAmong([file]).sources;
      const { records } = readCase(source!).input.files[0]!;
      assert.deepEqual(
        records.map((record) => JSON.parse(JSON.stringify(wholeLine(record))) as unknown),
        await byOracle(text),
      );
    }),
    { numRuns: 150 },
  );
});

test('recordings of the real host: every line of every file is a record of exactly one case, without any warning', {
  skip,
}, () => {
  const found = findCases([RECORDINGS]);
  const seen = new Set<string>();
  for (const source of found.sources) {
    const { input, coverage } = readCase(source);
    assert.deepEqual([input.warnings, coverage.unknownTypes], [[], {}], source.rootPath);
    for (const { artefact, records, alsoAt } of input.files) {
      assert.deepEqual(alsoAt, [], 'every recording is a run of its own');
      assert.ok(!seen.has(artefact.path));
      seen.add(artefact.path);
      if (!artefact.path.endsWith('.jsonl')) continue;
      const text = readFileSync(join(RECORDINGS, artefact.path), 'utf8');
      const lines = text.split('\n').filter((line) => line !== '');
      assert.deepEqual(
        records.map(wholeLine),
        lines.map((line) => JSON.parse(line) as unknown),
        artefact.path,
      );
    }
  }
  // What lies beside the project folders (hook events, API log, stream output) is no part of any case.
  for (const { path } of found.skipped) assert.ok(!seen.has(path));
  assert.deepEqual(
    [...seen].filter((path) => !path.includes('/projects/')),
    [],
  );
  assert.ok(found.sources.length > 100);
});

test('recordings: each session is one case under its own id, with its children', { skip }, () => {
  const ids = (folder: string) =>
    findCases([join(RECORDINGS, folder)]).sources.map(({ id, artefacts }) => [
      id.slice(0, 8),
      artefacts.filter(({ kind }) => kind === 'sidechain').length,
    ]);
  assert.deepEqual(ids('a-foreground').length, 1);
  assert.deepEqual(
    ids('older-2.0.76/j-hook-decisions').every(([, children]) => Number(children) > 0),
    true,
  );
  const forks = findCases([join(RECORDINGS, 'older-2.1.38/i-resume-compact')]).sources;
  for (const { id, rootPath } of forks) assert.ok(rootPath.includes(id), `${rootPath} is ${id}`);
  assert.ok(forks.length > 1);
});
