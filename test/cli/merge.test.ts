import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shardOf } from '../../src/cli/shard.ts';
import { corpus, run, scratch } from './run.ts';

const CASES = [
  'cc-71602-forged-reminder',
  'cc-71602-forged-reminder-v2',
  'seed-three-agents-row-orders',
  'seed-taint-floor-steps',
  'prismor-167-poisoned-claude-md-v1',
  'langfuse-81-fork-copies-rows',
].map((name) => join(corpus, name));

test('merged shards are the unsharded run, byte for byte; a missing one is told', async (context) => {
  const folder = scratch(context);
  const whole = await run(['scan', ...CASES, '--format', 'json', '-q']);
  const parts: string[] = [];
  let nonEmpty = 0;
  for (const index of [1, 2, 3]) {
    const part = join(folder, `${index}.json`);
    const { stdout, code, stderr } = await run(['scan', ...CASES, '--shard', `${index}/3`, '--format', 'json', '-q']);
    assert.equal(code, 0, stderr);
    if ((JSON.parse(stdout) as { cases: unknown[] }).cases.length > 0) nonEmpty += 1;
    writeFileSync(part, stdout);
    parts.push(part);
  }
  const { links, findings } = JSON.parse(whole.stdout) as { links: unknown[]; findings: { cases: string[] }[] };
  assert.ok(links.length >= 2 && findings.some((finding) => finding.cases.length === 2), 'sessions are joined');
  assert.ok(nonEmpty > 1, 'the sessions fall into more than one shard');
  const merged = await run(['merge', ...parts.reverse(), '--format', 'json', '-q']);
  assert.equal(merged.code, 0, merged.stderr);
  assert.equal(merged.stdout, whole.stdout);
  const partial = await run(['merge', parts[0]!, parts[2]!, '--format', 'json', '-q']);
  assert.equal(partial.code, 3);
  assert.match(partial.stderr, /shard 2 is missing/);
  const twice = await run(['merge', parts[0]!, parts[0]!, '-q']);
  assert.equal(twice.code, 2);
  assert.match(twice.stderr, /is there twice/);
  const target = join(folder, 'case');
  assert.equal((await run(['merge', ...parts, '-o', target, '-q'])).code, 0);
  assert.deepEqual(
    JSON.parse(readFileSync(join(target, 'report.json'), 'utf8')).coverage,
    JSON.parse(whole.stdout).coverage,
  );
});

test('auto reads the array job of each scheduler', () => {
  assert.deepEqual(
    shardOf('auto', { SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_MIN: '5', SLURM_ARRAY_TASK_COUNT: '4' }),
    { index: 3, of: 4 },
  );
  assert.deepEqual(shardOf('auto', { AWS_BATCH_JOB_ARRAY_INDEX: '0', AWS_BATCH_JOB_ARRAY_SIZE: '9' }), {
    index: 1,
    of: 9,
  });
  assert.deepEqual(shardOf('auto/6', { JOB_COMPLETION_INDEX: '5' }), { index: 6, of: 6 });
  for (const bad of ['0/3', '4/3', 'x', 'auto', '1/0']) assert.throws(() => shardOf(bad, {}), /names no part/, bad);
});
