import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus, run, scratch } from './run.ts';

const ONE = join(corpus, 'cc-71602-forged-reminder');
const crosses = async (args: string[], cwd: string, env: Record<string, string> = {}) =>
  (await run(['scan', ONE, '-q', ...args], { cwd, env })).code === 1;

test('flags beat the environment, which beats the local file, which beats the user file', async (context) => {
  const home = scratch(context);
  const cwd = scratch(context);
  mkdirSync(join(home, 'aftertaint'));
  const env = { XDG_CONFIG_HOME: home };
  assert.equal(await crosses([], cwd, env), false, 'default: no gate');
  writeFileSync(join(home, 'aftertaint', 'config.yaml'), 'fail-on: low\n');
  assert.equal(await crosses([], cwd, env), true, 'user file');
  writeFileSync(join(cwd, 'aftertaint.config.yaml'), 'fail-on: critical\n');
  assert.equal(await crosses([], cwd, env), false, 'local file');
  assert.equal(await crosses([], cwd, { ...env, AFTERTAINT_FAIL_ON: 'low' }), true, 'environment');
  assert.equal(await crosses(['--fail-on', 'critical'], cwd, { ...env, AFTERTAINT_FAIL_ON: 'low' }), false, 'flag');
  writeFileSync(join(cwd, 'other.yaml'), 'fail-on: low\n');
  assert.equal(await crosses(['--config', 'other.yaml'], cwd, env), true, '--config stands for the local file');
});

test('unknown keys are errors with line and nearest name', async (context) => {
  const cwd = scratch(context);
  writeFileSync(join(cwd, 'aftertaint.config.yaml'), '# settings\nquiet: true\nmin-severty: low\n');
  const { code, stderr } = await run(['scan', ONE], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /aftertaint\.config\.yaml:3: setting 'min-severty' is unknown/);
  assert.match(stderr, /did you mean min-severity\?/);
});

test('a wrong value in a file names its line, and a mistyped variable is no silence', async (context) => {
  const cwd = scratch(context);
  writeFileSync(join(cwd, 'aftertaint.config.yaml'), 'jobs: 2\nfail-on: huge\n');
  assert.match((await run(['scan', ONE], { cwd })).stderr, /:2: 'fail-on': 'huge' is none of/);
  const { code, stderr } = await run(['scan', ONE], { env: { AFTERTAINT_FAILON: 'low' } });
  assert.equal(code, 2);
  assert.match(stderr, /AFTERTAINT_FAIL_ON/);
});

test('a config file inside the evidence is never read', async (context) => {
  const evidence = scratch(context);
  writeFileSync(join(evidence, 'aftertaint.config.yaml'), 'fail-on: nonsense\n');
  assert.equal((await run(['scan', evidence, '-q'])).code, 0);
});
