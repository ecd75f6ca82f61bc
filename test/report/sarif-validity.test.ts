import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Location, Log } from 'sarif';
import * as Schema from 'typebox/schema';
import { sarif } from '../../src/report/sarif.ts';
import { fewCases, root, run, scratch } from '../cli/run.ts';
import { caseResult, finding, flow, hostileReport, report } from './sample.ts';

/** The schema of the standard, as the SARIF SDK (MIT) ships it. */
const SCHEMA = JSON.parse(readFileSync(join(root, 'test/report/fixtures/sarif-2.1.0.json'), 'utf8')) as object;

/** `npm install --prefix DIR @microsoft/sarif-multitool@5.7.0`: over 100 MB, so `.ci/run` fetches it and `npm ci` does not. */
const MULTITOOL = process.env['SARIF_MULTITOOL'];
const SKIP =
  MULTITOOL !== undefined && existsSync(MULTITOOL)
    ? false
    : 'SARIF_MULTITOOL does not name the validator of @microsoft/sarif-multitool (.ci/run installs it)';

const spanning = () => ({ ...report(caseResult()), findings: [finding('F-2', { cases: ['a', 'b'], flows: [] })] });

const LOGS: Record<string, () => string> = {
  'nothing found': () => sarif(report(caseResult({ findings: [] }))),
  'one finding': () => sarif(report(caseResult())),
  'a finding over two sessions': () => sarif(spanning()),
  'a flow without a place': () =>
    sarif(report(caseResult({ flows: [{ ...flow('W-1', 'a', 'b'), evidence: [], relays: [] }] }))),
  'hostile evidence': () => sarif(hostileReport()),
  'a known finding': () => sarif(report(caseResult({ findings: [finding('F-1', { known: true })] }))),
  'the sample of reports/': () => readFileSync(join(root, 'reports/scan.sarif'), 'utf8'),
};

for (const [name, make] of Object.entries(LOGS)) {
  test(`${name}: fits the schema of SARIF 2.1.0 and has what GitHub asks for`, () => conforms(make()));
}

test('a scan of many sessions fits the schema of SARIF 2.1.0', async (context) => {
  const { stdout, code } = await run(['scan', join(fewCases(scratch(context)), 'corpus'), '-q', '--format', 'sarif']);
  assert.equal(code, 0);
  conforms(stdout);
});

test('the schema refuses what is no SARIF', () => {
  const log = JSON.parse(LOGS['one finding']!()) as { runs: { results: { locations: object }[] }[] };
  log.runs[0]!.results[0]!.locations = {};
  assert.equal(Schema.Errors(SCHEMA, log)[0], false);
});

test('the multitool validator finds no error and no warning, by the rules of SARIF and of GitHub', {
  skip: SKIP,
}, (context) => {
  const folder = scratch(context);
  const files = Object.entries(LOGS).map(([name, make]) => {
    const file = join(folder, `${name.replaceAll(/[^a-z]/g, '-')}.sarif`);
    writeFileSync(file, make());
    return file;
  });
  const { stdout, status } = spawnSync(
    MULTITOOL!,
    ['validate', ...files, '--rule-kind', 'Sarif;Ghas', '--level', 'Error;Warning', '-o', join(folder, 'log.sarif')],
    { encoding: 'utf8' },
  );
  assert.match(stdout, new RegExp(`${files.length} files scanned`));
  assert.deepEqual(stdout.match(/^.*: (?:error|warning) .*$/gm) ?? [], []);
  assert.equal(status, 0);
});

/** The schema, and rules of the validator that it does not hold: GH1001, 1003, 1005, 1013 to 1018, 2012, SARIF1002, 1009, 1012. */
function conforms(text: string): void {
  const log = JSON.parse(text) as Log;
  assert.deepEqual(Schema.Errors(SCHEMA, log)[1].slice(0, 5), []);
  assert.ok(log.runs.length > 0);
  for (const { tool, results, artifacts } of log.runs) {
    const rules = tool.driver.rules!;
    for (const rule of rules) {
      for (const words of [rule.shortDescription, rule.fullDescription, rule.help])
        assert.match(words!.text, /\S.*[.!?>]$/);
      assert.equal((rule.defaultConfiguration!.level ?? '') !== '', true);
    }
    const places: Location[] = results!.flatMap(({ locations, relatedLocations, codeFlows }) => [
      ...locations!,
      ...(relatedLocations ?? []),
      ...(codeFlows ?? []).flatMap((flow) =>
        flow.threadFlows.flatMap((thread) => thread.locations.map((step) => step.location!)),
      ),
    ]);
    for (const { physicalLocation } of places) {
      assert.ok(physicalLocation!.region!.startLine! >= 1);
      relative(physicalLocation!.artifactLocation!.uri!);
    }
    for (const { location } of artifacts!) relative(location!.uri!);
    for (const result of results!) {
      assert.equal(rules[result.ruleIndex!]!.id, result.ruleId);
      assert.equal(result.locations!.length, 1);
      assert.match(result.message.text!, /\S.*[.!?]$/);
      assert.ok(Object.keys(result.partialFingerprints!).length > 0);
    }
  }
}

function relative(uri: string): void {
  assert.match(uri, /^[\w.!~*'()%-][\w.!~*'()%/-]*$/, 'a relative reference, percent-encoded');
  assert.ok(!uri.startsWith('/') && URL.canParse(uri, 'file:///base/'));
}
