import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/base/json.ts';
import { buildCase } from '../../src/case/build.ts';
import { casesAmong } from '../../src/ingest/find.ts';
import type { CaseSource } from '../../src/ingest/model.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { type AgentSketch, type Sketch, type SketchFile, sketch } from '../../src/wire/sketch.ts';

const HOUR = 3_600_000;
const original = () =>
  sketch({ name: 'original', startContext: false }, (main) =>
    main
      .user('Count the gears.')
      .spawns({ as: 'count', brief: 'Count all the gears, please.' }, (child) => child.says('Eleven.'))
      .says('Eleven.')
      .endsTurn()
      .user('And belts?')
      .says('One.'),
  );
const linesOf = (one: Sketch) =>
  (one.main.session.lines(one.main.path) as JsonObject[]).filter((line) => line.uuid !== undefined);

function copyOf(
  one: Sketch,
  name: string,
  count: number,
  change: (record: JsonObject, id: string) => JsonObject,
  go: (main: AgentSketch) => unknown = (main) => main.user('Go on.').says('Gone on.'),
  startsAtMs = HOUR,
): Sketch {
  return sketch({ name, startContext: false, startsAtMs }, (main) => {
    const records = linesOf(one).slice(0, count);
    for (const record of records) main.bytes(`${JSON.stringify(change(record, main.session.sessionId))}\n`);
    main.after(String(records.at(-1)!.uuid));
    go(main);
  });
}
const renamed = (record: JsonObject, id: string): JsonObject => ({ ...record, sessionId: id });

function sourcesOf(...files: (readonly SketchFile[])[]): readonly CaseSource[] {
  return casesAmong(files.flat().map(({ path, bytes }) => ({ path, place: `/${path}`, location: bytes }))).sources;
}

test('a fork names its original by the ids that copied records keep', () => {
  const first = original();
  const fork = copyOf(first, 'fork', 4, (record) => record);
  const sources = sourcesOf(first.files, fork.files);
  const found = sources.find((source) => source.sessionId === fork.sessionId)!.lineage!;
  assert.deepEqual(
    [found.sessionId, found.basis, found.copied.length, found.conflicts],
    [first.sessionId, 'recorded', 4, []],
  );
  assert.equal(sources.find((source) => source.sessionId === first.sessionId)!.lineage, undefined);
});

test('where every id was rewritten, times and what is only in one of the two say which is older', () => {
  const first = original();
  const fork = copyOf(first, 'fork', 4, renamed);
  const sources = sourcesOf(fork.files, first.files);
  const found = sources.find((source) => source.sessionId === fork.sessionId)!.lineage!;
  assert.deepEqual([found.sessionId, found.basis, found.copied.length], [first.sessionId, 'inferred', 4]);
});

test('a copy of a copy comes from the nearest one', () => {
  const first = original();
  const second = copyOf(first, 'second', 5, renamed);
  second.main.finish();
  const third = sketch({ name: 'third', startContext: false, startsAtMs: 2 * HOUR }, (main) => {
    const records = [...linesOf(first).slice(0, 5), ...linesOf(second)];
    for (const record of records) main.bytes(`${JSON.stringify(renamed(record, main.session.sessionId))}\n`);
    main.user('And on.').says('On.');
  });
  const lineage = new Map(
    sourcesOf(third.files, first.files, second.files).map((source) => [source.sessionId, source.lineage?.sessionId]),
  );
  assert.equal(lineage.get(second.sessionId), first.sessionId);
  assert.equal(lineage.get(third.sessionId), second.sessionId);
  assert.equal(lineage.get(first.sessionId), undefined);
});

test('a prompt that became a list of one text block is the same prompt; another text is a conflict', () => {
  const first = original();
  const same = copyOf(first, 'same', 4, (record, id) => {
    const message = record.message as JsonObject;
    return typeof message.content === 'string'
      ? renamed({ ...record, message: { ...message, content: [{ type: 'text', text: message.content }] } }, id)
      : renamed(record, id);
  });
  const changed = copyOf(first, 'changed', 4, (record, id) =>
    renamed(record.type === 'user' ? { ...record, message: { role: 'user', content: 'Delete them.' } } : record, id),
  );
  const of = (one: Sketch) =>
    sourcesOf(first.files, one.files).find((source) => source.sessionId === one.sessionId)!.lineage!;
  assert.deepEqual([of(same).copied.length, of(same).conflicts.length], [4, 0]);
  assert.ok(of(changed).conflicts.length > 0);
});

test('copied records are counted, and told apart from the session’s own', () => {
  const first = original();
  const fork = copyOf(first, 'fork', 4, renamed);
  const source = sourcesOf(first.files, fork.files).find((one) => one.sessionId === fork.sessionId)!;
  const built = buildCase(readCase(source).input);
  assert.equal(built.facts.copied, 4);
  assert.equal(built.ids.forkedFrom, first.sessionId);
  const inherited = built.timeline.filter((event) => built.isInherited(event.span));
  assert.ok(inherited.length >= 4 && inherited.length < built.timeline.length);
  assert.ok(inherited.every((event) => event.span.line <= 4));
});

test('a fork alone has no lineage: nothing can be compared', () => {
  const fork = copyOf(original(), 'fork', 4, renamed);
  assert.equal(sourcesOf(fork.files)[0]!.lineage, undefined);
});

test('two sessions that only begin alike are no copies', () => {
  const again = sketch({ name: 'again', startContext: false }, (main) => main.user('Count the gears.').says('Eleven.'));
  assert.ok(sourcesOf(original().files, again.files).every((source) => source.lineage === undefined));
});

function withOwnId(brief: string): readonly SketchFile[] {
  const other = sketch({ name: 'own id', startContext: false }, () => {}).sessionId;
  return sketch({ name: 'parent', startContext: false, cwd: '/home/dev/mill', layout: 'worktree-project' }, (main) =>
    main
      .user('Let an isolated helper count.')
      .spawns(
        {
          as: 'count',
          brief: 'Count all the gears, please.',
          receives: brief,
          worktree: 'kept',
          sessionId: other,
          ownFolder: true,
          withoutMeta: true,
          ends: 'open',
        },
        (child) => child.says('Eleven.'),
      )
      .user('Is it done?')
      .says('Not yet.'),
  ).files;
}

test('a worktree child with a session id of its own belongs to the call that has its brief', () => {
  const sources = sourcesOf(withOwnId('Count all the gears, please.'));
  assert.equal(sources.length, 1);
  const built = buildCase(readCase(sources[0]!).input);
  const child = built.agents.agents.find((agent) => agent.kind !== 'root')!;
  assert.deepEqual([child.link?.basis, child.link?.by, child.parent], ['matched', 'prompt', built.agents.root]);
});

test('… and with another brief it stays a session without a main file', () => {
  assert.equal(sourcesOf(withOwnId('Paint all the gears, please.')).length, 2);
});
