import type { CaseResult } from '../../result/report.ts';
import type { Run } from '../command.ts';
import { openInput } from '../input.ts';
import { present } from '../present.ts';

export const run: Run = async (call) => {
  const input = await openInput(call, call.operands, { parts: {} });
  await present(call, input, {
    table: async () => {
      const { tree, treeIds } = await import('../../report/tree.ts');
      return call.settings.ids === true ? treeIds : tree;
    },
    select: onlyAgents,
  });
  return input.reasons;
};

function onlyAgents(result: CaseResult): CaseResult {
  const { timeline: _timeline, briefs: _briefs, ...rest } = result;
  const { guarantees: _guarantees, ...summary } = rest.summary;
  return { ...rest, summary, findings: [], flows: [], replays: [] };
}
