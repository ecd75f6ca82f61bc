import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type HookDriver, NoIsolation, startDriver } from '../../src/gates/external/driver-client.ts';

/** Hook programs that behave badly. Each must come back as a value, and the driver must live on. */
const folder = mkdtempSync(join(tmpdir(), 'aftertaint-driver-'));
const outside = mkdtempSync(join(tmpdir(), 'aftertaint-outside-'));
const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' };
const signal = new AbortController().signal;
let driver: HookDriver | undefined;
let why = '';

before(async () => {
  try {
    driver = await startDriver({ workspace: folder, allowNetwork: false });
  } catch (error) {
    assert.ok(error instanceof NoIsolation);
    why = error.message;
  }
});
after(async () => {
  await driver?.close();
  rmSync(folder, { recursive: true });
  rmSync(outside, { recursive: true });
});

const run = (command: string, more: { stdin?: string; timeoutMs?: number; args?: string[] } = {}) =>
  driver!.run({ command, cwd: folder, env, stdin: '{}', timeoutMs: 10_000, ...more }, signal);

test('stdin, stdout, stderr and the exit code pass through', async (t) => {
  if (driver === undefined) return t.skip(why);
  const result = await run('cat; echo words >&2; exit 2', { stdin: '{"a":1}' });
  assert.deepEqual(result.end, { kind: 'exit', code: 2 });
  assert.equal(result.stdout, '{"a":1}');
  assert.equal(result.stderr, 'words\n');
});

test('connect() fails: to this machine and to any other', async (t) => {
  if (driver === undefined) return t.skip(why);
  const server = createServer((socket) => socket.end('reached'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const script = join(folder, 'connect.cjs');
  writeFileSync(
    script,
    `const net = require('net'); let left = 2;
     for (const [host, port] of [['127.0.0.1', ${port}], ['192.0.2.1', 80]]) {
       const s = net.connect({ host, port, timeout: 3000 });
       s.on('connect', () => console.log('connected', host)); s.on('timeout', () => s.destroy(new Error('timeout')));
       s.on('error', (e) => { console.log('failed', host, e.code); if (--left === 0) process.exit(0); });
     }`,
  );
  const result = await run(`${process.execPath} ${script}`);
  server.close();
  assert.doesNotMatch(result.stdout, /connected/);
  assert.equal(result.stdout.match(/failed/g)?.length, 2, result.stdout + result.stderr);
  assert.equal(driver.isolation.network, true);
});

test('a hook that hangs is ended with all it started', async (t) => {
  if (driver === undefined) return t.skip(why);
  const result = await run(`(setsid sh -c 'sleep 3; echo late > ${join(folder, 'late')}' &) ; sleep 60`, {
    timeoutMs: 300,
  });
  assert.deepEqual(result.end, { kind: 'timeout', afterMs: 300 });
  await run('sleep 4');
  if (driver.isolation.processes)
    assert.ok(!readdirSync(folder).includes('late'), 'a process in its own session lived on');
});

test('a child left behind does not hold the answer back', async (t) => {
  if (driver === undefined) return t.skip(why);
  const result = await run('sleep 60 & echo done');
  assert.deepEqual(result.end, { kind: 'exit', code: 0 });
  assert.equal(result.stdout, 'done\n');
});

test('a flood is cut and said', async (t) => {
  if (driver === undefined) return t.skip(why);
  const long = await run(`head -c 10485760 /dev/zero | tr '\\0' '{'`);
  assert.equal(long.flooded, true);
  assert.equal(long.stdout.length, 1 << 20);
  const endless = await run('yes', { timeoutMs: 60_000 });
  assert.equal(endless.end.kind, 'signal');
});

test('there is no terminal to read from, and nothing to write to outside', async (t) => {
  if (driver === undefined) return t.skip(why);
  const result = await run(`cat /dev/tty; echo x > ${join(outside, 'mark')}; echo inside > mark; cat mark`, {
    timeoutMs: 5000,
  });
  assert.equal(result.stdout, 'inside\n');
  assert.match(result.stderr, /\/dev\/tty/);
  if (driver.isolation.files) assert.deepEqual(readdirSync(outside), []);
});

test('what cannot be started says so', async (t) => {
  if (driver === undefined) return t.skip(why);
  writeFileSync(join(folder, 'plain.sh'), 'exit 0', { mode: 0o644 });
  assert.deepEqual((await run('./plain.sh')).end, { kind: 'exit', code: 126 });
  assert.deepEqual((await run('./none.sh')).end, { kind: 'exit', code: 127 });
  assert.equal((await run('/no/such/program', { args: [] })).end.kind, 'not-started');
  assert.equal((await run('true')).end.kind, 'exit');
});
