import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus, root } from './run.ts';

/** Sessions of the corpus: enough that there is always one to be killed in. */
const FOLDERS = readdirSync(corpus)
  .filter((name) => existsSync(join(corpus, name, 'projects')))
  .sort()
  .filter((_, index) => index % 40 === 0)
  .map((name) => join(corpus, name, 'projects'));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One scheduled scan, sent a signal when its state file or its output has come so far, or after a share of a whole run. */
function scan(state: string, end?: { readonly signal: NodeJS.Signals; readonly afterMs: number }): Promise<Ended> {
  const args = ['scan', ...FOLDERS, '--state', state, '--all', '--format', 'json', '--redact', 'none', '-j', '1'];
  const child = spawn(process.execPath, [join(root, 'bin/aftertaint.js'), ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer = end === undefined ? undefined : setTimeout(() => child.kill(end.signal), end.afterMs);
  return new Promise((resolve) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    }),
  );
}

test('a real scan that is ended at 20 random points leaves a state that the next run completes from', async (context) => {
  assert.ok(FOLDERS.length >= 8, `${FOLDERS.length} cases`);
  const base = mkdtempSync(join(tmpdir(), 'aftertaint-test-'));
  context.after(() => rmSync(base, { recursive: true, force: true }));
  const startedAt = performance.now();
  const whole = await scan(join(base, 'whole.json'));
  const wholeMs = performance.now() - startedAt;
  assert.ok(whole.code === 0 || whole.code === 1, whole.stderr);
  const state = join(base, 'state.json');
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  let ended = 0;
  for (let point = 0; point < 20; point += 1) {
    const signal = point % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    const run = await scan(state, { signal, afterMs: random() * wholeMs });
    if (run.signal !== null || run.code === 143) ended += 1;
    // A run that was asked to end says what it has: an incomplete report, but a report.
    if (run.code === 143 && run.stdout !== '')
      assert.ok(JSON.stringify(JSON.parse(run.stdout).coverage.limits).includes('interrupted'));
    assert.ok(!/error|broken|not be read/i.test(run.stderr), run.stderr);
    if (existsSync(state)) JSON.parse(readFileSync(state, 'utf8'));
    if (point % 7 === 6) rmSync(state, { force: true });
  }
  assert.ok(ended > 5, `only ${ended} runs were ended`);
  const last = await scan(state);
  assert.deepEqual([last.code, last.stdout], [whole.code, whole.stdout], 'as if nothing had happened');
});
