import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../src/report/html/render.tsx';
import { caseResult, evidence, finding, hostileReport, report } from './sample.ts';

test('hostile evidence stays text: no element, handler, link or style of its own', async () => {
  const page = await html(hostileReport(), { argv: ['aftertaint', 'scan', '<b>'] });
  assert.ok(!/<script|<img|<iframe|<object|<embed|<link|<base/i.test(page));
  assert.equal(page.match(/<style/g)?.length, 1);
  const tags = page.replace(/"[^"]*"/g, '""');
  assert.ok(!/<[^>]*\son\w+=/i.test(tags), 'an event handler');
  for (const [, target] of page.matchAll(/\s(?:href|src|xlink:href|action)="([^"]*)"/gi)) assert.match(target!, /^#/);
  assert.ok(!/[\u202e\u2066\u200b\u001b]/.test(page), 'hidden characters are shown, not passed on');
});

test('the policy allows nothing but the one style sheet', async () => {
  const page = await html(report(caseResult()), { argv: ['aftertaint'] });
  assert.match(page, /default-src &#39;none&#39;|default-src 'none'/);
  assert.ok(!page.includes('unsafe-inline') && !/\sstyle="/.test(page));
});

test('sections come in the order a responder needs them', async () => {
  const page = await html(report(caseResult()), { argv: ['aftertaint'] });
  const ids = ['coverage', 'unknowable', 'findings', 'agents', 'replay', 'evidence', 'warnings', 'manifest', 'command'];
  const places = ids.map((id) => page.indexOf(`id="${id}"`));
  assert.ok(!places.includes(-1), ids[places.indexOf(-1)]);
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.ok(page.includes('<html lang="en">'));
  assert.equal(page.match(/<h1/g)?.length, 1);
  assert.ok(!/<th(?![^>]*scope=)[\s>]/.test(page), 'every table header has a scope');
});

test('a text of 10 MB is cut, and the cut is said', async () => {
  const page = await html(
    report(caseResult({ findings: [finding('F-0000000x', { evidence: [evidence('long', 'x'.repeat(10_000_000))] })] })),
    { argv: [] },
  );
  assert.ok(page.length < 200_000, `${page.length} bytes`);
  assert.match(page, /cut: 9,994,000 more characters/);
});

test('5,000 events and 300 agents stay under 5 MB', async () => {
  const { agent, decision, event, CASE_ID } = await import('./sample.ts');
  const agents = [agent(CASE_ID, { kind: 'root', spawnedBy: null, link: null, depth: 0, type: '' })];
  for (let index = 0; index < 300; index += 1) agents.push(agent(`a${String(index).padStart(16, '0')}`));
  const big = caseResult({
    agents,
    timeline: Array.from({ length: 5_000 }, (_, order) => event(order, { agent: agents[order % 301]!.id })),
    replays: Array.from({ length: 5_000 }, (_, order) => decision(order)),
    findings: Array.from({ length: 400 }, (_, index) => finding(`F-${index}`)),
  });
  const page = await html(report(big), { argv: [] });
  assert.ok(page.length < 5_000_000, `${page.length} bytes`);
});
