import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus, lines, run, scratch } from './run.ts';

test('what is carved still shows the finding, with fewer records', async (context) => {
  const target = join(scratch(context), 'carved');
  const { code, stderr } = await run(['carve', 'first', join(corpus, 'cc-71602-forged-reminder'), '-o', target]);
  assert.equal(code, 0, stderr);
  const record = JSON.parse(readFileSync(join(target, 'carve.json'), 'utf8')) as {
    finding: { detector: string; idInCarved: string };
    files: { lines: number; ofLines: number }[];
  };
  const kept = record.files.reduce((sum, file) => sum + file.lines, 0);
  assert.ok(kept < record.files.reduce((sum, file) => sum + file.ofLines, 0));
  const findings = lines((await run(['scan', join(target, 'evidence'), '-q'])).stdout).filter(
    (row) => row['kind'] === 'finding',
  );
  assert.ok(findings.some((finding) => finding['detector'] === record.finding.detector));
});

test('collected evidence scans as the original does', async (context) => {
  const target = join(scratch(context), 'kept');
  const original = join(corpus, 'cc-71602-forged-reminder');
  assert.equal((await run(['collect', original, '-o', target, '-q'])).code, 0);
  const scan = async (path: string) => (await run(['scan', path, '-q', '--format', 'json'])).stdout;
  assert.equal(await scan(join(target, 'evidence')), await scan(original));
  assert.match((await run(['collect', original, '-o', target])).stderr, /exists already/);
});
