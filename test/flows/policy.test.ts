import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePolicyYaml } from '../../src/flows/policy/file.ts';
import { relativePaths } from '../../src/flows/policy/paths.ts';
import { isInstructionPath, isMemoryPath, isSecretPath, isSettingsPath } from '../../src/flows/policy/places.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { secretsIn } from '../../src/flows/policy/secrecy.ts';
import { parseWorldManifest } from '../../src/flows/policy/world.ts';

test('a policy file adds to its base', () => {
  const { policy, errors } = parsePolicyYaml(`
name: ours
sources:
  read_paths: [vendor/]
trusted:
  hosts: ['*.ours.dev']
sinks:
  egress: { tools: [mcp__chat__say], bash_patterns: ['\\bpost-it\\b'] }
`);
  assert.deepEqual(errors, []);
  assert.deepEqual(policy!.sources.readPaths, [...DEFAULT_POLICY.sources.readPaths, 'vendor/**']);
  assert.ok(policy!.sinks.egress.tools.includes('mcp__chat__say'));
  assert.deepEqual(policy!.trustedHosts, ['*.ours.dev']);
  assert.equal(parsePolicyYaml('extends: none').policy!.sources.tools.length, 0);
  assert.equal(parsePolicyYaml('').policy, DEFAULT_POLICY);
});

test('errors name the line and the key that was meant', () => {
  const text = 'sources:\n  tools: [A]\n  read_path: [b]\nsinks:\n  egres: {}\nask:\n  bash_patterns: ["(a+"]\n';
  const { policy, errors } = parsePolicyYaml(text);
  assert.equal(policy, undefined);
  assert.deepEqual(
    errors.map((error) => error.line),
    [5, 3].sort(),
  );
  assert.match(errors.map((error) => error.message).join('\n'), /did you mean 'read_paths'/);
  assert.match(errors.map((error) => error.message).join('\n'), /did you mean 'egress'/);
  const pattern = parsePolicyYaml('ask:\n  bash_patterns:\n    - ok\n    - "(?=x)"\n').errors;
  assert.deepEqual(
    pattern.map((error) => error.line),
    [4],
  );
  assert.equal(parsePolicyYaml('a: [').errors.length > 0, true);
  assert.match(
    parsePolicyYaml('a: &a [x]\nb: [*a]\nname: 3')
      .errors.map((error) => error.message)
      .join(),
    /unknown key/,
  );
});

test('the world manifest says all there is', () => {
  const { policy, errors, notes } = parseWorldManifest({
    projected_tools: ['Read', 'Bash'],
    taint_sources: { tools: ['WebFetch'], read_paths: ['repos/**', 'inbox/'] },
    egress: { tools: ['WebFetch'], bash_patterns: ['\\bcurl\\b', '(?<!x)wget'] },
    ask: { bash_patterns: ['rm\\s+-rf'] },
    trust_pins: [{ path: 'repos/a.md', identity: { kind: 'sha256', hash: 'ab'.repeat(32) }, reason: 'read by hand' }],
    another_program_owns_this: 1,
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(policy!.sources.readPaths, ['repos/**', 'inbox/**']);
  assert.equal(policy!.sources.bashEffects, false);
  assert.equal(policy!.pins[0]!.identity.kind, 'sha256');
  assert.equal(notes.length, 1);
  assert.equal(parseWorldManifest({ egress: { tools: 'all' } }).errors[0]?.path, 'egress.tools');
});

test('paths: relative forms, secrets, settings, memory', () => {
  assert.deepEqual(relativePaths('./repos/../repos/a.md', '/w/p', []), ['/w/p/repos/a.md', 'repos/a.md']);
  for (const path of [
    '/p/.env',
    '.env.production',
    '~/.ssh/id_ed25519',
    '/h/.aws/credentials',
    'deploy/prod.pem',
    'config/secrets.yml',
  ]) {
    assert.ok(isSecretPath(path), path);
  }
  for (const path of [
    '.env.example',
    'id_rsa.pub',
    'src/keys.ts',
    'README.md',
    'src/credentials.ts',
    'environment.md',
  ]) {
    assert.ok(!isSecretPath(path), path);
  }
  assert.ok(isSettingsPath('/p/.claude/settings.local.json') && !isSettingsPath('/p/settings.json'));
  assert.ok(isInstructionPath('CLAUDE.md') && isInstructionPath('/a/b/.claude/rules/x.md'));
  assert.ok(isMemoryPath('/h/.claude/projects/-p/memory/MEMORY.md'));
});

test('secrets by their look, samples left alone', () => {
  const hex = 'a8F3kQ9zL2mX7vB4';
  const kinds = (text: string): string[] => secretsIn(text).map((hit) => hit.kind);
  assert.deepEqual(kinds(`key ${'AKIA'}QZ7XW2LMN4PTR6VD end`), ['aws-access-key']);
  assert.deepEqual(kinds(`DB_PASSWORD=${hex}${hex}`), ['assigned-secret']);
  assert.deepEqual(kinds(`postgres://app:${hex}@db.host.dev/x`), ['url-password']);
  assert.deepEqual(kinds(`-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIEabc123+/'.repeat(8)}\n-----END`), [
    'private-key',
  ]);
  for (const text of [
    'API_KEY=your-api-key-here-1234',
    'token: process.env.TOKEN_123456',
    'password = "changeme12345"',
    'the token budget is 100000000000',
    'sk-learn-is-a-library-for-python-and-more-words',
  ]) {
    assert.deepEqual(kinds(text), [], text);
  }
});
