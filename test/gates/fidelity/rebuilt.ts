import { buildCase } from '../../../src/case/build.ts';
import type { RebuiltEvent } from '../../../src/gates/payload/model.ts';
import { rebuildHookEvents } from '../../../src/gates/payload/rebuild.ts';
import { findCases } from '../../../src/ingest/find.ts';
import { readCase } from '../../../src/ingest/read-case.ts';

/** What the program rebuilds from the transcripts under a folder: all sessions, each in its own order. */
export function rebuiltUnder(folder: string): RebuiltEvent[] {
  return findCases([folder]).sources.flatMap((source) => {
    const { input } = readCase(source);
    return rebuildHookEvents(buildCase(input), input);
  });
}
