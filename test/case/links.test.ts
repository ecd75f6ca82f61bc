import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCase } from '../../src/case/build.ts';
import type { Case } from '../../src/case/model.ts';
import { sketch } from '../../src/wire/sketch.ts';
import { inputOf } from '../wire/sketched.ts';
import { built, eventsOf, onlyChild } from './built.ts';

const links = (of: Case): string[] =>
  of.agents.agents
    .slice(1)
    .map((agent) =>
      agent.link === null ? 'none' : `${agent.link.basis} ${agent.link.by}${agent.link.ambiguous ? ' ambiguous' : ''}`,
    );

test('a child is tied to its call by the best id that the version writes', () => {
  const by = (version: string): string[] =>
    links(
      built({ version }, (main) =>
        main
          .user('Go.')
          .spawns({ brief: 'Look.' }, (child) => child.says('Seen.'))
          .says('Done.'),
      ).case,
    );
  assert.deepEqual(by('1.0.90'), ['matched prompt']);
  assert.deepEqual(by('2.0.50'), ['recorded toolUseResult.agentId']);
  assert.deepEqual(by('2.0.76'), ['recorded toolUseResult.agentId']);
  assert.deepEqual(by('2.1.119'), ['recorded toolUseResult.agentId']);
  assert.deepEqual(by('2.1.332'), ['recorded meta.toolUseId']);
});

test('an interrupted child without meta is tied by its brief', () => {
  const { case: of } = built({ version: '2.1.38' }, (main) =>
    main.user('Go.').spawns({ brief: 'Look.', ends: 'open' }, (child) => child.calls('Bash', { command: 'x' }, null)),
  );
  assert.deepEqual(links(of), ['matched prompt']);
});

test('equal briefs are paired in order and said to be ambiguous', () => {
  const { case: of } = built({ version: '2.1.38' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'Look.', description: 'one', ends: 'open' }, (child) => child.says('First.'))
      .spawns({ brief: 'Look.', description: 'two', ends: 'open' }, (child) => child.says('Second.')),
  );
  assert.deepEqual(links(of), ['matched prompt ambiguous', 'matched prompt ambiguous']);
  const calls = eventsOf(of, 'spawn');
  assert.deepEqual(
    calls.map((spawn) => of.eventsOf(spawn.child!).findLast((event) => event.kind === 'reply')?.texts[0]?.value),
    ['First.', 'Second.'],
  );
});

test('equal briefs inside one file are told apart by the lines between call and result', () => {
  const { case: of } = built({ version: '1.0.90' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'Look.' }, (child) => child.says('A.'))
      .spawns({ brief: 'Look.' }, (child) => child.says('B.')),
  );
  assert.deepEqual(links(of), ['matched prompt', 'matched prompt']);
  assert.deepEqual(
    of.agents.agents.slice(1).map((agent) => agent.id),
    [`${of.id}/sidechain-1`, `${of.id}/sidechain-2`],
  );
});

test('nested agents hang below their makers', () => {
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'Outer.' }, (child) =>
        child.spawns({ brief: 'Inner.' }, (inner) => inner.says('Deep.')).says('Got: Deep.'),
      )
      .says('Done.'),
  );
  assert.deepEqual(
    of.agents.agents.map((agent) => agent.depth),
    [0, 1, 2],
  );
  const [, outer, inner] = of.agents.agents;
  assert.equal(inner!.parent, outer!.id);
  assert.equal(of.agents.childrenOf(outer!.id)[0]?.id, inner!.id);
});

test('a child whose file is missing is listed without artefacts', () => {
  const { case: of } = built({ version: '2.1.119' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'Look.', withoutFile: true }, (child) => child.says('Seen.'))
      .says('Done.'),
  );
  const child = of.agents.get(onlyChild(of))!;
  assert.deepEqual(child.artefacts, []);
  assert.equal(child.status, 'completed');
});

test('an orphan has no parent and no call', () => {
  const drawn = sketch({ version: '2.1.38', startContext: false }, (main) =>
    main.user('Go.').spawns({ brief: 'Look.', ends: 'open' }, (child) => child.says('Seen.')),
  );
  const input = inputOf(drawn);
  const of = buildCase({ ...input, files: input.files.filter((file) => file.artefact.kind !== 'session') });
  const child = of.agents.get(onlyChild(of))!;
  assert.equal(child.parent, undefined);
  assert.equal(child.spawnedBy, null);
  assert.equal(child.link, null);
  assert.equal(of.agents.get(of.id)?.artefacts.length, 0);
});

test('a revived agent keeps its file; the message is told at both ends', () => {
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'Look.', background: true, as: 'kid' }, (child) => child.says('First answer.'))
      .says('Wait.')
      .endsTurn()
      .notification('kid')
      .sends('kid', 'And the licence?', { answers: (child) => child.says('Second answer.') })
      .says('Wait.')
      .endsTurn()
      .notification('kid')
      .says('Done.'),
  );
  assert.equal(of.agents.agents.length, 2);
  assert.deepEqual(
    eventsOf(of, 'message').map((event) => event.direction),
    ['sent', 'received'],
  );
  const returns = eventsOf(of, 'return');
  assert.deepEqual(
    returns.map((event) => event.texts.find((text) => text.origin.channel === 'model')?.value),
    ['First answer.', 'Second answer.'],
  );
  assert.equal(of.agents.get(onlyChild(of))?.link?.by, 'meta.toolUseId');
});

test('copied records of a compaction agent are counted once; a conflicting copy stays', () => {
  const drawn = sketch({ version: '2.1.119', startContext: false }, (main) =>
    main.user('Hi.').calls('Bash', { command: 'ls' }, 'a').says('Ok.'),
  );
  const input = inputOf(drawn);
  const root = input.files[0]!;
  const copy = (changed: boolean) => ({
    artefact: {
      ...root.artefact,
      id: 'subagents/agent-acompact-1.jsonl',
      path: 'x/subagents/agent-acompact-1.jsonl',
      kind: 'sidechain' as const,
    },
    alsoAt: [],
    records: root.records.map((record) =>
      record.type === 'assistant' && changed
        ? { ...record, raw: { ...record.raw, message: { content: 'other' } } }
        : { ...record, isSidechain: true, agentId: 'acompact-1' },
    ),
  });
  const same = buildCase({ ...input, files: [root, copy(false)] });
  assert.equal(eventsOf(same, 'tool-call').length, 1);
  assert.ok(same.copies.length > 0 && same.copies.every(({ agrees }) => agrees));
  const agent = same.agents.get('acompact-1')!;
  assert.deepEqual([agent.kind, agent.parent, agent.link?.by], ['compaction', same.id, 'copied records']);
  const differs = buildCase({ ...input, files: [root, copy(true)] });
  assert.ok(differs.copies.some(({ agrees }) => !agrees));
});

test('an agent known only from progress lines is rebuilt from them', () => {
  const message = (type: string, content: unknown, n: number) => ({
    type: 'progress',
    data: {
      type: 'agent_progress',
      agentId: 'abc1234',
      prompt: 'Look.',
      message: {
        type,
        message: { role: type, id: `m${n}`, content },
        uuid: `0000000${n}-0000-4000-8000-000000000000`,
        timestamp: `2026-03-02T08:00:3${n}.000Z`,
      },
    },
    parentToolUseID: 'CALL',
    toolUseID: `agent_msg_${n}`,
    uuid: '',
    timestamp: '',
  });
  const { case: of } = built({ version: '2.1.38' }, (main) => {
    main.user('Go.').spawns({ brief: 'Look.', as: 'kid', ends: 'open', withoutFile: true }, () => {});
    for (const [n, record] of [
      message('user', 'Look.', 1),
      message('assistant', [{ type: 'text', text: 'Half way.' }], 2),
    ].entries()) {
      main.record({ ...record, parentToolUseID: main.childCallId('kid'), uuid: `u${n}` } as never);
    }
  });
  const child = of.agents.get('abc1234')!;
  assert.equal(child.link?.by, 'progress.parentToolUseID');
  const [reply] = of.eventsOf('abc1234').filter((event) => event.kind === 'reply');
  assert.equal(reply?.texts[0]?.value, 'Half way.');
  assert.match(reply!.texts[0]!.cite.pointer, /^\/data\/message\/message\/content\/0\/text$/);
});

test('turns that a file holds twice are counted once, whether their uuids are old or new', () => {
  const drawn = sketch({ version: '1.0.90', startContext: false }, (main) =>
    main.user('One.').calls('Bash', { command: 'ls' }, 'a').says('Done one.').user('Two.').says('Done two.'),
  );
  const input = inputOf(drawn);
  const root = input.files[0]!;
  const again = (change: boolean) =>
    root.records.slice(0, 4).map((record, index) => (change ? { ...record, uuid: `new-${index}` } : record));
  for (const change of [false, true]) {
    const of = buildCase({ ...input, files: [{ ...root, records: [...root.records, ...again(change)] }] });
    assert.deepEqual([of.facts.humans, of.facts.replies], [2, 3], `new uuids: ${change}`);
    assert.equal(eventsOf(of, 'tool-call').length, 1);
    assert.deepEqual(
      of.warnings.map((warning) => warning.code),
      ['duplicate-records'],
    );
  }
});

test('the same words typed twice are two prompts', () => {
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main.user('Go on.').says('Ok.').user('Go on.').says('Ok.'),
  );
  assert.equal(of.facts.humans, 2);
  assert.equal(of.copies.length, 0);
});
