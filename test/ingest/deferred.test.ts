import assert from 'node:assert/strict';
import { test } from 'node:test';
import { casesAmong } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const stdout = 'line with "quotes", {braces} and → arrows\n'.repeat(200);

function result(uuid: string, toolUseResult: unknown, more: object = {}): string {
  const content = [{ type: 'tool_result', tool_use_id: 't', content: 'short' }];
  const message = { role: 'user', content };
  return JSON.stringify({
    type: 'user',
    message,
    uuid,
    timestamp: '2026-03-01T10:00:00.000Z',
    sessionId: SESSION,
    toolUseResult,
    ...more,
  });
}

function read(text: string) {
  const location = Buffer.from(text);
  const { input } = readCase(casesAmong([{ path: 'a.jsonl', place: '/a.jsonl', location }]).sources[0]!);
  return { records: input.files[0]!.records, codes: input.warnings.map(({ code }) => code) };
}

test('a large structured result reads as if the whole line had been parsed', () => {
  const lines = [
    result('u1', { stdout, nested: { toolUseResult: 1 } }, { sourceToolAssistantUUID: 'x' }),
    result('u2', stdout),
    result('u3', [{ type: 'text', text: stdout }]),
    result('u4', { small: true }),
    result('u5', null, { message: { role: 'user', content: [{ toolUseResult: { stdout } }] } }),
  ];
  const { records, codes } = read(lines.join('\n'));
  records.forEach((record, index) => {
    const whole = JSON.parse(lines[index]!);
    assert.ok(record.type === 'user');
    assert.equal(record.deferred !== undefined, index < 3, 'large ones stay in the file');
    const { toolUseResult, ...rest } = whole;
    if (record.deferred === undefined) assert.deepEqual(record.raw, whole);
    else assert.deepEqual(JSON.parse(JSON.stringify(record.raw)), rest);
    assert.deepEqual(record.toolUseResult, toolUseResult);
    assert.equal(record.toolUseResult, record.toolUseResult, 'parsed once');
    assert.deepEqual(Object.keys(record.raw), Object.keys(whole), 'in the order of the line');
  });
  assert.deepEqual(codes, []);
});

test('a record torn inside its structured result hides nothing of what follows on the line', () => {
  const whole = result('whole', { stdout });
  const torn = result('torn', { stdout: `}}}${stdout}` });
  const resultAt = torn.indexOf('toolUseResult') + 20;
  for (let cut = resultAt; cut < torn.length; cut += 97) {
    const { records, codes } = read(`${result('u1', 1)}\n${torn.slice(0, cut)}${whole}\n`);
    assert.deepEqual(
      records.map(({ uuid }) => uuid),
      ['u1', 'whole'],
      `cut at ${cut}`,
    );
    assert.deepEqual(codes, ['spliced-record']);
  }
});

test('damage inside a structured result is told when the file is read', () => {
  const nul = result('u1', { stdout: `${stdout}PLACE` }).replace('PLACE', '\0\0');
  assert.ok(read(`${nul}\n${result('u2', 1)}\n`).codes.includes('nul-run'));
  const bytes = Buffer.from(`${result('u1', { stdout: `${stdout}_` })}\n`);
  bytes[bytes.lastIndexOf('_')] = 0xff;
  const { input } = readCase(casesAmong([{ path: 'a.jsonl', place: '/a.jsonl', location: bytes }]).sources[0]!);
  assert.deepEqual(
    input.warnings.map(({ code }) => code),
    ['invalid-utf8'],
  );
});

test('a key of that name elsewhere in the line is no structured result', () => {
  const large = { toolUseResult: stdout };
  const nested = result('u1', undefined, { message: { role: 'user', content: [{ type: 'text', text: 'a' }, large] } });
  const assistant = JSON.stringify({ type: 'assistant', uuid: 'u2', sessionId: SESSION, toolUseResult: stdout });
  const { records } = read(`${nested}\n${assistant}\n`);
  assert.deepEqual(records[0]!.raw, JSON.parse(nested));
  assert.deepEqual(records[1]!.raw, JSON.parse(assistant));
});

test('half of a surrogate pair in a structured result is told', () => {
  const halved = result('u1', { stdout: `${stdout}PLACE` }).replace('PLACE', '\\ud83d');
  assert.deepEqual(read(`${halved}\n`).codes, ['lone-surrogate']);
  const whole = result('u1', { stdout: `${stdout}PLACE` }).replace('PLACE', '\\ud83d\\ude00');
  assert.deepEqual(read(`${whole}\n`).codes, []);
});

test('a second toolUseResult on the line is the one that counts', () => {
  const line = result('u1', { stdout }).replace(
    /}$/,
    `,"toolUseResult":${JSON.stringify({ stdout: `second ${stdout}` })}}`,
  );
  const { records, codes } = read(line);
  assert.deepEqual(codes, ['duplicate-key']);
  assert.ok(records[0]?.type === 'user');
  assert.deepEqual(records[0].toolUseResult, { stdout: `second ${stdout}` });
});
