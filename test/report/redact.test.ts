import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { findSecrets } from '../../src/cli/redaction.ts';
import { paintFor } from '../../src/report/colour.ts';
import { explain } from '../../src/report/explain.ts';
import { findingsTable } from '../../src/report/findings.ts';
import { flowsTable } from '../../src/report/flows.ts';
import { dot, mermaid } from '../../src/report/graph.ts';
import { html } from '../../src/report/html/render.tsx';
import { jsonText } from '../../src/report/json.ts';
import { markdown } from '../../src/report/markdown.ts';
import { ndjsonText } from '../../src/report/ndjson.ts';
import { redactReport } from '../../src/report/redact/redact.ts';
import { replayTable } from '../../src/report/replay.ts';
import { reportRows } from '../../src/report/rows.ts';
import { sarif } from '../../src/report/sarif.ts';
import { timeline } from '../../src/report/timeline.ts';
import { timesketch } from '../../src/report/timesketch.ts';
import { trace } from '../../src/report/trace.ts';
import { tree } from '../../src/report/tree.ts';
import type { Report } from '../../src/result/report.ts';
import { misfits } from '../../src/result/schema/all.ts';
import { CASE_ID, caseResult, decision, event, evidence, finding, flow, report } from './sample.ts';
import { CLOTHES, CLOTHES_OF_KNOWN, KINDS, leaksOf, NEAR_MISSES, plant } from './secrets.ts';

function reportWith(text: string) {
  return report(
    caseResult({
      timeline: [event(1, { summary: text }), event(2, { summary: `again: ${text}` })],
      findings: [
        finding('F-00000001', { message: `story: ${text}`, details: [text], evidence: [evidence(text, text)] }),
      ],
      flows: [flow('W-1', text, `carried ${text}`)],
      replays: [decision(1, { summary: text, reason: text })],
    }),
  );
}

test('forty kinds of secrets are hidden, everywhere, under one ordinal', async () => {
  assert.equal(Object.keys(KINDS).length, 40);
  const missed: string[] = [];
  for (const [kind, make] of Object.entries(KINDS)) {
    const [text, secret] = make(kind);
    const clean = JSON.stringify(await redactReport(reportWith(text), 'secrets', findSecrets));
    if (clean.includes(JSON.stringify(secret).slice(1, -1)) || !clean.includes('SECRET-1')) missed.push(kind);
  }
  assert.deepEqual(missed, []);
});

test('near misses stay readable', async () => {
  for (const [what, text] of Object.entries(NEAR_MISSES)) {
    const clean = JSON.stringify(await redactReport(reportWith(text), 'secrets', findSecrets));
    if (what !== 'the aws sample') assert.ok(!clean.includes('SECRET-'), `${what}: ${text}`);
  }
});

/** Everything that is rendered from a report. */
async function outputsOf(clean: Report): Promise<Record<string, string>> {
  const view = { paint: paintFor(false) };
  const result = clean.cases[0]!;
  return {
    json: jsonText(clean),
    ndjson: await ndjsonText(reportRows(clean)),
    sarif: sarif(clean),
    md: markdown(clean),
    timesketch: timesketch(clean),
    html: await html(clean, { argv: [] }),
    explain: explain(result.findings[0]!, result, view),
    findings: findingsTable(clean, view),
    timeline: timeline(clean, view),
    flows: flowsTable(clean, view),
    replay: replayTable(clean, view),
    tree: tree(clean, view),
    mermaid: mermaid(result),
    dot: dot(result),
    trace: trace(clean, view),
  };
}

test('no piece, encoded form or digest of a planted secret is in any output; flows stay followable', async () => {
  const kinds = Object.keys(KINDS);
  const clothes = { ...CLOTHES, ...CLOTHES_OF_KNOWN };
  const names = Object.keys(clothes);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.nat(1_000_000),
      fc.constantFrom(...names),
      fc.boolean(),
      async (kind, seed, name, isKnown) => {
        const planted = plant(kind, String(seed));
        // Letter case is part of an encoding, and line breaks of a key file: what is turned into other letters is another secret.
        const dressed = clothes[name]!(name in CLOTHES_OF_KNOWN ? planted.secret : planted.text);
        const original = reportWith(name in CLOTHES_OF_KNOWN || isKnown ? `${planted.text} and ${dressed}` : dressed);
        original.cases[0]!.findings[0]!.evidence[0]!.sha256 = createHash('sha256').update(planted.secret).digest('hex');
        const clean = await redactReport(original, 'secrets', findSecrets);
        for (const [format, output] of Object.entries(await outputsOf(clean)))
          assert.deepEqual(leaksOf(output, planted), [], `${kind} as ${name} in ${format}`);
        assert.ok(!jsonText(clean).includes(dressed), `${kind} as ${name}`);
        assert.ok(jsonText(clean).split('SECRET-1').length > 4, `${kind} as ${name}: the same ordinal at both ends`);
      },
    ),
    { numRuns: 100, seed: 7 },
  );
});

test('a secret that is cut off stays hidden: by a mark in a text, in an encoding, at either end of an excerpt', async () => {
  const missed: string[] = [];
  for (const kind of Object.keys(KINDS)) {
    const planted = plant(kind, kind);
    const at = planted.text.indexOf(planted.secret);
    for (const share of [0.5, 0.9]) {
      const shown = planted.text.slice(0, at + Math.floor(planted.secret.length * share));
      const encoded = Buffer.from(shown).toString('base64').replace(/=+$/, '');
      const clean = await redactReport(reportWith(`${shown}… and ${encoded}…`), 'secrets', findSecrets);
      if (leaksOf(jsonText(clean), planted).length > 0) missed.push(`${kind}, ${share}`);
    }
    const known = reportWith(planted.text);
    known.cases[0]!.flows[0]!.evidence[0]!.excerptTo = planted.secret.slice(4, -2);
    if (leaksOf(jsonText(await redactReport(known, 'secrets', findSecrets)), planted).length > 0)
      missed.push(`${kind}, inside`);
  }
  assert.deepEqual(missed, []);
});

test('digests of evidence that holds a secret go from links too, and fingerprints go from redacted parts of a run', async () => {
  const planted = plant('github personal', 'link');
  const original = reportWith('nothing');
  const cited = { ...evidence('n', planted.text), sha256: 'c'.repeat(64) };
  original.links.push({
    id: 'L-1',
    channel: 'shared-file',
    from: { case: CASE_ID, eventId: 'root:1.0', path: 'p', line: 1 },
    to: { case: 'other', eventId: 'root:1.0', path: 'p', line: 1 },
    basis: 'matched',
    evidence: [{ by: 'the same words', from: cited, to: cited }],
  });
  original.cases[0]!.links = { said: [{ prints: { units: 1, every: 1, hashes: 'AAAA' }, evidence: cited }] };
  for (const level of ['secrets', 'content'] as const) {
    const clean = await redactReport(original, level, findSecrets);
    const text = JSON.stringify(clean);
    assert.deepEqual(leaksOf(text, planted), []);
    assert.ok(!text.includes('c'.repeat(64)), level);
    assert.equal(clean.cases[0]!.links, undefined);
    assert.match(clean.coverage.limits.join(), /hold no fingerprints/);
  }
});

test('level content keeps places and drops words, in every member that holds some', async () => {
  const words = 'the quick brown fox';
  const original = reportWith(words);
  const result = original.cases[0]!;
  result.replays = [
    decision(1, {
      summary: words,
      reason: words,
      message: words,
      cause: { text: words },
      causes: [{ text: words }],
      updatedInput: { command: words },
      proposal: {
        message: words,
        variables: [{ name: 'x', value: words, source: 'Read', eventId: 'e', label: 'tool' }],
      },
    }),
  ];
  const flip = { eventId: 'e', phase: 'p', agentId: 'a', summary: words, left: 'l', right: 'r', hypothetical: false };
  result.gate = {
    comparisons: [{ left: 'a', right: 'b', flips: [flip], firstDivergence: flip, diff: words }],
    unseen: [{ eventId: 'e', agentId: 'a', toolName: 'Read', summary: words }],
    idleHooks: [],
    idleRules: [],
    state: [words],
  };
  result.agents = result.agents.map((agent) => ({ ...agent, name: words, description: words }));
  result.briefs = [
    {
      eventId: 'e',
      agent: 'a',
      length: 1,
      shares: {},
      byReference: [words],
      possible: 'tool',
      place: result.flows[0]!.evidence[0]!.from,
    },
  ];
  original.links.push({
    id: 'L-1',
    channel: 'fork',
    from: { case: 'a', eventId: 'e', path: 'p', line: 1 },
    to: { case: 'b', eventId: 'e', path: 'p', line: 1 },
    basis: 'matched',
    evidence: [{ by: 'the same words', from: evidence(words, words) }],
  });
  const clean = await redactReport(original, 'content', findSecrets);
  assert.ok(!JSON.stringify(clean).includes('brown fox'), JSON.stringify(clean).match(/.{80}brown fox/)?.[0]);
  assert.ok(JSON.stringify(clean).includes('"line":3'));
  assert.deepEqual(misfits('report', clean), []);
});
