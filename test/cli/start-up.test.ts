import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** What a command loads decides how soon it begins: counted, because a time would depend on the machine. */
const program = fileURLToPath(new URL('../../../bin/aftertaint.js', import.meta.url));
const source = new URL('../../src/', import.meta.url).href;

/** Writes the name of each module that is loaded to stderr, between marks that no command writes. */
const HOOKS = `
import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  writeSync(2, '\\u0001' + url + '\\u0002');
  return next(url, context);
}`;
const REGISTER = `import { register } from 'node:module'; register(${JSON.stringify(inline(HOOKS))});`;

function inline(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

interface Loaded {
  /** Paths under `src`. */
  readonly own: readonly string[];
  readonly packages: readonly string[];
}

function loadedBy(...argv: string[]): Loaded {
  const { status, stderr } = spawnSync(process.execPath, ['--import', inline(REGISTER), program, ...argv], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const urls = [...stderr.matchAll(/\u0001([^\u0002]*)\u0002/g)].map((match) => match[1]!);
  return {
    own: urls.filter((url) => url.startsWith(source)).map((url) => url.slice(source.length)),
    packages: [
      ...new Set(urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])),
    ].sort(),
  };
}

/** Modules that a command cannot do without, by what they are for. */
const LIGHT = /^(?:base|cli|result)\/|^detectors\/catalogue\.js$/;

for (const argv of [['--help'], ['schema'], ['schema', 'report'], ['detectors'], ['completion', 'bash']]) {
  test(`${argv.join(' ')} loads the command line alone`, () => {
    const { own, packages } = loadedBy(...argv);
    assert.deepEqual(packages, ['commander']);
    assert.deepEqual(
      own.filter((path) => !LIGHT.test(path)),
      [],
    );
    assert.ok(own.length > 5 && own.length < 25, `${own.length} modules: ${own.join(' ')}`);
  });
}

test('--version loads no package at all', () => {
  const { own, packages } = loadedBy('--version');
  assert.deepEqual(packages, []);
  assert.ok(own.length > 0 && own.length < 8, own.join(' '));
});

test('a scan that finds nothing loads neither the analysis nor what draws reports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertaint-test-'));
  try {
    const { own, packages } = loadedBy('scan', folder);
    assert.deepEqual(packages, ['commander', 'ndjson']);
    assert.deepEqual(
      own.filter((path) => /^(?:case|detectors|links)\/|^flows\/(?!policy\/policy)|^analysis\/analyse/.test(path)),
      [],
    );
    assert.ok(own.length > 20 && own.length < 100, `${own.length} modules`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
