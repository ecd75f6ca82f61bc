import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../../src/gates/hooks/answer.ts';
import { combine } from '../../src/gates/hooks/combine.ts';
import { hookMatches } from '../../src/gates/hooks/matcher.ts';
import type { HookRun } from '../../src/gates/hooks/run.ts';
import { readSettings } from '../../src/gates/hooks/settings.ts';

const exit = (code: number, stdout = '', stderr = ''): HookRun => ({
  end: { kind: 'exit', code },
  stdout,
  stderr,
  flooded: false,
});
const json = (value: unknown, code = 0): HookRun => exit(code, JSON.stringify(value));
const facts = { headless: true, defers: true };
const specific = (more: object, event = 'PreToolUse'): HookRun =>
  json({ hookSpecificOutput: { hookEventName: event, ...more } });
const said = (event: string, run: HookRun): string => {
  const answer = readAnswer(event, run);
  const { effect } = combine(event, [{ hook: 'h', answer }], facts);
  return `${answer.outcome} ${answer.basis} ${effect}${answer.failedOpen ? ' fail-open' : ''}`;
};

test('matchers: words are exact, the rest are expressions, Task and Agent are one tool', () => {
  const call = (matcher: string, name: string): boolean =>
    hookMatches(matcher, { hook_event_name: 'PreToolUse', tool_name: name });
  for (const matcher of ['', '*', 'Task', 'Agent', '^Ag.*', 'Bash|Agent', '^(Task|Agent)$'])
    assert.ok(call(matcher, 'Agent'), matcher);
  assert.ok(!call('Bash', 'BashOutput'));
  assert.ok(call('Notebook.*', 'NotebookEdit'));
  assert.ok(call('mcp__.*__write.*', 'mcp__files__write_file'));
  assert.ok(!call('mcp__files', 'mcp__files__write_file'));
  assert.ok(!call('(', '('), 'a broken expression matches nothing');
  assert.ok(hookMatches('Explore', { hook_event_name: 'SubagentStop', agent_type: 'Explore' }));
  assert.ok(!hookMatches('Explore', { hook_event_name: 'SubagentStop', agent_type: 'general-purpose' }));
  assert.ok(hookMatches('whatever', { hook_event_name: 'UserPromptSubmit' }), 'prompts have nothing to match');
});

test('a matcher that backtracks for ever is stopped', () => {
  assert.equal(hookMatches('^(a+)+$', { hook_event_name: 'PreToolUse', tool_name: `${'a'.repeat(60)}!` }), false);
});

test('each way to answer before a tool', () => {
  const rows: [string, HookRun][] = [
    ['none exit-code none', exit(0)],
    ['none exit-code none', exit(0, 'plain words')],
    ['deny exit-code blocks-call', exit(2, '', 'no')],
    ['error exit-code none fail-open', exit(1, '', 'broke')],
    ['error not-started none fail-open', exit(127, '', 'sh: guard: not found')],
    ['allow answer none', specific({ permissionDecision: 'allow' })],
    ['deny answer blocks-call', specific({ permissionDecision: 'deny', permissionDecisionReason: 'r' })],
    ['ask answer blocks-call', specific({ permissionDecision: 'ask' })],
    ['defer answer ends-run', specific({ permissionDecision: 'defer' })],
    ['none answer adds-context', specific({ additionalContext: 'c' })],
    ['deny answer blocks-call', json({ decision: 'block', reason: 'old' })],
    ['allow answer none', json({ decision: 'approve' })],
    ['none answer ends-run', json({ continue: false, stopReason: 'halt' })],
    ['none answer user-only', json({ systemMessage: 's' })],
    ['none bad-answer none fail-open', json({ permissionDecision: 'deny' })],
    ['none bad-answer none fail-open', exit(0, '{not json')],
    ['none bad-answer none fail-open', exit(0, '[1]')],
    ['none bad-answer none fail-open', specific({ permissionDecision: 'maybe' })],
    ['none bad-answer none fail-open', specific({ permissionDecision: 'deny' }, 'PostToolUse')],
    ['deny answer blocks-call', { ...specific({ permissionDecision: 'deny' }), end: { kind: 'exit', code: 1 } }],
    ['timeout timeout none fail-open', { ...exit(0), end: { kind: 'timeout', afterMs: 5000 } }],
    ['error crash none fail-open', { ...exit(0), end: { kind: 'signal', signal: 'SIGSEGV' } }],
    ['error not-started none fail-open', { ...exit(0), end: { kind: 'not-started', problem: 'ENOENT' } }],
    ['none bad-answer none fail-open', { ...json({}), flooded: true }],
  ];
  for (const [expected, run] of rows) assert.equal(said('PreToolUse', run), expected, JSON.stringify(run));
});

test('the same answer does other things at other events', () => {
  assert.equal(said('SubagentStop', json({ decision: 'block', reason: 'go on' })), 'deny answer reruns-agent');
  assert.equal(said('Stop', exit(2, '', 'go on')), 'deny exit-code reruns-agent');
  assert.equal(said('PostToolUse', exit(2, '', 'bad output')), 'deny exit-code adds-context');
  assert.equal(said('SessionStart', exit(0, 'words')), 'none answer adds-context');
  assert.equal(said('SessionEnd', exit(2, '', 'x')), 'none exit-code none');
  assert.equal(
    said('PermissionRequest', specific({ decision: { behavior: 'deny' } }, 'PermissionRequest')),
    'deny answer blocks-call',
  );
});

test('several hooks: the strictest decides, a failure beside a decision is none, rewrites are not determined', () => {
  const named = (...runs: HookRun[]) =>
    runs.map((run, index) => ({ hook: `h${index}`, answer: readAnswer('PreToolUse', run) }));
  const strict = combine(
    'PreToolUse',
    named(specific({ permissionDecision: 'allow' }), specific({ permissionDecision: 'ask' }), exit(2, '', 'no')),
    facts,
  );
  assert.equal(strict.outcome, 'deny');
  assert.deepEqual(strict.rules, ['h2']);
  const beside = combine('PreToolUse', named(exit(1), specific({ permissionDecision: 'deny' })), facts);
  assert.equal(beside.outcome, 'deny');
  assert.equal(beside.failedOpen, false);
  const alone = combine('PreToolUse', named(exit(0), exit(1)), facts);
  assert.equal(alone.outcome, 'error');
  assert.equal(alone.failedOpen, true);
  const two = combine(
    'PreToolUse',
    named(
      specific({ permissionDecision: 'allow', updatedInput: { a: 1 } }),
      specific({ permissionDecision: 'allow', updatedInput: { a: 2 } }),
    ),
    facts,
  );
  assert.equal(two.updatedInput, undefined);
  assert.match(two.reason, /not determined.*h0 .*h1 /);
});

test('settings: what the host would trip over is said, the rest counts', () => {
  const settings = readSettings({
    permissions: { deny: ['Bash(rm:*)', 7, 'Bash(ls'], allowed: [] },
    hooks: {
      PreToolUse: [
        { matcher: '(', hooks: [{ type: 'command', command: 'a' }] },
        {
          matcher: 'Bash',
          hooks: [
            { type: 'command', command: 'b', timeout: 2, async: true, colour: 'red' },
            { type: 'prompt', prompt: 'x' },
            {},
          ],
        },
      ],
      Stop: 'x',
    },
  });
  assert.deepEqual(
    settings.hooks.map(({ command, timeoutMs, runsAsync }) => [command, timeoutMs, runsAsync]),
    [
      ['a', undefined, false],
      ['b', 2000, true],
    ],
  );
  assert.deepEqual(
    settings.rules.map((rule) => rule.text),
    ['Bash(rm:*)'],
  );
  assert.deepEqual(
    settings.problems.map((problem) => problem.pointer),
    [
      '/permissions/allowed',
      '/permissions/deny/1',
      '/permissions/deny/2',
      '/hooks/PreToolUse/0/matcher',
      '/hooks/PreToolUse/1/hooks/0/colour',
      '/hooks/PreToolUse/1/hooks/1',
      '/hooks/PreToolUse/1/hooks/2',
      '/hooks/Stop',
    ],
  );
});
