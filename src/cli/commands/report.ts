import type { Run } from '../command.ts';
import { openInput } from '../input.ts';
import { deliver } from './scan.ts';

/** Draws a saved report again; given transcripts, analyses them with everything in. */
export const run: Run = async (call) => {
  const input = await openInput(call, call.operands, {
    parts: { findings: true, flows: true, briefs: true, timeline: true },
  });
  return deliver(call, input);
};
