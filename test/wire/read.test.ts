import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { locate } from '../../src/evidence/locate.ts';
import { formatOf } from '../../src/wire/format.ts';
import { readRecord } from '../../src/wire/read.ts';
import type { TextPart, TranscriptRecord } from '../../src/wire/record.ts';

const span = { artefact: 'f1', byteStart: 0, byteEnd: 1, line: 1 };

/** Every string that a record hands out, with the pointer that is said to lead to it. */
function textsOf(record: TranscriptRecord): TextPart[] {
  if (record.type === 'attachment') return [...record.rendered];
  if (record.type !== 'user' && record.type !== 'assistant') return [];
  return record.blocks.flatMap((block): TextPart[] => {
    if (block.kind === 'text' || block.kind === 'thinking') return [{ text: block.text, pointer: block.textPointer }];
    return block.kind === 'tool-result' ? [...block.parts] : [];
  });
}

function checkPointers(raw: JsonObject): string[] {
  const line = Buffer.from(JSON.stringify(raw));
  return textsOf(readRecord(raw, span)).map(({ text, pointer }) => {
    const range = locate(line, pointer);
    assert.ok(range, `nothing at ${pointer}`);
    assert.equal(JSON.parse(line.toString('utf8', range.start, range.end)), text, pointer);
    return text;
  });
}

test('every text of every form of content is found where its pointer says', () => {
  const content = (value: JsonValue): JsonObject => ({ type: 'user', message: { role: 'user', content: value } });
  const result = (value: JsonValue) => content([{ type: 'tool_result', tool_use_id: 't', content: value }]);
  assert.deepEqual(checkPointers(content('a prompt')), ['a prompt']);
  assert.deepEqual(checkPointers(content(['bare', { type: 'text', text: 'block' }])), ['bare', 'block']);
  assert.deepEqual(checkPointers(content({ type: 'text', text: 'not in a list' })), ['not in a list']);
  assert.deepEqual(checkPointers(result('string')), ['string']);
  assert.deepEqual(checkPointers(result([{ type: 'text', text: 'a' }, { type: 'image' }, 'b'])), ['a', 'b']);
  assert.deepEqual(checkPointers(result([])), []);
  assert.deepEqual(checkPointers(content([{ type: 'tool_result', tool_use_id: 't' }])), []);
  assert.deepEqual(checkPointers({ type: 'assistant', message: { content: [{ type: 'thinking', thinking: 'hm' }] } }), [
    'hm',
  ]);
  const rendered = [{ content: 'shown' }, { content: [{ type: 'text', text: 'in a list' }] }, 'bare'];
  assert.deepEqual(checkPointers({ type: 'attachment', attachment: { type: 'date' }, rendered }), [
    'shown',
    'in a list',
    'bare',
  ]);
});

test('no value of any member makes the reader throw or hand out a wrong type', () => {
  const type = fc.constantFrom(
    'user',
    'assistant',
    'attachment',
    'system',
    'queue-operation',
    'progress',
    'x',
    1,
    null,
  );
  const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  const block = fc.record(
    {
      type: fc.constantFrom('text', 'thinking', 'tool_use', 'tool_result', 'image', 7),
      text: value,
      id: value,
      name: value,
      input: value,
      content: value,
      tool_use_id: value,
      is_error: value,
    },
    { requiredKeys: [] },
  );
  const message = fc.oneof(
    value,
    fc.record({ content: fc.oneof(value, fc.array(fc.oneof(value, block))), id: value }, { requiredKeys: [] }),
  );
  const names = [
    'uuid',
    'parentUuid',
    'sessionId',
    'isSidechain',
    'timestamp',
    'attachment',
    'rendered',
    'data',
    'origin',
    'content',
    'operation',
    '__proto__',
  ];
  const members = Object.fromEntries(names.map((name) => [name, value]));
  fc.assert(
    fc.property(fc.record({ type, message, ...members }, { requiredKeys: ['type'] }), (raw) => {
      const parsed = JSON.parse(JSON.stringify(raw)) as JsonObject;
      const record = readRecord(parsed, span);
      assert.equal(record.raw, parsed);
      for (const name of ['uuid', 'sessionId', 'timestamp', 'agentId'] as const)
        assert.ok(['string', 'undefined'].includes(typeof record[name]));
      checkPointers(parsed);
    }),
    { numRuns: 500 },
  );
});

test('an absent parent and a parent of null are told apart', () => {
  assert.equal(readRecord({ type: 'user', parentUuid: null }, span).parentUuid, null);
  assert.equal(readRecord({ type: 'user' }, span).parentUuid, undefined);
});

test('a type that nobody knows is kept as it is; notes that the host writes are known', () => {
  const known = (type: JsonValue) => {
    const record = readRecord({ type }, span);
    return record.type === 'other' ? [record.recordType, record.known] : [record.type];
  };
  assert.deepEqual(known('from-tomorrow'), ['from-tomorrow', false]);
  assert.deepEqual(known('atis-latch'), ['atis-latch', true]);
  assert.deepEqual(known(3), ['', false]);
  assert.deepEqual(known('constructor'), ['constructor', false]);
});

test('logs of other programs are told by what their records hold, not by the name of the file', () => {
  const cases: [JsonObject, string | undefined][] = [
    [{ type: 'user', sessionId: 's', message: {}, uuid: 'u' }, 'claude-code'],
    [{ type: 'user', sessionId: 's', session_id: 's', message: {}, uuid: 'u' }, 'claude-code'],
    [{ type: 'user', message: { role: 'user', content: 'x' } }, 'claude-code'],
    [{ type: 'summary', summary: 'x', leafUuid: 'u' }, 'claude-code'],
    [{ type: 'system', subtype: 'init', session_id: 's', uuid: 'u' }, 'stream-json'],
    [{ type: 'assistant', session_id: 's', message: {}, parent_tool_use_id: null }, 'stream-json'],
    [{ timestamp: 't', type: 'session_meta', payload: { id: 'x' } }, 'codex'],
    [{ type: 'assistant.message', data: {}, id: 'x', timestamp: 't' }, 'copilot'],
    [{ sessionId: 's', projectHash: 'h', messages: [] }, 'gemini'],
    [{ info: { id: 'ses_1' }, messages: [] }, 'opencode'],
    [{ hook_event_name: 'PreToolUse', session_id: 's' }, 'hook-log'],
    [{ event: 'Stop', stdin: { hook_event_name: 'Stop' } }, 'hook-log'],
    [{ type: 'started', key: 'k', agentId: 'a' }, 'workflow-journal'],
    [{ method: 'POST', url: '/v1' }, undefined],
    [{ level: 'info', msg: 'x' }, undefined],
  ];
  for (const [value, format] of cases) assert.equal(formatOf(value), format, JSON.stringify(value));
});
