import { type ByteLocation, stateOf } from '../evidence/source.ts';
import type { ExtractionWarning } from '../evidence/span.ts';

/** A file as it was when it was opened. */
export interface ReadMark {
  readonly path: string;
  readonly location: ByteLocation;
  readonly byteLength: number;
  readonly modifiedMs: number;
}

/**
 * Files that are not as they were read. Places are read a second time (for excerpts, and for results that were let go), and what is there by
 * then need not be what was analysed. One that only grew is no trouble: the host appends.
 */
export function changedSince(marks: readonly ReadMark[]): ExtractionWarning[] {
  return marks.flatMap(({ path, location, byteLength, modifiedMs }): ExtractionWarning[] => {
    const now = stateOf(location);
    if (
      now !== undefined &&
      (now.byteLength > byteLength || (now.byteLength === byteLength && now.modifiedMs === modifiedMs))
    )
      return [];
    const what = now === undefined ? 'is gone' : now.byteLength < byteLength ? 'was cut' : 'was written over';
    const message = `the file ${what} while it was analysed: digests are of what was read first, excerpts and structured results may be missing or of the new state; run again on a copy`;
    return [{ code: 'file-changed', message, path, line: 0, byteStart: 0, byteEnd: 0 }];
  });
}
