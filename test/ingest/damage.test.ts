import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ByteLocation } from '../../src/evidence/source.ts';
import { casesAmong } from '../../src/ingest/find.ts';
import { type ReadCase, readCase } from '../../src/ingest/read-case.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';

let ordinal = 0;
function record(text: string, more: object = {}): string {
  ordinal += 1;
  return JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: text },
    uuid: `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`,
    timestamp: '2026-03-01T10:00:00.000Z',
    sessionId: SESSION,
    ...more,
  });
}

/** Reads one root file, for several chunk sizes: the answer must not depend on them. */
function read(content: string | Buffer, maxLineBytes?: number): ReadCase & { bytes: Buffer } {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const file = { path: `${SESSION}.jsonl`, place: `/p/${SESSION}.jsonl`, location: bytes as ByteLocation };
  const { sources } = casesAmong([file], { maxLineBytes });
  assert.equal(sources.length, 1, 'one case');
  const whole = readCase(sources[0]!, { maxLineBytes });
  for (const chunkBytes of [1, 3, 64]) assert.deepEqual(readCase(sources[0]!, { maxLineBytes, chunkBytes }), whole);
  return { ...whole, bytes };
}

/** Prompts in file order, each read back through its own span. */
function prompts({ input, bytes }: ReturnType<typeof read>): string[] {
  return input.files[0]!.records.flatMap((found) => {
    const { byteStart, byteEnd, line } = found.span;
    assert.deepEqual(JSON.parse(bytes.toString('utf8', byteStart, byteEnd)), found.raw, 'the span holds the record');
    assert.equal(
      line,
      1 + bytes.subarray(0, byteStart).filter((byte) => byte === 10).length,
      'the line is counted in newlines',
    );
    return found.type === 'user' && found.blocks[0]?.kind === 'text' ? [found.blocks[0].text] : [];
  });
}

/** `code@line:bytes`, the bytes as text. */
function warnings({ input, bytes }: ReturnType<typeof read>): string[] {
  return input.warnings.map(
    ({ code, line, byteStart, byteEnd }) => `${code}@${line}:${bytes.toString('latin1', byteStart, byteEnd)}`,
  );
}

function codes(result: ReturnType<typeof read>): string[] {
  return result.input.warnings.map(({ code }) => code);
}

test('whole lines give their records and no warning', () => {
  const result = read(`${record('one')}\n${record('two')}\n`);
  assert.deepEqual(prompts(result), ['one', 'two']);
  assert.deepEqual(result.input.warnings, []);
  assert.equal(result.coverage.lines, 2);
});

test('a last line without newline is a whole record', () => {
  const result = read(`${record('one')}\n${record('two')}`);
  assert.deepEqual(prompts(result), ['one', 'two']);
  assert.deepEqual(codes(result), []);
});

test('a torn last line is named and counted, everything before it is read', () => {
  const torn = record('two').slice(0, -60);
  for (const end of ['', '\n']) {
    const result = read(`${record('one')}\n${torn}${end}`);
    assert.deepEqual(prompts(result), ['one']);
    assert.deepEqual(warnings(result), [`torn-tail@2:${torn}`]);
    assert.equal(result.input.lostRecords, 1);
  }
});

test('a tail torn at any byte is told, and costs nothing else', () => {
  const whole = record('two', { data: { type: 'x', message: { type: 'user' } } });
  for (let cut = 1; cut < whole.length; cut += 1) {
    const result = read(`${record('one')}\n${whole.slice(0, cut)}`);
    assert.deepEqual(prompts(result), ['one']);
    assert.deepEqual(codes(result), ['torn-tail'], whole.slice(0, cut));
  }
});

test('a record torn between two values at the end is a torn tail too', () => {
  const result = read(`${record('one')}\n{"type":"user",`);
  assert.deepEqual(warnings(result), ['torn-tail@2:{"type":"user",']);
  assert.equal(result.input.lostRecords, 1);
});

test('a torn record in the middle costs itself and nothing else', () => {
  for (const cut of [10, 60, 100]) {
    const torn = record('lost').slice(0, -cut);
    const result = read(`${record('one')}\n${torn}\n${record('two')}\n${record('three')}\n`);
    assert.deepEqual(prompts(result), ['one', 'two', 'three']);
    assert.deepEqual(warnings(result), [`malformed-line@2:${torn}`]);
    assert.equal(result.input.lostRecords, 1);
  }
});

test('a whole record behind a torn one on the same line is recovered, wherever the first one breaks off', () => {
  const first = record('lost', { toolUseResult: { a: [1, { b: 'x"{' }] } });
  for (let cut = 1; cut < first.length; cut += 1) {
    const torn = first.slice(0, cut);
    const result = read(`${record('one')}\n${torn}${record('two')}\n${record('three')}\n`);
    assert.deepEqual(prompts(result), ['one', 'two', 'three'], torn);
    assert.deepEqual(warnings(result), [`spliced-record@2:${torn}`]);
    assert.equal(result.input.lostRecords, 1);
  }
});

test('blocks and embedded messages inside a torn record are not taken for records', () => {
  const inner = { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'inner' }] }, uuid: 'u1' };
  const torn = record('lost', { data: { message: inner } }).replace(/.{5}$/, '');
  const result = read(`${record('one')}\n${torn}\n${record('two')}\n`);
  assert.deepEqual(prompts(result), ['one', 'two']);
  assert.equal(result.coverage.records, 2);
});

test('records glued on one line are all read, each with its own span', () => {
  const [a, b, c] = [record('a'), record('b }{" '), record('c')];
  for (const glue of ['', ' ', '\t']) {
    const result = read(`${a}${glue}${b}${glue}${c}\n${record('d')}\n`);
    assert.deepEqual(prompts(result), ['a', 'b }{" ', 'c', 'd']);
    assert.deepEqual(warnings(result), [`glued-records@1:${a}${glue}${b}${glue}${c}`]);
    assert.equal(result.input.lostRecords, 0);
  }
});

test('torn, glued and NUL-padded lines in one file: each is named, the rest is read', () => {
  const torn = record('lost').slice(0, 70);
  const nul = '\0'.repeat(300);
  const result = read(`${torn}${record('1')}\n${record('2')}${record('3')}\n${nul}${record('4')}\n${record('5')}\n`);
  assert.deepEqual(prompts(result), ['1', '2', '3', '4', '5']);
  assert.deepEqual(codes(result).sort(), ['glued-records', 'nul-run', 'spliced-record']);
  assert.equal(result.input.lostRecords, 1);
});

test('NUL runs in the middle, behind a record and at the end are skipped with their place', () => {
  const [line, behind, end] = ['\0'.repeat(200), '\0'.repeat(9000), '\0'.repeat(1000)];
  const result = read(`${record('1')}\n${line}\n${record('2')}${behind}\n${record('3')}\n${end}`);
  assert.deepEqual(prompts(result), ['1', '2', '3']);
  assert.deepEqual(warnings(result), [`nul-run@2:${line}`, `nul-run@3:${behind}`, `nul-run@5:${end}`]);
  assert.equal(result.input.lostRecords, 0);
});

test('a record overwritten by NUL bytes in its middle is lost, and only it', () => {
  const text = record('x'.repeat(50));
  const result = read(`${record('1')}\n${text.slice(0, 100)}\0\0\0\0${text.slice(104)}\n${record('2')}\n`);
  assert.deepEqual(prompts(result), ['1', '2']);
  assert.ok(codes(result).includes('nul-run'));
  assert.equal(result.input.lostRecords, 1);
});

test('CR LF and a byte order mark are no part of any record', () => {
  const result = read(`\ufeff${record('1')}\r\n${record('2')}\r\n`);
  assert.deepEqual(prompts(result), ['1', '2']);
  assert.deepEqual(codes(result).sort(), ['bom', 'crlf']);
  assert.match(result.input.warnings.find(({ code }) => code === 'crlf')!.message, /^2 line/);
});

test('blank lines and comment lines are counted once for the file', () => {
  const result = read(`// exported\n# by hand\n\n${record('1')}\n   \n${record('2')}\n\n`);
  assert.deepEqual(prompts(result), ['1', '2']);
  assert.deepEqual(
    result.input.warnings.map(({ code, message, line }) => [code, message, line]),
    [
      ['comment-line', '2 comment line(s)', 1],
      ['blank-lines', '3 blank line(s)', 3],
    ],
  );
});

test('bytes that are no UTF-8 are named; the record is kept', () => {
  const bad = Buffer.from(record('caf_'));
  bad[bad.indexOf('_')] = 0xe9;
  const result = read(Buffer.concat([bad, Buffer.from(`\n${record('fine \ufffd')}\n`)]));
  assert.deepEqual(prompts(result), ['caf\ufffd', 'fine \ufffd']);
  assert.deepEqual(codes(result), ['invalid-utf8']);
});

test('half of a surrogate pair is named, a whole pair and an escaped backslash are not', () => {
  const lone = record('PLACE').replace('PLACE', '\\ud83d!');
  const swapped = record('PLACE').replace('PLACE', '\\udE00\\uD83D');
  const pair = record('PLACE').replace('PLACE', '\\ud83d\\ude00');
  const escaped = record('PLACE').replace('PLACE', '\\\\ud83d');
  const result = read([lone, swapped, pair, escaped].join('\n'));
  assert.deepEqual(prompts(result), ['\ud83d!', '\ude00\ud83d', '😀', '\\ud83d']);
  assert.deepEqual(
    result.input.warnings.map(({ code, line }) => [code, line]),
    [
      ['lone-surrogate', 1],
      ['lone-surrogate', 2],
    ],
  );
});

test('a key that stands twice is named, at any depth and however it is written', () => {
  const top = record('1').replace('"type":"user"', '"type":"assistant","type":"user"');
  const nested = record('2').replace('"role":"user"', '"role":"user","r\\u006fle":"user"');
  const siblings = record('3', { toolUseResult: [{ a: 1 }, { a: 2, b: { a: 3 } }], type2: 'type' });
  const result = read([top, nested, siblings].join('\n'));
  assert.deepEqual(prompts(result), ['1', '2', '3']);
  assert.deepEqual(
    result.input.warnings.map(({ code, line, message }) => [code, line, /key "(.*?)"/.exec(message)![1]]),
    [
      ['duplicate-key', 1, 'type'],
      ['duplicate-key', 2, 'role'],
    ],
  );
});

test('a __proto__ key is data: it is named, kept, and changes no record', () => {
  const result = read(
    `${record('1').replace('{', '{"__proto__":{"isMeta":true,"agentId":"evil"},')}\n${record('2')}\n`,
  );
  const first = result.input.files[0]!.records[0]!;
  assert.equal(first.agentId, undefined);
  assert.equal(first.type === 'user' && first.isMeta, false);
  assert.ok(Object.hasOwn(first.raw, '__proto__'));
  assert.equal(Object.getPrototypeOf(first.raw), Object.prototype);
  assert.deepEqual(codes(result), ['proto-key']);
});

test('a JSON array gives its elements, on one line, one per line, or pretty-printed', () => {
  const values = [record('1'), record('2', { x: [{}] }), record('3')].map((text) => JSON.parse(text) as object);
  const forms = [
    JSON.stringify(values),
    `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]\n`,
    JSON.stringify(values, null, 2),
    JSON.stringify(values, null, '\t').replaceAll('\n', '\r\n'),
  ];
  for (const form of forms) {
    const result = read(form);
    assert.deepEqual(prompts(result), ['1', '2', '3'], form.slice(0, 20));
    assert.ok(codes(result).includes('json-array'));
    assert.ok(!codes(result).includes('malformed-line'), form.slice(0, 20));
    assert.equal(result.input.lostRecords, 0);
  }
});

test('pretty-printed objects are read, each from its first to its last line', () => {
  const values = [record('1', { a: { b: [] } }), record('2\n}{')].map((text) => JSON.parse(text) as object);
  const pretty = values.map((value) => JSON.stringify(value, null, 2)).join('\n\n');
  const result = read(`${pretty}\n${record('3')}\n`);
  assert.deepEqual(prompts(result), ['1', '2\n}{', '3']);
  assert.deepEqual(codes(result), ['pretty-printed', 'blank-lines']);
});

test('two writers at once: the halves are recognised as one record, and what lay between is read', () => {
  const slow = record('slow '.repeat(10));
  const cut = slow.indexOf('slow slow');
  const result = read(`${record('1')}\n${slow.slice(0, cut)}${record('2')}\n${slow.slice(cut)}\n${record('3')}\n`);
  assert.deepEqual(prompts(result), ['1', '2', '3']);
  assert.deepEqual(codes(result), ['spliced-record', 'interleaved-writers']);
  assert.equal(result.input.lostRecords, 1);
});

test('a line over the limit is loud, has its place, and costs only itself', () => {
  const long = record('x'.repeat(5000));
  const result = read(`${record('1')}\n${long}\n${record('2')}\n`, 2000);
  assert.deepEqual(prompts(result), ['1', '2']);
  assert.deepEqual(warnings(result), [`line-too-long@2:${long}`]);
  assert.deepEqual(result.coverage.limits, ['line length']);
});

test('a line of 70 MiB is stepped over by default, the rest is read', () => {
  const long = Buffer.concat([Buffer.from(record('x').slice(0, -2)), Buffer.alloc(70 << 20, 97), Buffer.from('"}')]);
  const bytes = Buffer.concat([Buffer.from(`${record('1')}\n`), long, Buffer.from(`\n${record('2')}\n`)]);
  const file = { path: 'a.jsonl', place: '/a.jsonl', location: bytes };
  const { input } = readCase(casesAmong([file]).sources[0]!);
  assert.equal(input.files[0]!.records.length, 2);
  assert.equal(input.files[0]!.records[1]!.span.line, 3);
  assert.deepEqual(
    input.warnings.map(({ code, byteStart, byteEnd }) => [code, byteEnd - byteStart]),
    [['line-too-long', long.length]],
  );
});

test('an unknown type is kept and shown once with its count; known notes pass without a word', () => {
  const note = (type: string) => JSON.stringify({ type, sessionId: SESSION });
  const known = ['atis-latch', 'mode', 'permission-mode', 'ai-title', 'last-prompt', 'bridge-session', 'pr-link'];
  const result = read([record('1'), ...known.map(note), note('from-tomorrow'), note('from-tomorrow')].join('\n'));
  assert.equal(result.coverage.records, 10);
  assert.deepEqual(result.coverage.unknownTypes, { 'from-tomorrow': 2 });
  assert.deepEqual(codes(result), ['unknown-record-type']);
  assert.match(result.input.warnings[0]!.message, /^2 record\(s\) of the unknown type "from-tomorrow"/);
});

test('records of another program among our own: one warning, none of them is a record of the case', () => {
  const foreign = JSON.stringify({ timestamp: 't', type: 'response_item', payload: { type: 'message' } });
  const result = read([record('1'), foreign, foreign, record('2')].join('\n'));
  assert.deepEqual(prompts(result), ['1', '2']);
  assert.deepEqual(codes(result), ['foreign-format']);
  assert.equal(result.coverage.foreignRecords, 2);
});

test('a million bad lines do not make a million warnings', () => {
  const result = read(`${record('1')}\n${'no json here\n'.repeat(300)}${record('2')}\n`);
  assert.equal(result.input.warnings.length, 51);
  assert.match(result.input.warnings.at(-1)!.message, /^250 more/);
  assert.equal(result.coverage.malformed, 300);
});

test('tool names of any characters survive', () => {
  const name = 'Task" >\n<parameter name="description';
  const call = record('', {
    type: 'assistant',
    message: { id: 'm', content: [{ type: 'tool_use', id: 't', name, input: {} }] },
  });
  const { input } = read(`${call}\n`);
  const found = input.files[0]!.records[0]!;
  assert.deepEqual(found.type === 'assistant' && found.blocks, [
    { kind: 'tool-use', id: 't', name, input: {}, pointer: '/message/content/0' },
  ]);
});

test('a file whose only record is broken is named with its line; a broken file of another kind is not', () => {
  const whole = record('hello');
  for (const text of [whole.slice(0, 60), `\n${whole.slice(0, -9)}\n`, `${whole.slice(0, 70)}\nmore of it\n`]) {
    const path = `${SESSION}.jsonl`;
    const { sources, warnings } = casesAmong([{ path, place: `/p/${path}`, location: Buffer.from(text) }]);
    assert.equal(sources.length, 0);
    assert.deepEqual(
      warnings.map(({ code, path, line }) => [code, path, line]),
      [['torn-tail', path, text.startsWith('\n') ? 2 : 1]],
    );
  }
  const other = casesAmong([{ path: 'a.jsonl', place: '/p/a.jsonl', location: Buffer.from('{"price": 1') }]);
  assert.deepEqual(other.warnings, []);
});
