import type { Run } from '../command.ts';
import { formatOf } from '../formats.ts';
import { openInput } from '../input.ts';
import { present } from '../present.ts';

export const run: Run = async (call) => {
  // Timesketch rows carry the tags of findings; the other formats show events alone.
  const tagged = formatOf(call) === 'timesketch';
  const input = await openInput(call, call.operands, { parts: { timeline: true, findings: tagged } });
  await present(call, input, {
    table: async () => (await import('../../report/timeline.ts')).timeline,
    select: ({ briefs: _, summary: { guarantees: _guarantees, ...summary }, ...result }) => ({
      ...result,
      summary,
      // Names for a reader; a machine joins by id.
      agents: formatOf(call) === 'table' || tagged ? result.agents : [],
      findings: tagged ? result.findings : [],
      flows: [],
      replays: [],
    }),
  });
  return input.reasons;
};
