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
import { agent, CASE_ID, caseResult, decision, event, finding, flow, report } from '../report/sample.ts';

const agents = [agent(CASE_ID, { kind: 'root', type: '', spawnedBy: null, link: null, depth: 0 })];
for (let index = 0; index < 300; index += 1) agents.push(agent(`a${String(index).padStart(16, '0')}`));
const big = report(
  caseResult({
    agents,
    timeline: Array.from({ length: 5_000 }, (_, order) => event(order, { agent: agents[order % agents.length]!.id })),
    findings: Array.from({ length: 400 }, (_, index) =>
      finding(`F-${String(index).padStart(8, '0')}`, { flows: [`W-${index}`] }),
    ),
    flows: Array.from({ length: 1_000 }, (_, index) => ({
      ...flow(`W-${index}`, `- text number ${index} of a page`, `text number ${index} of a page, reworded`),
      toAgent: agents[1 + (index % 300)]!.id,
    })),
    replays: Array.from({ length: 5_000 }, (_, order) => decision(order)),
  }),
);
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
