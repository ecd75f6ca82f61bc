import { nearestName } from '../../base/nearest.ts';
import { wrap } from '../../base/width.ts';
import { DETECTORS } from '../../detectors/index.ts';
import { table } from '../../report/table.ts';
import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';
import { formatOf, viewOf } from '../formats.ts';

export const run: Run = async (call) => {
  const id = call.operands[0];
  const chosen =
    id === undefined ? DETECTORS : DETECTORS.filter((detector) => detector.id === id || detector.group === id);
  if (chosen.length === 0) {
    const ids = DETECTORS.map((detector) => detector.id);
    const close = nearestName(id!, ids);
    throw new Complaint(`no detector is called '${id}'`, {
      hint: close === undefined ? 'aftertaint detectors lists all' : `did you mean ${close}?`,
    });
  }
  const rows = chosen.map(({ id, title, group, description }) => ({ id, title, group, description }));
  const format = formatOf(call);
  const view = await viewOf(call);
  if (format === 'json') await call.out.write(`${JSON.stringify(rows, null, 2)}\n`);
  else if (format === 'ndjson') for (const row of rows) await call.out.write(`${JSON.stringify(row)}\n`);
  else if (id !== undefined && rows.length === 1) {
    const { id: name, title, group, description } = rows[0]!;
    await call.out.write(
      `${view.paint.bold(name)}  ${group}\n${title}\n\n${wrap(description, view.width ?? 100).join('\n')}\n`,
    );
  } else {
    const cells = rows.map((row) => [row.id, row.group, row.title]);
    await call.out.write(
      table([{ head: 'id' }, { head: 'group' }, { head: 'what it says', stretch: true }], cells, {
        bold: view.paint.bold,
        ...(view.width !== undefined && { width: view.width }),
      }),
    );
  }
  return [];
};
