import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { corpus, lines, makeScratch, run } from './run.ts';

const { folder, remove } = makeScratch();
after(remove);
/** Evidence whose names need escaping in a list of digests, and that can be taken away. */
const evidence = join(folder, 'evidence');
const ONE = join(corpus, 'cc-71602-forged-reminder', 'projects');
cpSync(ONE, join(evidence, 'back\\slash'), { recursive: true });
const SAVED = join(folder, 'case');

test('both lists of digests pass sha256sum -c, names with a backslash too', async (context) => {
  if (spawnSync('sha256sum', ['--version']).error !== undefined) return context.skip('sha256sum is not installed');
  const { code, stderr } = await run(['scan', evidence, '-o', SAVED, '-q', '--fail-on', 'critical']);
  assert.ok(code === 0 || code === 1, stderr);
  for (const [list, at] of [
    ['manifest-sha256.txt', SAVED],
    ['evidence-sha256.txt', evidence],
  ] as const) {
    const checked = spawnSync('sha256sum', ['-c', '--strict', join(SAVED, list)], { cwd: at, encoding: 'utf8' });
    assert.equal(checked.status, 0, `${list}: ${checked.stdout}${checked.stderr}`);
    assert.ok(checked.stdout.trim().split('\n').length >= 3, list);
  }
});

test('run.json says how the run ended and what is redacted', () => {
  const told = JSON.parse(readFileSync(join(SAVED, 'run.json'), 'utf8')) as {
    exit: { code: number; reasons: { code: number; reason: string }[] };
    redaction: Record<string, string>;
    argv: string[];
  };
  assert.equal(told.exit.code, told.exit.reasons.length === 0 ? 0 : 1);
  assert.ok(told.argv.includes('--fail-on'));
  assert.match(Object.keys(told.redaction)[0]!, /report\.html/);
});

test('a case folder is enough: with the evidence gone every command that looks says the same', async () => {
  const LOOKS = [['tree'], ['flows'], ['flows', '--briefs'], ['timeline'], ['explain', 'first'], ['report'], ['scan']];
  const before = new Map<string, string>();
  for (const look of LOOKS) before.set(look.join(' '), (await run([...look, SAVED, '--format', 'json', '-q'])).stdout);
  const away = join(folder, 'away');
  renameSync(evidence, away);
  try {
    for (const look of LOOKS) {
      const { stdout, code, stderr } = await run([...look, SAVED, '--format', 'json', '-q']);
      assert.equal(code, 0, stderr);
      assert.equal(stdout, before.get(look.join(' ')), look.join(' '));
      assert.ok(stdout.length > 1_000, look.join(' '));
    }
    for (const format of ['html', 'sarif', 'md', 'timesketch', 'mermaid', 'dot', 'ndjson', 'table']) {
      const { stdout, code } = await run(['report', SAVED, '--format', format, '-q']);
      assert.equal(code, 0, format);
      assert.ok(stdout.length > 100, format);
    }
  } finally {
    renameSync(away, evidence);
  }
  assert.equal((await run(['verify', SAVED, '--evidence', evidence, '-q'])).code, 0);
});

test('two runs from two places give the same bytes in every file but run.json', async () => {
  const elsewhere = join(folder, 'else', 'where');
  cpSync(evidence, elsewhere, { recursive: true });
  const second = join(folder, 'second');
  const { code } = await run(['scan', elsewhere, '-o', second, '-q', '--fail-on', 'critical', '--jobs', '1']);
  assert.ok(code === 0 || code === 1);
  for (const name of readdirSync(SAVED)) {
    if (name === 'run.json') continue;
    assert.ok(readFileSync(join(SAVED, name)).equals(readFileSync(join(second, name))), name);
  }
});

test('--force replaces what this command wrote and nothing else; no way leads into the evidence', async () => {
  const foreign = join(folder, 'papers');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'keep.txt'), 'mine');
  const refused = await run(['scan', evidence, '-o', foreign, '--force', '-q']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /was not written by this command\nhelp: /);
  assert.equal(readFileSync(join(foreign, 'keep.txt'), 'utf8'), 'mine');

  symlinkSync(evidence, join(folder, 'door'));
  for (const target of [join(folder, 'door', 'out'), join(evidence, '..', 'evidence', 'x', 'y'), evidence, folder]) {
    const told = await run(['scan', evidence, '-o', target, '--force', '-q']);
    assert.equal(told.code, 2, target);
    assert.match(told.stderr, /the evidence/);
  }
  assert.equal((await run(['scan', evidence, '-o', SAVED, '-q', '--force'])).code, 0);
  assert.deepEqual(
    readdirSync(folder).filter((name) => /partial|replaced/.test(name)),
    [],
    'nothing half-made is left behind',
  );
});

test('a case folder that was changed by hand fails its manifest, and says so when it cannot be read', async () => {
  const broken = join(folder, 'broken');
  cpSync(SAVED, broken, { recursive: true });
  const text = readFileSync(join(broken, 'report.json'), 'utf8');
  writeFileSync(join(broken, 'report.json'), text.slice(0, text.length / 2));
  const told = await run(['report', broken, '-q']);
  assert.equal(told.code, 2);
  assert.match(told.stderr, /report\.json is damaged/);
  rmSync(join(broken, 'report.json'));
  const without = await run(['report', broken, '-q', '--format', 'json']);
  assert.equal((JSON.parse(without.stdout) as { cases: unknown[] }).cases.length, 0);
});

test('saved results of other schema versions are refused with the reason and what to do', async () => {
  const file = join(folder, 'old.json');
  const { stdout } = await run(['scan', evidence, '-q', '--format', 'json']);
  for (const version of ['0', '2']) {
    writeFileSync(file, stdout.replace('aftertaint/report/1', `aftertaint/report/${version}`));
    for (const command of [['report'], ['explain', 'first'], ['verify'], ['merge']]) {
      const told = await run([...command, file]);
      assert.equal(told.code, 2, command[0]);
      assert.match(
        told.stderr,
        /has schema 'aftertaint\/report\/\d', this version reads 'aftertaint\/report\/1'; use the/,
      );
    }
    const baseline = await run(['scan', evidence, '--baseline', file, '-q']);
    assert.equal(baseline.code, 2);
  }
});

test('known findings: by id and detector, by date, over baseline and suppressions, in the reports', async () => {
  const rows = lines((await run(['scan', evidence, '-q', '--format', 'ndjson'])).stdout);
  const findings = rows.filter((row) => row['kind'] === 'finding') as {
    id: string;
    severity: string;
    detector: string;
  }[];
  assert.ok(findings.length >= 1);
  const list = join(folder, 'known.yaml');
  const entry = (id: string, expires: string) =>
    `- id: ${id}\n  statement: agreed with the owner\n  expires: "${expires}"\n`;
  writeFileSync(list, findings.map(({ id }) => entry(id, '2027-01-01')).join('') + entry('F-00000000', '2027-01-01'));
  const args = ['scan', evidence, '-q', '--fail-on', 'info', '--suppressions', list];
  const known = await run([...args, '--as-of', '2026-12-31', '--format', 'ndjson']);
  assert.equal(known.code, 0);
  const warnings = lines(known.stdout).filter((row) => row['kind'] === 'warning');
  assert.equal(warnings.filter((row) => row['code'] === 'suppressed').length, findings.length);
  assert.equal(warnings.filter((row) => row['code'] === 'suppression-unused').length, 1);
  // The day of expiry counts as over.
  assert.equal((await run([...args, '--as-of', '2027-01-01', '--format', 'ndjson'])).code, 1);
  const undated = await run([...args, '--format', 'ndjson']);
  assert.equal(undated.code, 0);
  assert.ok(lines(undated.stdout).some((row) => row['code'] === 'suppression-undated'));
  for (const format of ['html', 'md', 'sarif']) {
    const { stdout, code } = await run([...args, '--as-of', '2026-12-31', '--show-suppressed', '--format', format]);
    assert.equal(code, 0);
    assert.ok(stdout.includes(findings[0]!.id), `${format} shows what is known`);
    if (format !== 'sarif') assert.match(stdout, /agreed with the owner/, `${format} tells the statement`);
    else assert.match(stdout, /"suppressions"/);
  }
  for (const text of ['- id: F-1\n', '- statement: x\n', `- id: F-1\n  detector: y\n  statement: z\n`, 'id: F-1\n']) {
    writeFileSync(list, text);
    const told = await run(args);
    assert.equal(told.code, 2, text);
    assert.match(told.stderr, /known\.yaml:1: /);
  }
});

test('selection by severity, confidence, detector and group, before the gate', async () => {
  const kept = async (...flags: string[]) =>
    lines((await run(['scan', evidence, '-q', '--format', 'ndjson', ...flags])).stdout).filter(
      (row) => row['kind'] === 'finding',
    ) as { severity: string; detector: string; confidence: string }[];
  const all = await kept();
  const { detector } = all[0]!;
  assert.deepEqual(new Set((await kept('--detector', detector)).map((row) => row.detector)), new Set([detector]));
  assert.ok((await kept('--min-severity', 'critical')).every((row) => row.severity === 'critical'));
  assert.ok((await kept('--min-confidence', 'high')).every((row) => row.confidence === 'high'));
  assert.deepEqual(
    await kept('--detector', 'delivery'),
    all.filter((row) => /notification|orphaned/.test(row.detector)),
  );
  const gate = await run(['scan', evidence, '-q', '--detector', 'clock-anomaly', '--fail-on', 'low']);
  assert.equal(gate.code, 0, 'what is not selected does not count');
});
