import type { Run } from '../command.ts';
import { formatOf } from '../formats.ts';
import { openInput } from '../input.ts';
import { present } from '../present.ts';

export const run: Run = async (call) => {
  const [wanted, ...paths] = call.operands;
  const input = await openInput(call, paths, {
    parts: { flows: true, timeline: true, findings: wanted!.startsWith('F-') },
    focus: wanted!,
    transcriptsOnly: true,
  });
  // Names for a reader; a machine joins by id.
  const shown = formatOf(call) === 'table';
  let places = 0;
  await present(call, input, {
    table: async () => (await import('../../report/trace.ts')).trace,
    select: ({ briefs: _, ...result }) => {
      places += (result.timeline ?? []).length;
      return { ...result, agents: shown ? result.agents : [], replays: [] };
    },
    omit: (result) => (result.timeline ?? []).length === 0,
  });
  if (places === 0 && call.settings.quiet !== true) {
    await call.err.write(
      `Nothing holds that text, also with white space and case folded.\nhelp: copy a shorter part of it, or name a finding, an event id or a record uuid\n`,
    );
  }
  return input.reasons;
};
