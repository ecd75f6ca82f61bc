import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CaseOutcome } from '../../src/analysis/analyse.ts';
import { RunState } from '../../src/analysis/state.ts';
import { digestOf } from '../../src/evidence/digest.ts';
import { openCases } from '../../src/ingest/inputs.ts';
import type { CaseSource } from '../../src/ingest/model.ts';
import { NO_COVERAGE } from '../../src/result/coverage.ts';
import { run, scratch } from '../cli/run.ts';
import { caseResult } from '../report/sample.ts';

const PROGRAM = fileURLToPath(new URL('./state-run.js', import.meta.url));

/** Runs to the end, or is killed after so many milliseconds. Returns what it told, if it came so far. */
function schedule(
  folder: string,
  state: string,
  killAfterMs?: number,
): Promise<{ told: string[] | undefined; killed: boolean; stderr: string }> {
  const child = spawn(process.execPath, [PROGRAM, folder, state], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((resolve) =>
    child.on('close', (_code, signal) => {
      clearTimeout(timer);
      resolve({
        told: stdout.endsWith('\n') ? (JSON.parse(stdout) as string[]) : undefined,
        killed: signal === 'SIGKILL',
        stderr,
      });
    }),
  );
}

function evidence(folder: string, count: number): string[] {
  mkdirSync(folder);
  return Array.from({ length: count }, (_, index) => {
    const name = `case-${String(index).padStart(3, '0')}`;
    writeFileSync(join(folder, name), `line ${index}\n`);
    return name;
  });
}

test('killed at 200 random points: no alarm is lost, and the next run completes', async (context) => {
  const base = scratch(context);
  const folder = join(base, 'evidence');
  const state = join(base, 'state.json');
  const names = evidence(folder, 120);
  const startedAt = performance.now();
  await schedule(folder, join(base, 'trial.json'));
  const wholeMs = performance.now() - startedAt;
  const told = new Set<string>();
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  let kills = 0;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const run = await schedule(folder, state, random() * wholeMs * 1.1);
    assert.equal(run.stderr, '', 'a killed run left something that the next one trips over');
    if (run.killed) kills += 1;
    for (const id of run.told ?? []) told.add(id);
    if (existsSync(state)) JSON.parse(readFileSync(state, 'utf8'));
    // Some evidence changes, so that there is always work to be killed in.
    appendFileSync(join(folder, names[attempt % names.length]!), 'more\n');
    if (attempt % 10 === 9) rmSync(state, { force: true });
  }
  assert.ok(kills > 50, `only ${kills} runs were killed`);
  rmSync(state, { force: true });
  told.clear();
  // From here on nothing is reset: what killed runs did not tell must be told by a later one.
  for (let attempt = 0; attempt < 20; attempt += 1)
    for (const id of (await schedule(folder, state, random() * wholeMs)).told ?? []) told.add(id);
  for (const id of (await schedule(folder, state)).told!) told.add(id);
  assert.deepEqual(
    [...told].sort(),
    names.map((name) => `F-${name}`),
  );
  assert.deepEqual((await schedule(folder, state)).told, [], 'told once');
});

test('gone, shortened and rewritten transcripts are told, once', async (context) => {
  const base = scratch(context);
  const folder = join(base, 'evidence');
  const state = join(base, 'state.json');
  evidence(folder, 5);
  await schedule(folder, state);
  rmSync(join(folder, 'case-000'));
  truncateSync(join(folder, 'case-001'), 3);
  writeFileSync(join(folder, 'case-002'), 'LINE 2\nand more\n');
  appendFileSync(join(folder, 'case-003'), 'grown\n');
  const { told } = await schedule(folder, state);
  assert.equal(told!.length, 3, 'growth is not missing');
  assert.deepEqual((await schedule(folder, state)).told, []);
});

test('a broken state is said and replaced; a held one is not touched', async (context) => {
  const base = scratch(context);
  const folder = join(base, 'evidence');
  const state = join(base, 'state.json');
  evidence(folder, 3);
  writeFileSync(state, '{"schema":"aftertaint/state/1","cases":{"x":');
  assert.equal((await schedule(folder, state)).told!.length, 3);
  writeFileSync(`${state}.lock`, String(process.pid));
  const held = await schedule(folder, state);
  assert.equal(held.told, undefined);
  assert.match(held.stderr, /in use by process/);
  rmSync(`${state}.lock`);
  writeFileSync(`${state}.lock`, '999999999');
  assert.deepEqual((await schedule(folder, state)).told, [], 'the lock of a dead process is taken over');
});

function outcomeOf(source: CaseSource): CaseOutcome {
  const artefacts = source.artefacts.map(({ id, path, kind, location }) => ({ id, path, kind, ...digestOf(location) }));
  return { result: caseResult({ id: source.id, artefacts, findings: [] }), coverage: NO_COVERAGE, payloads: [] };
}

test('a fork whose original came or changed is analysed again although its own bytes are the same', async (context) => {
  const base = scratch(context);
  const folder = join(base, 'evidence');
  const state = join(base, 'state.json');
  mkdirSync(folder);
  const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
  const record = (session: number, uuid: string, second: number, content: string) =>
    `${JSON.stringify({ type: 'user', parentUuid: null, message: { role: 'user', content }, uuid, sessionId: id(session), timestamp: `2026-03-01T10:00:0${second}.000Z` })}\n`;
  const fork = record(1, 'u1', 1, 'first') + record(2, 'u2', 5, 'own words');
  writeFileSync(join(folder, `${id(2)}.jsonl`), fork);
  const unknown = async (): Promise<string[]> => {
    const { found } = await openCases([folder]);
    const opened = RunState.open(state, {});
    const again = found.sources.filter((source) => !opened.knows(source));
    for (const source of again) opened.keep(source, outcomeOf(source));
    for (const source of found.sources) if (!again.includes(source)) opened.recall(source);
    opened.finish(false);
    opened.close();
    return again.map((source) => source.sessionId);
  };
  assert.deepEqual(await unknown(), [id(2)]);
  assert.deepEqual(await unknown(), [], 'nothing changed');
  writeFileSync(join(folder, `${id(1)}.jsonl`), record(1, 'u1', 1, 'first'));
  assert.deepEqual(await unknown(), [id(1), id(2)], 'the original came');
  writeFileSync(join(folder, `${id(1)}.jsonl`), record(1, 'u1', 1, 'other words'));
  assert.deepEqual(await unknown(), [id(1), id(2)], 'what was copied differs now');
  assert.deepEqual(await unknown(), []);
});

test('a state of another version is said and replaced, and the one after knows everything', async (context) => {
  const base = scratch(context);
  const state = join(base, 'state.json');
  const scan = () => run(['scan', 'corpus/cc-71602-forged-reminder', '--state', state, '--fail-on', 'low']);
  writeFileSync(state, '{"schema":"aftertaint/state/0","cases":{}}');
  const first = await scan();
  assert.match(first.stderr, /was written by another version \(aftertaint\/state\/0\): everything is analysed again/);
  assert.equal(first.code, 1);
  const second = await scan();
  assert.match(second.stderr, /sessions 0 new, 0 changed, \d+ unchanged, 0 gone; findings 0 new/);
  assert.equal(second.code, 0);
  writeFileSync(state, readFileSync(state, 'utf8').replace(/"artefacts"/g, '"artifacts"'));
  const third = await scan();
  assert.match(third.stderr, /is damaged \(an entry is incomplete\)/);
  assert.equal(third.code, 1);
});
