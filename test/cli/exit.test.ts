import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitCodeOf } from '../../src/cli/exit.ts';
import { corpus, run, scratch } from './run.ts';

const ONE = join(corpus, 'cc-71602-forged-reminder');

test('internal before usage before gate before incomplete before done', () => {
  const at = (...codes: (0 | 1 | 2 | 3 | 4)[]) => exitCodeOf(codes.map((code) => ({ code, reason: '' })));
  assert.equal(at(), 0);
  assert.equal(at(3, 0), 3);
  assert.equal(at(3, 1), 1);
  assert.equal(at(1, 2, 3), 2);
  assert.equal(at(1, 2, 3, 4), 4);
});

test('no path: usage, and what to type', async () => {
  const { code, stderr, stdout } = await run(['scan']);
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /no path was given\nhelp: name transcripts/);
});

test('a path that is not there: incomplete, named, and the rest is still analysed', async () => {
  const { code, stderr, stdout } = await run(['scan', 'nowhere.jsonl', ONE]);
  assert.equal(code, 3);
  assert.match(stderr, /nowhere\.jsonl: /);
  assert.match(stdout, /"kind":"finding"/);
  assert.equal((await run(['scan', 'nowhere.jsonl', ONE, '--allow-incomplete', '-q'])).code, 0);
});

test('expected decisions: met is 0, missed is 1 with both sides, unreadable is 2', async (context) => {
  const folder = scratch(context);
  const steps = join(corpus, 'seed-taint-floor-steps');
  const expecting = async (line: string) => {
    const file = join(folder, 'expect.ndjson');
    writeFileSync(file, `${line}\n`);
    return run(['replay', steps, '--gate', 'taint-floor', '--expect', file]);
  };
  const met = await expecting('{"toolName":"WebFetch","phase":"before-tool","eventId":"root:12.0","outcome":"deny"}');
  assert.equal(met.code, 0, met.stderr);
  assert.match(met.stderr, /1 of 1 decisions as expected/);
  const missed = await expecting(
    '{"toolName":"WebFetch","phase":"before-tool","eventId":"root:12.0","outcome":"allow"}',
  );
  assert.equal(missed.code, 1);
  assert.match(missed.stderr, /expect\.ndjson:1: .*\n {2}- expected: allow .*\n {2}\+ found: {4}deny/);
  assert.equal((await expecting('{"outcome":')).code, 2);
});

test('payloads: one line per event with what a hook would read, how faithful it is and what is missing', async () => {
  const { code, stdout } = await run([
    'replay',
    join(corpus, 'seed-taint-floor-steps'),
    '--gate',
    'none',
    '--emit-payloads',
    '--format',
    'ndjson',
  ]);
  assert.equal(code, 0);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const payloads = rows.filter(({ kind }) => kind === 'payload');
  assert.equal(rows.at(-1).kind, 'end');
  assert.ok(payloads.length > 10);
  for (const { payload, fidelity, missing, hookEvent } of payloads) {
    assert.equal(payload.hook_event_name, hookEvent);
    assert.ok(['exact', 'partial', 'unsupported'].includes(fidelity) && Array.isArray(missing));
    assert.ok(fidelity !== 'exact' || missing.length === 0, 'nothing is missing where all is exact');
  }
  const read = payloads.find(({ payload }) => payload.hook_event_name === 'PreToolUse' && payload.tool_name === 'Read');
  assert.match(read.payload.tool_input.file_path, /repos\/intel\.md$/);
  assert.ok(read.payload.agent_id && read.payload.agent_type === 'general-purpose');
});

test('what replays may be held against: a policy, a key and a profile, by name', async () => {
  const steps = join(corpus, 'seed-taint-floor-steps');
  for (const [against, log] of [
    ['policy:published', 'taint-floor (session) [published]'],
    ['key:tree', 'taint-floor (tree)'],
    ['profile:no-hooks-in-children', 'taint-floor (session) @ no-hooks-in-children'],
  ] as const) {
    const { code, stdout } = await run(['replay', steps, '--format', 'table', '--against', against]);
    assert.equal(code, 0);
    assert.ok(stdout.includes(log), `${against}: no column ${log}`);
    assert.match(stdout, /taint-floor:session against taint-floor:/);
  }
  assert.equal((await run(['replay', steps, '--against', 'policy:nowhere.yaml'])).code, 2);
  assert.equal((await run(['replay', steps, '--against', 'profile:nobody'])).code, 2);
  assert.equal((await run(['replay', steps, '--against', 'key:moon'])).code, 2);
});

test('a mistyped command is recognised', async () => {
  const { code, stderr } = await run(['scna']);
  assert.notEqual(code, 0);
  assert.match(stderr, /did you mean the command 'scan'/);
});

test('a folder without transcripts is no failure, but said', async (context) => {
  const folder = scratch(context);
  writeFileSync(join(folder, 'notes.txt'), 'nothing here');
  const { code, stderr } = await run(['scan', folder]);
  assert.equal(code, 0);
  assert.match(stderr, /no Claude Code transcripts under .*\nhelp: /);
});

test('--fail-on crosses at the level and above, not below', async () => {
  assert.equal((await run(['scan', ONE, '--fail-on', 'low', '-q'])).code, 1);
  assert.equal((await run(['scan', ONE, '--fail-on', 'critical', '-q'])).code, 0);
});

test('wrong values name the right ones', async () => {
  const level = await run(['scan', ONE, '--min-severity', 'hihg']);
  assert.equal(level.code, 2);
  assert.match(level.stderr, /'hihg' is none of info, low, medium, high, critical/);
  const format = await run(['tree', ONE, '--format', 'sarif']);
  assert.equal(format.code, 2);
  assert.match(format.stderr, /one of table, json, ndjson/);
  const option = await run(['scan', ONE, '--min-severty', 'low']);
  assert.equal(option.code, 2);
  assert.match(option.stderr, /--min-severity/);
});

test('an unreadable file is named', async (context) => {
  if (process.getuid?.() === 0) return context.skip('permissions do not bind root');
  const folder = scratch(context);
  cpSync(ONE, folder, { recursive: true });
  mkdirSync(join(folder, 'closed'));
  chmodSync(join(folder, 'closed'), 0o000);
  const { code, stderr } = await run(['scan', folder]);
  chmodSync(join(folder, 'closed'), 0o755);
  assert.equal(code, 3);
  assert.match(stderr, /closed: .*permission denied; give read permission/);
});

test('a reader that goes away is no error', async () => {
  const { code, stderr } = await run(['scan', corpus, '--format', 'ndjson', '-q'], { closeEarly: true });
  assert.equal(stderr, '');
  assert.equal(code, 0);
});
