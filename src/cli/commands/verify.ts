import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { oneLine } from '../../base/clean.ts';
import type { Run } from '../command.ts';
import { Complaint, EXIT } from '../exit.ts';
import { formatOf } from '../formats.ts';
import { inputOptions } from '../input-options.ts';
import { savedReport } from '../saved.ts';

/** Exit 3 where bytes are missing or changed: the report then rests on evidence that nobody can check. */
export const run: Run = async (call) => {
  const { operands, settings, out, err } = call;
  const [saved, ...paths] = operands;
  const report = await savedReport(saved!);
  if (report === undefined) {
    throw new Complaint(`${saved} ${existsSync(saved!) ? 'is no saved report' : 'does not exist'}`, {
      hint: 'aftertaint scan PATHS --format json > report.json, or scan -o DIR',
    });
  }
  const [{ verify }, { searchRoots }] = await Promise.all([
    import('../../analysis/verify.ts'),
    import('../../analysis/places.ts'),
  ]);
  const named = [...paths, ...(settings.evidence ?? [])];
  const roots = named.length > 0 ? named : searchRoots(report, [...new Set([call.io.cwd, dirname(saved!)])]);
  const result = await verify(report, roots, inputOptions(settings));
  const format = formatOf(call);
  if (format === 'json') await out.write(`${JSON.stringify(result, null, 2)}\n`);
  else if (format === 'ndjson') {
    for (const problem of result.problems)
      await out.write(`${JSON.stringify({ kind: 'warning', case: null, ...problem })}\n`);
    await out.write(
      `${JSON.stringify({ kind: 'end', case: null, artefacts: result.artefacts, spans: result.spans })}\n`,
    );
  } else {
    for (const problem of result.problems) {
      const place = problem.line === undefined ? '' : `:${problem.line} bytes ${problem.byteStart}–${problem.byteEnd}`;
      const finding = problem.finding === undefined ? '' : ` (finding ${problem.finding})`;
      await out.write(`${problem.what.padEnd(10)} ${oneLine(problem.path)}${place}: ${problem.message}${finding}\n`);
    }
  }
  const bad = result.problems.filter((problem) => problem.what !== 'grown');
  if (settings.quiet !== true) {
    await err.write(
      `${result.spans.same} of ${result.spans.checked} cited spans and ${result.artefacts.same} of ${result.artefacts.checked} files are unchanged${result.spans.withoutDigest > 0 ? `; ${result.spans.withoutDigest} spans carry no digest` : ''}.\n`,
    );
    if (result.problems.some((problem) => problem.what === 'missing') && named.length === 0) {
      await err.write('help: say where the evidence lies now: --evidence PATH\n');
    }
  }
  return bad.length === 0
    ? []
    : [{ code: EXIT.incomplete, reason: `${bad.length} pieces of evidence missing or changed` }];
};
