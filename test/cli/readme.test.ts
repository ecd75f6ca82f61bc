import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/catalogue.ts';
import { settingsOfArgs } from '../../src/cli/program.ts';
import { root, run } from './run.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('every command line of the README uses commands and flags that exist', () => {
  const lines = [...readme.matchAll(/(?:`|^|\s|=)aftertaint ([a-z]+ [^`\n]*)/gm)].map((match) => match[1]!.trim());
  assert.ok(lines.length > 15, `${lines.length} found`);
  for (const line of lines) {
    const words = [...line.split(/ [>|] | \|\| /)[0]!.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map((match) => match[0]);
    const name = words.shift()!;
    const command = COMMANDS.find((candidate) => candidate.name === name);
    assert.ok(command !== undefined, line);
    const settings = settingsOfArgs(
      words.filter((word, index) => word.startsWith('-') || words[index - 1]?.startsWith('-')),
      (path) => path,
    );
    for (const used of Object.keys(settings))
      assert.ok([...command.options, 'output'].includes(used as never), `${line}: ${used}`);
  }
});

test('the scheduled commands of the README run, alarm once, and then keep quiet', async (context) => {
  const { scratch, corpus } = await import('./run.ts');
  const folder = scratch(context);
  const state = join(folder, 'state.json');
  const scheduled = ['scan', join(corpus, 'cc-71602-forged-reminder'), '--state', state, '--fail-on', 'low'];
  for (const output of [
    ['--format', 'md'],
    ['--format', 'sarif'],
    ['-o', join(folder, 'last'), '--force'],
  ]) {
    const { code, stderr } = await run([...scheduled, ...output]);
    assert.equal(code, output[1] === 'md' ? 1 : 0, stderr);
    assert.equal(stderr.trimEnd().split('\n').length, 1, `one line for the log: ${stderr}`);
  }
});

test('the outputs of the README are what the program says (UPDATE=1 writes them)', async () => {
  let current = readme;
  for (const [block, command] of readme.matchAll(/```\n\$ aftertaint ([^\n]+)\n[\s\S]*?\n```/g)) {
    const words = command!.replace(/F-\w+/, 'first').split(' ');
    const { stdout, stderr } = await run([...words, '--format', words[0] === 'scan' ? 'md' : 'table']);
    const told = (words[0] === 'scan' ? stderr : stdout).trimEnd();
    const id = /F-[0-9a-z]{8}/.exec(told)![0];
    current = current.replace(block, `\`\`\`\n$ aftertaint ${command!.replace(/F-\w+/, id)}\n${told}\n\`\`\``);
  }
  if (process.env['UPDATE'] === '1') writeFileSync(join(root, 'README.md'), current);
  assert.equal(readFileSync(join(root, 'README.md'), 'utf8'), current);
});
