import { findingsTable } from '../../report/findings.ts';
import { summary } from '../../report/summary.ts';
import { Tally } from '../../report/tally.ts';
import type { Finding } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import { crosses, selectCase } from '../../result/select.ts';
import type { Call, Run } from '../command.ts';
import { EXIT, type ExitReason } from '../exit.ts';
import { formatOf, viewOf } from '../formats.ts';
import { type Input, openInput } from '../input.ts';
import { present } from '../present.ts';
import { selectionOf } from '../selection.ts';

/** Formats whose reader wants to see events, too. */
const WITH_TIMELINE = ['html', 'timesketch'];

export const run: Run = async (call) => {
  const { settings } = call;
  const selection = await selectionOf(call);
  const tally = new Tally();
  let crossed = false;
  const timeline =
    settings.timeline === true || settings.output !== undefined || WITH_TIMELINE.includes(formatOf(call));
  const input = await openInput(call, call.operands, { parts: { findings: true, flows: true, timeline } });
  const count = (findings: readonly Finding[]) => {
    if (settings.failOn !== undefined && crosses(findings, settings.failOn)) crossed = true;
  };
  await present(call, input, {
    table: (report, view) => findingsTable(settings.minSeverity === undefined ? withoutInfo(report) : report, view),
    select: (result) => selectCase(result, selection),
    onCase: (result) => {
      tally.add(result);
      count(result.findings);
    },
  });
  tally.addFindings(input.tail.findings, '', () => '');
  tally.addWarnings(input.tail.warnings);
  count(input.tail.findings);
  const reasons: ExitReason[] = [...input.reasons];
  if (crossed) reasons.push({ code: EXIT.gate, reason: `findings at or above ${settings.failOn}` });
  await tellSummary(call, input, tally, reasons);
  return reasons;
};

/** People see what asks for action; the summary says how many statements of level info there are and how to see them. */
function withoutInfo(report: Report): Report {
  return { ...report, cases: report.cases.map((result) => selectCase(result, { minSeverity: 'low' })) };
}

export async function tellSummary(
  call: Call,
  input: Input,
  tally: Tally,
  reasons: readonly ExitReason[],
): Promise<void> {
  if (call.settings.quiet === true || (tally.cases === 0 && input.tail.coverage.files === 0)) return;
  const view = await viewOf(call, 'stderr');
  await call.err.write(
    summary(tally, input.tail.coverage, {
      width: view.width ?? 120,
      paint: view.paint,
      paths: input.paths,
      reasons: reasons.map(({ reason }) => reason),
    }),
  );
}
