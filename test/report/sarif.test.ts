import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from 'sarif';
import { sarif } from '../../src/report/sarif.ts';
import { caseResult, finding, hostileReport, report } from './sample.ts';

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

test('what is beyond the limit is left out, worst kept, and said', () => {
  const many = Array.from({ length: 5_100 }, (_, index) =>
    finding(`F-${String(index).padStart(8, '0')}`, { severity: index === 5_099 ? 'critical' : 'low' }),
  );
  const run = read(sarif(report(caseResult({ findings: many }))));
  assert.equal(run.results!.length, 5_000);
  assert.equal(run.results![0]!.properties!['severity'], 'critical');
  assert.match(run.invocations![0]!.toolExecutionNotifications![0]!.message.text!, /100 of 5100 findings left out/);
});

test('evidence makes no link in a message and no foreign URI', () => {
  const run = read(sarif(hostileReport()));
  assert.ok(!/(?<!\\)\[x(?<!\\)\]/.test(run.results![0]!.message.text!));
  assert.match(run.artifacts![0]!.location!.uri!, /^projects\/[\w.!~*'()%-]+$/);
});
