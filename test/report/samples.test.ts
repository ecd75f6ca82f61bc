import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run } from '../cli/run.ts';

const CASE = 'corpus/seed-three-agents-row-orders';
const GATES = 'corpus/seed-taint-floor-steps';

/** File under reports/ → the command whose stdout (or, for the summary, stderr) it holds. */
const SAMPLES: Record<string, readonly string[]> = {
  'scan.json': ['scan', CASE, '--format', 'json'],
  'scan.ndjson': ['scan', CASE, '--format', 'ndjson'],
  'scan.sarif': ['scan', CASE, '--format', 'sarif'],
  'scan.md': ['scan', CASE, '--format', 'md'],
  'scan.html': ['scan', CASE, '--format', 'html'],
  'scan.txt': ['scan', CASE, '--format', 'table'],
  'timeline.jsonl': ['timeline', CASE, '--format', 'timesketch'],
  'timeline.txt': ['timeline', CASE, '--format', 'table'],
  'tree.txt': ['tree', CASE, '--format', 'table'],
  'flows.txt': ['flows', CASE, '--format', 'table'],
  'flows.mmd': ['flows', CASE, '--format', 'mermaid'],
  'flows.dot': ['flows', CASE, '--format', 'dot'],
  'briefs.txt': ['flows', '--briefs', CASE, '--format', 'table'],
  'explain.txt': ['explain', 'first', CASE, '--format', 'table'],
  'replay.txt': [
    'replay',
    GATES,
    '--policy',
    'published',
    '--taint-key',
    'session',
    '--taint-key',
    'agent',
    '--format',
    'table',
  ],
};

for (const [file, command] of Object.entries(SAMPLES)) {
  test(`reports/${file} is what ${command.slice(0, 2).join(' ')} says today (UPDATE=1 writes it)`, async () => {
    const { code, stdout, stderr } = await run([...command, '--quiet']);
    assert.equal(code, 0, stderr);
    const path = join(root, 'reports', file);
    mkdirSync(join(root, 'reports'), { recursive: true });
    if (process.env['UPDATE'] === '1') writeFileSync(path, stdout);
    assert.ok(stdout.length > 100);
    const kept = readFileSync(path, 'utf8').split('\n');
    const differs = stdout.split('\n').findIndex((line, index) => line !== kept[index]);
    assert.equal(differs, -1, `line ${differs + 1} differs; look at it, then UPDATE=1`);
    assert.equal(stdout.length, kept.join('\n').length);
  });
}
