import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnalyseRequest } from '../../analysis/check.ts';
import { visible } from '../../base/clean.ts';
import type { Report } from '../../result/report.ts';
import type { Call, Run } from '../command.ts';
import { Complaint, EXIT } from '../exit.ts';
import { formatOf, viewOf } from '../formats.ts';
import { collectReport, openInput } from '../input.ts';
import { settingsOfArgs } from '../program.ts';

export const run: Run = async (call) => {
  const { settings, operands, out, err } = call;
  const paths = operands.length > 0 ? operands : ['corpus'];
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new Complaint(`${missing} does not exist`, { hint: 'aftertaint check corpus' });
  const { check } = await import('../../analysis/check.ts');
  const format = formatOf(call);
  const { paint } = await viewOf(call);
  const result = await check(
    paths,
    (request) => analyseFor(call, request),
    { ...(settings.only !== undefined && { only: settings.only }), update: settings.update === true },
    ({ case: name, ok, misses }) => {
      if (format === 'ndjson') void out.write(`${JSON.stringify({ case: name, ok, misses })}\n`);
      if (format !== 'table' || (ok && settings.verbose !== true)) return;
      void out.write(`${ok ? paint.green('ok  ') : paint.red('MISS')} ${visible(name)}\n`);
      for (const miss of misses) void out.write(`       ${visible(miss, '\n').replaceAll('\n', '\n       ')}\n`);
    },
  );
  if (format === 'json') await out.write(`${JSON.stringify(result, null, 2)}\n`);
  const missed = result.cases.filter((one) => !one.ok).length;
  if (settings.quiet !== true)
    await err.write(`${result.cases.length - missed} of ${result.cases.length} cases as expected.\n`);
  if (result.cases.length === 0)
    throw new Complaint(`no case under ${paths.join(', ')}`, { hint: 'a case is a folder with a case.json' });
  return missed === 0 ? [] : [{ code: EXIT.gate, reason: `${missed} cases not as expected` }];
};

/** A corpus case is analysed as a scan with its own flags would be; files named in the flags lie beside its case.json. */
async function analyseFor(call: Call, { case: { folder }, paths, args, gates }: AnalyseRequest): Promise<Report> {
  const settings = settingsOfArgs(args, (file) => {
    const beside = resolve(folder, file);
    return existsSync(beside) ? beside : file;
  });
  const input = await openInput({ ...call, settings: { ...settings, quiet: true } }, paths, {
    parts: { findings: true, flows: true, briefs: true, timeline: true },
    gates: [...(settings.gate ?? []), ...gates.flatMap(gateText)],
    transcriptsOnly: true,
  });
  return collectReport(input);
}

/** `hook` and `permission-rules` stand for the settings that the case's own flags name. */
function gateText({ gate, mode }: AnalyseRequest['gates'][number]): string[] {
  if (gate === 'hook' || gate === 'permission-rules') return [];
  return [mode === undefined ? gate : `${gate}:${mode}`];
}
