import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { readBytes } from '../../src/evidence/source.ts';
import { type InputOptions, openCases, openInputs } from '../../src/ingest/inputs.ts';
import { readCase } from '../../src/ingest/read-case.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const folder = mkdtempSync(join(tmpdir(), 'aftertaint-archives-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function line(uuid: string, more: object = {}): string {
  const message = { role: 'user', content: `text of ${uuid}` };
  return `${JSON.stringify({ type: 'user', message, uuid, sessionId: A, ...more })}\n`;
}

const MEMBERS: [string, string][] = [
  [`p/-w/${A}.jsonl`, line('1') + line('2')],
  [`p/-w/${A}/subagents/agent-a1.jsonl`, line('3', { isSidechain: true, agentId: 'a1' })],
  [`p/-w/${A}/subagents/agent-a1.meta.json`, '{"agentType":"Explore"}'],
  ['p/-w/README.md', 'not ours'],
];

/** One header block and the content, padded: the ustar format. */
function tar(
  members: readonly (readonly [name: string, content: string | Buffer, type?: string, link?: string])[],
): Buffer {
  const blocks = members.flatMap(([name, content, type = '0', link = '']) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(`${(type === '0' ? bytes.length : 0).toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\x0000', 257);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return type === '0' ? [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)] : [header];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function zip(
  members: readonly (readonly [name: string, content: string | Buffer, flags?: number, mode?: number])[],
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content, flags = 0, mode = 0o100644] of members) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags | 0x800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), shared, tail, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/** A Zstandard frame whose blocks are stored (`bytes`) or one byte repeated (`run`). */
function zstd(blocks: readonly ({ bytes: Buffer } | { run: number })[]): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const parts = blocks.flatMap((block, index) => {
    const last = index === blocks.length - 1 ? 1 : 0;
    const size = 'run' in block ? block.run : block.bytes.length;
    const head = Buffer.alloc(3);
    head.writeUIntLE((size << 3) | (('run' in block ? 1 : 0) << 1) | last, 0, 3);
    return [head, 'run' in block ? Buffer.from('x') : block.bytes];
  });
  return Buffer.concat([header, ...parts]);
}

function put(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function open(path: string, options: InputOptions = {}) {
  const { found, inputs } = await openCases([path], options);
  try {
    const cases = found.sources.map((source) => readCase(source).input);
    return {
      paths: cases.flatMap(({ files }) => files.map(({ artefact }) => artefact.path)),
      records: cases.flatMap(({ files }) => files.flatMap(({ records }) => records.map(({ uuid }) => uuid))),
      codes: [...found.warnings, ...cases.flatMap(({ warnings }) => warnings)].map(({ code }) => code),
      failed: found.failed.map(({ path: name }) => name),
      limits: inputs.limits,
    };
  } finally {
    inputs.close();
  }
}

const stored = zstd([{ bytes: tar(MEMBERS) }]);
const ARCHIVES: [string, Buffer][] = [
  ['a.tar', tar(MEMBERS)],
  ['a.tar.gz', gzipSync(tar(MEMBERS))],
  ['a.tgz', gzipSync(tar(MEMBERS))],
  ['a.tar.zst', stored],
  ['a.zip', zip(MEMBERS)],
];

for (const [name, bytes] of ARCHIVES) {
  test(`${name}: members are found in their layout and print behind the archive's name`, async () => {
    const { paths, records, codes, failed } = await open(put(name, bytes));
    assert.deepEqual(
      paths,
      MEMBERS.slice(0, 3).map(([member]) => `${name}!${member}`),
    );
    assert.deepEqual(records, ['1', '2', '3']);
    assert.deepEqual([codes, failed], [[], []]);
  });
}

test('single packed files take the place of the unpacked ones, named or met in a folder', async () => {
  const at = mkdtempSync(join(folder, 'packed-'));
  writeFileSync(join(at, `${A}.jsonl.gz`), gzipSync(line('1')));
  writeFileSync(
    join(at, 'agent-a1.jsonl.zst'),
    zstd([{ bytes: Buffer.from(line('2', { isSidechain: true, agentId: 'a1' })) }]),
  );
  writeFileSync(join(at, 'other.log.gz'), gzipSync('not ours'));
  const whole = await open(at);
  assert.deepEqual(whole.paths, [`${A}.jsonl.gz!${A}.jsonl`, 'agent-a1.jsonl.zst!agent-a1.jsonl']);
  assert.deepEqual(whole.records, ['1', '2']);
  const named = await open(join(at, `${A}.jsonl.gz`));
  assert.deepEqual(named.records, ['1', '2']);
});

test('Zstandard as its own program writes it', async () => {
  const fixture = fileURLToPath(new URL('../../../test/ingest/fixtures/session.jsonl.zst', import.meta.url));
  const { records, codes } = await open(fixture);
  assert.equal(records.length, 40);
  assert.deepEqual(codes, []);
  const twice = put('twice.jsonl.zst', Buffer.concat([readFileSync(fixture), readFileSync(fixture)]));
  assert.equal((await open(twice)).records.length, 80, 'frames one behind the other');
});

test('evidence is read again by its printed path, unpacking no more than that', async () => {
  for (const [name, bytes] of ARCHIVES) {
    const path = put(name, bytes);
    const printed = `${name}!${MEMBERS[1]![0]}`;
    const inputs = await openInputs([path], { only: new Set([printed]) });
    assert.deepEqual(
      inputs.files.map((file) => file.path),
      [printed],
    );
    assert.equal(readBytes(inputs.locate(printed)!).toString(), MEMBERS[1]![1]);
    inputs.close();
  }
});

test('what is unpacked lies in a folder that only we can enter, and is gone after closing', async () => {
  const tmp = mkdtempSync(join(folder, 'tmp-'));
  const inputs = await openInputs([put('a.tar', tar(MEMBERS))], { tmp });
  const [spill] = readdirSync(tmp);
  assert.equal(statSync(join(tmp, spill!)).mode & 0o777, 0o700);
  for (const file of readdirSync(join(tmp, spill!))) assert.match(file, /^[0-9]+$/);
  inputs.close();
  inputs.close();
  assert.equal(existsSync(join(tmp, spill!)), false);
});

test('names that point elsewhere are read as what they would be inside, and told', async () => {
  const members = [
    ['../../etc/x.jsonl', line('1')],
    ['/abs/y.jsonl', line('2')],
    ['C:\\win\\z.jsonl', line('3')],
  ] as const;
  for (const [name, bytes] of [
    ['b.tar', tar(members)],
    ['b.zip', zip(members)],
  ] as const) {
    const { paths, codes } = await open(put(name, bytes));
    assert.deepEqual(paths.sort(), [`${name}!abs/y.jsonl`, `${name}!etc/x.jsonl`, `${name}!win/z.jsonl`]);
    assert.deepEqual(codes, ['archive-path', 'archive-path', 'archive-path']);
  }
});

test('links are not followed, encrypted members are named', async () => {
  const links = await open(
    put(
      'links.tar',
      tar([
        ['a.jsonl', '', '2', '/etc/passwd'],
        ['b.jsonl', '', '1', '../x'],
        ['c.jsonl', line('1')],
      ]),
    ),
  );
  assert.deepEqual([links.records, links.codes], [['1'], ['archive-link', 'archive-link']]);
  const inZip = await open(
    put(
      'links.zip',
      zip([
        ['a.jsonl', '/etc/passwd', 0, 0o120777],
        ['c.jsonl', line('1')],
        ['d.jsonl', 'xx', 1],
      ]),
    ),
  );
  assert.deepEqual(
    [inZip.records, inZip.codes, inZip.failed],
    [['1'], ['archive-link', 'archive-encrypted'], ['links.zip']],
  );
});

test('two members of one name are both kept', async () => {
  const { paths, records } = await open(
    put(
      'twice.tar',
      tar([
        ['s.jsonl', line('1')],
        ['s.jsonl', line('2')],
      ]),
    ),
  );
  assert.deepEqual(paths, ['twice.tar!s.jsonl', 'twice.tar!s.jsonl~2']);
  assert.deepEqual(records, ['1', '2']);
});

test('a packed file inside an archive is unpacked, an archive inside an archive is not', async () => {
  const nested = tar([
    ['in/s.jsonl.gz', gzipSync(line('1'))],
    ['in/more.tar.gz', gzipSync(tar(MEMBERS))],
  ]);
  const { paths, codes } = await open(put('nested.tar', nested));
  assert.deepEqual(paths, ['nested.tar!in/s.jsonl.gz!s.jsonl']);
  assert.deepEqual(codes, ['archive-nested']);
});

test('a member over the limit costs itself and is loud', async () => {
  const members = [
    ['big.jsonl', line('x'.repeat(5000))],
    ['small.jsonl', line('1')],
  ] as const;
  for (const [name, bytes] of [
    ['l.tar', tar(members)],
    ['l.tar.gz', gzipSync(tar(members))],
    ['l.zip', zip(members)],
  ] as const) {
    const { records, codes, failed, limits } = await open(put(name, bytes), { maxEntryBytes: 2000 });
    assert.deepEqual([records, codes, failed], [['1'], ['archive-limit'], [name]]);
    assert.match(limits[0]!, /big\.jsonl: a member is over 2000 bytes; raise --max-entry/);
  }
  const packedInside = tar([
    ['big.jsonl.gz', gzipSync(line('x'.repeat(9000)))],
    ['small.jsonl', line('1')],
  ]);
  const nested = await open(put('n.tar', packedInside), { maxEntryBytes: 5000 });
  assert.deepEqual([nested.records, nested.codes], [['1'], ['archive-limit']]);
});

test('a bomb ends at the ratio, whatever it is packed with', async () => {
  const zeros = Buffer.alloc(80 << 20, 120);
  const bombs: [string, Buffer][] = [
    ['bomb.jsonl.gz', gzipSync(zeros)],
    ['bomb.jsonl.zst', zstd(Array.from({ length: 700 }, () => ({ run: 128 << 10 })))],
    ['bomb.zip', zip([['bomb.jsonl', zeros]])],
    [
      'bomb.tar.gz',
      gzipSync(
        tar([
          ['skipped.bin', zeros],
          ['s.jsonl', line('1')],
        ]),
      ),
    ],
  ];
  for (const [name, bytes] of bombs) {
    const { codes, failed, limits } = await open(put(name, bytes));
    assert.ok(codes.includes('archive-limit'), name);
    assert.deepEqual(failed, [name]);
    assert.match(limits[0]!, /over 250 times its size; raise --max-ratio/);
  }
});

test('a damaged archive gives what can be read and is named; garbage is no crash', async () => {
  const packed = gzipSync(
    tar([
      ['s.jsonl', line('1') + line('2')],
      ['t.jsonl', Buffer.from(line('y'.repeat(50_000)))],
    ]),
    { level: 0 },
  );
  const cut = await open(put('cut.tar.gz', packed.subarray(0, packed.length - 20_000)));
  assert.deepEqual(cut.records.slice(0, 2), ['1', '2']);
  assert.ok(cut.codes.includes('archive-damaged'));
  assert.deepEqual(cut.failed, ['cut.tar.gz']);
  for (const name of ['g.tar', 'g.tar.gz', 'g.tar.zst', 'g.zip', 'g.jsonl.gz', 'g.jsonl.zst']) {
    const { records, failed } = await open(
      put(name, Buffer.from('no archive at all, only text that is long enough to be looked at'.repeat(20))),
    );
    assert.deepEqual([records, failed], [[], [name]], name);
  }
});

test('stdin is an input like a file', async () => {
  async function* stdin() {
    yield Buffer.from(line('1').slice(0, 20));
    yield Buffer.from(line('1').slice(20) + line('2'));
  }
  const { paths, records } = await open('-', { stdin: stdin() });
  assert.deepEqual([paths, records], [['-'], ['1', '2']]);
});
