import { existsSync } from 'node:fs';
import { spillingJoin } from '../../links/join.ts';
import { mergeReports } from '../../result/merge.ts';
import { checkTarget } from '../case-folder.ts';
import type { Run } from '../command.ts';
import { Complaint, EXIT } from '../exit.ts';
import { addJoined, fromReport, withoutSummary } from '../input.ts';
import { savedReport } from '../saved.ts';
import { deliver } from './scan.ts';

/** A missing shard makes the result incomplete; reports that do not belong together are refused. */
export const run: Run = async (call) => {
  const { operands, settings } = call;
  if (settings.output !== undefined) checkTarget(settings.output, operands, settings.force === true);
  const reports = [];
  for (const path of operands) {
    const saved = await savedReport(path);
    if (saved === undefined)
      throw new Complaint(`${path} ${existsSync(path) ? 'is no saved report' : 'does not exist'}`, {
        hint: 'aftertaint scan PATHS --shard 1/4 --format json > part-1.json',
      });
    reports.push(saved);
  }
  const { report, missing, problems } = mergeReports(reports);
  if (problems.length > 0) throw new Complaint(problems.join('; '), { hint: 'merge the parts of one run' });
  const join = spillingJoin(settings.tmp);
  for (const result of report.cases) await join.add(result);
  const input = fromReport({ ...report, cases: report.cases.map(withoutSummary) }, operands);
  addJoined(input.tail, await join.finish());
  for (const index of missing) {
    await call.err.write(`aftertaint: shard ${index} is missing\n`);
    if (settings.allowIncomplete !== true)
      input.reasons.push({ code: EXIT.incomplete, reason: `shard ${index} is missing` });
  }
  return deliver(call, input);
};
