import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { JsonObject } from '../../src/base/json.ts';
import { parsePolicyYaml } from '../../src/flows/policy/file.ts';
import type { TrustPolicy } from '../../src/flows/policy/policy.ts';
import { parseWorldManifest } from '../../src/flows/policy/world.ts';
import type { AgentSketch } from '../../src/wire/sketch.ts';
import { before, replaySketch } from '../gates/replayed.ts';

/** Each field of a manifest and of a policy file changes what the floor says of one and the same session, and nothing else does. */

const NOTES = '/home/dev/mill/inbox/notes.md';
const CONTENT = '# Notes\nThe wheel stands still.\n';
const COMMIT = '3f786850e387550fdab836ed7e6dc881de23001b';
const SEND = 'post-it --to desk notes.txt';

const session = (main: AgentSketch) =>
  main
    .user('Read both and post.')
    .calls('Bash', { command: 'git -C /home/dev/mill/inbox rev-parse HEAD' }, COMMIT)
    .calls('Glob', { pattern: '*.md' }, 'notes.md')
    .calls('Read', { file_path: NOTES }, CONTENT)
    .calls('mcp__desk__read', { room: 'mill' }, 'The wheel stands still.')
    .calls('Bash', { command: SEND }, 'ok')
    .calls('mcp__desk__say', { text: 'stands' }, 'ok')
    .calls('Bash', { command: 'drop-table wheels' }, 'ok')
    .says('Done.');

async function outcomes(policy: TrustPolicy): Promise<Record<string, string>> {
  const replayed = await replaySketch(session, ['taint-floor'], { policy });
  const of = (call: string) => before(replayed, call).outcome;
  return { glob: of('*.md'), send: of(SEND), say: of('stands'), drop: of('drop-table wheels') };
}
const CALM = { glob: 'allow', send: 'allow', say: 'allow', drop: 'allow' };
const world = (json: JsonObject): TrustPolicy => {
  const { policy, errors } = parseWorldManifest(json);
  assert.deepEqual(errors, []);
  return policy!;
};
const pin = (kind: string, hash: string) => ({
  path: 'inbox/notes.md',
  identity: { kind, hash },
  reason: 'read by hand',
});
const READS = { taint_sources: { read_paths: ['inbox/'] }, egress: { bash_patterns: ['\\bpost-it\\b'] } };

const FIELDS: readonly [what: string, manifest: JsonObject, changed: Record<string, string>][] = [
  ['nothing', {}, {}],
  ['projected_tools', { projected_tools: ['Bash', 'Read', 'mcp__desk__*'] }, { glob: 'deny' }],
  ['taint_sources.read_paths and egress.bash_patterns', READS, { send: 'deny' }],
  ['read_paths of another folder', { ...READS, taint_sources: { read_paths: ['outbox/'] } }, {}],
  [
    'taint_sources.tools and egress.tools',
    { taint_sources: { tools: ['mcp__desk__read'] }, egress: { tools: ['mcp__desk__say'] } },
    { say: 'deny' },
  ],
  ['egress without a source', { egress: READS.egress }, {}],
  ['ask.bash_patterns', { ask: { bash_patterns: ['drop-table'] } }, { drop: 'ask' }],
  ['ask.tools', { ask: { tools: ['mcp__desk__say'] } }, { say: 'ask' }],
  [
    'trust_pins by digest',
    { ...READS, trust_pins: [pin('sha256', createHash('sha256').update(CONTENT).digest('hex'))] },
    {},
  ],
  [
    'trust_pins by the digest of other bytes',
    { ...READS, trust_pins: [pin('sha256', 'ab'.repeat(32))] },
    { send: 'deny' },
  ],
  ['trust_pins by commit', { ...READS, trust_pins: [pin('git_commit', COMMIT)] }, {}],
  ['trust_pins by another commit', { ...READS, trust_pins: [pin('git_commit', 'b'.repeat(40))] }, { send: 'deny' }],
];
for (const [what, manifest, changed] of FIELDS) {
  test(`cc-world.json: ${what}`, async () => {
    assert.deepEqual(await outcomes(world(manifest)), { ...CALM, ...changed });
  });
}

const FILES: readonly [what: string, yaml: string, changed: Record<string, string>][] = [
  ['nothing', '', {}],
  [
    'sources.tools, sinks.egress.tools',
    'sources: {tools: [mcp__desk__read]}\nsinks: {egress: {tools: [mcp__desk__say]}}',
    { say: 'deny' },
  ],
  [
    'trusted.tools',
    'sources: {tools: [mcp__desk__read]}\nsinks: {egress: {tools: [mcp__desk__say]}}\ntrusted: {tools: [mcp__desk__*]}',
    {},
  ],
  [
    'sources.read_paths, sinks.publish',
    'sources: {read_paths: [inbox/]}\nsinks: {publish: {bash_patterns: [post-it]}}',
    { send: 'deny' },
  ],
  [
    'sources.bash_patterns',
    'sources: {bash_patterns: ["rev-parse"]}\nsinks: {egress: {bash_patterns: [post-it]}}',
    { send: 'deny' },
  ],
  ['projected_tools', 'projected_tools: [Bash, Read, "mcp__*"]', { glob: 'deny' }],
  ['ask', 'ask: {bash_patterns: [drop-table], tools: [Glob]}', { drop: 'ask', glob: 'ask' }],
  [
    'trust_pins',
    `sources: {read_paths: [inbox/]}\nsinks: {egress: {bash_patterns: [post-it]}}\ntrust_pins:\n  - {path: inbox/notes.md, identity: {kind: git_commit, hash: ${COMMIT}}, reason: r}`,
    {},
  ],
];
for (const [what, yaml, changed] of FILES) {
  test(`aftertaint.policy.yaml: ${what}`, async () => {
    const { policy, errors } = parsePolicyYaml(`extends: none\n${yaml}\n`);
    assert.deepEqual(errors, []);
    assert.deepEqual(await outcomes(policy!), { ...CALM, ...changed });
  });
}

test('cc-world.json: mistakes are told with their line, a name that is nearly known with the one that was meant', () => {
  const text =
    '{\n  "taint_source": {"tools": ["WebFetch"]},\n  "egress": {\n    "tool": ["x"],\n    "tools": "all"\n  }\n}';
  const { errors } = parseWorldManifest(JSON.parse(text), text);
  assert.deepEqual(
    errors.map(({ path, line }) => [path, line]),
    [['egress.tools', 5]],
  );
  const mended = text.replace('"all"', '["all"]');
  const { policy, notes } = parseWorldManifest(JSON.parse(mended), mended);
  assert.deepEqual(policy!.sinks.egress.tools, ['all']);
  assert.deepEqual(notes, [
    "line 2: 'taint_source' is unknown and has no effect; did you mean 'taint_sources'?",
    "line 4: 'egress.tool' is unknown and has no effect; did you mean 'tools'?",
  ]);
  const other = '{"egress": {"tools": ["a"]}, "another_program_owns_this": 1}';
  assert.deepEqual(parseWorldManifest(JSON.parse(other), other).notes, []);
});

test('a pattern that would take for ever on a long command is refused or linear', async () => {
  for (const pattern of ['(a+)+$', '(a|a)*b', '(\\w+\\s?)*!', 'a{1,500}a{1,500}b']) {
    const { policy, errors } = parsePolicyYaml(`ask:\n  bash_patterns: [${JSON.stringify(pattern)}]\n`);
    if (policy === undefined)
      assert.deepEqual(
        errors.map(({ line }) => line),
        [2],
      );
    else {
      const command = `echo ${'a'.repeat(20_000)}`;
      const replayed = await replaySketch(
        (main) => main.user('Go.').calls('Bash', { command }, '').says('Done.'),
        ['taint-floor'],
        { policy },
      );
      assert.ok(['allow', 'ask'].includes(before(replayed, command).outcome));
    }
  }
});
