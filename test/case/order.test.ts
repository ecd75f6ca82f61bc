import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildCase } from '../../src/case/build.ts';
import type { Case, TimelineEvent } from '../../src/case/model.ts';
import { type AgentSketch, sketch } from '../../src/wire/sketch.ts';
import { inputOf } from '../wire/sketched.ts';
import { built, eventsOf, onlyChild, textsWith } from './built.ts';

test('parallel results are paired by id and count after the reply that made the calls', () => {
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main
      .user('Go.')
      .reply((agent) => agent.calls('Read', { file_path: '/a' }, '1\tA').calls('Read', { file_path: '/b' }, '1\tB'))
      .says('Done.'),
  );
  for (const call of eventsOf(of, 'tool-call')) assert.equal(of.event(call.result!)?.kind, 'tool-result');
  const last = eventsOf(of, 'tool-call').at(-1)!;
  for (const delivery of of.deliveries) {
    if (delivery.text.origin.channel === 'tool') assert.ok(delivery.order >= last.order);
  }
});

test('a result that came while the reply went on was not seen by its later blocks', () => {
  const drawn = sketch({ version: '2.1.76', startContext: false }, (main) =>
    main
      .user('Go.')
      .reply((agent) => agent.calls('Read', { file_path: '/a' }, '1\tA').calls('Read', { file_path: '/b' }, '1\tB'))
      .says('Done.'),
  );
  const input = inputOf(drawn);
  const root = input.files[0]!;
  const records = [...root.records];
  const first = records.findIndex((record) => record.type === 'user' && record.blocks[0]?.kind === 'tool-result');
  const [result] = records.splice(first, 1);
  const secondCall = records.findLastIndex(
    (record) => record.type === 'assistant' && record.blocks[0]?.kind === 'tool-use',
  );
  records.splice(secondCall, 0, result!);
  const of = buildCase({ ...input, files: [{ ...root, records }] });
  const early = of.deliveries.find(
    (delivery) => delivery.text.value.includes('A') && delivery.text.origin.channel === 'tool',
  )!;
  assert.ok(early.order > of.event(early.atEvent)!.order);
  assert.equal(of.timeline[early.order]?.kind, 'tool-call');
});

test('a background result is delivered by its notification, not before', () => {
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'Look.', background: true, as: 'kid' }, (child) => child.says('It is blue.'))
      .calls('Bash', { command: 'echo' }, 'x')
      .says('Waiting.')
      .endsTurn()
      .notification('kid')
      .says('Done.'),
  );
  const toRoot = of.inputsOf(of.id).filter((delivery) => delivery.text.value.includes('It is blue.'));
  assert.equal(toRoot.length, 1);
  assert.ok(toRoot[0]!.order > eventsOf(of, 'reply').find((event) => event.texts[0]?.value === 'Waiting.')!.order);
});

test('nothing of a sibling reaches an agent, and its own words are not delivered to it', () => {
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'One.', description: 'a' }, (child) =>
        child.calls('Read', { file_path: '/s' }, '1\tSECRET-OF-ONE').says('Said one.'),
      )
      .spawns({ brief: 'Two.', description: 'b' }, (child) => child.says('Said two.'))
      .says('Done.'),
  );
  const [, one, two] = of.agents.agents;
  assert.ok(of.inputsOf(one!.id).some((delivery) => delivery.text.value.includes('SECRET-OF-ONE')));
  assert.ok(!of.inputsOf(two!.id).some((delivery) => delivery.text.value.includes('SECRET-OF-ONE')));
  assert.ok(!of.inputsOf(one!.id).some((delivery) => delivery.text.value.includes('Said one.')));
  assert.ok(!of.inputsOf(of.id).some((delivery) => delivery.text.value.includes('SECRET-OF-ONE')));
});

test('the brief that a child file lacks (2.0.50) is delivered from the call', () => {
  const { case: of } = built({ version: '2.0.50' }, (main) =>
    main
      .user('Go.')
      .spawns({ brief: 'Look at the harbour.' }, (child) => child.says('Seen.'))
      .says('Done.'),
  );
  const child = onlyChild(of);
  assert.deepEqual(
    of.inputsOf(child).map((delivery) => delivery.text.value),
    ['Look at the harbour.'],
  );
});

test('after a compaction what was dropped is marked', () => {
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main
      .user('Old prompt.')
      .calls('Read', { file_path: '/a' }, '1\tOLD')
      .says('Ok.')
      .compacts('Summary.')
      .user('New prompt.')
      .says('Ok.'),
  );
  const [compaction] = eventsOf(of, 'compaction');
  const until = (phrase: string): number | undefined =>
    of.deliveries.find((delivery) => delivery.text.value.includes(phrase))!.until;
  assert.equal(until('Old prompt.'), compaction!.order);
  assert.equal(until('OLD'), compaction!.order);
  assert.equal(until('New prompt.'), undefined);
  assert.equal(until('Summary.'), undefined);
});

test('timestamps that run backwards change nothing inside a file', () => {
  const drawn = sketch({ version: '2.1.332', startContext: false }, (main) =>
    main.user('One.').says('Two.').user('Three.').says('Four.'),
  );
  const input = inputOf(drawn);
  const root = input.files[0]!;
  const records = root.records.map((record, index) => ({
    ...record,
    timestamp: new Date(1772438400000 - index * 60_000).toISOString(),
  }));
  const of = buildCase({ ...input, files: [{ ...root, records }] });
  assert.deepEqual(
    lines(of, of.id),
    [...lines(of, of.id)].sort((a, b) => a - b),
  );
});

test('two cases from the same evidence are equal, in whatever order the files were found', () => {
  fc.assert(
    fc.property(
      scripts,
      fc.constantFrom('1.0.90', '2.0.76', '2.1.76', '2.1.197', '2.1.332'),
      fc.infiniteStream(fc.nat()),
      (steps, version, shuffle) => {
        const input = inputOf(
          sketch({ version, startContext: false, name: 'p' }, (main) => play(main, steps, version)),
        );
        const numbers = [...input.files.keys()].map((index) => ({ index, key: shuffle.next().value as number }));
        const files = numbers
          .sort((a, b) => a.key - b.key || a.index - b.index)
          .map(({ index }) => input.files[index]!);
        const one = plain(buildCase(input));
        assert.deepEqual(plain(buildCase(input)), one);
        assert.deepEqual(plain(buildCase({ ...input, files })), one);
      },
    ),
    { numRuns: 40 },
  );
});

test('whatever happens, order is total, files keep theirs, and children stand between spawn and return', () => {
  fc.assert(
    fc.property(scripts, fc.constantFrom('1.0.90', '2.0.76', '2.1.76', '2.1.332'), (steps, version) => {
      const of = buildCase(
        inputOf(sketch({ version, startContext: false, name: 'q' }, (main) => play(main, steps, version))),
      );
      for (const [index, event] of of.timeline.entries()) assert.equal(event.order, index);
      for (const [index, text] of of.texts.entries()) assert.equal(text.id, index);
      assert.equal(new Set(of.timeline.map((event) => event.id)).size, of.timeline.length);
      for (const agent of of.agents.agents)
        assert.deepEqual(
          lines(of, agent.id),
          [...lines(of, agent.id)].sort((a, b) => a - b),
        );
      for (const spawn of eventsOf(of, 'spawn')) {
        const first = of.eventsOf(spawn.child ?? '')[0];
        if (first !== undefined) assert.ok(first.order > spawn.order);
      }
      for (const back of eventsOf(of, 'return')) {
        for (const text of back.texts)
          if (text.copyOf !== undefined) assert.ok(of.event(of.texts[text.copyOf]!.event)!.order < back.order);
      }
      for (const delivery of of.deliveries) assert.ok(delivery.order >= of.event(delivery.atEvent)!.order);
      assert.ok(textsWith(of, 'begin').length > 0);
    }),
    { numRuns: 40 },
  );
});

type Step = { kind: 'say' | 'read' | 'spawn' | 'background' | 'prompt'; word: string };
const scripts = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('say', 'read', 'spawn', 'background', 'prompt'),
    word: fc.constantFrom('red', 'blue', 'same', '<b>&'),
  }),
  { maxLength: 8 },
);

function play(main: AgentSketch, steps: readonly Step[], version: string): void {
  main.user('begin');
  for (const [index, { kind, word }] of steps.entries()) {
    if (kind === 'say') main.says(word);
    else if (kind === 'prompt') main.user(word);
    else if (kind === 'read') main.calls('Read', { file_path: word }, `1\t${word}`);
    else if (kind === 'spawn' || version === '1.0.90') {
      main.spawns({ brief: word, description: `d${index}` }, (child) =>
        child.calls('Bash', { command: word }, word).says(word),
      );
    } else {
      main.spawns({ brief: word, background: true, as: `k${index}`, description: `d${index}` }, (child) =>
        child.says(word),
      );
      main.says('wait').endsTurn().notification(`k${index}`);
    }
  }
  main.says('end');
}

function lines(of: Case, agent: string): number[] {
  return of.eventsOf(agent).map((event: TimelineEvent) => event.span.line);
}

function plain(of: Case): unknown {
  return JSON.parse(JSON.stringify({ ...of, agents: of.agents.agents }));
}
