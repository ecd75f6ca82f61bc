import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { html } from '../../src/report/html/render.tsx';
import { root, scratch } from '../cli/run.ts';
import { bigReport, hostileReport } from './sample.ts';

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const SKIP = BROWSER === undefined ? 'no browser is installed (apt-get install chromium)' : false;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

test('the pages open without errors, ask for nothing, run nothing, and fit wide and narrow screens', {
  skip: SKIP,
}, async (context) => {
  const { chromium } = await import('playwright-core');
  const folder = scratch(context);
  writeFileSync(
    join(folder, 'hostile.html'),
    await html(hostileReport(), { argv: ['aftertaint', 'scan', '<script>'] }),
  );
  writeFileSync(join(folder, 'big.html'), await html(bigReport(), { argv: ['aftertaint', 'scan'] }));
  const browser = await chromium.launch({ executablePath: BROWSER!, args: FLAGS });
  context.after(() => browser.close());
  for (const [name, file] of [
    ['html', join(root, 'reports', 'scan.html')],
    ['hostile', join(folder, 'hostile.html')],
    ['big', join(folder, 'big.html')],
  ] as const) {
    for (const width of [1280, 400]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
        const trouble: string[] = [];
        const url = pathToFileURL(file).href;
        page.on('console', (message) => trouble.push(`console: ${message.text()}`));
        page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
        page.on('dialog', (dialog) => trouble.push(`dialog: ${dialog.message()}`));
        page.on('request', (request) => {
          if (request.url() !== url) trouble.push(`request: ${request.url()}`);
        });
        await page.goto(url);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
        assert.equal(overflow, 0, `${name} at ${width}: the page scrolls sideways`);
        assert.deepEqual(trouble, [], `${name} at ${width}, ${colorScheme}`);
        const shown = await page.evaluate('[...document.querySelectorAll("h2")].map((head) => head.textContent)');
        assert.ok((shown as string[]).length >= 7, 'all sections are there');
        // What scrolls can be reached and named by keyboard; the skip link comes first.
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate('document.activeElement.className'), 'skip');
        const mute = await page.evaluate(
          '[...document.querySelectorAll(".scroll, .quote")].filter((box) => box.tabIndex !== 0 || !box.getAttribute("aria-label")).length',
        );
        assert.equal(mute, 0, `${name}: a box that scrolls without name or focus`);
        // Closed tables are printed, dark pages on white.
        await page.emulateMedia({ media: 'print', colorScheme });
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        assert.equal(ground, 'rgb(255, 255, 255)', `${name} printed from ${colorScheme}`);
        await page.emulateMedia({ media: 'screen', colorScheme });
        if (process.env['UPDATE'] === '1' && name === 'html') {
          mkdirSync(join(root, 'reports'), { recursive: true });
          await page.evaluate('document.querySelector("#findings").scrollIntoView()');
          await page.screenshot({ path: join(root, 'reports', `html-${width}-${colorScheme}.png`) });
        }
        await page.close();
      }
    }
  }
});

test('scripts are off in the page by its own policy', { skip: SKIP }, async (context) => {
  const { chromium } = await import('playwright-core');
  const folder = scratch(context);
  const page = (await html(hostileReport(), { argv: [] })).replace(
    '</body>',
    '<script>document.title = "ran"</script><img src="https://x.invalid/p.png"></body>',
  );
  writeFileSync(join(folder, 'injected.html'), page);
  const browser = await chromium.launch({ executablePath: BROWSER!, args: FLAGS });
  context.after(() => browser.close());
  const tab = await browser.newPage();
  const asked: string[] = [];
  tab.on('requestfinished', (request) => asked.push(request.url()));
  await tab.goto(pathToFileURL(join(folder, 'injected.html')).href);
  assert.notEqual(await tab.title(), 'ran', 'the policy did not stop a script');
  assert.ok(!asked.some((url) => url.includes('x.invalid')));
});
