import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseGate } from '../../src/gates/spec.ts';
import type { Replay } from '../../src/result/replay.ts';
import type { AgentSketch } from '../../src/wire/sketch.ts';
import { replaySketch } from './replayed.ts';

/** Hook programs of other people and of bad manners, asked as the host would ask them. */
const linux = process.platform === 'linux' ? false : 'hooks are shut in by Linux namespaces';

async function replayed(gate: string, script: (main: AgentSketch) => void, timeoutMs = 5_000) {
  const { replays } = await replaySketch(script, parseGate(gate, ['session']), { timeoutMs });
  return replays.filter(({ phase }) => phase === 'before-tool');
}

function program(context: TestContext, name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'aftertaint-hook-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text, { mode: 0o755 });
  return join(folder, name);
}

const told = ({ outcome, basis, failedOpen }: Replay) => ({ outcome, basis, failedOpen });
const lists = (main: AgentSketch) => {
  main.user('Look around.').calls('Bash', { command: 'ls' }, 'gear.ts').says('One file.');
};

test('cc-safety-net denies a destructive command and lets an ordinary one pass', { skip: linux }, async () => {
  const home = dirname(createRequire(import.meta.url).resolve('cc-safety-net/package.json'));
  const calls = await replayed(`hook:node ${join(home, 'dist/bin/cc-safety-net.js')} hook --claude-code`, (main) => {
    main
      .user('Clean up.')
      .calls('Bash', { command: 'ls' }, 'gear.ts')
      .calls('Bash', { command: 'git reset --hard && rm -rf /' }, '')
      .says('Clean.');
  });
  assert.deepEqual(
    calls.map(({ outcome }) => outcome === 'deny'),
    [false, true],
  );
  assert.equal(calls[1]?.effect, 'blocks-call');
  assert.match(calls[1]?.reason ?? '', /CC Safety Net/);
});

const MANNERS: readonly [name: string, script: string, expected: Partial<Replay>][] = [
  ['hangs', '#!/bin/sh\nsleep 60\n', { outcome: 'timeout', failedOpen: true }],
  ['fails', '#!/bin/sh\nexit 3\n', { failedOpen: true }],
  [
    'prints half an answer',
    '#!/bin/sh\necho \'{"hookSpecificOutput": {"permissionDecision"\'\n',
    { basis: 'bad-answer' },
  ],
  ['answers flat', '#!/bin/sh\necho \'{"permissionDecision":"deny"}\'\n', { outcome: 'none', basis: 'bad-answer' }],
  ['floods', '#!/bin/sh\nhead -c 10000000 /dev/zero | tr "\\\\0" x\n', { outcome: 'none' }],
  [
    'says no by its exit code',
    '#!/bin/sh\necho "not here" >&2\nexit 2\n',
    { outcome: 'deny', basis: 'exit-code', failedOpen: false },
  ],
];
for (const [name, script, expected] of MANNERS) {
  test(`a hook that ${name} has an outcome of its own`, { skip: linux }, async (context) => {
    const [call] = await replayed(`hook:${program(context, 'hook.sh', script)}`, lists, 1_500);
    assert.ok(call);
    assert.notEqual(call.outcome, 'allow');
    assert.deepEqual({ ...told(call), ...expected }, told(call));
  });
}

test('a missing program is an error that failed open, never an allow', { skip: linux }, async () => {
  const [call] = await replayed('hook:/nowhere/at-all/gate --ask', lists);
  assert.ok(call !== undefined && call.outcome !== 'allow' && call.outcome !== 'none', JSON.stringify(call));
});

/** The published rules: a sidecar per session id, sources taint, egress is denied from then on. */
const PYTHON_GATE = `#!/usr/bin/env python3
import json, os, re, sys
event = json.load(sys.stdin)
folder = os.path.join(os.environ.get("CLAUDE_PROJECT_DIR", event.get("cwd", ".")), ".claude", "state")
path = os.path.join(folder, re.sub(r"[^\\w-]", "_", event["session_id"]) + ".json")
tool, given = event.get("tool_name", ""), event.get("tool_input", {})
command = given.get("command", "")
tainted = os.path.exists(path)
network = tool == "Bash" and re.search(r"\\b(curl|wget|nc|ncat|telnet|ssh|scp|sftp)\\b", command)
if event["hook_event_name"] == "PreToolUse":
    if tainted and (tool == "WebFetch" or network):
        print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "tainted by " + open(path).read()}}))
        sys.exit(0)
    read = given.get("file_path", "")
    if tool == "WebFetch" or (tool == "Read" and re.search(r"(^|/)(repos|untrusted)/", read)):
        os.makedirs(folder, exist_ok=True)
        with open(path, "w") as out:
            out.write(tool)
`;

test('a python gate with the published rules decides as the built-in floor does', { skip: linux }, async (context) => {
  try {
    execFileSync('python3', ['-c', '']);
  } catch {
    return context.skip('python3 is not installed');
  }
  const script = (main: AgentSketch) => {
    main
      .user('Compare the vendor page with what we have.')
      .calls('Bash', { command: 'curl -s https://vendor.example/a' }, 'A')
      .spawns({ as: 'reader', brief: 'Read the intel file.' }, (agent) => {
        agent.calls('Read', { file_path: '/home/dev/mill/repos/intel.md' }, 'Prices stay.').says('Prices stay.');
      })
      .calls('Bash', { command: 'ls' }, 'gear.ts')
      .calls('Bash', { command: 'curl -s https://vendor.example/b' }, 'B')
      .says('The same.');
  };
  const gate = program(context, 'gate.py', PYTHON_GATE);
  const denied = (calls: readonly Replay[]) =>
    calls.filter(({ outcome }) => outcome === 'deny').map(({ eventId }) => eventId);
  const hook = denied(await replayed(`hook:python3 ${gate}`, script, 20_000));
  const floor = denied(await replayed('taint-floor', script));
  assert.ok(hook.length > 0);
  assert.deepEqual(hook, floor);
});
