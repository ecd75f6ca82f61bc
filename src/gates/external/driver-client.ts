import { type ChildProcess, spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { HookRun } from '../hooks/run.ts';
import type { FromDriver, Isolation, StartHook, ToDriver } from './protocol.ts';

export interface HookDriver {
  readonly isolation: Isolation;
  run(hook: Omit<StartHook, 'id'>, signal: AbortSignal): Promise<HookRun & { readonly durationMs: number }>;
  close(): Promise<void>;
}

export interface DriverOptions {
  /** The only folder that hooks may write to. */
  readonly workspace: string;
  /** Run hooks with the network of this machine. */
  readonly allowNetwork: boolean;
}

/** Why no hook is run: there is no way on this machine to keep it off the network. */
export class NoIsolation extends Error {}

const DRIVER = fileURLToPath(new URL('./driver.js', import.meta.url));

/** Makes every mount read-only but the workspace. Fails as a whole where the root cannot be closed: then the next weaker way is tried. */
const CLOSE_FILES = `
set -e
workspace=$1; shift
mount --make-rprivate /
mount --bind "$workspace" "$workspace"
awk '{print $2}' /proc/self/mounts | while read -r mount; do
  case "$mount" in "$workspace"*|/proc*|/dev*|/sys*) continue ;; esac
  mount -o remount,bind,ro "$mount" 2>/dev/null || [ "$mount" != / ]
done
cd "$workspace"
exec "$@"`;

/** Starts the driver in the strongest isolation that this machine allows. */
export async function startDriver(options: DriverOptions): Promise<HookDriver> {
  const problems: string[] = [];
  for (const [file, ...args] of launchers(options)) {
    try {
      const driver = await launch(file!, args);
      if (options.allowNetwork || driver.isolation.network) return driver;
      await driver.close();
      problems.push(`${file}: the network stayed reachable`);
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message}`);
    }
  }
  throw new NoIsolation(
    `hooks were not run: they cannot be kept off the network here (${problems.join('; ')}). Allow it with --allow-network, or run on Linux with unprivileged user namespaces.`,
  );
}

function launchers({ workspace, allowNetwork }: DriverOptions): string[][] {
  const node = [process.execPath, '--max-old-space-size=256', DRIVER, namespaceOf('net'), namespaceOf('mnt')];
  const root = process.getuid?.() === 0 ? [] : ['-r'];
  const network = allowNetwork ? [] : ['-n'];
  const closed = ['unshare', ...root, ...network, '-m', '-p', '-f', '--kill-child', '--mount-proc'];
  const found = [[...closed, 'sh', '-c', CLOSE_FILES, 'sh', workspace, ...node]];
  if (!allowNetwork) found.push(['unshare', ...root, '-n', ...node]);
  else found.push(node);
  return found;
}

function namespaceOf(kind: string): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`);
  } catch {
    return 'none';
  }
}

function launch(file: string, args: readonly string[]): Promise<HookDriver> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-500);
    });
    child.on('error', reject);
    child.stdin.on('error', () => {});
    const waiting = new Map<number, (answer: HookRun & { durationMs: number }) => void>();
    child.on('close', () => {
      reject(new Error(complaint.trim() || 'ended before it was ready'));
      for (const answer of waiting.values()) answer({ ...GONE, durationMs: 0 });
      waiting.clear();
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as FromDriver;
      if ('ready' in message) resolve(clientOf(child, message.ready, waiting));
      else {
        waiting.get(message.id)?.({ ...message.run, durationMs: message.durationMs });
        waiting.delete(message.id);
      }
    });
  });
}

const GONE: HookRun = {
  end: { kind: 'not-started', problem: 'the process that starts hooks is gone' },
  stdout: '',
  stderr: '',
  flooded: false,
};

type Waiting = Map<number, (answer: HookRun & { durationMs: number }) => void>;

function clientOf(child: ChildProcess, isolation: Isolation, waiting: Waiting): HookDriver {
  let next = 1;
  const send = (message: ToDriver): boolean => child.stdin!.write(`${JSON.stringify(message)}\n`);
  return {
    isolation,
    run(hook, signal) {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve({ ...GONE, durationMs: 0 });
      const id = next++;
      return new Promise((resolve) => {
        const cancel = (): unknown => send({ cancel: id });
        waiting.set(id, (answer) => {
          signal.removeEventListener('abort', cancel);
          resolve(answer);
        });
        send({ start: { ...hook, id } });
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
      });
    },
    close() {
      return new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        const late = setTimeout(() => child.kill('SIGKILL'), 2000);
        child.once('close', () => {
          clearTimeout(late);
          resolve();
        });
        child.stdin!.end();
      });
    },
  };
}
