import type { TranscriptRecord } from '../wire/record.ts';
import type { EventId } from './model.ts';

/** Place of a record among several on one line (records glued together by a lost newline); absent for the first. */
const places = new WeakMap<TranscriptRecord, number>();

/** Remembers which records share a line with the one before. */
export function noteGlued(records: readonly TranscriptRecord[]): void {
  for (let index = 1; index < records.length; index += 1) {
    const before = records[index - 1]!;
    const record = records[index]!;
    if (record.span.line === before.span.line && record.span.artefact === before.span.artefact) {
      places.set(record, (places.get(before) ?? 1) + 1);
    }
  }
}

/** `<agent>:<line>.<block>`; `<line>~2` for the second record on a line. `suffix` names an event that shares a block with another. */
export function eventId(name: string, record: TranscriptRecord, block: number, suffix = ''): EventId {
  const place = places.get(record);
  const parts = [name, ':', record.span.line, '.', block, suffix];
  if (place !== undefined) parts.splice(3, 0, '~', place);
  // Joined, not added: an added string keeps its pieces until somebody looks into it, twice the memory of an id.
  return parts.join('');
}
