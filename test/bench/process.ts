import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command to be measured. `inner`: it tells its own time and memory as one line of JSON, for what happens before does not count. */
export interface Measurable {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** File for what it prints; thrown away without. */
  readonly stdout?: string;
  readonly inner?: boolean;
}

export interface Ran {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly bytes?: number;
  readonly stdout: string;
  /** Why there is nothing to be told. */
  readonly failed?: string;
}

/** GNU time: the only ordinary way to a child's processor time and peak memory. */
const TIME = '/usr/bin/time';
/** Exit codes of a scan that found something are no failure. */
const FAILED = 2;

export function runMeasured(command: Measurable, scratch: string): Ran {
  const usage = join(scratch, 'usage');
  const out = command.stdout ?? join(scratch, 'printed');
  const descriptor = openSync(out, 'w');
  const timed = existsSync(TIME) && command.inner !== true;
  const [file, ...args] = timed ? [TIME, '-q', '-f', '%U %S %M', '-o', usage, ...command.argv] : command.argv;
  const startedAt = performance.now();
  const { status, error, signal, stderr } = spawnSync(file!, args, {
    stdio: ['ignore', descriptor, 'pipe'],
    env: { ...process.env, ...command.env },
    timeout: 3_600_000,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  closeSync(descriptor);
  const nothing = { seconds, cpuSeconds: 0, peakMegabytes: 0, stdout: '' };
  if (error !== undefined) return { ...nothing, failed: error.message };
  if (status === null || status >= FAILED)
    return { ...nothing, failed: `ended with ${status ?? signal}: ${String(stderr).trim().split('\n').at(-1)}` };
  if (command.inner === true) {
    const told = JSON.parse(readFileSync(out, 'utf8')) as {
      milliseconds: number;
      cpuMilliseconds: number;
      bytes: number;
      peakMegabytes: number;
    };
    const { milliseconds, cpuMilliseconds, bytes, peakMegabytes } = told;
    return { seconds: milliseconds / 1000, cpuSeconds: cpuMilliseconds / 1000, peakMegabytes, bytes, stdout: '' };
  }
  const stdout = command.name === 'stages' ? readFileSync(out, 'utf8') : '';
  if (!timed) return { ...nothing, stdout };
  const [user, system, kilobytes] = readFileSync(usage, 'utf8').trim().split(' ').map(Number);
  return { seconds, cpuSeconds: user! + system!, peakMegabytes: kilobytes! / 1024, stdout };
}
