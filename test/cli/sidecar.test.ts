import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus, run, scratch } from './run.ts';

const RECORDINGS = readdirSync(corpus).filter((name) => name.startsWith('recording-d-worktree'));

test('a worktree child taints the sidecar of its own folder, or that of the project: the key decides, and the output says where', async (context) => {
  assert.ok(RECORDINGS.length > 0);
  const policy = join(scratch(context), 'cc-world.json');
  writeFileSync(policy, '{"taint_sources":{"tools":["Write"]},"egress":{"tools":["Bash"]}}');
  const keys = ['--taint-key', 'sidecar', '--taint-key', 'sidecar:project'];
  const { stdout } = await run([
    'replay',
    join(corpus, RECORDINGS[0]!),
    '--policy',
    policy,
    '--gate',
    'taint-floor',
    ...keys,
    '--format',
    'table',
  ]);
  assert.match(stdout, /The gates part at [1-9]\d* events?; first divergence: #\d+/);
});
