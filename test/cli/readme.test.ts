import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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

/** The fenced blocks of the section on schedules. */
function schedules(language: string): string[] {
  const section = readme.slice(readme.indexOf('## On a schedule'), readme.indexOf('## Limits'));
  return [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1]!);
}

const CRON_FIELD = /^(?:\*|\d+)(?:\/\d+)?$/;

/** Unit files as systemd reads them: sections, keys, comments; a key may not stand outside a section. */
function unitOf(text: string): Map<string, string> {
  const keys = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const header = /^\[(\w+)\]$/.exec(line)?.[1];
    if (header !== undefined) section = header;
    else {
      const [, key, value] = /^(\w+)=(.+)$/.exec(line) ?? [];
      assert.ok(section !== '' && key !== undefined, line);
      keys.set(`${section}.${key}`, value!);
    }
  }
  return keys;
}

test('the scheduled commands of the README are what cron, systemd and Actions take; they alarm once, and then keep quiet', async (context) => {
  const { scratch, corpus } = await import('./run.ts');
  const { parse } = await import('yaml');
  const folder = scratch(context);
  const cronLine = schedules('sh')[0]!
    .split('\n')
    .find((line) => !line.startsWith('#'))!;
  const [, time, cronCommand] = /^((?:\S+\s+){5})(.*)$/.exec(cronLine)!;
  for (const field of time!.trim().split(/\s+/)) assert.match(field, CRON_FIELD);
  const [service, timer] = schedules('ini').map(unitOf);
  assert.equal(service!.get('Service.Type'), 'oneshot');
  assert.match(timer!.get('Timer.OnCalendar')!, /^(?:hourly|daily)$/);
  assert.equal(timer!.get('Install.WantedBy'), 'timers.target');
  const workflow = parse(schedules('yaml')[0]!) as {
    on: { schedule: { cron: string }[] };
    jobs: Record<string, { steps: { run?: string; uses?: string; with?: { path?: string; sarif_file?: string } }[] }>;
  };
  assert.equal(workflow.on.schedule[0]!.cron.split(' ').length, 5);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const step = steps.find((candidate) => candidate.run !== undefined)!.run!;
  assert.ok(steps.some((other) => other.with?.path !== undefined && step.includes(`--state ${other.with.path}/`)));
  assert.ok(steps.some((other) => step.endsWith(`> ${other.with?.sarif_file}`)));
  const home = join(folder, 'home');
  cpSync(join(corpus, 'cc-71602-forged-reminder'), join(home, '.claude'), { recursive: true });
  for (const command of [cronCommand!, service!.get('Service.ExecStart')!.replace('/usr/bin/env ', ''), step]) {
    const words = command
      .replace(/ > .*/, '')
      .replaceAll('/var/lib/aftertaint', folder)
      .replace('.aftertaint/', `${folder}/actions-`)
      .replace(/ (?:\/srv\/transcripts|transcripts) /, ` ${home} `)
      .split(' ');
    assert.equal(words.shift(), 'aftertaint');
    const first = await run(words, { env: { HOME: home } });
    assert.equal(first.code, words.includes('--local') || command === step ? 1 : 0, first.stderr);
    const again = await run(words, { env: { HOME: home } });
    assert.equal(again.code, 0, again.stderr);
    assert.equal(again.stderr.trimEnd().split('\n').length, 1, `one line for the log: ${again.stderr}`);
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
