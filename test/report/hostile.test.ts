import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSafeForTerminal, oneLine, visible } from '../../src/base/clean.ts';
import { briefsTable } from '../../src/report/briefs.ts';
import { paintFor } from '../../src/report/colour.ts';
import { explain } from '../../src/report/explain.ts';
import { findingsTable } from '../../src/report/findings.ts';
import { flowsTable } from '../../src/report/flows.ts';
import { dot, flowDot, mermaid, treeDot } from '../../src/report/graph.ts';
import { markdown } from '../../src/report/markdown.ts';
import { replayTable } from '../../src/report/replay.ts';
import { show } from '../../src/report/show.ts';
import { summary } from '../../src/report/summary.ts';
import { Tally } from '../../src/report/tally.ts';
import { timeline } from '../../src/report/timeline.ts';
import { tree, treeIds } from '../../src/report/tree.ts';
import { caseResult, evidence, finding, HOSTILE, hostileReport, place, report } from './sample.ts';

const view = { paint: paintFor(false) };

test('no unsafe character survives, and what is hidden is shown', () => {
  const unsafe = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(unsafe, (text) => {
      assert.ok(isSafeForTerminal(visible(text)));
      assert.ok(isSafeForTerminal(oneLine(text)));
      assert.ok(!oneLine(text).includes('\n'));
    }),
  );
  assert.equal(visible('a\u202eb\u200b\u001b[31m'), 'a⟨U+202E⟩b⟨U+200B⟩␛[31m');
});

test('every text output of hostile evidence is safe for a terminal', () => {
  const hostile = hostileReport();
  const result = hostile.cases[0]!;
  const tally = new Tally();
  tally.add(result);
  const outputs: Record<string, string> = {
    tree: tree(hostile, view),
    ids: treeIds(hostile).replaceAll('\t', ' '),
    timeline: timeline(hostile, view),
    flows: flowsTable(hostile, view),
    briefs: briefsTable(
      {
        ...hostile,
        cases: [
          {
            ...result,
            briefs: [
              {
                eventId: HOSTILE,
                agent: HOSTILE,
                child: HOSTILE,
                length: 1,
                shares: { outside: 1 },
                byReference: [HOSTILE],
                possible: 'tool',
                place: place(1, HOSTILE),
              },
            ],
          },
        ],
      },
      view,
    ),
    replay: replayTable(hostile, view),
    findings: findingsTable(hostile, view),
    explain: explain(result.findings[0]!, result, view),
    summary: summary(tally, hostile.coverage, { width: 100, paint: view.paint, paths: [HOSTILE], reasons: [HOSTILE] }),
    show: show(
      [
        {
          case: HOSTILE,
          path: HOSTILE,
          line: 1,
          byteStart: 0,
          byteEnd: 1,
          sha256: '',
          record: { [HOSTILE]: HOSTILE },
          events: result.timeline!,
        },
      ],
      view,
    ),
    mermaid: mermaid(result),
    dot: dot(result),
    treeDot: treeDot(result),
    flowDot: flowDot(result) ?? '',
  };
  for (const [name, text] of Object.entries(outputs)) {
    assert.ok(text.length > 20, `${name} is empty`);
    assert.ok(
      isSafeForTerminal(text),
      `${name} lets an unsafe character through: ${JSON.stringify(text.match(/[\x00-\x09\x0b-\x1f\u202e]/u))}`,
    );
  }
});

test('graph languages get no way out of a label', () => {
  const result = hostileReport().cases[0]!;
  for (const text of [dot(result), treeDot(result), flowDot(result)!]) {
    const outside = text.replace(/^\/\/ .*$/gm, '').replace(/"(?:[^"\\]|\\.)*"/g, '""');
    assert.ok(!outside.includes('javascript') && !outside.includes('URL'), outside);
  }
  assert.ok(
    !/["<>]/.test(
      mermaid(result)
        .replace(/^%%.*$/m, '')
        .replace(/-\.?->|"[^"<>]*"/g, ''),
    ),
  );
});

test('markdown fits into an issue, however long the evidence is, and says what it leaves out', () => {
  const findings = Array.from({ length: 60 }, (_, index) =>
    finding(`F-${index}`, {
      details: Array.from({ length: 20 }, () => 'x'.repeat(500)),
      evidence: Array.from({ length: 20 }, (_, line) => evidence('n'.repeat(300), '*'.repeat(600), line + 1)),
    }),
  );
  const text = markdown(report(caseResult({ findings })));
  assert.ok(text.length < 65_536, `${text.length}`);
  assert.match(text, /5\d more findings are not told here/);
});
