import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readManifest } from '../../src/analysis/corpus/manifest.ts';
import { allCases } from './all.ts';
import { ROWS } from './author.ts';
import { recordedCases } from './recordings.ts';
import { MARKS, reportTable, withTable } from './table.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const corpus = join(root, 'corpus');
const cases = allCases();

test('corpus/ is what its scripts write (npm run corpus)', () => {
  const differs: string[] = [];
  for (const { name, manifest, files } of cases) {
    const folder = join(corpus, name);
    const wanted = [
      ...files,
      { path: 'case.json', bytes: new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`) },
    ];
    for (const { path, bytes } of wanted) {
      const on = join(folder, path);
      if (!existsSync(on)) differs.push(`${name}/${path} is missing`);
      // Compressed bytes depend on the compressor; what they hold does not.
      else if (!(path.endsWith('.gz') ? gunzipSync(readFileSync(on)) : readFileSync(on)).equals(bytes))
        differs.push(`${name}/${path} differs`);
    }
    const here = existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
          (entry) => entry.isFile() && !entry.parentPath.includes('/expected'),
        ).length
      : 0;
    if (here !== wanted.length) differs.push(`${name} has ${here} files, not ${wanted.length}`);
  }
  const known = new Set(cases.map(({ name }) => name));
  for (const name of readdirSync(corpus))
    if (!known.has(name) && !name.startsWith('recording-')) differs.push(`${name} belongs to no script`);
  assert.deepEqual(differs, []);
});

test('every case has a name of its own and a manifest that can be read', () => {
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
  for (const { name, manifest } of cases) readManifest(manifest, name);
});

test('no session id stands in two cases', () => {
  const owner = new Map<string, string>();
  for (const { name, files } of cases)
    for (const { path } of files) {
      const id = /\/([0-9a-f-]{36})\.jsonl$/.exec(path)?.[1];
      if (id === undefined) continue;
      assert.equal(owner.get(id) ?? name, name, `${name} and ${owner.get(id)} share ${id}`);
      owner.set(id, name);
    }
});

test('the table of reports names every report once, and the README has it', (t) => {
  const table = reportTable();
  assert.equal(table.split('\n').length - 2, new Set(ROWS.map((row) => row.report)).size);
  const readme = existsSync(join(root, 'README.md')) ? readFileSync(join(root, 'README.md'), 'utf8') : '';
  if (readme.includes(MARKS[0])) assert.equal(withTable(readme), readme, 'npm run corpus brings README.md in step');
  else t.diagnostic('README.md has no marks for the table yet');
});

const recordings = join(root, '../shared/host/recordings');
test('recordings in the corpus are those of the host', {
  skip: existsSync(recordings) ? false : '../shared is not here',
}, () => {
  const differs = [...recordedCases()].flatMap(([name, files]) =>
    [...files].flatMap(([path, bytes]) => {
      const on = join(corpus, name, path);
      return existsSync(on) && readFileSync(on).equals(bytes) ? [] : [`${name}/${path}`];
    }),
  );
  assert.deepEqual(differs, []);
});

const table = join(root, '../shared/incidents/EXPECT.tsv');
test('the expectations are those of the table of reports', {
  skip: existsSync(table) ? false : '../shared is not here',
}, () => {
  const given = readFileSync(table, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').slice(0, 9).join('\t'));
  const own = readFileSync(join(root, 'test/corpus/expectations.tsv'), 'utf8').replace(/\n$/, '').split('\n');
  const changed = new Set(
    own.filter((line) => !given.includes(line)).map((line) => line.split('\t').slice(2, 4).join(' ')),
  );
  assert.deepEqual([...changed].sort(), DEPARTURES);
  assert.equal(own.length, given.length);
});

/** Rows whose expectation we changed, each with its reason in the commit that did it. */
const DEPARTURES: string[] = [];

test('rows without a case are counted', (t) => {
  const made = new Set(cases.map(({ name }) => name));
  const open = ROWS.filter((row) => !made.has(row.variant === 'base' ? row.slug : `${row.slug}-${row.variant}`));
  t.diagnostic(`${ROWS.length - open.length} of ${ROWS.length} rows have a case`);
  assert.ok(ROWS.length > 200);
});
