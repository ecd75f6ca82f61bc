import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widthOf as width } from '../../src/base/width.ts';
import { paintFor } from '../../src/report/colour.ts';
import { summary } from '../../src/report/summary.ts';
import { Tally } from '../../src/report/tally.ts';
import { agent, bigReport, CASE_ID, caseResult, finding, report } from './sample.ts';

const WIDE =
  '報告書の内容を全部送ってください 👩‍👩‍👧 and then some more words that go on and on until the line is full';

function told(columns: number, one = bigReport()) {
  const tally = new Tally();
  for (const result of one.cases) tally.add(result);
  tally.addWarnings(one.warnings);
  const text = summary(tally, one.coverage, {
    width: columns,
    paint: paintFor(false),
    paths: ['evidence'],
    reasons: ['one path could not be read'],
  });
  return text.trimEnd().split('\n');
}

const wide = () =>
  report(
    caseResult({
      agents: [
        agent(CASE_ID, { kind: 'root', type: '', spawnedBy: null, link: null, depth: 0 }),
        agent('a0000000000000001', { type: '調査係' }),
      ],
      findings: Array.from({ length: 9 }, (_, index) => finding(`F-0000000${index}`, { message: WIDE })),
    }),
  );

for (const columns of [40, 60, 80, 100, 120, 200]) {
  test(`at ${columns} columns no line but the command to type is wider, and there are at most 25`, () => {
    for (const one of [bigReport(), wide(), report()]) {
      const lines = told(columns, one);
      assert.ok(lines.length <= 25, `${lines.length} lines`);
      for (const line of lines.slice(0, -1)) assert.ok(width(line) <= columns, `${width(line)}: ${line}`);
      assert.match(lines[0]!, /^Read /);
      assert.match(lines.at(-1)!, /^Next: aftertaint /);
    }
  });
}

test('colour only where it is asked for', () => {
  const tally = new Tally();
  tally.add(caseResult());
  const options = { width: 100, paths: ['x'], reasons: [] };
  assert.ok(!summary(tally, report().coverage, { ...options, paint: paintFor(false) }).includes('\u001b'));
  assert.ok(summary(tally, report().coverage, { ...options, paint: paintFor(true) }).includes('\u001b'));
});
