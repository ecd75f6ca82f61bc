import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';

export const run: Run = async ({ spec }) => {
  throw new Complaint(`'${spec.name}' is not built yet`);
};
