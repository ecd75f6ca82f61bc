import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { HookRun } from '../hooks/run.ts';
import { FLOOD_BYTES, type FromDriver, KEPT_BYTES, type StartHook, type ToDriver } from './protocol.ts';

/**
 * The small process that starts hook programs. It loads nothing else, so that starting a child is cheap, and it may itself stand in
 * namespaces of its own, so that every hook is shut in without a wrapper of its own. Arguments: the network and mount namespaces of the
 * program that started it.
 */
const [outerNetwork, outerMounts] = process.argv.slice(2);
const running = new Map<number, { readonly pid: number | undefined; readonly stop: () => void }>();

say({
  ready: {
    network: isOther('net', outerNetwork),
    files: isOther('mnt', outerMounts),
    processes: ownsEveryProcess(),
  },
});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line) as ToDriver;
  if ('start' in message) start(message.start);
  else running.get(message.cancel)?.stop();
});
lines.on('close', () => {
  for (const { stop } of running.values()) stop();
  process.exit(0);
});

function say(message: FromDriver): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function isOther(kind: string, outer: string | undefined): boolean {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`) !== outer;
  } catch {
    return false;
  }
}

function start(hook: StartHook): void {
  const begun = performance.now();
  const stdout = keep();
  const stderr = keep();
  let done = false;
  let ending: HookRun['end'] | undefined;
  const [file, args] = hook.args === undefined ? ['/bin/sh', ['-c', hook.command]] : [hook.command, [...hook.args]];
  // A session of its own: no terminal to read from, and one group to end.
  const child = spawn(file, args, {
    cwd: hook.cwd,
    env: { ...hook.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });

  const finish = (end: HookRun['end']): void => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    running.delete(hook.id);
    endTree(child.pid);
    child.stdout.destroy();
    child.stderr.destroy();
    say({
      id: hook.id,
      run: { end, stdout: stdout.text(), stderr: stderr.text(), flooded: stdout.flooded() || stderr.flooded() },
      durationMs: Math.round(performance.now() - begun),
    });
  };
  const timer = setTimeout(() => finish({ kind: 'timeout', afterMs: hook.timeoutMs }), hook.timeoutMs);
  running.set(hook.id, { pid: child.pid, stop: () => finish({ kind: 'aborted' }) });
  child.on('error', (error) => finish({ kind: 'not-started', problem: error.message }));
  child.stdin.on('error', () => {});
  child.stdin.end(hook.stdin);
  for (const [stream, kept] of [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const) {
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      if (!kept.add(chunk)) finish({ kind: 'signal', signal: 'SIGKILL after a flood of output' });
    });
  }
  child.on('exit', (code, signal) => {
    ending = code === null ? { kind: 'signal', signal: signal ?? 'a signal' } : { kind: 'exit', code };
    // A process left behind may hold the pipes open for ever: what has arrived shortly after the end is the answer.
    setTimeout(() => finish(ending!), 150);
  });
  child.on('close', () => {
    if (ending !== undefined) finish(ending);
  });
}

function keep(): { add(chunk: Buffer): boolean; text(): string; flooded(): boolean } {
  const chunks: Buffer[] = [];
  let kept = 0;
  let seen = 0;
  return {
    add(chunk) {
      seen += chunk.length;
      if (kept < KEPT_BYTES) {
        const part = chunk.subarray(0, KEPT_BYTES - kept);
        chunks.push(part);
        kept += part.length;
      }
      return seen <= FLOOD_BYTES;
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    flooded: () => seen > KEPT_BYTES,
  };
}

/** As the first process of a process namespace: everything else in it is a hook's, and ends with us. */
function ownsEveryProcess(): boolean {
  return process.pid === 1;
}

/** Ends a hook's group, what it started in sessions of its own, and orphans that no running hook can be the parent of. */
function endTree(pid: number | undefined): void {
  if (pid === undefined) return;
  const children = childrenByParent();
  const targets = [-pid, ...below(pid, children)];
  if (ownsEveryProcess()) {
    const alive = new Set([...running.values()].map((hook) => hook.pid));
    for (const orphan of children.get(1) ?? []) {
      if (!alive.has(orphan) && orphan !== pid) targets.push(orphan, ...below(orphan, children));
    }
  }
  for (const target of targets) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

function below(root: number, children: ReadonlyMap<number, readonly number[]>): number[] {
  const found: number[] = [];
  for (const queue = [root]; queue.length > 0; ) {
    for (const child of children.get(queue.pop()!) ?? []) {
      found.push(child);
      queue.push(child);
    }
  }
  return found;
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const parent = parentOf(entry);
      if (parent === undefined) continue;
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [Number(entry)]);
      else siblings.push(Number(entry));
    }
  } catch {
    // No /proc here: the group is all we can end.
  }
  return children;
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
