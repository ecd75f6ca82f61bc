import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Replay } from '../../src/result/replay.ts';
import type { AgentSketch } from '../../src/wire/sketch.ts';
import { before, type Options, replaySketch } from './replayed.ts';

/** What the host makes of every answer that a hook can give, asked through a whole replay. */
const skip = process.platform === 'linux' ? false : 'hooks are shut in by Linux namespaces';

function folderOf(context: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'aftertaint-answers-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  }
  return folder;
}

const specific = (more: object) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecisionReason: 'said so', ...more } });

/** By the name of the command: what the hook prints, how it ends, and what that comes to. */
const ANSWERS: readonly [name: string, shell: string, expected: Partial<Replay>][] = [
  [
    'allows',
    `echo '${specific({ permissionDecision: 'allow' })}'`,
    { outcome: 'allow', basis: 'answer', effect: 'none' },
  ],
  [
    'denies',
    `echo '${specific({ permissionDecision: 'deny' })}'`,
    { outcome: 'deny', effect: 'blocks-call', reason: 'said so' },
  ],
  ['asks', `echo '${specific({ permissionDecision: 'ask' })}'`, { outcome: 'ask', effect: 'blocks-call' }],
  ['defers', `echo '${specific({ permissionDecision: 'defer' })}'`, { outcome: 'defer', effect: 'ends-run' }],
  ['adds', `echo '${specific({ additionalContext: 'mind the gap' })}'`, { outcome: 'none', effect: 'adds-context' }],
  [
    'halts',
    `echo '{"continue":false,"stopReason":"enough"}'`,
    { outcome: 'none', effect: 'ends-run', basis: 'answer' },
  ],
  ['warns', `echo '{"systemMessage":"look here"}'`, { outcome: 'none', effect: 'user-only' }],
  [
    'rewrites',
    `echo '${specific({ permissionDecision: 'allow', updatedInput: { command: 'echo safe' } })}'`,
    { outcome: 'allow', differs: true },
  ],
  ['blocks', `echo '{"decision":"block","reason":"as of old"}'`, { outcome: 'deny', reason: 'as of old' }],
  ['approves', `echo '{"decision":"approve"}'`, { outcome: 'allow' }],
  ['flat', `echo '{"permissionDecision":"deny"}'`, { outcome: 'none', basis: 'bad-answer', failedOpen: true }],
  ['broken', `echo '{"hookSpecificOutput":'`, { outcome: 'none', basis: 'bad-answer', failedOpen: true }],
  ['listed', `echo '["deny"]'`, { outcome: 'none', basis: 'bad-answer', failedOpen: true }],
  ['words', 'echo all is well', { outcome: 'none', basis: 'exit-code', failedOpen: false }],
  ['silent', ':', { outcome: 'none', basis: 'exit-code', failedOpen: false }],
  ['two', 'echo "not here" >&2; exit 2', { outcome: 'deny', basis: 'exit-code', effect: 'blocks-call' }],
  ['one', 'echo trouble >&2; exit 1', { outcome: 'error', basis: 'exit-code', failedOpen: true }],
  ['killed', 'kill -SEGV $$', { outcome: 'error', basis: 'crash', failedOpen: true }],
  ['slow', 'sleep 30', { outcome: 'timeout', basis: 'timeout', failedOpen: true }],
  ['leaves', '(sleep 30 >/dev/null 2>&1 &) ; exit 2', { outcome: 'deny' }],
  [
    'big',
    `printf '{"systemMessage":"'; head -c 10485760 /dev/zero | tr '\\0' x; printf '"}'`,
    { outcome: 'none', basis: 'bad-answer', failedOpen: true },
  ],
  ['terminal', 'read line </dev/tty || exit 2', { outcome: 'deny' }],
  ['outside', 'touch /usr/aftertaint-was-here && exit 1; exit 2', { outcome: 'deny' }],
];

const calls = (names: readonly string[]) => (main: AgentSketch) => {
  main.user('Try them all.');
  for (const name of names) main.calls('Bash', { command: `try-${name}` }, 'ran');
  main.says('Tried.');
};

test('every answer has an outcome of its own, and the replay goes on', { skip }, async (context) => {
  const cases = ANSWERS.map(([name, shell]) => `  *"try-${name}"*) ${shell} ;;`).join('\n');
  const folder = folderOf(context, { 'hook.sh': `#!/bin/sh\npayload=$(cat)\ncase "$payload" in\n${cases}\nesac\n` });
  const names = ANSWERS.map(([name]) => name);
  const outcome = await replaySketch(calls(names), [`hook:PreToolUse:${join(folder, 'hook.sh')}`], {
    timeoutMs: 2500,
    host: { interactive: false },
  });
  for (const [name, , expected] of ANSWERS) {
    const said = outcome.replays.find((one) => one.phase === 'before-tool' && one.summary === `try-${name}`);
    assert.ok(said, name);
    const shown = Object.fromEntries(Object.keys(expected).map((key) => [key, said[key as keyof Replay]]));
    assert.deepEqual(
      shown,
      expected,
      `${name}: ${said.outcome} ${said.basis} ${said.effect}: ${said.reason.slice(0, 200)}`,
    );
    if (said.failedOpen) assert.notEqual(said.outcome, 'allow', `${name}: fail-open shown as allow`);
  }
  assert.deepEqual(before(outcome, 'try-rewrites').updatedInput, { command: 'echo safe' });
  assert.equal(before(outcome, 'try-warns').message, 'look here');
  assert.equal(before(outcome, 'try-adds').message, 'mind the gap');
});

test('programs that cannot be started', { skip }, async (context) => {
  const folder = folderOf(context, { 'plain.sh': 'exit 0', 'lost.py': '#!/nowhere/bin/python9\n' });
  chmodSync(join(folder, 'plain.sh'), 0o644);
  for (const command of [join(folder, 'plain.sh'), join(folder, 'lost.py'), 'python9 guard.py', '/no/such/guard']) {
    const outcome = await replaySketch(calls(['x']), [`hook:PreToolUse:${command}`], { timeoutMs: 5000 });
    const said = before(outcome, 'try-x');
    assert.deepEqual(
      [said.outcome, said.basis, said.failedOpen],
      ['error', 'not-started', true],
      `${command}: ${said.reason}`,
    );
  }
});

const settingsOf = (context: TestContext, value: object, files: Readonly<Record<string, string>> = {}) => {
  const folder = folderOf(context, { 'settings.json': JSON.stringify(value), 'project/README.md': '', ...files });
  const options: Options = { allowExec: true, project: join(folder, 'project'), timeoutMs: 10_000 };
  return { gate: `settings:${join(folder, 'settings.json')}`, options };
};
const hook = (script: string, more: object = {}) => ({
  type: 'command',
  command: `"$CLAUDE_PROJECT_DIR"/.claude/hooks/${script}`,
  ...more,
});
const no = '#!/bin/sh\ncat >/dev/null\necho "not here" >&2\nexit 2\n';

test('a settings file: an async hook decides nothing, a broken matcher nothing, Task means Agent, the rest still counts', {
  skip,
}, async (context) => {
  const { gate, options } = settingsOf(
    context,
    {
      colour: 'red',
      hooks: {
        PreToolUse: [
          { matcher: 'Glob', hooks: [hook('no.sh', { async: true })] },
          { matcher: '(', hooks: [hook('no.sh')] },
          { matcher: 'Task', hooks: [hook('no.sh')] },
          { matcher: 'mcp__store__.*', hooks: [hook('no.sh')] },
        ],
        SubagentStart: [{ matcher: 'Explore', hooks: [hook('no.sh')] }],
      },
    },
    { 'project/.claude/hooks/no.sh': no },
  );
  const outcome = await replaySketch(
    (main) =>
      main
        .user('Try.')
        .calls('Glob', { pattern: '*.ts' }, 'a.ts')
        .calls('Bash', { command: 'ls' }, 'a')
        .calls('mcp__store__put', { description: 'put' }, 'kept')
        .spawns({ as: 'a', description: 'Look', brief: 'Look.' }, (child) => child.says('Seen.'))
        .says('Done.'),
    [gate],
    options,
  );
  const said = (summary: string) =>
    outcome.replays.find(
      (one) => one.phase === 'before-tool' && one.summary === summary && one.gate.startsWith('settings:'),
    )!;
  assert.match(said('*.ts').reason, /async hook answers deny, which decides nothing/);
  assert.notEqual(said('*.ts').outcome, 'deny');
  assert.notEqual(said('ls').outcome, 'deny');
  assert.equal(said('put').outcome, 'deny');
  assert.equal(said('Look').outcome, 'deny');
  assert.ok(
    outcome.notes.some((note) => /matcher/.test(note)),
    outcome.notes.join('\n'),
  );
});

test('hooks of a settings file are not run without leave, and that is said', { skip }, async (context) => {
  const { gate, options } = settingsOf(
    context,
    { hooks: { PreToolUse: [{ matcher: '*', hooks: [hook('no.sh')] }] } },
    { 'project/.claude/hooks/no.sh': no },
  );
  const outcome = await replaySketch(calls(['x']), [gate], { ...options, allowExec: false });
  const said = outcome.replays.find((one) => one.phase === 'before-tool' && one.gate.startsWith('settings:'))!;
  assert.deepEqual([said.outcome, said.basis, said.failedOpen], ['none', 'not-started', false]);
  assert.match(outcome.notes.join('\n'), /--allow-exec/);
});

test('deny rules beat a hook’s allow from 2.1.77 on, before it opens what they close', { skip }, async (context) => {
  const yes = `#!/bin/sh\ncat >/dev/null\necho '${specific({ permissionDecision: 'allow' })}'\n`;
  const { gate, options } = settingsOf(
    context,
    { permissions: { deny: ['Bash(try-x:*)'] }, hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook('yes.sh')] }] } },
    { 'project/.claude/hooks/yes.sh': yes },
  );
  for (const [version, outcome] of [
    ['2.1.332', 'deny'],
    ['2.1.76', 'allow'],
  ] as const) {
    const replayed = await replaySketch(calls(['x']), [gate], { ...options, host: { version } });
    const said = replayed.replays.find((one) => one.phase === 'before-tool' && one.gate.startsWith('settings:'))!;
    assert.equal(said.outcome, outcome, `${version}: ${said.reason}`);
  }
});

test('a guard in bash and jq reads the payload as the host would send it', { skip }, async (context) => {
  try {
    execFileSync('jq', ['--version']);
  } catch {
    return context.skip('jq is not installed');
  }
  const guard = `#!/usr/bin/env bash
set -euo pipefail
payload=$(cat)
command=$(jq -r '.tool_input.command // ""' <<<"$payload")
agent=$(jq -r '.agent_type // "main"' <<<"$payload")
if [[ $command == *deploy* && $agent != main ]]; then
  jq -n --arg why "deploys are for the main agent, not for $agent" \\
    '{hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"deny",permissionDecisionReason:$why}}'
fi
`;
  const folder = folderOf(context, { 'guard.sh': guard });
  const outcome = await replaySketch(
    (main) =>
      main
        .user('Deploy.')
        .spawns({ as: 'a', brief: 'Deploy.' }, (child) =>
          child.calls('Bash', { command: 'make deploy-a' }, 'ok').says('Done.'),
        )
        .calls('Bash', { command: 'make deploy-b' }, 'ok')
        .says('Done.'),
    [`hook:PreToolUse[Bash]:${join(folder, 'guard.sh')}`],
    { timeoutMs: 10_000 },
  );
  assert.equal(before(outcome, 'make deploy-a').reason, 'deploys are for the main agent, not for general-purpose');
  assert.equal(before(outcome, 'make deploy-b').outcome, 'none');
});

test('the transcripts that a hook reads are byte copies up to the event, the main one and the agent’s own', {
  skip,
}, async (context) => {
  const script = (main: AgentSketch) =>
    main
      .user('Look twice.')
      .calls('Bash', { command: 'try-early' }, 'a')
      .spawns({ as: 'a', brief: 'Look.' }, (child) =>
        child.calls('Bash', { command: 'try-inside' }, 'b').calls('Bash', { command: 'try-later' }, 'c').says('Seen.'),
      )
      .calls('Bash', { command: 'try-late' }, 'd')
      .says('Done.');
  const sizes = `#!/bin/sh
payload=$(cat)
field() { printf '%s' "$payload" | sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }
main=$(field transcript_path | tail -1); own=$(field agent_transcript_path)
sum() { [ -f "$1" ] && sha256sum < "$1" | cut -c1-64 || echo none; }
printf '{"systemMessage":"%s %s"}' "$(sum "$main")" "$(sum "$own")"
`;
  const folder = folderOf(context, { 'sum.sh': sizes });
  const outcome = await replaySketch(script, [`hook:PreToolUse,SubagentStop:${join(folder, 'sum.sh')}`], {
    timeoutMs: 10_000,
    reads: true,
  });
  const said = (summary: string) => before(outcome, summary).message?.split(' ')[0];
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const prefix = (summary: string) => {
    const event = outcome.events.find(
      (one) => one.hookEvent === 'PreToolUse' && JSON.stringify(one.payload.tool_input).includes(summary),
    )!;
    const { artefact, byteEnd } = event.transcripts!.main!;
    return outcome.bytesOf(artefact).subarray(0, byteEnd);
  };
  for (const summary of ['try-early', 'try-inside', 'try-late'])
    assert.equal(said(summary), digest(prefix(summary)), summary);
  assert.ok(new TextDecoder().decode(prefix('try-early')).includes('try-early'));
  assert.ok(!new TextDecoder().decode(prefix('try-early')).includes('try-late'), 'nothing of what was still to come');
  const stop = outcome.replays.find(({ phase }) => phase === 'agent-stop')!;
  const own = outcome.events.find(({ hookEvent }) => hookEvent === 'SubagentStop')!.transcripts!.agent!;
  assert.equal(stop.message?.split(' ')[1], digest(outcome.bytesOf(own.artefact).subarray(0, own.byteEnd)));
});

test('state lives for one replay: what a hook wrote down is gone at the next', { skip }, async (context) => {
  const counts = `#!/bin/sh
cat >/dev/null
state="$CLAUDE_PROJECT_DIR/.seen"
if [ -e "$state" ]; then echo "seen before" >&2; exit 2; fi
: > "$state"
`;
  const folder = folderOf(context, { 'count.sh': counts, 'project/a.txt': '' });
  const options = { project: join(folder, 'project'), timeoutMs: 10_000 };
  const gate = `hook:PreToolUse:${join(folder, 'count.sh')}`;
  for (let round = 0; round < 2; round += 1) {
    const outcome = await replaySketch(calls(['first', 'second']), [gate], options);
    assert.equal(before(outcome, 'try-first').outcome, 'none', 'a new folder');
    assert.equal(before(outcome, 'try-second').outcome, 'deny', 'the same folder within a replay');
  }
});
