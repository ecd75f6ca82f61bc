import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RecordBytes } from '../../src/analysis/record-bytes.ts';
import { settle } from '../../src/analysis/settle.ts';
import { buildCase } from '../../src/case/build.ts';
import type { Claim } from '../../src/detectors/claim.ts';
import { sha256 } from '../../src/evidence/digest.ts';
import { readBytes } from '../../src/evidence/source.ts';
import { casesAmong } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { sketch } from '../../src/wire/sketch.ts';

/** A case in memory whose first prompt is the given text. */
function caseOf(prompt: string) {
  const { files } = sketch({ version: '2.1.332', name: 'settle' }, (main) => main.user(prompt).says('ok'));
  const found = casesAmong(files.map(({ path, bytes }) => ({ path, place: `/${path}`, location: bytes })));
  const source = found.sources[0]!;
  const record = buildCase(readCase(source).input);
  const text = record.texts.find((candidate) => candidate.value === prompt)!;
  return { source, record, text, bytes: new RecordBytes(source) };
}

function claim(text: ReturnType<typeof caseOf>['text'], chars?: [number, number]): Claim {
  const cite = { ...text.cite, ...(chars !== undefined && { chars }) };
  return {
    detector: 'x',
    message: 'm',
    severity: 'high',
    confidence: 'high',
    primary: { cite, note: 'n' },
    related: [],
    agents: [text.agent],
  };
}

test('the bytes of a finding decode to the cited characters, and their digest is that of the file', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 60 })
    .map((value) => `a${value.replace(/[\ud800-\udfff]/gu, '')}z`);
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (prompt, a, b) => {
      const { source, record, text: cited, bytes } = caseOf(prompt);
      const [from, to] = [a % prompt.length, b % prompt.length].sort((x, y) => x - y) as [number, number];
      fc.pre(!isLowSurrogate(prompt, from) && !isLowSurrogate(prompt, to + 1));
      const offset = cited.cite.chars?.[0] ?? 0;
      const [finding] = settle([claim(cited, [offset + from, offset + to + 1])], { case: record, bytes });
      const evidence = finding!.evidence[0]!;
      const location = source.artefacts.find((artefact) => artefact.id === evidence.artefact)!.location;
      const raw = readBytes(location, evidence.byteStart, evidence.byteEnd);
      assert.equal(JSON.parse(`"${raw.toString('utf8')}"`), prompt.slice(from, to + 1));
      assert.equal(evidence.sha256, sha256(raw));
      assert.equal(evidence.excerpt, prompt.slice(from, to + 1));
      assert.equal(evidence.eventId, cited.event);
    }),
    { numRuns: 60 },
  );
});

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

test('equal claims get names of their own, and the same ones every time', () => {
  const { record, text, bytes } = caseOf('look at this');
  const names = () =>
    settle([claim(text), claim(text), claim(text, [0, 4])], { case: record, bytes }).map((finding) => finding.id);
  assert.equal(new Set(names()).size, 3);
  assert.deepEqual(names(), names());
  for (const name of names()) assert.match(name, /^F-[0-9a-hjkmnp-tv-z]{8}$/);
});

test('a citation that points nowhere keeps its record, and says so by an empty pointer', () => {
  const { record, text, bytes } = caseOf('look at this');
  const astray = { ...claim(text), primary: { cite: { record: text.cite.record, pointer: '/nowhere' }, note: 'n' } };
  const evidence = settle([astray], { case: record, bytes })[0]!.evidence[0]!;
  assert.equal(evidence.pointer, '');
  assert.equal(evidence.byteEnd - evidence.byteStart, text.cite.record.byteEnd - text.cite.record.byteStart);
});

test('an excerpt is never cut inside a secret', () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const { record, text, bytes } = caseOf(`${'word '.repeat(116)}${secret} and so on ${'word '.repeat(50)}`);
  const evidence = settle([claim(text)], { case: record, bytes })[0]!.evidence[0]!;
  assert.equal(evidence.holdsSecret, true);
  assert.ok(evidence.excerpt.endsWith('…') && !evidence.excerpt.includes('ghp_'));
});
