import type { RunState, StateNews } from '../../analysis/state.ts';
import { oneLine } from '../../base/clean.ts';
import { digestOf } from '../../evidence/digest.ts';
import { summary } from '../../report/summary.ts';
import { Tally } from '../../report/tally.ts';
import { type Finding, SEVERITIES } from '../../result/finding.ts';
import type { CaseResult, Report } from '../../result/report.ts';
import { crosses, selectCase, selectFindings } from '../../result/select.ts';
import type { Call, Run } from '../command.ts';
import { Complaint, EXIT, type ExitReason, exitCodeOf } from '../exit.ts';
import { formatOf, viewOf } from '../formats.ts';
import { collectReport, type Input, openInput, type Wish } from '../input.ts';
import { present, type TableOf } from '../present.ts';
import { withoutSecrets } from '../redaction.ts';
import { selectionOf } from '../selection.ts';

/** Formats whose reader wants to see events, too. */
const WITH_TIMELINE = ['html', 'timesketch'];

export const run: Run = async (call) => {
  const { settings, operands } = call;
  if (settings.output !== undefined) {
    const { checkTarget } = await import('../case-folder.ts');
    checkTarget(settings.output, operands, settings.force === true);
  }
  const timeline =
    settings.timeline === true || settings.output !== undefined || WITH_TIMELINE.includes(formatOf(call));
  const briefs = settings.output !== undefined || formatOf(call) === 'html';
  const wish: Wish = { parts: { findings: true, flows: true, timeline, briefs }, gates: gatesOf(call) };
  if (settings.state === undefined) return deliver(call, await openInput(call, operands, wish));
  return withState(call, settings.state, wish);
};

/** A scheduled run: only what is new, grown or changed is analysed, and only what no run has told yet alarms. */
async function withState(call: Call, path: string, wish: Wish): Promise<readonly ExitReason[]> {
  const { settings, operands, io, err } = call;
  for (const name of ['session', 'agent', 'since', 'until'] as const) {
    if (settings[name] !== undefined)
      throw new Complaint(`--state looks at all sessions and cannot be narrowed by --${name}`, {
        hint: 'use another state file and path, or leave out --state',
      });
  }
  const { RunState, StateBusy } = await import('../../analysis/state.ts');
  let state: RunState;
  try {
    state = RunState.open(path, {
      policy: contentOf(settings.policy),
      parts: wish.parts,
      gates: (wish.gates ?? []).map((gate) => [gate, contentOf(/^settings:(.+)$/.exec(gate)?.[1])]),
      keys: settings.taintKey ?? [],
      maxLine: settings.maxLine ?? 0,
    });
  } catch (error) {
    if (!(error instanceof StateBusy)) throw error;
    throw new Complaint(error.message, {
      code: EXIT.incomplete,
      hint: 'another run is at work; nothing was done by this one',
    });
  }
  try {
    if (state.note !== undefined) await err.write(`aftertaint: ${path} ${state.note}\n`);
    const input = await openInput(call, operands, { ...wish, state, transcriptsOnly: true });
    const reasons = await deliver(call, input, state);
    if (io.interrupted() === undefined) state.finish(input.reasons.length > 0);
    else state.interrupt();
    return reasons;
  } finally {
    state.close();
  }
}

/** A policy or settings file by what it says: edited, it gives other results. Names of built-in ones stand for themselves. */
function contentOf(path: string | undefined): string {
  if (path === undefined) return '';
  try {
    return `${path} ${digestOf(path).sha256}`;
  } catch {
    return path;
  }
}

/** Without a wish of its own a scan says what the taint floor would have stopped; `--gate none` asks nobody. */
export function gatesOf({ settings }: Call): string[] {
  return [...(settings.gate ?? ['taint-floor'])];
}

/** What scan, report and merge do with cases: choose, show or write, count, sum up, decide the exit. */
export async function deliver(call: Call, input: Input, state?: RunState): Promise<readonly ExitReason[]> {
  const { settings, io } = call;
  const startedAt = io.now();
  const { selection, known } = await selectionOf(call);
  const tally = new Tally();
  let crossed = false;
  let news = 0;
  const details: CaseResult['warnings'] = [];
  const counting = (id: string, findings: readonly Finding[]) =>
    state === undefined || settings.all === true ? findings : findings.filter((finding) => state.isNew(id, finding));
  const take = (result: CaseResult): CaseResult => {
    const selected = selectCase(result, selection);
    tally.add(selected);
    if (settings.verbose === true) details.push(...selected.warnings);
    const counted = counting(result.id, selected.findings);
    news += counted.length;
    if (settings.failOn !== undefined && crosses(counted, settings.failOn)) crossed = true;
    return selected;
  };
  const finish = () => {
    input.tail.findings = selectFindings(input.tail.findings, selection);
    if (settings.failOn !== undefined && crosses(input.tail.findings, settings.failOn)) crossed = true;
    if (known !== undefined) input.tail.warnings.push(...known.warnings());
    tally.addAcross(input.tail.findings);
    tally.addWarnings(input.tail.warnings);
  };
  const reasons = (): ExitReason[] => [
    ...input.reasons,
    ...(crossed ? [{ code: EXIT.gate, reason: `findings at or above ${settings.failOn}` }] : []),
  ];
  if (settings.output === undefined) {
    await present(call, input, { table: () => byDefaultWithoutInfo(call), select: take, onEnd: finish });
  } else {
    const report = await collectReport(input, take);
    finish();
    const whole: Report = { ...report, ...input.tail, cases: report.cases };
    const { writeCaseFolder } = await import('../case-folder.ts');
    await writeCaseFolder(call, whole, startedAt, reasons());
    if (settings.format !== undefined)
      await present(call, replayed(input, whole), { table: () => byDefaultWithoutInfo(call) });
  }
  if (settings.verbose === true)
    await tellDetails(call, [...details, ...input.tail.warnings], input.tail.coverage.limits);
  if (state === undefined) await tellSummary(call, input, tally, reasons());
  else await tellStatus(call, tally, state.news, news, reasons());
  return reasons();
}

function replayed(input: Input, { cases }: Report): Input {
  async function* each() {
    yield* cases;
  }
  return { ...input, cases: each() };
}

/** People see what asks for action; the summary says how many statements of level info there are and how to see them. */
async function byDefaultWithoutInfo({ settings }: Call): Promise<TableOf> {
  const { findingsTable } = await import('../../report/findings.ts');
  if (settings.minSeverity !== undefined) return findingsTable;
  return (report, view) =>
    findingsTable(
      { ...report, cases: report.cases.map((result) => selectCase(result, { minSeverity: 'low', showKnown: true })) },
      view,
    );
}

/** `--verbose`: every warning with its place, every limit that was reached. */
async function tellDetails(call: Call, warnings: CaseResult['warnings'], limits: readonly string[]): Promise<void> {
  for (const { code, message, path, line } of warnings) {
    await call.err.write(`${oneLine(path)}${line > 0 ? `:${line}` : ''}: ${oneLine(code)}: ${oneLine(message)}\n`);
  }
  for (const limit of limits) await call.err.write(`limit reached: ${oneLine(limit)}\n`);
}

/** One line for a log: what changed, what is new, how it ends. */
async function tellStatus(
  call: Call,
  tally: Tally,
  { fresh, changed, unchanged, gone }: StateNews,
  news: number,
  reasons: readonly ExitReason[],
): Promise<void> {
  if (call.settings.quiet === true && reasons.length === 0) return;
  const worst = [...SEVERITIES].reverse().filter((severity) => severity !== 'info' && tally.count(severity) > 0);
  const counts = worst.map((severity) => `${tally.count(severity)} ${severity}`).join(', ');
  const why = reasons.length === 0 ? '' : ` (${reasons.map(({ reason }) => oneLine(reason)).join('; ')})`;
  await call.err.write(
    `aftertaint: sessions ${fresh} new, ${changed} changed, ${unchanged} unchanged, ${gone} gone; findings ${news} new, in all ${counts === '' ? 'none above info' : counts}; exit ${exitCodeOf(reasons)}${why}\n`,
  );
}

async function tellSummary(call: Call, input: Input, tally: Tally, reasons: readonly ExitReason[]): Promise<void> {
  if (call.settings.quiet === true || (tally.cases === 0 && input.tail.coverage.files === 0)) return;
  const view = await viewOf(call, 'stderr');
  tally.top = await withoutSecrets(tally.top, call);
  if (call.settings.redact === 'content') tally.top = tally.top.map((top) => ({ ...top, message: top.title }));
  await call.err.write(
    summary(tally, input.tail.coverage, {
      width: view.width ?? 120,
      paint: view.paint,
      paths: call.settings.output === undefined ? input.paths : [call.settings.output],
      reasons: reasons.map(({ reason }) => reason),
    }),
  );
}
