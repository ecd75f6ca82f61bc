import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../src/report/html/render.tsx';
import { STYLE } from '../../src/report/html/style.ts';
import { bigReport, caseResult, evidence, finding, hostileReport, report } from './sample.ts';

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
  const page = await html(bigReport(), { argv: [] });
  assert.ok(page.length < 5_000_000, `${page.length} bytes`);
});

test('every link of the navigation leads to a section, whatever the report holds', async () => {
  for (const one of [report(caseResult()), report(caseResult({ findings: [], replays: [] })), hostileReport()]) {
    const page = await html(one, { argv: ['aftertaint'] });
    const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]!));
    for (const [, target] of page.matchAll(/\shref="#([^"]*)"/g)) assert.ok(ids.has(target!), target);
    const levels = [...page.matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    for (const [index, level] of levels.entries())
      assert.ok(level <= (levels[index - 1] ?? 0) + 1, `h${levels[index - 1]} then h${level}`);
  }
});

test('text has a contrast of 4.5 on its ground, in light and dark', () => {
  const schemes = [...STYLE.matchAll(/:root\{([^}]*)\}/g)].map(
    ([, body]) => new Map([...body!.matchAll(/--(\w+):(#[0-9a-f]+)/g)].map((match) => [match[1]!, match[2]!])),
  );
  const [light, dark, print] = schemes as [Map<string, string>, Map<string, string>, Map<string, string>];
  for (const scheme of [light, new Map([...light, ...dark]), new Map([...light, ...print])]) {
    for (const ground of ['ground', 'card']) {
      for (const text of ['ink', 'soft', 'accent', 'critical', 'high', 'medium', 'low', 'info'])
        assert.ok(contrast(scheme.get(text)!, scheme.get(ground)!) >= 4.5, `${text} on ${ground}: ${scheme.get(text)}`);
    }
    for (const ground of ['mark', 'ins', 'del'])
      assert.ok(contrast(scheme.get('ink')!, scheme.get(ground)!) >= 4.5, `ink on ${ground}`);
    // Rows in which gates part have the mark as their ground, and a stopped call is told in red there.
    assert.ok(contrast(scheme.get('critical')!, scheme.get('mark')!) >= 4.5, 'critical on mark');
  }
});

/** WCAG 2: (lighter + 0.05) / (darker + 0.05) of relative luminance. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (a! + 0.05) / (b! + 0.05);
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1);
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
