import { findingsTable } from '../../report/findings.ts';
import { summary } from '../../report/summary.ts';
import { Tally } from '../../report/tally.ts';
import type { CaseResult, Report } from '../../result/report.ts';
import { crosses, selectCase, selectFindings } from '../../result/select.ts';
import { checkTarget, writeCaseFolder } from '../case-folder.ts';
import type { Call, Run } from '../command.ts';
import { EXIT, type ExitReason } from '../exit.ts';
import { formatOf, viewOf } from '../formats.ts';
import { collectReport, type Input, openInput } from '../input.ts';
import { present } from '../present.ts';
import { selectionOf } from '../selection.ts';

/** Formats whose reader wants to see events, too. */
const WITH_TIMELINE = ['html', 'timesketch'];

export const run: Run = async (call) => {
  const { settings, operands } = call;
  if (settings.output !== undefined) checkTarget(settings.output, operands, settings.force === true);
  const timeline =
    settings.timeline === true || settings.output !== undefined || WITH_TIMELINE.includes(formatOf(call));
  const briefs = settings.output !== undefined;
  const input = await openInput(call, operands, {
    parts: { findings: true, flows: true, timeline, briefs },
    gates: gatesOf(call),
  });
  return deliver(call, input);
};

/** Without a wish of its own a scan says what the taint floor would have stopped; `--gate none` asks nobody. */
export function gatesOf({ settings }: Call): string[] {
  return [...(settings.gate ?? ['taint-floor'])];
}

/** What scan, report and merge do with cases: choose, show or write, count, sum up, decide the exit. */
export async function deliver(call: Call, input: Input): Promise<readonly ExitReason[]> {
  const { settings, io } = call;
  const startedAt = io.now();
  const { selection, known } = await selectionOf(call);
  const tally = new Tally();
  let crossed = false;
  const take = (result: CaseResult): CaseResult => {
    const selected = selectCase(result, selection);
    tally.add(selected);
    if (settings.failOn !== undefined && crosses(selected.findings, settings.failOn)) crossed = true;
    return selected;
  };
  const finish = () => {
    input.tail.findings = selectFindings(input.tail.findings, selection);
    if (settings.failOn !== undefined && crosses(input.tail.findings, settings.failOn)) crossed = true;
    if (known !== undefined) input.tail.warnings.push(...known.warnings());
    tally.addFindings(input.tail.findings, '', () => '');
    tally.addWarnings(input.tail.warnings);
  };
  const reasons = (): ExitReason[] => [
    ...input.reasons,
    ...(crossed ? [{ code: EXIT.gate, reason: `findings at or above ${settings.failOn}` }] : []),
  ];
  if (settings.output === undefined) {
    await present(call, input, { table: byDefaultWithoutInfo(call), select: take, onEnd: finish });
  } else {
    const report = await collectReport(input, take);
    finish();
    const whole: Report = { ...report, ...input.tail, cases: report.cases };
    await writeCaseFolder(call, whole, startedAt, reasons());
    if (settings.format !== undefined)
      await present(call, replayed(input, whole), { table: byDefaultWithoutInfo(call) });
  }
  await tellSummary(call, input, tally, reasons());
  return reasons();
}

function replayed(input: Input, { cases }: Report): Input {
  async function* each() {
    yield* cases;
  }
  return { ...input, cases: each() };
}

/** People see what asks for action; the summary says how many statements of level info there are and how to see them. */
function byDefaultWithoutInfo({ settings }: Call): typeof findingsTable {
  if (settings.minSeverity !== undefined) return findingsTable;
  return (report, view) =>
    findingsTable(
      { ...report, cases: report.cases.map((result) => selectCase(result, { minSeverity: 'low', showKnown: true })) },
      view,
    );
}

async function tellSummary(call: Call, input: Input, tally: Tally, reasons: readonly ExitReason[]): Promise<void> {
  if (call.settings.quiet === true || (tally.cases === 0 && input.tail.coverage.files === 0)) return;
  const view = await viewOf(call, 'stderr');
  await call.err.write(
    summary(tally, input.tail.coverage, {
      width: view.width ?? 120,
      paint: view.paint,
      paths: call.settings.output === undefined ? input.paths : [call.settings.output],
      reasons: reasons.map(({ reason }) => reason),
    }),
  );
}
