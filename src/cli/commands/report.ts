import { findingsTable } from '../../report/findings.ts';
import { Tally } from '../../report/tally.ts';
import { crosses, selectCase, selectFindings } from '../../result/select.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { openInput } from '../input.ts';
import { present } from '../present.ts';
import { selectionOf } from '../selection.ts';
import { tellSummary } from './scan.ts';

/** Draws a saved report again; given transcripts, analyses them with everything in. */
export const run: Run = async (call) => {
  const { settings } = call;
  const selection = await selectionOf(call);
  const input = await openInput(call, call.operands, {
    parts: { findings: true, flows: true, briefs: true, timeline: true },
  });
  const tally = new Tally();
  let crossed = false;
  input.tail.findings = selectFindings(input.tail.findings, selection);
  await present(call, input, {
    table: findingsTable,
    select: (result) => selectCase(result, selection),
    onCase: (result) => {
      tally.add(result);
      if (settings.failOn !== undefined && crosses(result.findings, settings.failOn)) crossed = true;
    },
  });
  tally.addFindings(input.tail.findings, '', () => '');
  const reasons = [
    ...input.reasons,
    ...(crossed ? [{ code: EXIT.gate, reason: `findings at or above ${settings.failOn}` }] : []),
  ];
  await tellSummary(call, input, tally, reasons);
  return reasons;
};
