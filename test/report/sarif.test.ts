import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Log } from 'sarif';
import { sarif } from '../../src/report/sarif.ts';
import { caseResult, evidence, finding, flow, hostileReport, report } from './sample.ts';

const read = (text: string) => (JSON.parse(text) as Log).runs[0]!;

test('rules, results, digests, fingerprints and code flows', () => {
  const run = read(
    sarif(
      report(
        caseResult({
          findings: [
            finding('F-00000001'),
            finding('F-00000002', { severity: 'info', detector: 'chain-break', known: true }),
          ],
        }),
      ),
    ),
  );
  assert.deepEqual(
    run.tool.driver.rules!.map((rule) => rule.id),
    ['boundary-laundering', 'chain-break'],
  );
  const [first, second] = run.results!;
  assert.equal(first!.level, 'error');
  assert.equal(first!.ruleIndex, 0);
  assert.equal(first!.partialFingerprints!['aftertaintFindingId/v1'], 'F-00000001');
  assert.equal(first!.locations![0]!.physicalLocation!.region!.byteOffset, 3000);
  assert.equal(first!.codeFlows![0]!.threadFlows[0]!.locations.length, 2);
  assert.equal(second!.level, 'note');
  assert.equal(second!.suppressions!.length, 1);
  assert.equal(run.artifacts![0]!.hashes!['sha-256'], 'b'.repeat(64));
});

test('what is beyond the limit of results is left out, worst kept, and said', () => {
  const many = Array.from({ length: 25_100 }, (_, index) =>
    finding(`F-${String(index).padStart(8, '0')}`, {
      severity: index === 25_099 ? 'critical' : 'low',
      flows: [],
      details: [],
    }),
  );
  const run = read(sarif(report(caseResult({ findings: many }))));
  assert.equal(run.results!.length, 25_000);
  assert.equal(run.results![0]!.properties!['severity'], 'critical');
  assert.match(run.invocations![0]!.toolExecutionNotifications![0]!.message.text!, /^100 of 25,100 findings left out/);
});

test('a log over 10 MB gzipped loses files without a finding first, then the least severe results, and says so', () => {
  // Digests do not compress: 12 MB of them are more than 10 MB gzipped, whatever the rest is.
  const noise = (seed: string, blocks: number) => {
    let text = '';
    for (let block = 0; block < blocks; block += 1)
      text += createHash('sha512').update(`${seed}${block}`).digest('base64');
    return text;
  };
  const artefacts = Array.from({ length: 12_000 }, (_, index) => ({
    ...caseResult().artefacts[0]!,
    path: `p/${noise(`a${index}`, 14).replaceAll('/', '_')}.jsonl`,
  }));
  const few = read(sarif(report(caseResult({ artefacts: [...caseResult().artefacts, ...artefacts] }))));
  assert.equal(few.results!.length, 1);
  assert.equal(few.artifacts!.length, 1);
  assert.match(few.invocations![0]!.toolExecutionNotifications![0]!.message.text!, /files without a finding/);

  const findings = Array.from({ length: 14_000 }, (_, index) =>
    finding(`F-${String(index).padStart(8, '0')}`, {
      severity: index === 13_999 ? 'critical' : 'low',
      evidence: [evidence('e', noise(`f${index}`, 12))],
      flows: [],
    }),
  );
  const text = sarif(report(caseResult({ findings })));
  assert.ok(gzipSync(text).length <= 10_000_000);
  const many = read(text);
  assert.ok(many.results!.length > 5_000 && many.results!.length < 14_000, `${many.results!.length} results`);
  assert.equal(many.results![0]!.properties!['severity'], 'critical');
  assert.match(many.invocations![0]!.toolExecutionNotifications![0]!.message.text!, /of 14,000 findings left out/);
});

test('a finding with very many places and flows is cut to what viewers read, and the cut is said', () => {
  const places = Array.from({ length: 300 }, (_, line) => evidence(`place ${line}`, 'x', line + 1));
  const flows = Array.from({ length: 30 }, (_, index) => flow(`W-${index}`, 'a', 'b'));
  const run = read(
    sarif(
      report(caseResult({ flows, findings: [finding('F-1', { evidence: places, flows: flows.map(({ id }) => id) })] })),
    ),
  );
  const [result] = run.results!;
  assert.equal(result!.locations!.length + result!.relatedLocations!.length, 100);
  assert.equal(result!.codeFlows!.length, 10);
  assert.equal(run.invocations![0]!.toolExecutionNotifications!.length, 2);
  assert.ok(run.tool.driver.rules!.every((rule) => (rule.properties!['tags'] as string[]).length <= 10));
});

test('evidence makes no link in a message and no foreign URI', () => {
  const run = read(sarif(hostileReport()));
  assert.ok(!/(?<!\\)\[x(?<!\\)\]/.test(run.results![0]!.message.text!));
  assert.match(run.artifacts![0]!.location!.uri!, /^projects\/[\w.!~*'()%-]+$/);
});
