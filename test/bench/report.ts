/**
 * Time and size of each output for a case of 5,000 events, 300 agents and 400 findings. Run: `npm run build && node dist/test/bench/report.js`.
 * Median of five rounds in which the formats take turns.
 */
import { paintFor } from '../../src/report/colour.ts';
import { findingsTable } from '../../src/report/findings.ts';
import { dot, mermaid } from '../../src/report/graph.ts';
import { html } from '../../src/report/html/render.tsx';
import { jsonText } from '../../src/report/json.ts';
import { markdown } from '../../src/report/markdown.ts';
import { ndjsonText } from '../../src/report/ndjson.ts';
import { replayTable } from '../../src/report/replay.ts';
import { reportRows } from '../../src/report/rows.ts';
import { sarif } from '../../src/report/sarif.ts';
import { timeline } from '../../src/report/timeline.ts';
import { timesketch } from '../../src/report/timesketch.ts';
import { tree } from '../../src/report/tree.ts';
import { bigReport } from '../report/sample.ts';

const big = bigReport();
const view = { paint: paintFor(false), width: 120 };

const FORMATS: Record<string, () => string | Promise<string>> = {
  json: () => jsonText(big),
  ndjson: () => ndjsonText(reportRows(big)),
  html: () => html(big, { argv: ['aftertaint', 'scan'] }),
  sarif: () => sarif(big),
  md: () => markdown(big),
  timesketch: () => timesketch(big),
  mermaid: () => mermaid(big.cases[0]!),
  dot: () => dot(big.cases[0]!),
  'table: findings': () => findingsTable(big, view),
  'table: timeline': () => timeline(big, view),
  'table: replay': () => replayTable(big, view),
  tree: () => tree(big, view),
};

const times = new Map<string, number[]>(Object.keys(FORMATS).map((name) => [name, []]));
const sizes = new Map<string, number>();
for (let round = 0; round < 5; round += 1) {
  for (const [name, render] of Object.entries(FORMATS)) {
    const startedAt = performance.now();
    const text = await render();
    times.get(name)!.push(performance.now() - startedAt);
    sizes.set(name, Buffer.byteLength(text));
  }
}
console.log('| format | ms (median of 5) | kB |\n|---|---|---|');
for (const [name, all] of times) {
  const median = [...all].sort((a, b) => a - b)[2]!;
  console.log(`| ${name} | ${median.toFixed(0)} | ${(sizes.get(name)! / 1000).toFixed(0)} |`);
}
