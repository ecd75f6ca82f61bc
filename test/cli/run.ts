import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const corpus = join(root, 'corpus');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real program with an empty environment, so that nothing of the developer's machine can help or hurt. */
export function run(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; input?: string; closeEarly?: boolean } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, 'bin/aftertaint.js'), ...args], {
    cwd: options.cwd ?? root,
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (options.closeEarly === true) child.stdout.destroy();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

export function lines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A folder of the test's own, gone when it ends. */
export function scratch(context: TestContext): string {
  const { folder, remove } = makeScratch();
  context.after(remove);
  return folder;
}

/** A folder for all tests of a file. */
export function makeScratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'aftertaint-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * A working folder whose `corpus/` holds a few cases of each kind: what a command does is seen on ten cases as well as on four hundred,
 * and the whole corpus is the business of `corpus/check.test`.
 */
export function fewCases(folder: string): string {
  const wanted = /^(?:cc-71602-|seed-|recording-e-nested)/;
  for (const name of readdirSync(corpus))
    if (wanted.test(name)) cpSync(join(corpus, name), join(folder, 'corpus', name), { recursive: true });
  return folder;
}
