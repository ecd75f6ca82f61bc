import { oneLine } from '../base/clean.ts';
import { passes, type Replay } from '../result/replay.ts';
import type { CaseResult, Report } from '../result/report.ts';
import { namesOf, plural, timeOf } from './names.ts';
import { replaySummary } from './replay-summary.ts';
import { type Column, table } from './table.ts';
import type { View } from './view.ts';

/** One row per event, one column per gate: what happened, what each gate would have said, and where they part. */
export function replayTable(report: Report, view: View): string {
  return report.cases
    .filter((result) => result.replays.length > 0)
    .map((result) => `${view.paint.bold(oneLine(result.id))}\n${caseTable(result, view)}`)
    .join('\n');
}

/** More logs than this do not fit side by side: the others are named only where they part from the first. */
const MOST_COLUMNS = 4;

/** Gate, taint key, policy and host profile of a decision's log. */
function logOf(replay: Replay): string {
  const key = replay.key === undefined ? '' : ` (${replay.key})`;
  const policy = replay.policy === undefined ? '' : ` [${replay.policy}]`;
  return `${replay.gate}${key}${policy}${replay.profile === undefined ? '' : ` @ ${replay.profile}`}`;
}

function caseTable(result: CaseResult, view: View): string {
  const name = namesOf(result);
  const logs = [...new Set(result.replays.map(logOf))];
  const shown = logs.length > MOST_COLUMNS ? logs.slice(0, 1) : logs;
  const rows = new Map<string, { first: Replay; answers: Map<string, Replay> }>();
  for (const replay of result.replays) {
    const key = `${replay.eventId} ${replay.hookEvent} ${replay.toolUseId ?? ''}`;
    const row = rows.get(key) ?? { first: replay, answers: new Map() };
    row.answers.set(logOf(replay), replay);
    rows.set(key, row);
  }
  const columns: Column[] = [
    { head: '#', align: 'right' },
    { head: 'time' },
    { head: 'agent' },
    { head: 'phase' },
    { head: 'call', stretch: true },
    { head: 'recorded' },
    ...shown.map((log) => ({ head: log, stretch: true })),
    ...(logs.length > 1 ? [{ head: shown.length < logs.length ? 'others that part' : '', stretch: true }] : []),
  ];
  const numbers = new Map<string, number>();
  const body = [...rows.values()].map(({ first, answers }, index) => {
    numbers.set(`${first.eventId} ${first.phase}`, index + 1);
    const outcomes = logs.map((log) => answers.get(log));
    const parting = logs.filter((_, at) => verdictOf(outcomes[at]) !== verdictOf(outcomes[0]));
    return [
      String(index + 1),
      timeOf(first.at),
      name(first.agentId),
      first.phase,
      oneLine(`${first.toolName ?? first.hookEvent} ${first.summary}`),
      oneLine(first.recorded),
      ...outcomes.slice(0, shown.length).map(answerCell),
      ...(logs.length > 1 ? [partingCell(parting, answers, shown.length < logs.length)] : []),
    ];
  });
  const drawn = table(
    columns,
    body,
    { ...(view.width !== undefined && { width: view.width }), bold: view.paint.bold },
    (cell) => (/^(DENY|ASK)/.test(cell) ? view.paint.red(cell) : cell),
  );
  return `${drawn}${closing(result, logs.length, body)}${replaySummary(result, numbers)}`;
}

function verdictOf(answer: Replay | undefined): string {
  if (answer === undefined) return '';
  return passes(answer) ? 'passes' : answer.outcome;
}

function partingCell(parting: readonly string[], answers: ReadonlyMap<string, Replay>, named: boolean): string {
  if (parting.length === 0) return '';
  if (!named) return '← differs';
  return `← ${parting.map((log) => `${oneLine(log)}: ${answers.get(log)?.outcome ?? 'not asked'}`).join('; ')}`;
}

function answerCell(answer: Replay | undefined): string {
  if (answer === undefined) return '';
  const outcome =
    answer.outcome === 'allow' || answer.outcome === 'none' ? answer.outcome : answer.outcome.toUpperCase();
  const notes = [
    answer.cause === undefined ? (answer.outcome === 'allow' ? '' : answer.reason) : answer.cause.text,
    answer.effect === 'adds-context' || answer.effect === 'user-only' ? (answer.message ?? answer.effect) : '',
    answer.failedOpen ? 'FAILED OPEN' : '',
    answer.hypothetical ? 'hypothetical' : '',
  ].filter((part) => part !== '');
  return [outcome, ...notes.map(oneLine)].join(' · ');
}

function closing(result: CaseResult, logs: number, body: readonly string[][]): string {
  const lines = result.replays.length;
  const differs = result.replays.filter((replay) => replay.differs).length;
  const hypothetical = result.replays.filter((replay) => replay.hypothetical).length;
  const sentences = [
    `${plural(differs, 'decision')} differ from what was recorded, of ${lines.toLocaleString('en-US')}.`,
  ];
  if (hypothetical > 0) sentences.push(`${hypothetical} follow a changed decision and are hypothetical.`);
  if (logs > 1) {
    const flips = body.filter((row) => row.at(-1) !== '');
    sentences.push(
      flips.length === 0
        ? 'The gates never part.'
        : `The gates part at ${plural(flips.length, 'event')}; first divergence: #${flips[0]![0]}.`,
    );
  }
  const failed = result.replays.filter((replay) => replay.failedOpen).length;
  if (failed > 0) sentences.push(`${plural(failed, 'answer')} failed open.`);
  return `${sentences.join(' ')}\n`;
}
