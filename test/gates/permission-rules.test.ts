import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommandParts } from '../../src/gates/permissions/command.ts';
import { decideByRules } from '../../src/gates/permissions/decide.ts';
import { isProblem, type PermissionRule, parseRule, type RuleVerdict } from '../../src/gates/permissions/rule.ts';

/** Good enough for these rows: the real splitter is the shell parser's. */
const split = (command: string): CommandParts => ({
  parts: command.split(/&&|\|\||;|\||\n/).map((part) => part.trim()),
  understood: !command.includes('$('),
});
const context = { folders: { project: '/home/dev/app', cwd: '/home/dev/app/web', home: '/home/dev' }, split };

function rules(text: Partial<Record<RuleVerdict, string[]>>): PermissionRule[] {
  return (['allow', 'ask', 'deny'] as const).flatMap((verdict) =>
    (text[verdict] ?? []).map((rule) => {
      const parsed = parseRule(verdict, rule);
      assert.ok(!isProblem(parsed), `${rule}: ${isProblem(parsed) ? parsed.problem : ''}`);
      return parsed;
    }),
  );
}
const ask = (
  text: Partial<Record<RuleVerdict, string[]>>,
  tool: string,
  input: Record<string, string>,
  mode = 'default',
): string => {
  const { verdict, basis } = decideByRules(rules(text), mode, { tool, input }, context);
  return `${verdict} by ${basis}`;
};
const bash = (text: Partial<Record<RuleVerdict, string[]>>, command: string): string => ask(text, 'Bash', { command });

test('deny beats ask beats allow, and no rule means the mode', () => {
  assert.equal(
    bash({ allow: ['Bash'], ask: ['Bash(git push:*)'], deny: ['Bash(git push --force:*)'] }, 'git push --force origin'),
    'deny by rule',
  );
  assert.equal(bash({ allow: ['Bash'], ask: ['Bash(git push:*)'] }, 'git push origin'), 'ask by rule');
  assert.equal(bash({ allow: ['Bash'], ask: ['Bash(git push:*)'] }, 'git pull'), 'allow by rule');
  assert.equal(bash({}, 'git pull'), 'ask by default');
  assert.equal(ask({}, 'Read', { file_path: '/etc/passwd' }), 'allow by default');
  assert.equal(ask({}, 'Write', { file_path: 'x' }, 'acceptEdits'), 'allow by default');
  assert.equal(ask({}, 'Bash', { command: 'ls' }, 'bypassPermissions'), 'allow by default');
  assert.equal(ask({ deny: ['Bash(ls:*)'] }, 'Bash', { command: 'ls' }, 'bypassPermissions'), 'deny by rule');
});

test('a prefix ends at a word', () => {
  assert.equal(bash({ allow: ['Bash(git log:*)'] }, 'git log --oneline'), 'allow by rule');
  assert.equal(bash({ allow: ['Bash(git log:*)'] }, 'git log'), 'allow by rule');
  assert.equal(bash({ allow: ['Bash(git log:*)'] }, 'git logger'), 'ask by default');
  assert.equal(bash({ allow: ['Bash(npm run *)'] }, 'npm run build'), 'allow by rule');
  assert.equal(bash({ allow: ['Bash(* --version)'] }, 'node --version'), 'allow by rule');
  assert.equal(bash({ allow: ['Bash(npm run build)'] }, 'npm run build --watch'), 'ask by default');
});

test('a compound command: allow needs every part, deny needs one', () => {
  assert.equal(bash({ allow: ['Bash(git status:*)'] }, 'git status && rm -rf /'), 'ask by default');
  assert.equal(bash({ allow: ['Bash(git *)'] }, 'git status && rm -rf /'), 'ask by default');
  assert.equal(bash({ allow: ['Bash(git *)', 'Bash(npm test:*)'] }, 'git pull && npm test'), 'allow by rule');
  assert.equal(bash({ allow: ['Bash'], deny: ['Bash(rm:*)'] }, 'git status; rm -rf /'), 'deny by rule');
  assert.equal(bash({ allow: ['Bash(echo *)'] }, 'echo $(curl x)'), 'ask by default');
});

test('the host looks behind wrappers and assignments', () => {
  assert.equal(bash({ deny: ['Bash(curl:*)'] }, 'timeout -k 5 30 curl http://x'), 'deny by rule');
  assert.equal(bash({ deny: ['Bash(curl:*)'] }, "HTTP_PROXY='a b' nohup curl http://x"), 'deny by rule');
  assert.equal(bash({ allow: ['Bash(npm test:*)'] }, 'NODE_ENV=test npm test'), 'allow by rule');
  assert.equal(bash({ allow: ['Bash(npm test:*)'] }, 'LD_PRELOAD=./x.so npm test'), 'ask by default');
});

test('paths count from the root, home, the project or the working directory', () => {
  const read = (pattern: string, path: string): boolean =>
    ask({ deny: [`Read(${pattern})`] }, 'Read', { file_path: path }) === 'deny by rule';
  assert.ok(read('//etc/**', '/etc/hosts'));
  assert.ok(read('~/.ssh/**', '/home/dev/.ssh/id_rsa'));
  assert.ok(read('/secrets/**', '/home/dev/app/secrets/a'));
  assert.ok(!read('/secrets/**', '/secrets/a'));
  assert.ok(read('./.env', '/home/dev/app/web/.env'));
  assert.ok(read('.env', '/home/dev/app/web/deep/.env'));
  assert.ok(!read('.env', '/home/dev/app/web/.env.example'));
  assert.ok(read('secrets', '/home/dev/app/web/secrets/deep/a'));
  assert.ok(read('./.env', '../web/.env'));
});

test('Edit speaks for every tool that writes files', () => {
  for (const tool of ['Edit', 'Write', 'MultiEdit']) {
    assert.equal(ask({ deny: ['Edit(/dist/**)'] }, tool, { file_path: '/home/dev/app/dist/a.js' }), 'deny by rule');
  }
  assert.equal(ask({ deny: ['Edit(/dist/**)'] }, 'NotebookEdit', { notebook_path: 'x.ipynb' }), 'ask by default');
});

test('MCP servers and tools, domains, agents', () => {
  assert.equal(ask({ allow: ['mcp__tracker'] }, 'mcp__tracker__list', {}), 'allow by rule');
  assert.equal(ask({ allow: ['mcp__tracker'] }, 'mcp__trackers__list', {}), 'ask by default');
  assert.equal(ask({ allow: ['mcp__tracker__*'] }, 'mcp__tracker__list', {}), 'allow by rule');
  assert.equal(ask({ deny: ['mcp__tracker__save_comment'] }, 'mcp__tracker__save_comment', {}), 'deny by rule');
  assert.equal(
    ask({ allow: ['WebFetch(domain:docs.example.com)'] }, 'WebFetch', { url: 'https://docs.example.com/a' }),
    'allow by rule',
  );
  assert.equal(
    ask({ allow: ['WebFetch(domain:example.com)'] }, 'WebFetch', { url: 'https://example.com.evil.test/' }),
    'ask by default',
  );
  assert.equal(
    ask({ allow: ['WebFetch(domain:*.example.com)'] }, 'WebFetch', { url: 'https://docs.example.com/a' }),
    'allow by rule',
  );
  assert.equal(ask({ deny: ['Agent(Explore)'] }, 'Task', { subagent_type: 'Explore' }), 'deny by rule');
  assert.equal(ask({ deny: ['Task'] }, 'Agent', { subagent_type: 'Plan' }), 'deny by rule');
});

test('a rule that the host would not understand is a problem, not a rule', () => {
  for (const text of ['', 'Bash(ls', 'Bash)', '(ls)', 'mcp__a__b(x)'])
    assert.ok(isProblem(parseRule('deny', text)), text);
});
