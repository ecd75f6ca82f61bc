/**
 * What replay costs: `npm run bench:gate-speed -- <folders of transcripts>` (default: the recordings beside the project, and the corpus).
 * Writes `reports/gate-speed.md`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { analyse } from '../../src/analysis/run.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { parseGate } from '../../src/gates/spec.ts';
import { type BenchCase, casesUnder, decisions } from './gates/cases.ts';
import { corpus, folders, runPython, table, whole } from './gates/report.ts';

const target = fileURLToPath(new URL('../../../reports/gate-speed.md', import.meta.url));
const lines: string[] = [
  '# How fast gates answer',
  '',
  'Written by `npm run bench:gate-speed`. Speeds depend on the machine and on what else it does; the ratios much less.',
  '',
];
async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const start = process.hrtime.bigint();
  const value = await work();
  return { value, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}

// --- 1. Built-in gates: speed ------------------------------------------------------------------------------------------------

const all = folders.flatMap((folder) => [...casesUnder(folder)]);
const BUILTIN = [
  'taint-floor:session',
  'taint-floor:agent',
  'taint-floor:tree',
  'taint-floor:flow',
  'reminder-guard',
  'channel-split:evidence',
  'channel-split:strict',
  'capability',
  'ask-destructive',
];
const speeds: [string, number, number][] = [];
for (const gate of BUILTIN) {
  const gates = parseGate(gate);
  for (const one of all) await decisions(one, { gates });
  const { value, seconds } = await timed(async () => {
    let events = 0;
    for (const one of all) events += (await decisions(one, { gates })).length;
    return events;
  });
  speeds.push([gate, value, value / seconds]);
}
lines.push('## Built-in gates', '', 'Events already rebuilt, flows already traced; one core.', '');
lines.push(
  ...table(
    ['gate', 'events', 'events/s'],
    speeds.map(([gate, events, rate]) => [gate, whole(events), whole(rate)]),
  ),
);

// --- 2. Spawned hooks: speed, and independence of how much was loaded ---------------------------------------------------------

const biggest = [...all].sort((a, b) => b.events.length - a.events.length)[0]!;
const calls = biggest.events.filter(({ hookEvent }) => hookEvent === 'PreToolUse');
const HOOKS: readonly (readonly [name: string, command: string, events: number])[] = [
  ['`true`', 'true', 120],
  ['sh, reads stdin', 'cat >/dev/null; exit 0', 120],
  ['jq', 'jq -e .tool_name >/dev/null', 60],
  ['python3 taint floor', runPython, 60],
];
const ROUNDS = 5;

/** The same command as often, started by a process that does nothing else: what the machine can do at that moment. */
const BARE = `const { spawnSync } = require('node:child_process'); const [command, times, input] = process.argv.slice(1);
const start = process.hrtime.bigint(); for (let i = 0; i < Number(times); i++) spawnSync('/bin/sh', ['-c', command], { input });
console.log(Number(process.hrtime.bigint() - start) / 1e9);`;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

const startUps: number[] = [];
const hookRates: (readonly (string | number)[])[] = [];
for (const [name, command, count] of HOOKS) {
  const gates = parseGate(`hook:PreToolUse:${command}`);
  const few: BenchCase = { ...biggest, events: calls.slice(0, 1) };
  const many: BenchCase = { ...biggest, events: calls.slice(0, count + 1) };
  const bare: number[] = [];
  const lean: number[] = [];
  const laden: number[] = [];
  const rate = async (): Promise<number> => {
    const one = await timed(() => decisions(few, { gates }));
    const more = await timed(() => decisions(many, { gates }));
    startUps.push(one.seconds * 1000);
    return (more.value.length - one.value.length) / Math.max(0.001, more.seconds - one.seconds);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const input = JSON.stringify(calls[0]!.payload);
    const seconds = Number(
      execFileSync(process.execPath, ['-e', BARE, command, String(count), input], { encoding: 'utf8' }),
    );
    bare.push(count / seconds);
    lean.push(await rate());
    // A heap as a large archive would leave it behind.
    const ballast = Array.from({ length: 40 }, (_, at) => Buffer.alloc(16 << 20, at + 1));
    laden.push(await rate());
    if (ballast.length === 0) throw new Error('unreachable');
  }
  const ratios = laden.map((value, round) => value / lean[round]!);
  hookRates.push([name, whole(median(bare)), whole(median(lean)), whole(median(laden)), median(ratios).toFixed(2)]);
}
lines.push(
  '## Spawned hooks',
  '',
  `One process per event, in the order of the events because a hook may keep state. Median of ${ROUNDS} rounds; the three columns of a round are taken one`,
  'after the other. *bare*: the same command started as often by a process that does nothing else. *laden*: with 640 MB more in the memory of the',
  'program. Hooks are started by a driver of its own, so the rate does not hang on what was loaded. Starting that driver and ending it costs',
  `${whole(median(startUps))} ms per session.`,
  '',
);
lines.push(...table(['hook', 'bare, events/s', 'replay, events/s', 'laden, events/s', 'laden / replay'], hookRates));

const parallel: number[] = [];
for (let round = 0; round < 3; round += 1) {
  const seconds: number[] = [];
  for (const jobs of [1, 2]) {
    const { seconds: took } = await timed(async () => {
      const { outcomes } = await analyse([corpus], {
        find: {},
        case: {
          policy: DEFAULT_POLICY,
          parts: {},
          replay: {
            gates: parseGate('hook:PreToolUse[Bash]:jq -e .tool_name >/dev/null'),
            allowExec: true,
            allowNetwork: false,
          },
        },
        shard: { index: 1, of: 12 },
        jobs,
        bytesPerThread: 1,
      });
      for await (const _ of outcomes);
    });
    seconds.push(took);
  }
  parallel.push(seconds[0]! / seconds[1]!);
}
lines.push(
  `Sessions are replayed beside each other, events of one session never are: with two threads a twelfth of the corpus is done ${median(parallel).toFixed(2)} times`,
  'as fast as with one.',
  '',
);

writeFileSync(target, `${lines.join('\n').trimEnd()}\n`);
console.log(`wrote ${target}`);
