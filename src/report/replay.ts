import { oneLine } from '../base/clean.ts';
import type { Replay } from '../result/replay.ts';
import type { CaseResult, Report } from '../result/report.ts';
import { namesOf, plural, timeOf } from './names.ts';
import { type Column, table } from './table.ts';
import type { View } from './view.ts';

/** One row per event, one column per gate: what happened, what each gate would have said, and where they part. */
export function replayTable(report: Report, view: View): string {
  return report.cases
    .filter((result) => result.replays.length > 0)
    .map((result) => `${view.paint.bold(oneLine(result.id))}\n${caseTable(result, view)}`)
    .join('\n');
}

function caseTable(result: CaseResult, view: View): string {
  const name = namesOf(result);
  const columnsOf = (replay: Replay) => (replay.key === undefined ? replay.gate : `${replay.gate} (${replay.key})`);
  const gates = [...new Set(result.replays.map(columnsOf))];
  const rows = new Map<string, { first: Replay; answers: Map<string, Replay> }>();
  for (const replay of result.replays) {
    const key = `${replay.eventId} ${replay.phase}`;
    const row = rows.get(key) ?? { first: replay, answers: new Map() };
    row.answers.set(columnsOf(replay), replay);
    rows.set(key, row);
  }
  const columns: Column[] = [
    { head: '#', align: 'right' },
    { head: 'time' },
    { head: 'agent' },
    { head: 'phase' },
    { head: 'call', stretch: true },
    { head: 'recorded' },
    ...gates.map((gate) => ({ head: gate, stretch: true })),
    ...(gates.length > 1 ? [{ head: '' }] : []),
  ];
  const body = [...rows.values()].map(({ first, answers }, index) => {
    const outcomes = gates.map((gate) => answers.get(gate));
    const flips = new Set(outcomes.map((answer) => answer?.outcome ?? '')).size > 1;
    return [
      String(index + 1),
      timeOf(first.at),
      name(first.agentId),
      first.phase,
      oneLine(`${first.toolName ?? first.hookEvent} ${first.summary}`),
      oneLine(first.recorded),
      ...outcomes.map(answerCell),
      ...(gates.length > 1 ? [flips ? '← differs' : ''] : []),
    ];
  });
  const drawn = table(
    columns,
    body,
    { ...(view.width !== undefined && { width: view.width }), bold: view.paint.bold },
    (cell) => (/^(DENY|ASK)/.test(cell) ? view.paint.red(cell) : cell),
  );
  return `${drawn}${closing(result, gates, body)}`;
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

function closing(result: CaseResult, gates: readonly string[], body: readonly string[][]): string {
  const lines = result.replays.length;
  const differs = result.replays.filter((replay) => replay.differs).length;
  const hypothetical = result.replays.filter((replay) => replay.hypothetical).length;
  const sentences = [
    `${plural(differs, 'decision')} differ from what was recorded, of ${lines.toLocaleString('en-US')}.`,
  ];
  if (hypothetical > 0) sentences.push(`${hypothetical} follow a changed decision and are hypothetical.`);
  if (gates.length > 1) {
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
