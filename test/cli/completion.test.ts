import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/catalogue.ts';
import { run } from './run.ts';

for (const shell of ['bash', 'zsh', 'fish']) {
  test(`completion for ${shell} knows every command`, async (context) => {
    const { stdout, code } = await run(['completion', shell]);
    assert.equal(code, 0);
    for (const command of COMMANDS) assert.ok(stdout.includes(command.name), command.name);
    const checked = spawnSync(shell, shell === 'fish' ? ['--no-execute'] : ['-n'], { input: stdout, encoding: 'utf8' });
    if (checked.error !== undefined) context.diagnostic(`${shell} is not installed: syntax not checked`);
    else assert.equal(checked.status, 0, checked.stderr);
  });
}

test('bash completes commands, flags and values', async () => {
  const { stdout } = await run(['completion', 'bash']);
  const complete = (...words: string[]) =>
    spawnSync('bash', [], {
      input: `${stdout}\nCOMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _aftertaint; echo "\${COMPREPLY[@]}"`,
      encoding: 'utf8',
    }).stdout.trim();
  assert.equal(complete('aftertaint', 'sca'), 'scan');
  assert.equal(complete('aftertaint', 'scan', '--fail'), '--fail-on');
  assert.equal(complete('aftertaint', 'scan', '--fail-on', 'cri'), 'critical');
  assert.equal(complete('aftertaint', 'tree', '--format', 'mer'), 'mermaid');
});
