import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nearestName } from '../../base/nearest.ts';
import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';

/** Written from `result/schema/` and kept current by a test: a light command must not load a schema library. */
const folder = fileURLToPath(new URL('../../../../reports/schemas/', import.meta.url));

export const run: Run = async ({ operands, out }) => {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  const name = operands[0];
  if (name === undefined) {
    await out.write(`${names.join('\n')}\n`);
    return [];
  }
  if (!names.includes(name)) {
    const close = nearestName(name, names);
    throw new Complaint(`no schema is called '${name}'`, {
      hint: close === undefined ? `one of ${names.join(', ')}` : `did you mean ${close}?`,
    });
  }
  await out.write(readFileSync(`${folder}${name}.json`, 'utf8'));
  return [];
};
