/**
 * What gates say over whole folders: `npm run bench:gates -- <folders of transcripts>` (default: the recordings beside the project, and the
 * corpus). Writes `reports/gates.md`: how far a python gate with the published rules and the built-in floor agree, what `channel-split` denies.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_POLICY, PUBLISHED_POLICY } from '../../src/flows/policy/policy.ts';
import { parseGate } from '../../src/gates/spec.ts';
import type { Replay } from '../../src/result/replay.ts';
import { type BenchCase, casesUnder, decisions } from './gates/cases.ts';
import { corpus, folders, runPython, share, table, whole } from './gates/report.ts';

const target = fileURLToPath(new URL('../../../reports/gates.md', import.meta.url));
const lines = [
  '# What gates say',
  '',
  'Written by `npm run bench:gates`. Every decision of every case is counted.',
  '',
];
const cases = new Map<string, BenchCase[]>();
for (const folder of folders) cases.set(folder, [...casesUnder(folder)]);

/** The verdict that a host would act on: our floor says allow where the hook says nothing. */
const verdictOf = ({ outcome }: Replay): string => (outcome === 'deny' || outcome === 'ask' ? outcome : 'passes');

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
lines.push(...table(['transcripts', 'calls', 'equal', 'share', 'denied', 'asked'], agreement));
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
lines.push(...table(['transcripts', 'mode', 'briefs', 'denied', 'share'], splits));

writeFileSync(target, `${lines.join('\n').trimEnd()}\n`);
console.log(`wrote ${target}`);
