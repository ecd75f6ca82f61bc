import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256 } from '../../src/evidence/digest.ts';
import { misfits } from '../../src/result/schema/all.ts';
import { corpus, fewCases, lines, run, scratch } from './run.ts';

const ONE = join(corpus, 'cc-71602-forged-reminder');
const BOTH = [ONE, join(corpus, 'seed-three-agents-row-orders')];

const JSON_COMMANDS: string[][] = [
  ['scan', ...BOTH],
  ['scan', ...BOTH, '--timeline'],
  ['tree', ...BOTH],
  ['timeline', ...BOTH],
  ['flows', ...BOTH],
  ['flows', '--briefs', ...BOTH],
  ['explain', 'first', ...BOTH],
];

for (const command of JSON_COMMANDS) {
  test(`${command[0]} ${command.filter((word) => word.startsWith('--')).join(' ')} fits its schemas, as json and as ndjson`, async () => {
    const json = await run([...command, '--format', 'json', '-q']);
    assert.equal(json.code, 0, json.stderr);
    assert.equal(json.stderr, '');
    assert.deepEqual(misfits('report', JSON.parse(json.stdout)), []);
    const rows = lines((await run([...command, '--format', 'ndjson', '-q'])).stdout);
    assert.deepEqual(
      rows.flatMap((row) => misfits('line', row)),
      [],
    );
    assert.ok(rows.every((row) => 'kind' in row && 'case' in row));
    const end = rows.at(-1)!;
    assert.equal(end['kind'], 'end');
    const counts = end['counts'] as Record<string, number>;
    for (const [kind, count] of Object.entries(counts))
      assert.equal(rows.filter((row) => row['kind'] === kind).length, count, kind);
  });
}

test('two runs give the same bytes', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => run(['scan', ...BOTH, '--timeline', '--format', 'json', '-q'])),
  );
  assert.equal(first!.stdout, second!.stdout);
});

test('finding ids do not depend on where the evidence lies', async (context) => {
  const elsewhere = join(scratch(context), 'moved');
  cpSync(ONE, elsewhere, { recursive: true });
  const idsIn = async (path: string) =>
    lines((await run(['scan', path, '-q', '--format', 'ndjson'])).stdout)
      .filter((row) => row['kind'] === 'finding')
      .map((row) => row['id']);
  const ids = await idsIn(ONE);
  assert.ok(ids.length > 0);
  assert.deepEqual(await idsIn(join(elsewhere, 'projects')), ids);
});

test('every cited span is read back; one changed byte is found and named', async (context) => {
  const folder = scratch(context);
  cpSync(ONE, join(folder, 'evidence'), { recursive: true });
  const saved = join(folder, 'report.json');
  const { stdout } = await run(['scan', join(folder, 'evidence'), '--format', 'json', '-q']);
  writeFileSync(saved, stdout);
  const good = await run(['verify', saved, '--evidence', join(folder, 'evidence'), '--format', 'json']);
  assert.equal(good.code, 0, good.stderr);
  assert.ok((JSON.parse(good.stdout) as { spans: { checked: number } }).spans.checked > 0);
  assert.equal((await run(['verify', saved], { cwd: folder })).code, 0, 'found without being told where');

  const evidence = (
    JSON.parse(stdout) as {
      cases: { findings: { id: string; evidence: { path: string; byteStart: number; line: number }[] }[] }[];
    }
  ).cases
    .flatMap((result) => result.findings)
    .map((finding) => ({ id: finding.id, ...finding.evidence[0]! }))[0]!;
  const file = join(folder, 'evidence', evidence.path);
  const bytes = readFileSync(file);
  bytes[evidence.byteStart + 2]! ^= 1;
  writeFileSync(file, bytes);
  const bad = await run(['verify', saved, '--evidence', join(folder, 'evidence'), '--format', 'json']);
  assert.equal(bad.code, 3);
  const problems = (
    JSON.parse(bad.stdout) as { problems: { what: string; path: string; finding?: string; line?: number }[] }
  ).problems;
  assert.ok(
    problems.some(
      (problem) => problem.finding === evidence.id && problem.path === evidence.path && problem.line === evidence.line,
    ),
  );
});

test('a case folder: digests hold, nothing is overwritten, nothing is written into evidence', async (context) => {
  const folder = scratch(context);
  const target = join(folder, 'case');
  assert.equal((await run(['scan', ONE, '-o', target, '-q'])).code, 0);
  const manifest = readFileSync(join(target, 'manifest-sha256.txt'), 'utf8').trim().split('\n');
  const named = manifest.map((line) => line.slice(66));
  assert.deepEqual(
    named,
    [...readdirSync(target)].filter((name) => name !== 'run.json' && name !== 'manifest-sha256.txt').sort(),
  );
  for (const line of manifest)
    assert.equal(sha256(readFileSync(join(target, line.slice(66)))), line.slice(0, 64), line);
  for (const line of readFileSync(join(target, 'evidence-sha256.txt'), 'utf8').trim().split('\n')) {
    assert.equal(sha256(readFileSync(join(ONE, line.slice(66)))), line.slice(0, 64), line);
  }
  const runFile = JSON.parse(readFileSync(join(target, 'run.json'), 'utf8')) as { manifestSha256: string };
  assert.equal(runFile.manifestSha256, sha256(readFileSync(join(target, 'manifest-sha256.txt'))));
  assert.equal(statSync(join(target, 'findings.ndjson')).mode & 0o777, 0o600);

  const again = await run(['scan', ONE, '-o', target, '-q']);
  assert.equal(again.code, 2);
  assert.match(again.stderr, /exists already\nhelp: /);
  const second = join(folder, 'second');
  assert.equal((await run(['scan', ONE, '-o', second, '-q'])).code, 0);
  assert.equal(
    readFileSync(join(second, 'manifest-sha256.txt'), 'utf8'),
    `${manifest.join('\n')}\n`,
    'equal evidence, equal bytes',
  );
  assert.equal((await run(['scan', ONE, '-o', target, '-q', '--force'])).code, 0);

  const copy = join(folder, 'evidence');
  cpSync(ONE, copy, { recursive: true });
  for (const inside of [copy, join(copy, 'projects', 'out'), folder]) {
    const refused = await run(['scan', copy, '-o', inside, '--force']);
    assert.equal(refused.code, 2, inside);
    assert.match(refused.stderr, /the evidence/);
  }
});

test('a case folder is read instead of transcripts, by every command that looks', async (context) => {
  const target = join(scratch(context), 'case');
  await run(['scan', ONE, '-o', target, '-q']);
  for (const command of [['report'], ['tree'], ['flows'], ['timeline'], ['explain', 'first']]) {
    const direct = await run([...command, ONE, '--format', 'json', '-q']);
    const saved = await run([...command, target, '--format', 'json', '-q']);
    assert.equal(saved.code, 0, saved.stderr);
    if (command[0] !== 'report')
      assert.deepEqual(JSON.parse(saved.stdout).cases, JSON.parse(direct.stdout).cases, command[0]);
  }
  assert.equal((await run(['verify', target, '--evidence', ONE])).code, 0);
});

test('a torn NDJSON file is not taken for a whole one', async (context) => {
  const file = join(scratch(context), 'saved.ndjson');
  const { stdout } = await run(['scan', ONE, '-q', '--format', 'ndjson']);
  writeFileSync(file, stdout);
  assert.equal((await run(['report', file, '-q', '--format', 'md'])).code, 0);
  writeFileSync(file, stdout.slice(0, stdout.lastIndexOf('{"kind":"end"')));
  const torn = await run(['report', file, '-q']);
  assert.equal(torn.code, 2);
  assert.match(torn.stderr, /cut off: the closing line of kind 'end' is missing/);
});

test('the summary has at most 25 lines and names coverage first', async (context) => {
  const { stderr } = await run(['scan', join(fewCases(scratch(context)), 'corpus'), '--format', 'sarif']);
  const told = stderr.trimEnd().split('\n');
  assert.ok(told.length <= 25, `${told.length} lines`);
  assert.match(told[0]!, /^Read [\d,]+ files/);
  assert.match(told.at(-1)!, /^Next: aftertaint explain F-/);
});

test('a report of another schema version is refused with a reason, a damaged one too', async (context) => {
  const file = join(scratch(context), 'saved.json');
  const { stdout } = await run(['scan', ONE, '-q', '--format', 'json']);
  writeFileSync(file, stdout.replace('aftertaint/report/1', 'aftertaint/report/9'));
  const newer = await run(['report', file]);
  assert.equal(newer.code, 2);
  assert.match(newer.stderr, /has schema 'aftertaint\/report\/9', this version reads 'aftertaint\/report\/1'/);
  writeFileSync(file, stdout.slice(0, stdout.length / 2));
  assert.match((await run(['report', file])).stderr, /is damaged/);
});

test('baseline and suppressions are applied before the gate, and told', async (context) => {
  const folder = scratch(context);
  const baseline = join(folder, 'baseline.json');
  const first = await run(['scan', ONE, '-q', '--format', 'json', '--fail-on', 'low']);
  assert.equal(first.code, 1);
  writeFileSync(baseline, first.stdout);
  const known = await run(['scan', ONE, '-q', '--format', 'ndjson', '--fail-on', 'low', '--baseline', baseline]);
  assert.equal(known.code, 0);
  assert.ok(!lines(known.stdout).some((row) => row['kind'] === 'finding'));
  const shown = await run([
    'scan',
    ONE,
    '-q',
    '--format',
    'ndjson',
    '--fail-on',
    'low',
    '--baseline',
    baseline,
    '--show-suppressed',
  ]);
  assert.equal(shown.code, 0);
  assert.ok(lines(shown.stdout).some((row) => row['kind'] === 'finding' && row['known'] === true));

  const list = join(folder, 'known.yaml');
  const detectors = [
    ...new Set(
      (JSON.parse(first.stdout) as { cases: { findings: { detector: string }[] }[] }).cases.flatMap((result) =>
        result.findings.map((finding) => finding.detector),
      ),
    ),
  ];
  const entries = (expires: string) =>
    detectors
      .map((detector) => `- detector: ${detector}\n  statement: seen and accepted\n  expires: "${expires}"\n`)
      .join('');
  writeFileSync(list, entries('2030-01-01'));
  const scanned = ['scan', ONE, '-q', '--format', 'ndjson', '--fail-on', 'low', '--suppressions', list, '--as-of'];
  const suppressed = await run([...scanned, '2026-11-30']);
  assert.equal(suppressed.code, 0, suppressed.stderr);
  assert.ok(
    lines(suppressed.stdout).some(
      (row) => row['code'] === 'suppressed' && String(row['message']).includes('seen and accepted'),
    ),
  );
  const expired = await run([...scanned, '2031-01-01']);
  assert.equal(expired.code, 1);
  assert.ok(lines(expired.stdout).some((row) => row['code'] === 'suppression-expired'));
  writeFileSync(list, '- id: F-00000000\n  statment: typo\n');
  const wrong = await run(['scan', ONE, '--suppressions', list]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /known\.yaml:\d+: unknown key 'statment'\nhelp: .*nearest: statement/);
});
