import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDuckRows } from '../../src/links/duckdb.ts';
import type { ReadRow, WriteRow } from '../../src/links/model.ts';
import { MemoryRows, type PathGroup, SpillingRows, type StoredRows } from '../../src/links/rows.ts';

const LABEL = { integrity: 'outside', secrecy: 'public' };
const common = (path: string, line: number) => ({
  path,
  place: 'memory' as const,
  spot: { eventId: `root:${line}.0`, path: 'projects/p/s.jsonl', line },
  agent: 'root',
  at: `2026-03-0${1 + (line % 9)}T08:00:00.000Z`,
  prints: { units: 40, every: 1, hashes: Buffer.from(`${path} ${line}`).toString('base64') },
  orders: [],
  evidence: {
    role: 'related' as const,
    note: "a note with 'quotes', \u0000 and 🙂",
    path: 'projects/p/s.jsonl',
    artefact: 'f1',
    line,
    byteStart: 0,
    byteEnd: 10,
    pointer: '',
    excerpt: '',
  },
});
const write = (path: string, line: number): WriteRow => ({
  ...common(path, line),
  labels: { carried: LABEL, possible: LABEL },
});
const read = (path: string, line: number): ReadRow => ({ ...common(path, line), channel: 'injected' });

async function fill(rows: StoredRows): Promise<void> {
  await rows.put(
    'b',
    [write('/m/one.md', 3), write('/m/🙂.md', 4), write('/m/alone.md', 9)],
    [read('/m/alone.md', 10)],
  );
  await rows.put('a', [write('/m/one.md', 1), write('/m/never-read.md', 2)], [read('/m/🙂.md', 5)]);
  await rows.put('c', [], [read('/m/one.md', 6), read('/m/one.md', 7), read('/m/unwritten.md', 8)]);
}

async function groups(rows: StoredRows): Promise<PathGroup[]> {
  const found: PathGroup[] = [];
  for await (const group of rows.groups()) found.push(group);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

test('rows that one case wrote and another one read come back together, in order of time', async () => {
  const rows = new MemoryRows();
  await fill(rows);
  const found = await groups(rows);
  assert.deepEqual(
    found.map(({ path, writes, reads }) => [path, writes.map((one) => one.case), reads.map((one) => one.case)]),
    [
      ['/m/one.md', ['a', 'b'], ['c', 'c']],
      ['/m/🙂.md', ['b'], ['a']],
    ],
  );
});

test('the database gives what memory gives, and leaves nothing behind', async (context) => {
  const tmp = mkdtempSync(join(tmpdir(), 'rows-test-'));
  context.after(() => rmSync(tmp, { recursive: true, force: true }));
  const duck = await openDuckRows(tmp);
  if (duck === undefined) {
    context.skip('@duckdb/node-api, an optional dependency, is not installed');
    return;
  }
  const memory = new MemoryRows();
  for (const rows of [memory, duck]) await fill(rows);
  assert.deepEqual(await groups(duck), await groups(memory));
  assert.deepEqual(await duck.writesTo('/m/one.md'), await memory.writesTo('/m/one.md'));
  await duck.close();
  assert.deepEqual(readdirSync(tmp), []);
});

test('rows move to the other store once, when they are too many', async () => {
  const other = new MemoryRows();
  let opened = 0;
  const spilling = new SpillingRows(() => {
    opened += 1;
    return Promise.resolve(other);
  }, 4_000);
  await fill(spilling);
  const memory = new MemoryRows();
  await fill(memory);
  assert.equal(opened, 1);
  assert.deepEqual(await groups(spilling), await groups(memory));
});

test('without the other store rows stay in memory', async () => {
  const spilling = new SpillingRows(() => Promise.resolve(undefined), 10);
  await fill(spilling);
  assert.equal((await groups(spilling)).length, 2);
});
