import { HOST_AGENTS } from '../hosts/records.ts';
import type { TranscriptRecord } from '../wire/record.ts';
import { timeOf } from './calls.ts';
import type { Chain, ChainGap, ClockStep } from './model.ts';
import type { Stream } from './streams.ts';

/** So many chained records behind a compaction may name parents that only the running program knew. [TRANSCRIPTS; reported for 2.1.x] */
const BEHIND_COMPACTION = 5;
/** Steps back are common in real files, by seconds: hooks and progress are written late. */
const LEAST_BACK_MS = 60_000;

/**
 * What does not hang together in the chain of parents: records whose parent stands in no file of the case, and records that are older
 * than their parent. To be asked before copies are taken out. Files that the host begins with copies of another agent's records are left
 * out: their parents are elsewhere by design.
 */
export function chainOf(streams: readonly Stream[]): Chain {
  const met = new Map<string, TranscriptRecord>();
  for (const stream of streams) {
    for (const { records } of stream.segments) {
      for (const record of records)
        if (record.uuid !== undefined && !met.has(record.uuid)) met.set(record.uuid, record);
    }
  }
  const gaps: ChainGap[] = [];
  const clock: ClockStep[] = [];
  for (const stream of streams) {
    if (stream.source === 'progress' || HOST_AGENTS.some(({ prefix }) => stream.agent.startsWith(prefix))) continue;
    for (const { records } of stream.segments) readSegment(stream.agent, records, met, gaps, clock);
  }
  return { gaps, clock };
}

function readSegment(
  agent: string,
  records: readonly TranscriptRecord[],
  met: ReadonlyMap<string, TranscriptRecord>,
  gaps: ChainGap[],
  clock: ClockStep[],
): void {
  let previous: TranscriptRecord | undefined;
  let sinceCompaction = Number.POSITIVE_INFINITY;
  for (const record of records) {
    if (record.uuid === undefined) continue;
    if (record.type === 'system' && record.subtype === 'compact_boundary') sinceCompaction = 0;
    else sinceCompaction += 1;
    const { parentUuid } = record;
    const parent = typeof parentUuid === 'string' ? met.get(parentUuid) : undefined;
    if (typeof parentUuid === 'string' && parent === undefined) {
      gaps.push({
        agent,
        span: record.span,
        parentUuid,
        place:
          sinceCompaction <= BEHIND_COMPACTION ? 'compaction' : previous === undefined ? 'first-record' : 'elsewhere',
        ...(previous === undefined ? {} : { before: previous.span }),
      });
    }
    if (parent !== undefined && record.type !== 'progress' && parent.type !== 'progress') {
      const [time, earlier] = [timeOf(record), timeOf(parent)];
      if (time !== undefined && earlier !== undefined && earlier - time >= LEAST_BACK_MS)
        clock.push({ agent, span: record.span, parent: parent.span, backMs: earlier - time });
    }
    previous = record;
  }
}
