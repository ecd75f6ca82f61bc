import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256 } from '../../src/evidence/digest.ts';
import { type ByteLocation, openBytes } from '../../src/evidence/source.ts';
import { findCases } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const line = (uuid: string) =>
  `${JSON.stringify({ type: 'user', message: { content: 'x' }, uuid, sessionId: SESSION })}\n`;

/** Reads a session to which `change` happens after it was opened. */
function readWhile(content: string, change: (path: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'aftertaint-change-'));
  try {
    const path = join(folder, `${SESSION}.jsonl`);
    writeFileSync(path, content);
    const [source] = findCases([folder]).sources;
    const open = (location: ByteLocation) => {
      const bytes = openBytes(location);
      change(path);
      return bytes;
    };
    const { input } = readCase(source!, { open });
    return {
      records: input.files[0]!.records.map(({ uuid }) => uuid),
      codes: input.warnings.map(({ code }) => code),
      artefact: input.files[0]!.artefact,
      lost: input.lostRecords,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('of a file that grows while it is read, what was there at first is the evidence', () => {
  const whole = line('1') + line('2');
  const { records, codes, artefact } = readWhile(whole, (path) => appendFileSync(path, line('3')));
  assert.deepEqual([records, codes], [['1', '2'], ['file-grew']]);
  assert.equal(artefact.byteLength, whole.length);
  assert.equal(artefact.sha256, sha256(whole));
});

test('the record that is being written at that moment is not lost but not yet there', () => {
  const half = line('2').slice(0, 30);
  const { records, codes, lost } = readWhile(line('1') + half, (path) => appendFileSync(path, line('2').slice(30)));
  assert.deepEqual([records, codes, lost], [['1'], ['file-grew'], 0]);
});

test('a file that is cut while it is read gives what is left of it', () => {
  const { records, codes } = readWhile(line('1') + line('2'), (path) => truncateSync(path, line('1').length));
  assert.deepEqual([records, codes], [['1'], ['file-shrank']]);
});

test('a file that is gone when it is to be read is a warning, not a crash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertaint-gone-'));
  try {
    const path = join(folder, `${SESSION}.jsonl`);
    writeFileSync(path, line('1'));
    const [source] = findCases([folder]).sources;
    unlinkSync(path);
    const { input } = readCase(source!);
    assert.deepEqual(input.files, []);
    assert.deepEqual(
      input.warnings.map(({ code }) => code),
      ['unreadable'],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
