import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCase } from '../../src/case/build.ts';
import { casesAmong } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { sketch } from '../../src/wire/sketch.ts';

const ENTRIES = JSON.stringify([{ from: 'team-lead', text: 'Count the looms.' }, { from: 3 }, 'no entry']);

function session(name: string, helper: string) {
  return sketch({ name, cwd: '/home/dev/looms' }, (main) => {
    main.user('Start a helper.').spawns({ as: helper, name: helper, brief: 'Wait.', background: true }, (agent) => {
      agent.says('Ready.').endsTurn();
    });
    main.says('Started.').endsTurn();
  }).files;
}

function found(root: string, inboxes: Readonly<Record<string, string>>) {
  const files = [...session('one', 'vera'), ...session('two', 'olga')].map(({ path, bytes }) => ({
    path,
    place: `/home/p/.claude/${path}`,
    location: bytes,
  }));
  for (const [path, text] of Object.entries(inboxes))
    files.push({ path, place: `${root}/${path}`, location: Buffer.from(text) });
  return casesAmong(files);
}

test('an inbox goes to the session that has its owner, the lead’s with it, and each entry is cited', () => {
  const { sources, skipped } = found('/home/p/.claude', {
    'teams/looms/inboxes/vera.json': ENTRIES,
    'teams/looms/inboxes/team-lead.json': '[]',
  });
  assert.deepEqual(skipped, []);
  const cases = sources.map((source) => buildCase(readCase(source).input));
  const withVera = cases.find((one) => one.agents.agents.some((agent) => agent.name === 'vera'))!;
  const other = cases.find((one) => one !== withVera)!;
  assert.deepEqual(other.inboxes, []);
  assert.deepEqual(
    withVera.inboxes.map(({ team, owner, entries }) => [team, owner, entries.length]),
    [
      ['looms', 'team-lead', 0],
      ['looms', 'vera', 1],
    ],
  );
  const entry = withVera.inboxes[1]!.entries[0]!;
  assert.deepEqual([entry.from, entry.text, entry.cite.pointer], ['team-lead', 'Count the looms.', '/0/text']);
  assert.equal(entry.cite.record.byteEnd, Buffer.byteLength(ENTRIES));
});

test('inboxes of other teams and of other homes are left out, and said', () => {
  const { sources, skipped } = found('/home/q/.claude', { 'teams/looms/inboxes/vera.json': ENTRIES });
  assert.equal(sources.flatMap((source) => source.artefacts).filter(({ kind }) => kind === 'inbox').length, 0);
  assert.deepEqual(
    skipped.map(({ path }) => path),
    ['teams/looms/inboxes/vera.json'],
  );
  assert.match(
    found('/home/p/.claude', { 'teams/looms/inboxes/nobody.json': ENTRIES }).skipped[0]!.reason,
    /none of the given sessions/,
  );
});

test('an inbox that is no JSON is a warning with its place, and the case is read', () => {
  const { sources } = found('/home/p/.claude', { 'teams/looms/inboxes/vera.json': '[{"from":' });
  const input = sources.map((source) => readCase(source).input).find((one) => one.warnings.length > 0)!;
  assert.deepEqual(
    input.warnings.map(({ code, path }) => [code, path]),
    [['malformed-file', 'teams/looms/inboxes/vera.json']],
  );
  assert.equal(buildCase(input).inboxes[0]!.entries.length, 0);
});
