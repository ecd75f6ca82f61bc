import { oneLine } from '../base/clean.ts';
import type { Replay } from '../result/replay.ts';
import type { CaseResult } from '../result/report.ts';
import { plural } from './names.ts';

const MOST_LISTED = 5;
const MOST_DIFF_LINES = 40;

type Summary = NonNullable<CaseResult['gate']>;

/** Below the table: where the logs part and how, what would flip a verdict, and what nobody looked at. Row numbers by event and phase. */
export function replaySummary(result: CaseResult, rows: ReadonlyMap<string, number>): string {
  const blocks = [
    flipSets(result.replays, rows),
    ...(result.gate === undefined ? [] : summaryBlocks(result.gate, rows)),
  ];
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('');
}

function summaryBlocks(gate: Summary, rows: ReadonlyMap<string, number>): string[][] {
  const unseen = gate.unseen.map(({ toolName, summary }) => `${toolName} ${summary}`);
  return [
    ...gate.comparisons.map((one) => comparison(one, rows)),
    listed(unseen, (count) => `No rule and no hook looked at ${plural(count, 'call')}:`),
    listed(gate.idleHooks, (count) => `${plural(count, 'hook')} matched nothing:`),
    listed(gate.idleRules, (count) => `${plural(count, 'permission rule')} decided nothing:`),
    listed(gate.state, () => 'The live gate’s own state and the replay disagree:'),
  ];
}

function comparison(
  { left, right, flips, firstDivergence, diff }: Summary['comparisons'][number],
  rows: ReadonlyMap<string, number>,
): string[] {
  const names = `${oneLine(left)} against ${oneLine(right)}`;
  if (flips.length === 0) return [`${names}: no decision flips.`];
  const own = flips.filter((flip) => !flip.hypothetical).length;
  const first = firstDivergence ?? flips[0]!;
  const lines = diff.split('\n').filter((line) => line !== '' && !/^(?:={3,}|--- |\+{3} )/.test(line));
  const rest = lines.length - MOST_DIFF_LINES;
  return [
    `${names}: ${plural(flips.length, 'decision')} flip, ${own} of them not as a consequence; first at ${placeOf(first, rows)} ${oneLine(first.summary).slice(0, 80)}: ${first.left} → ${first.right}.`,
    ...lines.slice(0, MOST_DIFF_LINES).map((line) => `  ${line[0]}${oneLine(line.slice(1))}`),
    ...(rest > 0 ? [`  … ${rest} more lines of the diff: --format json has them all`] : []),
  ];
}

/** What the least change is that would have turned a verdict; the first few, consequences left out. */
function flipSets(replays: readonly Replay[], rows: ReadonlyMap<string, number>): string[] {
  const found = replays.filter((replay) => replay.flip !== undefined && !replay.hypothetical);
  const all = found.map((replay) => {
    const { by, verdict, events } = replay.flip!;
    const names = events.map((event) => rowOf(event, rows)).join(', ');
    const change =
      by === 'label'
        ? `if what ${plural(events.length, 'event')} brought in were trusted (${names})`
        : `without the trust pin of ${names}`;
    return `  ${placeOf(replay, rows)} ${oneLine(replay.summary).slice(0, 80)} (${replay.gate}): ${replay.outcome} becomes ${verdict} ${change}`;
  });
  // Several logs of one gate often agree.
  const different = [...new Set(all)];
  const lines = different.slice(0, MOST_LISTED);
  if (lines.length === 0) return [];
  const rest = different.length - lines.length;
  return ['Least changes that flip a verdict:', ...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])];
}

function placeOf({ eventId, phase }: { eventId: string; phase: string }, rows: ReadonlyMap<string, number>): string {
  const row = rows.get(`${eventId} ${phase}`);
  return row === undefined ? oneLine(eventId) : `#${row}`;
}

function rowOf(eventId: string, rows: ReadonlyMap<string, number>): string {
  for (const phase of ['after-tool', 'after-tool-failure', 'before-tool']) {
    const row = rows.get(`${eventId} ${phase}`);
    if (row !== undefined) return `#${row}`;
  }
  return oneLine(eventId);
}

function listed(items: readonly string[], head: (count: number) => string): string[] {
  if (items.length === 0) return [];
  const rest = items.length - MOST_LISTED;
  return [
    head(items.length),
    ...items.slice(0, MOST_LISTED).map((item) => `  ${oneLine(item)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
}
