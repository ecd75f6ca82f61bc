import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus, lines, run, scratch } from './run.ts';

/** Cases of several sessions whose finding belongs to none of them alone. */
const CASES = ['open-design-3247-heading-turns-v1', 'cc-84539-notices-for-no-call-v1'];

async function spanningOf(path: string) {
  const rows = lines((await run(['scan', path, '-q', '--format', 'ndjson'])).stdout);
  return rows.filter((row) => row['kind'] === 'finding' && row['case'] === null) as unknown as {
    id: string;
    detector: string;
    cases: string[];
    evidence: { path: string; line: number; byteStart: number; sha256: string }[];
  }[];
}

for (const name of CASES) {
  const path = join(corpus, name);

  test(`${name}: a finding over sessions is explained from transcripts and from a case folder alike`, async (context) => {
    const [finding] = await spanningOf(path);
    const saved = join(scratch(context), 'case');
    assert.equal((await run(['scan', path, '-o', saved, '-q'])).code, 0);
    const told = await run(['explain', finding!.id.slice(0, 6), path, '--format', 'table']);
    assert.equal(told.code, 0, told.stderr);
    for (const { path: file, line, sha256 } of finding!.evidence) {
      assert.ok(told.stdout.includes(`${file}:${line}  bytes `), `${file}:${line}`);
      assert.ok(told.stdout.includes(sha256));
    }
    assert.equal((await run(['explain', finding!.id, saved, '--format', 'table'])).stdout, told.stdout);
    const asJson = JSON.parse((await run(['explain', finding!.id, saved, '--format', 'json'])).stdout) as {
      findings: { id: string }[];
      cases: unknown[];
    };
    assert.deepEqual(
      asJson.findings.map(({ id }) => id),
      [finding!.id],
    );
  });

  test(`${name}: what is carved holds records of every session it is about, and shows the finding again`, async (context) => {
    const [finding] = await spanningOf(path);
    const target = join(scratch(context), 'carved');
    const { code, stderr } = await run(['carve', finding!.id, path, '-o', target]);
    assert.equal(code, 0, stderr);
    const record = JSON.parse(readFileSync(join(target, 'carve.json'), 'utf8')) as {
      finding: { cases: string[]; idInCarved: string };
      files: { lines: number; ofLines: number }[];
    };
    assert.deepEqual(record.finding.cases, finding!.cases);
    const again = await spanningOf(join(target, 'evidence'));
    const same = again.find(({ id }) => id === record.finding.idInCarved)!;
    assert.equal(same.detector, finding!.detector);
    assert.deepEqual([...same.cases].sort(), [...finding!.cases].sort());
    const [kept, all] = ['lines', 'ofLines'].map((member) =>
      record.files.reduce((sum, file) => sum + file[member as 'lines'], 0),
    );
    assert.ok(kept! < all!, `${kept} of ${all} records`);
    assert.match(stderr, new RegExp(`Next: aftertaint explain ${same.id} `));
    assert.equal((await run(['explain', same.id, join(target, 'evidence')])).code, 0);
  });

  test(`${name}: verify reads the spans of such a finding back and names it where they changed`, async (context) => {
    const folder = scratch(context);
    cpSync(path, join(folder, 'evidence'), { recursive: true });
    const saved = join(folder, 'case');
    assert.equal((await run(['scan', join(folder, 'evidence'), '-o', saved, '-q'])).code, 0);
    assert.equal((await run(['verify', saved, '--evidence', join(folder, 'evidence')])).code, 0);
    const [finding] = await spanningOf(join(folder, 'evidence'));
    const cited = finding!.evidence[0]!;
    const file = join(folder, 'evidence', cited.path);
    const bytes = readFileSync(file);
    bytes[cited.byteStart + 3]! ^= 1;
    writeFileSync(file, bytes);
    const bad = await run(['verify', saved, '--evidence', join(folder, 'evidence'), '--format', 'json']);
    assert.equal(bad.code, 3);
    const { problems } = JSON.parse(bad.stdout) as { problems: { finding?: string; line?: number; what: string }[] };
    assert.ok(problems.some((problem) => problem.finding === finding!.id && problem.line === cited.line));
  });
}

test('the summary names the sessions of a finding over several', async () => {
  const { stderr } = await run(['scan', join(corpus, CASES[1]!), '--format', 'json']);
  assert.match(stderr, /notification-mismatch · .* · sessions [0-9a-f]{8}…, [0-9a-f]{8}…\n/);
});

test('what was asked for and is not there is said with the nearest name', async () => {
  const path = join(corpus, CASES[1]!);
  const [finding] = await spanningOf(path);
  for (const command of [['explain'], ['carve', '-o', '/nowhere/at/all']]) {
    const close = await run([command[0]!, `${finding!.id.slice(0, -1)}?`, path, ...command.slice(1)]);
    assert.equal(close.code, 2);
    assert.match(
      close.stderr,
      new RegExp(`no finding is called .*\\nhelp: did you mean ${finding!.id}\\? aftertaint scan `),
    );
  }
});
