import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { casesAmong, findCases } from '../../src/ingest/find.ts';
import type { FoundCases, FoundFile } from '../../src/ingest/model.ts';
import { readCase } from '../../src/ingest/read-case.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';
const C = 'cccccccc-0000-4000-8000-000000000003';

function line(session: string, uuid: string, more: object = {}): string {
  const message = { role: 'user', content: `text of ${uuid}` };
  return `${JSON.stringify({ parentUuid: null, isSidechain: false, type: 'user', message, uuid, timestamp: '2026-03-01T10:00:00.000Z', sessionId: session, ...more })}\n`;
}

function child(session: string, agentId: string, uuid = `${agentId}-1`): string {
  return line(session, uuid, { isSidechain: true, agentId });
}

type Tree = Record<string, string>;

function inMemory(tree: Tree): FoundFile[] {
  return Object.entries(tree).map(([path, text]) => ({ path, place: `/${path}`, location: Buffer.from(text) }));
}

/** `id: kind:path kind:path …` per case, in the order given out. */
function shape({ sources }: FoundCases): string[] {
  return sources.map(({ id, artefacts }) => {
    const files = artefacts.map(({ kind, path, alsoAt }) => `${kind}:${[path, ...alsoAt].join('=')}`);
    return `${id.slice(0, 4)}${id.slice(36)}: ${files.join(' ')}`;
  });
}

const folders: string[] = [];
function onDisk(tree: Tree): string {
  const root = mkdtempSync(join(tmpdir(), 'aftertaint-find-'));
  folders.push(root);
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const EVERYTHING: Tree = {
  [`p/-w/${A}.jsonl`]: line(A, 'a1') + line(A, 'a2'),
  [`p/-w/${A}/subagents/agent-a1.jsonl`]: child(A, 'a1'),
  [`p/-w/${A}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore"}',
  [`p/-w/${A}/subagents/workflows/wf_1/agent-a2.jsonl`]: child(A, 'a2'),
  [`p/-w/${A}/subagents/workflows/wf_1/agent-a2.meta.json`]: '{}',
  [`p/-w/${A}/subagents/workflows/wf_1/journal.jsonl`]: '{"type":"started","key":"k","agentId":"a2"}\n',
  [`p/-w/${A}/workflows/wf_1.json`]: '{"runId":"wf_1"}',
  [`p/-w/${A}/workflows/scripts/look-wf_1.js`]: 'export {}',
  [`p/-w/${A}/tool-results/b1.txt`]: 'long output',
  [`p/-w--worktrees-x/${A}/subagents/agent-a3.jsonl`]: child(A, 'a3'),
  [`p/-w/${B}.jsonl`]: line(B, 'b1'),
  'p/-w/agent-b7.jsonl': child(B, 'b7'),
  'p/-w/agent-b7.meta.json': '{}',
  [`p/-w/${C}/subagents/agent-c1.jsonl`]: child(C, 'c1'),
  'p/-w/hooks.jsonl': '{"hook_event_name":"Stop","session_id":"x"}\n',
  'p/-w/api.jsonl': '{"method":"POST"}\n',
  'p/-w/empty.jsonl': '',
  'p/-w/memory/MEMORY.md': 'x',
};

test('every layout is found: nested, sibling, workflow, worktree child, and children whose root is gone', () => {
  const found = casesAmong(inMemory(EVERYTHING));
  assert.deepEqual(
    shape(found),
    [
      `cccc: sidechain:p/-w/${C}/subagents/agent-c1.jsonl`,
      `aaaa: session:p/-w/${A}.jsonl sidechain:p/-w/${A}/subagents/agent-a1.jsonl sidechain:p/-w--worktrees-x/${A}/subagents/agent-a3.jsonl sidechain:p/-w/${A}/subagents/workflows/wf_1/agent-a2.jsonl agent-meta:p/-w/${A}/subagents/agent-a1.meta.json agent-meta:p/-w/${A}/subagents/workflows/wf_1/agent-a2.meta.json workflow:p/-w/${A}/subagents/workflows/wf_1/journal.jsonl workflow:p/-w/${A}/workflows/wf_1.json spilled-result:p/-w/${A}/tool-results/b1.txt other:p/-w/${A}/workflows/scripts/look-wf_1.js`,
      `bbbb: session:p/-w/${B}.jsonl sidechain:p/-w/agent-b7.jsonl agent-meta:p/-w/agent-b7.meta.json`,
    ].sort((x, y) => orderOf(found, x) - orderOf(found, y)),
  );
  assert.equal(found.sources.find(({ sessionId }) => sessionId === C)!.rootPath, `p/-w/${C}`);
  assert.deepEqual(found.skipped.map(({ path }) => path).sort(), [
    'p/-w/api.jsonl',
    'p/-w/empty.jsonl',
    'p/-w/hooks.jsonl',
  ]);
  assert.deepEqual(found.warnings.map(({ code }) => code).sort(), ['empty-file', 'foreign-format']);
});

/** The order is by root path; what is tested here is what belongs together. */
function orderOf(found: FoundCases, line: string): number {
  return found.sources.findIndex(({ id }) => line.startsWith(id.slice(0, 4)));
}

test('the order in which files are met changes nothing', () => {
  const files = inMemory(EVERYTHING);
  const expected = casesAmong(files);
  fc.assert(
    fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (shuffled) => {
      assert.deepEqual(casesAmong(shuffled).sources, expected.sources);
    }),
    { numRuns: 30 },
  );
});

test('artefact ids do not depend on where the evidence was copied to', () => {
  const moved = Object.fromEntries(
    Object.entries(EVERYTHING).map(([path, text]) => [`zz/evidence/case 7/${path}`, text]),
  );
  const ids = (tree: Tree) =>
    casesAmong(inMemory(tree))
      .sources.map(({ id, artefacts }) => [id, artefacts.map((file) => [file.id, file.kind])])
      .sort();
  assert.deepEqual(ids(moved), ids(EVERYTHING));
});

test('a fork file whose first rows keep the old session id is the session that its name says', () => {
  const tree = { [`${A}.jsonl`]: line(A, 'a1'), [`${B}.jsonl`]: line(A, 'a1') + line(A, 'a2') + line(B, 'b1') };
  assert.deepEqual(shape(casesAmong(inMemory(tree))), [`aaaa: session:${A}.jsonl`, `bbbb: session:${B}.jsonl`]);
});

test('a renamed copy is known by its records', () => {
  assert.deepEqual(shape(casesAmong(inMemory({ 'x/incident.jsonl': line(A, 'a1') }))), [
    'aaaa: session:x/incident.jsonl',
  ]);
});

test('equal copies and earlier states of a session are one case, read once', () => {
  const whole = line(A, 'a1') + line(A, 'a2');
  const found = casesAmong(
    inMemory({ [`now/${A}.jsonl`]: whole, [`same/${A}.jsonl`]: whole, [`before/${A}.jsonl`]: line(A, 'a1') }),
  );
  assert.deepEqual(shape(found), [`aaaa: session:now/${A}.jsonl=before/${A}.jsonl=same/${A}.jsonl`]);
  const { input } = readCase(found.sources[0]!);
  assert.equal(input.files[0]!.records.length, 2);
  assert.deepEqual(
    input.warnings.map(({ code, path }) => [code, path]),
    [['older-copy', `before/${A}.jsonl`]],
  );
});

test('a copy in which the host rewrote ids still agrees', () => {
  const copy = line(A, 'a1', { gitBranch: 'other', promptId: 'p', parentUuid: 'x' });
  const found = casesAmong(inMemory({ [`now/${A}.jsonl`]: line(A, 'a1') + line(A, 'a2'), [`old/${A}.jsonl`]: copy }));
  assert.deepEqual(shape(found), [`aaaa: session:now/${A}.jsonl=old/${A}.jsonl`]);
});

test('two parts of one session that agree where they overlap are one case', () => {
  const found = casesAmong(
    inMemory({ [`x/${A}.jsonl`]: line(A, 'a1') + line(A, 'a2'), [`y/${A}.jsonl`]: line(A, 'a2') + line(A, 'a3') }),
  );
  assert.deepEqual(shape(found), [`aaaa: session:x/${A}.jsonl session:y/${A}.jsonl`]);
});

test('copies that contradict each other are cases of their own', () => {
  const changed = line(A, 'a1', { message: { role: 'user', content: 'other words' } });
  const tree = {
    [`x/${A}.jsonl`]: line(A, 'a1') + line(A, 'a2'),
    [`y/${A}.jsonl`]: changed,
    [`y/${A}/subagents/agent-a1.jsonl`]: child(A, 'a1') + child(A, 'a1', 'more'),
  };
  // The one with more bytes keeps the plain id.
  assert.deepEqual(shape(casesAmong(inMemory(tree))), [
    `aaaa~2: session:x/${A}.jsonl`,
    `aaaa: session:y/${A}.jsonl sidechain:y/${A}/subagents/agent-a1.jsonl`,
  ]);
});

test('sessions that merely share an id and no record are not mixed', () => {
  const tree = { [`case-1/${A}.jsonl`]: line(A, 'a1'), [`deep/case-2/${A}.jsonl`]: line(A, 'a9') };
  assert.equal(casesAmong(inMemory(tree)).sources.length, 2);
});

test('an empty root file belongs to the children that name its session', () => {
  const found = casesAmong(inMemory({ [`p/${A}.jsonl`]: '', 'p/agent-a1.jsonl': child(A, 'a1') }));
  assert.deepEqual(shape(found), [`aaaa: session:p/${A}.jsonl sidechain:p/agent-a1.jsonl`]);
  assert.deepEqual(found.skipped, []);
});

test('a transcript as a JSON array under another name is found by its content', () => {
  const found = casesAmong(inMemory({ 'x/chat.json': `[${line(A, 'a1').trim()}]`, 'x/package.json': '{"name":"x"}' }));
  assert.deepEqual(shape(found), ['aaaa: session:x/chat.json']);
  assert.equal(readCase(found.sources[0]!).coverage.records, 1);
});

test('selection by session and by the time of the records', () => {
  const files = inMemory({
    [`${A}.jsonl`]: line(A, 'a1') + line(A, 'a2', { timestamp: '2026-03-05T00:00:00.000Z' }),
    [`${B}.jsonl`]: line(B, 'b1', { timestamp: '2026-03-09T00:00:00.000Z' }),
  });
  const select = (options: object) => casesAmong(files, options).sources.map(({ id }) => id.slice(0, 4));
  assert.deepEqual(select({ sessions: ['bbbb'] }), ['bbbb']);
  assert.deepEqual(select({ sessions: [A] }), ['aaaa']);
  assert.deepEqual(select({ sessions: ['bb'] }), []);
  assert.deepEqual(select({ since: '2026-03-02' }), ['aaaa', 'bbbb']);
  assert.deepEqual(select({ since: '2026-03-06' }), ['bbbb']);
  assert.deepEqual(select({ until: '2026-03-09T00:00:00.000Z' }), ['aaaa']);
  assert.deepEqual(select({ since: '2026-03-06', until: '2026-03-07' }), []);
});

test('a named file brings its session folder and siblings along, and nothing of other sessions', () => {
  const root = onDisk(EVERYTHING);
  const nested = findCases([join(root, `p/-w/${A}.jsonl`)]);
  assert.deepEqual(
    nested.sources.map(({ sessionId, artefacts }) => [sessionId, artefacts.length]),
    [[A, 9]],
  );
  assert.equal(nested.sources[0]!.artefacts[0]!.path, `${A}.jsonl`);
  const sibling = findCases([join(root, `p/-w/${B}.jsonl`)]);
  assert.deepEqual(shape(sibling), [`bbbb: session:${B}.jsonl sidechain:agent-b7.jsonl agent-meta:agent-b7.meta.json`]);
  assert.deepEqual(shape(findCases([join(root, 'p/-w/agent-b7.jsonl')])), [
    'bbbb: sidechain:agent-b7.jsonl agent-meta:agent-b7.meta.json',
  ]);
});

test('a folder at any depth of the layout is enough', () => {
  const root = onDisk(EVERYTHING);
  assert.deepEqual(shape(findCases([join(root, `p/-w/${C}/subagents`)])), ['cccc: sidechain:agent-c1.jsonl']);
  assert.deepEqual(shape(findCases([join(root, `p/-w/${C}`)])), ['cccc: sidechain:subagents/agent-c1.jsonl']);
});

test('what cannot be opened is named, and everything else is found', {
  skip: process.getuid?.() === 0 && 'root may read everything',
}, () => {
  const root = onDisk({
    [`x/${A}.jsonl`]: line(A, 'a1'),
    [`x/${B}.jsonl`]: line(B, 'b1'),
    [`y/${C}.jsonl`]: line(C, 'c1'),
  });
  chmodSync(join(root, `x/${A}.jsonl`), 0o000);
  chmodSync(join(root, 'y'), 0o000);
  const found = findCases([root]);
  chmodSync(join(root, 'y'), 0o700);
  assert.deepEqual(shape(found), [`bbbb: session:x/${B}.jsonl`]);
  assert.deepEqual(found.warnings.map(({ code, path }) => [code, path]).sort(), [
    ['unreadable', `x/${A}.jsonl`],
    ['unreadable', 'y'],
  ]);
});

test('a path that does not exist is a failed input, not a crash', () => {
  const root = onDisk({ [`${A}.jsonl`]: line(A, 'a1') });
  const found = findCases([join(root, 'nowhere'), root]);
  assert.deepEqual(
    found.failed.map(({ reason }) => reason),
    ['no such file or directory'],
  );
  assert.equal(found.sources.length, 1);
});

test('directory loops end, links inside are followed once, links to the outside are not', () => {
  const outside = onDisk({ [`${B}.jsonl`]: line(B, 'b1') });
  const root = onDisk({ [`p/${A}.jsonl`]: line(A, 'a1') });
  symlinkSync(root, join(root, 'p/loop'));
  symlinkSync(outside, join(root, 'outside'));
  symlinkSync(join(root, `p/${A}.jsonl`), join(root, 'again.jsonl'));
  symlinkSync('nowhere', join(root, 'dangling.jsonl'));
  const found = findCases([root]);
  assert.deepEqual(shape(found), [`aaaa: session:p/${A}.jsonl`]);
  assert.deepEqual(found.warnings.map(({ code, path }) => [code, path]).sort(), [
    ['broken-link', 'dangling.jsonl'],
    ['directory-loop', 'p/loop'],
    ['link-outside', 'outside'],
  ]);
});

test('the same place named twice is read once', () => {
  const root = onDisk({ [`p/${A}.jsonl`]: line(A, 'a1') });
  assert.equal(findCases([root, join(root, 'p'), join(root, `p/${A}.jsonl`)]).sources.length, 1);
});

test('a named file that is no transcript is told so', () => {
  const root = onDisk({ 'notes.txt': 'hello\n' });
  const found = findCases([join(root, 'notes.txt')]);
  assert.deepEqual(
    found.warnings.map(({ code }) => code),
    ['not-a-transcript'],
  );
});
