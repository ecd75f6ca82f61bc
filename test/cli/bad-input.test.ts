import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyseCase } from '../../src/analysis/analyse.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { changedSince } from '../../src/ingest/change.ts';
import { findCases } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { corpus, fewCases, lines, root, run, scratch } from './run.ts';

const PROGRAM = join(root, 'bin/aftertaint.js');
const ONE = join(corpus, 'cc-71602-forged-reminder');

/** Runs a line of shell; the program and its Node are `$0` and `$1`. */
function shell(line: string, ...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn('sh', ['-c', line, process.execPath, PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

test('a full disk under the output is told as such', async (context) => {
  if (!existsSync('/dev/full')) return context.skip('no /dev/full here');
  const { code, stderr } = await shell('"$0" "$1" scan "$2" --format json -q > /dev/full', ONE);
  assert.equal(code, 4);
  assert.match(stderr, /output could not be written \(ENOSPC\)\nhelp: free some space/);
  assert.doesNotMatch(stderr, /bug/);
});

test('a state that cannot be written is named; the one of before stays, and nothing half-written', async (context) => {
  if (process.platform === 'win32') return context.skip('needs a limit on file sizes');
  const folder = scratch(context);
  const state = join(folder, 'state.json');
  assert.equal((await run(['scan', ONE, '--state', state, '-q'])).code, 0);
  const before = readFileSync(state, 'utf8');
  const more = join(corpus, 'seed-taint-floor-steps');
  const limited = 'trap "" XFSZ; ulimit -f 0; exec "$0" "$1" scan "$2" "$3" --state "$4" -q';
  const { code, stderr } = await shell(limited, ONE, more, state);
  assert.equal(code, 4, stderr);
  assert.match(stderr, /\/state\.json\S* could not be written \(EFBIG\)\nhelp: /);
  assert.equal(readFileSync(state, 'utf8'), before);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp') || name.endsWith('.lock')),
    [],
  );
  assert.equal((await run(['scan', ONE, more, '--state', state, '-q'])).code, 0, 'the next run completes');
});

for (const [signal, exit, rows] of [
  ['SIGINT', 130, 1],
  ['SIGTERM', 143, 40],
] as const) {
  test(`${signal} at any time: what was printed is whole and marked incomplete, the next run tells the rest`, async (context) => {
    const folder = fewCases(scratch(context));
    const state = join(folder, 'state.json');
    const findings = (text: string) =>
      lines(text)
        .filter((row) => row['kind'] === 'finding')
        .map((row) => JSON.stringify(row));
    const whole = findings((await run(['scan', 'corpus', '--format', 'ndjson', '-q'], { cwd: folder })).stdout);
    const child = spawn(process.execPath, [PROGRAM, 'scan', 'corpus', '--format', 'ndjson', '--state', state], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let sent = false;
    child.stderr.on('data', (data) => (stderr += String(data)));
    child.stdout.on('data', (data) => {
      stdout += String(data);
      if (sent || stdout.split('\n').length <= rows) return;
      sent = true;
      child.kill(signal);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) {
      assert.equal(code, exit, stderr);
      assert.match(stderr, new RegExp(`${signal}: ends after the session at hand`));
      assert.match(stdout, /interrupted: \d+ of \d+ sessions were analysed/);
    }
    const rest = await run(['scan', 'corpus', '--format', 'ndjson', '--state', state, '-q'], { cwd: folder });
    assert.equal(rest.code, 0, rest.stderr);
    assert.deepEqual(findings(rest.stdout).sort(), [...whole].sort());
  });
}

test('what cannot be read makes the run incomplete, and is not taken for gone', async (context) => {
  if (process.getuid?.() === 0) return context.skip('permissions do not bind root');
  const folder = scratch(context);
  const evidence = join(folder, 'evidence');
  mkdirSync(evidence);
  cpSync(ONE, join(evidence, 'open'), { recursive: true });
  cpSync(join(corpus, 'seed-taint-floor-steps'), join(evidence, 'closed'), { recursive: true });
  const state = join(folder, 'state.json');
  assert.equal((await run(['scan', evidence, '--state', state, '-q'])).code, 0);
  chmodSync(join(evidence, 'closed'), 0o000);
  const closed = await run(['scan', evidence, '--state', state]);
  chmodSync(join(evidence, 'closed'), 0o755);
  assert.equal(closed.code, 3);
  assert.match(closed.stderr, /closed: .*permission denied; give read permission/);
  assert.doesNotMatch(closed.stdout, /transcript-missing/);
  assert.match((await run(['scan', evidence, '--state', state])).stderr, /sessions 0 new, 0 changed/);
});

test('a file that goes, is cut or is written over while it is analysed is told; one that grows is not', async (context) => {
  const folder = scratch(context);
  const path = join(folder, '11111111-1111-4111-8111-111111111111.jsonl');
  const line = (uuid: string) =>
    `${JSON.stringify({ type: 'user', message: { content: 'x' }, uuid, sessionId: '11111111-1111-4111-8111-111111111111' })}\n`;
  const after = (change: () => void) => {
    writeFileSync(path, line('u1') + line('u2'));
    utimesSync(path, 1_770_000_000, 1_770_000_000);
    const { marks } = readCase(findCases([folder]).sources[0]!);
    change();
    return changedSince(marks).map(({ code, message }) => `${code}: ${/the file ([a-z ]+) while/.exec(message)![1]}`);
  };
  assert.deepEqual(
    after(() => {}),
    [],
  );
  assert.deepEqual(
    after(() => writeFileSync(path, line('u1') + line('u2') + line('u3'))),
    [],
  );
  assert.deepEqual(
    after(() => writeFileSync(path, line('u1'))),
    ['file-changed: was cut'],
  );
  assert.deepEqual(
    after(() => writeFileSync(path, line('u3') + line('u4'))),
    ['file-changed: was written over'],
  );
  assert.deepEqual(
    after(() => rmSync(path)),
    ['file-changed: is gone'],
  );
});

test('a session whose file went before it was read is still a case, with the reason', async (context) => {
  const folder = scratch(context);
  cpSync(ONE, folder, { recursive: true });
  const { sources } = findCases([folder]);
  rmSync(join(folder, 'projects'), { recursive: true });
  const { result } = await analyseCase(sources[0]!, { policy: DEFAULT_POLICY, parts: { findings: true, flows: true } });
  assert.ok(result.warnings.some(({ code }) => code === 'unreadable'));
  assert.deepEqual(result.findings, []);
});

test('help to a reader that went away is no error', async () => {
  const { code, stderr } = await shell('{ "$0" "$1" scan --help; echo "ended with $?" >&2; } | true');
  assert.equal(code, 0);
  assert.equal(stderr, 'ended with 0\n');
});

test('evidence inside an archive is cited by its place there and read again by verify', async (context) => {
  if ((await shell('tar --version')).code !== 0) return context.skip('no tar here');
  const folder = scratch(context);
  const packed = 'cd "$2" && tar czf "$3/a.tar.gz" cc-71602-forged-reminder';
  assert.equal((await shell(packed, corpus, folder)).code, 0);
  const saved = await run(['scan', 'a.tar.gz', '--format', 'json', '-q'], { cwd: folder });
  assert.match(saved.stdout, /"path": ?"a\.tar\.gz!cc-71602-forged-reminder\/projects\/[^"]+\.jsonl"/);
  writeFileSync(join(folder, 'saved.json'), saved.stdout);
  const verified = await run(['verify', 'saved.json', 'a.tar.gz', '--format', 'json'], { cwd: folder });
  assert.equal(verified.code, 0, verified.stderr);
  assert.match(verified.stderr, /[1-9]\d* of \d+ cited spans .* are unchanged/);
  // One word of the evidence changes, the length does not.
  const changed =
    'cd "$3" && tar xzf a.tar.gz && find . -name "*.jsonl" -exec sed -i "s/claude/CLAUDE/g;s/user/USER/g" {} + && tar czf a.tar.gz cc-71602-forged-reminder';
  assert.equal((await shell(changed, corpus, folder)).code, 0);
  assert.notEqual((await run(['verify', 'saved.json', 'a.tar.gz'], { cwd: folder })).code, 0);
});
