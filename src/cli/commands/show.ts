import type { FoundRecord } from '../../analysis/show.ts';
import { show } from '../../report/show.ts';
import { analysisOptions } from '../analysis-options.ts';
import type { Run } from '../command.ts';
import { Complaint, EXIT } from '../exit.ts';
import { formatOf, viewOf } from '../formats.ts';
import { findSecrets, redactionOf } from '../redaction.ts';

export const run: Run = async (call) => {
  const [place, ...paths] = call.operands;
  const roots = paths.length > 0 ? paths : pathOfPlace(place!);
  const [{ openCases }, { findRecords }] = await Promise.all([
    import('../../ingest/inputs.ts'),
    import('../../analysis/show.ts'),
  ]);
  const options = await analysisOptions(call, { parts: {} });
  const {
    found: { sources, failed },
    inputs,
  } = await openCases(roots, options.find);
  let records: FoundRecord[];
  try {
    records = sources.flatMap((source) => findRecords(source, place!, options.case));
  } finally {
    inputs.close();
  }
  if (records.length === 0) {
    if (failed.length > 0) throw new Complaint(`${failed[0]!.path}: ${failed[0]!.reason}`, { code: EXIT.incomplete });
    throw new Complaint(`nothing is at '${place}'`, {
      hint: 'name <path>:<line> as printed by scan, an event id as printed by timeline (root:12.0), or a record uuid',
    });
  }
  const format = formatOf(call);
  if (redactionOf(call, format) !== 'none') {
    const { Redaction } = await import('../../report/redact/redact.ts');
    const hidden = await Redaction.of(records, findSecrets);
    records = hidden.deep(records) as FoundRecord[];
  }
  if (format === 'table') await call.out.write(show(records, await viewOf(call)));
  else if (format === 'json') await call.out.write(`${JSON.stringify(records, null, 2)}\n`);
  else for (const record of records) await call.out.write(`${JSON.stringify({ kind: 'event', ...record })}\n`);
  return failed.map(({ path }) => ({ code: EXIT.incomplete, reason: `${path} could not be read` }));
};

/** `show p/s.jsonl:12` without a path: the file is the evidence. */
function pathOfPlace(place: string): string[] {
  const match = /^(.+):\d+$/.exec(place);
  if (match === null) throw new Complaint('where is the evidence?', { hint: 'aftertaint show PLACE PATHS' });
  return [match[1]!];
}
