import { diffLines, diffWordsWithSpace } from 'diff';

export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Above this a word diff costs seconds (its time grows with the product of the lengths); callers then show the two ends only. */
const LONGEST_UNITS = 20_000;

/** What became of `before`, word by word. Undefined where the texts are too long to compare in reasonable time. */
export function wordChanges(before: string, after: string): Change[] | undefined {
  if (before.length + after.length > LONGEST_UNITS) return undefined;
  return changes(diffWordsWithSpace(before, after, { maxEditLength: 2_000 }));
}

/** Line changes between an expected and a found text. */
export function lineChanges(before: string, after: string): Change[] {
  return changes(diffLines(before, after)) ?? [];
}

function changes(parts: { value: string; added?: boolean; removed?: boolean }[] | undefined): Change[] | undefined {
  return parts?.map((part) => ({
    kind: part.added ? 'added' : part.removed ? 'removed' : 'same',
    text: part.value,
  }));
}
