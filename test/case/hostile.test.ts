import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/base/json.ts';
import { buildCase } from '../../src/case/build.ts';
import type { CaseFile, CaseInput } from '../../src/wire/input.ts';
import { readRecord } from '../../src/wire/read.ts';
import { sketch } from '../../src/wire/sketch.ts';
import { inputOf } from '../wire/sketched.ts';
import { built, eventsOf } from './built.ts';

test('records glued on one line have events of their own', () => {
  const input = inputOf(
    sketch({ version: '2.1.332', startContext: false }, (main) =>
      main.user('One.').says('Two.').user('Three.').says('Four.'),
    ),
  );
  const root = input.files[0]!;
  const records = root.records.map((record) => ({
    ...record,
    span: { ...record.span, line: Math.ceil(record.span.line / 3) },
  }));
  const of = buildCase({ ...input, files: [{ ...root, records }] });
  assert.equal(new Set(of.timeline.map((event) => event.id)).size, of.timeline.length);
  assert.ok(of.timeline.some((event) => event.id.includes('~2')));
  for (const event of of.timeline) assert.equal(of.event(event.id), event);
});

test('agents that name each other as parents end in a case, not in a loop', () => {
  const of = buildCase(
    handmade([
      file('sidechain', 'agent-aaa.jsonl', [user('Hi A.')]),
      file('sidechain', 'agent-bbb.jsonl', [user('Hi B.')]),
      meta('aaa', { agentType: 'x', parentAgentId: 'bbb' }),
      meta('bbb', { agentType: 'x', parentAgentId: 'aaa' }),
    ]),
  );
  assert.equal(of.agents.agents.length, 3);
  assert.ok(of.agents.agents.every((agent) => agent.depth <= 3));
});

test('calls that wait for each other in a ring are told all the same', () => {
  // Each child's file begins with the brief of a call that stands in the other child's file.
  const spawn = (id: string, prompt: string) => assistant([{ type: 'tool_use', id, name: 'Agent', input: { prompt } }]);
  const of = buildCase(
    handmade([
      file('session', 's.jsonl', [user('Go.')]),
      file('sidechain', 'agent-aaa.jsonl', [user('For A.'), spawn('c1', 'For B.')]),
      file('sidechain', 'agent-bbb.jsonl', [user('For B.'), spawn('c2', 'For A.')]),
      meta('aaa', { toolUseId: 'c2' }),
      meta('bbb', { toolUseId: 'c1' }),
    ]),
  );
  assert.equal(eventsOf(of, 'tool-call').length, 2);
  assert.equal(eventsOf(of, 'prompt').length, 3);
});

test('names of prototypes are data', () => {
  const odd = JSON.parse('{"__proto__": "a", "constructor": "b", "x": {"toString": "c"}}') as JsonObject;
  const { case: of } = built({ version: '2.1.332' }, (main) =>
    main
      .user('Hi.')
      .calls('constructor', odd, 'x')
      .attaches({ type: '__proto__', content: 'shown' })
      .attaches({ type: 'toString', content: 'shown too' })
      .record({
        type: 'user',
        message: {
          role: 'user',
          content:
            '<task-notification>\n<task-id>__proto__</task-id>\n<status>constructor</status>\n</task-notification>',
        },
        uuid: '',
        timestamp: '',
      })
      .says('Ok.'),
  );
  assert.deepEqual(
    eventsOf(of, 'tool-call')[0]!
      .texts.map((text) => text.value)
      .sort(),
    ['a', 'b', 'c'],
  );
  assert.equal(of.agents.agents.length, 1);
});

test('an input nested ten thousand deep is a text like any other', () => {
  let deep: JsonObject = { word: 'bottom' };
  for (let depth = 0; depth < 10_000; depth += 1) deep = { a: deep };
  const of = buildCase(
    handmade([
      file('session', 's.jsonl', [user('Hi.'), assistant([{ type: 'tool_use', id: 't', name: 'X', input: deep }])]),
    ]),
  );
  assert.equal(of.texts.at(-1)?.value, 'bottom');
});

test('nothing at all is a case', () => {
  const of = buildCase(handmade([]));
  assert.deepEqual([of.timeline.length, of.texts.length, of.agents.agents.map((agent) => agent.id)], [0, 0, ['s']]);
});

test('many agents, equal briefs and equal words stay cheap', () => {
  const count = 1_500;
  const calls = Array.from({ length: count }, (_, n) =>
    assistant([{ type: 'tool_use', id: `c${n}`, name: 'Task', input: { prompt: 'Same.' } }]),
  );
  const results = Array.from({ length: count }, (_, n) => ({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `c${n}`, content: [{ type: 'text', text: `Said ${n}.` }] }],
    },
  }));
  const children = Array.from({ length: count }, (_, n) =>
    file('sidechain', `agent-${n}.jsonl`, [user('Same.'), assistant([{ type: 'text', text: 'Said.' }])]),
  );
  const of = buildCase(handmade([file('session', 's.jsonl', [user('Go.'), ...calls, ...results]), ...children]));
  assert.equal(of.agents.agents.filter((agent) => agent.spawnedBy !== null).length, count);
  assert.equal(eventsOf(of, 'return').length, count);
});

function handmade(files: readonly CaseFile[]): CaseInput {
  return { sessionId: 's', rootPath: 's.jsonl', files, warnings: [] };
}

let uuids = 0;

function user(content: string): JsonObject {
  return { type: 'user', message: { role: 'user', content } };
}

function assistant(content: JsonObject[]): JsonObject {
  return { type: 'assistant', message: { role: 'assistant', id: `m${uuids}`, content } };
}

function file(kind: 'session' | 'sidechain', path: string, rows: readonly JsonObject[]): CaseFile {
  return {
    artefact: { id: path, path, kind, byteLength: 0, sha256: '' },
    alsoAt: [],
    records: rows.map((row, index) => {
      uuids += 1;
      return readRecord(
        { uuid: `u${uuids}`, version: '2.1.119', ...row },
        { artefact: path, byteStart: 0, byteEnd: 0, line: index + 1 },
      );
    }),
  };
}

function meta(agent: string, json: JsonObject): CaseFile {
  const path = `agent-${agent}.meta.json`;
  return { artefact: { id: path, path, kind: 'agent-meta', byteLength: 0, sha256: '' }, alsoAt: [], records: [], json };
}
