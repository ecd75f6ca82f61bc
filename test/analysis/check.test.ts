import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from '../../src/analysis/check.ts';
import { parseMust, parseReplay } from '../../src/analysis/corpus/expectation.ts';
import { judge } from '../../src/analysis/corpus/judge.ts';
import { readManifest } from '../../src/analysis/corpus/manifest.ts';
import type { Finding } from '../../src/result/finding.ts';
import type { Replay } from '../../src/result/replay.ts';
import type { Report } from '../../src/result/report.ts';

function finding(detector: string, severity: Finding['severity'], more: Partial<Finding> = {}): Finding {
  return {
    id: `F-${detector}-${severity}`,
    detector,
    title: detector,
    message: 'm',
    severity,
    confidence: 'medium',
    agents: [],
    evidence: [],
    flows: [],
    details: [],
    ...more,
  };
}

function report(findings: Finding[], replays: Partial<Replay>[] = [], codes: string[] = []): Report {
  const agent = { spawnedBy: null, artefacts: ['x'], status: 'unknown', toolCalls: 0, type: '' };
  return {
    warnings: codes.map((code) => ({ code, message: '', path: 'p', line: 1, byteStart: 0, byteEnd: 1 })),
    findings: [],
    cases: [
      {
        summary: { facts: { humans: 2 }, orphans: 0, depth: 1 },
        agents: [
          { ...agent, id: 'root', kind: 'root', link: null, depth: 0 },
          { ...agent, id: 'a1', kind: 'subagent', link: { basis: 'matched', by: 'prompt' }, depth: 1 },
        ],
        findings,
        replays: replays.map((one) => ({
          phase: 'before-tool',
          agentId: 'a1',
          summary: '',
          reason: '',
          gate: 'taint-floor',
          ...one,
        })),
        warnings: [],
      },
    ],
  } as unknown as Report;
}

const manifest = (must: string[], mustNot: string[] = [], replay: object[] = []) =>
  readManifest(
    { title: 't', slug: 's', variant: 'base', version: 'current', layout: 'n/a', must, mustNot, replay },
    'x',
  );

test('every entry needs a finding of its own', () => {
  const twice = manifest(['chain-break>=low', 'chain-break>=low']);
  assert.equal(judge(twice, report([finding('chain-break', 'low')])).length, 1);
  assert.deepEqual(judge(twice, report([finding('chain-break', 'low'), finding('chain-break', 'high')])), []);
});

test('the matching is a maximum one: a strict entry is not starved by a loose one', () => {
  const both = manifest(['chain-break>=low', 'chain-break>=low:verdict=forged']);
  const findings = [finding('chain-break', 'low', { verdict: 'forged' }), finding('chain-break', 'low')];
  assert.deepEqual(judge(both, report(findings)), []);
  assert.deepEqual(judge(both, report(findings.reverse())), []);
});

test('a maximum holds for every finding of the detector, and info stays info', () => {
  const capped = manifest(['chain-break>=info<=info']);
  assert.deepEqual(judge(capped, report([finding('chain-break', 'info')])), []);
  assert.match(
    judge(capped, report([finding('chain-break', 'info'), finding('chain-break', 'low')])).join(),
    /too severe/,
  );
  assert.match(judge(capped, report([])).join(), /missing/);
});

test('fields behind the severity have to be equal where they are written', () => {
  const wanted = manifest(['chain-break>=low:actedOn=no']);
  assert.equal(judge(wanted, report([finding('chain-break', 'low', { actedOn: 'yes' })])).length, 1);
  assert.equal(judge(wanted, report([finding('chain-break', 'low')])).length, 1);
  assert.deepEqual(judge(wanted, report([finding('chain-break', 'low', { actedOn: 'no' })])), []);
});

test('mustNot bans what is above info; a star spares what must be there', () => {
  assert.deepEqual(judge(manifest([], ['*']), report([finding('chain-break', 'info')])), []);
  assert.equal(judge(manifest([], ['*']), report([finding('chain-break', 'low')])).length, 1);
  assert.deepEqual(judge(manifest(['chain-break>=low'], ['*']), report([finding('chain-break', 'low')])), []);
  assert.equal(judge(manifest([], ['chain-break']), report([finding('chain-break', 'low')])).length, 1);
});

test('warnings and tree facts', () => {
  const wanted = manifest([
    'warning:torn-tail',
    'tree:agents=1',
    'tree:humans=2',
    'tree:link=matched',
    'tree:lost-records=1',
  ]);
  assert.deepEqual(judge(wanted, report([], [], ['torn-tail'])), []);
  assert.equal(judge(wanted, report([])).length, 2);
});

test('replay entries look at the located event, and advice is no plain none', () => {
  const at = { phase: 'before-tool', agent: 'child', tool: 'Bash', contains: 'curl' };
  const wanted = manifest([], [], [{ expect: "taint-floor:tree → deny @ the child's curl", at }]);
  const curl = { toolName: 'Bash', summary: 'curl x', key: 'tree' } as const;
  assert.deepEqual(judge(wanted, report([], [{ ...curl, outcome: 'deny' }])), []);
  assert.match(judge(wanted, report([], [{ ...curl, outcome: 'allow' }])).join(), /but it is allow/);
  assert.match(judge(wanted, report([], [{ ...curl, key: 'agent', outcome: 'deny' }])).join(), /no replayed event/);
  const advice = manifest([], [], [{ expect: 'reminder-guard → advise @ stop', at: { phase: 'agent-stop' } }]);
  const stop = { gate: 'reminder-guard', phase: 'agent-stop', outcome: 'none' } as const;
  assert.equal(judge(advice, report([], [stop])).length, 1);
  assert.deepEqual(judge(advice, report([], [{ ...stop, message: 'look at this' }])), []);
});

test('what cannot be read says which entry', () => {
  assert.throws(() => parseMust('chain-break>=terrible'), /terrible/);
  assert.throws(() => parseMust('chain-break>=low:mood=bad'), /mood/);
  assert.throws(() => parseReplay('hook = deny'), /hook = deny/);
});

test('a broken case is a miss of that case, and --update writes snapshots that then hold', async () => {
  const root = mkdtempSync(join(tmpdir(), 'aftertaint-check-'));
  try {
    for (const name of ['good', 'bad']) mkdirSync(join(root, name, 'projects'), { recursive: true });
    const good = {
      title: 't',
      slug: 'good',
      variant: 'base',
      version: 'current',
      layout: 'n/a',
      must: ['chain-break>=low'],
    };
    writeFileSync(join(root, 'good', 'case.json'), JSON.stringify(good));
    writeFileSync(join(root, 'bad', 'case.json'), '{"title": "t"}');
    const analyse = async () => report([finding('chain-break', 'low')]);
    const first = await check([root], analyse, { update: true });
    assert.deepEqual(
      first.cases.map((one) => [one.case, one.ok]),
      [
        ['bad', false],
        ['good', true],
      ],
    );
    assert.match(readFileSync(join(root, 'good/expected/findings.txt'), 'utf8'), /low +chain-break/);
    const other = async () => report([finding('chain-break', 'low'), finding('clock-anomaly', 'low')]);
    const second = await check([root], other, { only: ['good'] });
    assert.match(second.cases[0]!.misses.join(), /\+ low +clock-anomaly/);
  } finally {
    rmSync(root, { recursive: true });
  }
});
