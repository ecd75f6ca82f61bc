import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMANDS, GROUPS } from '../../src/cli/catalogue.ts';
import { RUNS } from '../../src/cli/command.ts';
import { fewCases, run, scratch } from './run.ts';

test('every command is listed under its task, with an example that works', async () => {
  const { stdout, code } = await run(['--help']);
  assert.equal(code, 0);
  for (const group of GROUPS) assert.ok(stdout.includes(`${group}:`), group);
  assert.deepEqual(Object.keys(RUNS).sort(), COMMANDS.map((command) => command.name).sort());
  for (const command of COMMANDS) {
    assert.ok(stdout.includes(`  ${command.name} `), command.name);
    const help = await run([command.name, '--help']);
    assert.equal(help.code, 0);
    for (const example of command.examples) assert.ok(help.stdout.includes(example), example);
  }
});

for (const command of COMMANDS) {
  for (const example of command.examples) {
    test(`example: ${example}`, async (context) => {
      const cwd = fewCases(scratch(context));
      for (const part of example.split(' && ')) {
        const { code, stderr } = await shell(part, cwd);
        assert.ok(code === 0 || (code === 1 && part.includes('--fail-on')), `${part}: exit ${code}\n${stderr}`);
      }
    });
  }
}

/** As much of a shell as the examples need: words, double quotes, one redirect. */
async function shell(line: string, cwd: string) {
  const [command, target] = line.split(' > ');
  const words = [...command!.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!);
  assert.equal(words.shift(), 'aftertaint');
  const ran = await run(words, { cwd });
  if (target !== undefined) (await import('node:fs')).writeFileSync(target, ran.stdout);
  return ran;
}
