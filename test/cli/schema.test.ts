import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SCHEMAS, schemaText } from '../../src/result/schema/all.ts';
import { VERSION } from '../../src/result/version.ts';

const folder = fileURLToPath(new URL('../../../reports/schemas/', import.meta.url));

test('published schemas are those of the code (UPDATE=1 writes them)', () => {
  for (const name of Object.keys(SCHEMAS)) {
    if (process.env['UPDATE'] === '1') writeFileSync(`${folder}${name}.json`, schemaText(name));
    assert.equal(readFileSync(`${folder}${name}.json`, 'utf8'), schemaText(name), name);
  }
  assert.deepEqual(
    readdirSync(folder).sort(),
    Object.keys(SCHEMAS)
      .map((name) => `${name}.json`)
      .sort(),
  );
});

test('the version is that of the package', () => {
  const manifest = readFileSync(fileURLToPath(new URL('../../../package.json', import.meta.url)), 'utf8');
  assert.equal(VERSION, (JSON.parse(manifest) as { version: string }).version);
});
