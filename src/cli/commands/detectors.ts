import { nearestName } from '../../base/nearest.ts';
import { wrap } from '../../base/width.ts';
import { type About, CATALOGUE } from '../../detectors/catalogue.ts';
import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';
import { formatOf, viewOf } from '../formats.ts';

export const run: Run = async (call) => {
  const id = call.operands[0];
  const all: readonly About[] = Object.values(CATALOGUE);
  const rows = id === undefined ? all : all.filter((detector) => detector.id === id || detector.group === id);
  if (rows.length === 0) {
    const close = nearestName(id!, Object.keys(CATALOGUE));
    throw new Complaint(`no detector is called '${id}'`, {
      hint: close === undefined ? 'aftertaint detectors lists all' : `did you mean ${close}?`,
    });
  }
  const format = formatOf(call);
  if (format === 'json') {
    await call.out.write(`${JSON.stringify(rows, null, 2)}\n`);
    return [];
  }
  if (format === 'ndjson') {
    await call.out.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return [];
  }
  const view = await viewOf(call);
  if (id !== undefined && rows.length === 1) {
    const { id: name, title, group, description } = rows[0]!;
    await call.out.write(
      `${view.paint.bold(name)}  ${group}\n${title}\n\n${wrap(description, view.width ?? 100).join('\n')}\n`,
    );
  } else {
    const { table } = await import('../../report/table.ts');
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
