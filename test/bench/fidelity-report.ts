import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byVersion } from '../../src/hosts/version.ts';
import { canonical, compareEvents, type FieldResult, type FieldRow, inversions } from '../gates/fidelity/compare.ts';
import { rebuiltUnder } from '../gates/fidelity/rebuilt.ts';
import { recordingsUnder } from '../gates/fidelity/truth.ts';

/** Writes reports/fidelity.md: what of the host's hook events can be rebuilt from its transcripts, measured on recordings. */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../../../shared/host/recordings', import.meta.url));
const target = fileURLToPath(new URL('../../../reports/fidelity.md', import.meta.url));
const RESULTS: readonly FieldResult[] = ['exact', 'derived', 'partial', 'default', 'missing', 'wrong', 'extra'];

interface Tally {
  events: number;
  missed: number;
  invented: number;
}
const perVersion = new Map<string, Map<string, Tally>>();
const fields = new Map<string, Map<string, FieldRow[]>>();
let wrongOrder = 0;
let pairs = 0;

for (const recording of recordingsUnder(folder)) {
  const rebuilt = rebuiltUnder(join(recording.folder, 'projects'));
  const { rows, missed, invented } = compareEvents(recording.events, rebuilt);
  const order = inversions(recording.events, rebuilt);
  wrongOrder += order.wrong;
  pairs += order.pairs;
  const version = at(perVersion, recording.version, () => new Map<string, Tally>());
  const tally = (event: string): Tally => at(version, event, () => ({ events: 0, missed: 0, invented: 0 }));
  for (const event of recording.events) tally(event.hookEvent).events += 1;
  for (const event of missed) tally(event.hookEvent).missed += 1;
  for (const event of invented) tally(event.hookEvent).invented += 1;
  for (const row of rows)
    at(
      at(fields, `${row.hookEvent} ${row.field}`, () => new Map<string, FieldRow[]>()),
      recording.version,
      () => [],
    ).push(row);
}

function at<K, V>(map: Map<K, V>, key: K, fresh: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = fresh();
    map.set(key, value);
  }
  return value;
}

const versions = [...perVersion.keys()].sort(byVersion);
const events = [...new Set([...perVersion.values()].flatMap((one) => [...one.keys()]))].sort();
const total = (event: string, key: keyof Tally): number =>
  [...perVersion.values()].reduce((sum, one) => sum + (one.get(event)?.[key] ?? 0), 0);

const MARKS: Record<FieldResult, string> = {
  exact: 'e',
  derived: 'd',
  partial: 'p',
  default: 'c',
  missing: 'm',
  wrong: 'w',
  extra: 'x',
};

/** Looked at one by one: what lies behind each miss, and each value that differs. */
const CANNOT_KNOW = [
  '## What the transcripts do not show',
  '',
  '* **PermissionRequest** before 2.1.301: a prompt that a person answered with yes leaves no record, the call simply runs. Of the prompts in the',
  '  recordings those that were refused, and those of versions that write `permissionDecision`, are rebuilt; the others are missed, never guessed.',
  '  `permission_suggestions` (what the prompt offered) is in no record.',
  '* **SessionEnd** of an interactive session: a window that was closed sends nothing, `/exit` does; from 2.1.76 on neither leaves a record. Without',
  '  the record of `/exit` no end is invented.',
  '* **SessionStart** of a resume on 2.0.14 names an id that is used for that event alone; a session that ended before its first record leaves nothing.',
  '* **PreCompact** in a child that then did not compact, and **SubagentStop** of agents that the host runs for itself (interactive 2.1.76) leave nothing.',
  '* **PostToolUse** whose result was never written (the process ended first) is missed; one whose output a hook replaced (`updatedToolOutput`) keeps the',
  '  replacement only, so `tool_response` is missing; before 2.1.97 a hook’s rewrite of the input leaves no record, so `tool_input` is the model’s there.',
  '* `duration_ms`, `mcp_server`, `compact_summary`, `context_tokens` and the like are measured by the host at that moment and written nowhere.',
  '* The list in **PostToolBatch** stands in the order of the calls or of their ends: both were seen on one version, so the order is said to be unknown.',
  '* `prompt_id` of a background agent’s stop is that of a notification still to come.',
];

const lines = [
  '# Fidelity of rebuilt hook events',
  '',
  'Written by `npm run bench:fidelity` from recordings of the real host. Every hook event that the host sent is rebuilt from the transcripts',
  'alone and compared. *exact*: read from a record and equal. *derived*: worked out by a rule and equal. *partial*: equal but for members that the',
  'rebuilt event itself lists as missing. *default*: a constant that happened to be',
  'equal. *missing*: the transcript does not have it, and the rebuilt event says so. *wrong*: differs. Paths count as equal from the project’s',
  'folder on where the host’s home is in no record. The distinct column counts different true values, so that a constant cannot look like knowledge.',
  '',
  `Order: ${pairs - wrongOrder} of ${pairs} neighbouring events of one agent stand in the host’s order.`,
  '',
  '## Events',
  '',
  '| event | sent | rebuilt | missed | invented |',
  '|---|--:|--:|--:|--:|',
  ...events.map((event) => {
    const [sent, missed, invented] = [total(event, 'events'), total(event, 'missed'), total(event, 'invented')];
    return `| ${event} | ${sent} | ${sent - missed} | ${missed} | ${invented} |`;
  }),
  '',
  'Missed or invented, by version:',
  '',
  ...versions.flatMap((version) => {
    const odd = [...perVersion.get(version)!].filter(([, tally]) => tally.missed + tally.invented > 0);
    return odd.length === 0
      ? []
      : [`* ${version}: ${odd.map(([event, { missed, invented }]) => `${event} −${missed} +${invented}`).join(', ')}`];
  }),
  '',
  ...CANNOT_KNOW,
  '',
  '## Fields',
  '',
  '| event | field | distinct | exact | derived | partial | default | missing | wrong | extra |',
  '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|',
  ...[...fields]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, byVersionRows]) => {
      const rows = [...byVersionRows.values()].flat();
      return `| ${key.split(' ').join(' | ')} | ${distinctOf(rows)} | ${RESULTS.map((result) => rows.filter((row) => row.result === result).length || '').join(' | ')} |`;
    }),
  '',
  '## Fields by version',
  '',
  'Events by result, and after the dot how many different true values those events had: `e12·5` is twelve events exact over five values (`e` exact, `d` derived, `p` partial, `c` default, `m` missing, `w` wrong, `x` extra; `·` not sent).',
  '',
  `| event | field | ${versions.join(' | ')} |`,
  `|---|---|${versions.map(() => '---').join('|')}|`,
  ...[...fields]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, rows]) =>
        `| ${key.split(' ').join(' | ')} | ${versions.map((version) => cell(rows.get(version) ?? [])).join(' | ')} |`,
    ),
  '',
];

function cell(rows: readonly FieldRow[]): string {
  const parts = RESULTS.flatMap((result) => {
    const own = rows.filter((row) => row.result === result);
    return own.length === 0 ? [] : [`${MARKS[result]}${own.length}·${distinctOf(own)}`];
  });
  return parts.length === 0 ? '·' : parts.join(' ');
}

function distinctOf(rows: readonly FieldRow[]): number {
  return new Set(rows.flatMap((row) => (row.truth === undefined ? [] : [canonical(row.truth)]))).size;
}

writeFileSync(target, lines.join('\n'));
console.log(`wrote ${target}`);
