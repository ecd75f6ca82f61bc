import type { CaseResult, FlowSummary } from '../../result/report.ts';
import type { Call, Run } from '../command.ts';
import { openInput } from '../input.ts';
import { present } from '../present.ts';

export const run: Run = async (call) => {
  const briefs = call.settings.briefs === true;
  const input = await openInput(call, call.operands, { parts: { flows: !briefs, briefs } });
  const wanted = filterOf(call);
  await present(call, input, {
    table: async () => {
      if (briefs) return (await import('../../report/briefs.ts')).briefsTable;
      return (await import('../../report/flows.ts')).flowsTable;
    },
    select: ({ timeline: _, briefs: told, ...result }): CaseResult => ({
      ...result,
      findings: [],
      replays: [],
      flows: briefs ? [] : result.flows.filter(wanted),
      ...(briefs && { briefs: told ?? [] }),
    }),
  });
  return input.reasons;
};

/** Context flows prove nothing: shown where they are asked for by tier, or where everything is wanted as data. */
function filterOf({ settings }: Call): (flow: FlowSummary) => boolean {
  const { from, to, channel, tier } = settings;
  return (flow) => {
    if (from !== undefined && !from.includes(flow.labels.carried.integrity)) return false;
    if (to !== undefined && !to.some((start) => flow.toAgent.startsWith(start))) return false;
    if (channel !== undefined && !channel.includes(flow.channel)) return false;
    return tier === undefined || flow.evidence.some((evidence) => tier.includes(evidence.tier));
  };
}
