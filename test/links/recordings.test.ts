import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { analyseCase } from '../../src/analysis/analyse.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { findCases } from '../../src/ingest/find.ts';
import type { Joined } from '../../src/links/join.ts';
import type { CaseResult } from '../../src/result/report.ts';
import { joined } from './joined.ts';

/** What the real host left behind when sessions were resumed, forked, started from a shell, or read each other's notes. */
const recordings = fileURLToPath(new URL('../../../../shared/host/recordings/', import.meta.url));
const skip = existsSync(recordings) ? false : 'no recordings beside the project';

async function joinOf(scenario: string): Promise<Joined> {
  const results: CaseResult[] = [];
  for (const source of findCases([`${recordings}${scenario}/projects`]).sources) {
    const options = { policy: DEFAULT_POLICY, parts: { findings: true, links: true } };
    results.push((await analyseCase(source, options)).result);
  }
  return joined(results);
}
const told = ({ links }: Joined) =>
  links
    .map((link) => `${link.channel} ${link.basis} ${link.from.case.slice(0, 4)} > ${link.to.case.slice(0, 4)}`)
    .sort();

const FORKS: Record<string, readonly string[]> = {
  'i-resume-compact': ['fork recorded 6538 > 2244'],
  'older-1.0.90/i-resume-compact': [
    'resume inferred 0416 > 07c7',
    'resume inferred 0416 > d062',
    'resume inferred d062 > a2c2',
  ],
  'older-2.0.14/i-resume-compact': ['fork inferred 44f9 > f930'],
  'older-2.0.76/i-resume-compact': ['fork recorded e517 > 296a'],
  'older-2.1.38/i-resume-compact': ['fork recorded 6c9f > eecc'],
  'older-2.1.76/i-resume-compact': ['fork inferred c039 > 9392'],
  'older-2.1.119/i-resume-compact': ['fork inferred 4c84 > 031f'],
  'older-2.1.172/i-resume-compact': ['fork inferred 8a8f > 10c6'],
  'older-2.1.233/i-resume-compact': ['fork inferred c3a5 > e99d'],
};

test('forks, and resumes of the version that copies, lead to their originals', { skip }, async () => {
  for (const [scenario, expected] of Object.entries(FORKS)) {
    const join = await joinOf(scenario);
    assert.deepEqual(told(join), expected, scenario);
    assert.deepEqual(join.findings, [], scenario);
  }
});

test('processes that a shell started lead to the calls of the agents that ran them', { skip }, async () => {
  const join = await joinOf('f-child-process');
  assert.deepEqual(told(join), [
    'child-process inferred 1c56 > f714',
    'child-process inferred 4aaa > f714',
    'child-process matched f714 > 1c56',
    'child-process matched f714 > 4aaa',
  ]);
  const bySubagent = join.links.find((link) => link.to.case.startsWith('4aaa'));
  assert.match(bySubagent!.from.eventId, /^a28eb8c5327651cd6:/);
  assert.deepEqual(join.findings, []);
});

test('what one session wrote into CLAUDE.md, memory and notes is in the next one', { skip }, async () => {
  const join = await joinOf('h-persist');
  assert.deepEqual(told(join), [
    'injected matched 3fd9 > 9065',
    'injected matched 3fd9 > 9065',
    'shared-file matched 3fd9 > 9065',
  ]);
  assert.deepEqual(
    join.findings.map((finding) => [finding.detector, finding.severity, finding.actedOn]),
    [['storage-laundering', 'medium', 'no']],
  );
});
