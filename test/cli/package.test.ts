import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus, root, scratch } from './run.ts';

test('the packed tarball holds what it needs, and nothing else, and runs from a global install', (context) => {
  const folder = scratch(context);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root, stdio: 'pipe' });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
  const names = execFileSync('tar', ['-tzf', join(folder, tarball)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const strays = names.filter(
    (name) =>
      !/^package\/(?:bin\/|dist\/src\/|reports\/schemas\/|(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$)/.test(
        name,
      ),
  );
  assert.deepEqual(strays, []);

  // A global install without a registry: the package where npm would put it, its dependencies as npm would resolve them, the bin as a link.
  const modules = join(folder, 'prefix', 'lib', 'node_modules');
  mkdirSync(modules, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', modules]);
  const installed = join(modules, 'aftertaint');
  execFileSync('mv', [join(modules, 'package'), installed]);
  symlinkSync(realpathSync(join(root, 'node_modules')), join(installed, 'node_modules'));
  mkdirSync(join(folder, 'prefix', 'bin'));
  const bin = join(folder, 'prefix', 'bin', 'aftertaint');
  symlinkSync(join(installed, 'bin', 'aftertaint.js'), bin);

  const ran = (...args: string[]) =>
    execFileSync(bin, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  assert.match(ran('--version'), /^\d+\.\d+\.\d+\n$/);
  assert.match(ran('schema', 'finding'), /"\$id": "aftertaint\/finding\/1"/);
  const out = ran('scan', join(corpus, 'cc-71602-forged-reminder'), '--format', 'ndjson', '--quiet');
  assert.match(out, /"kind":"finding"/);
  assert.ok(existsSync(join(installed, 'dist', 'src', 'analysis', 'worker.js')));
});
