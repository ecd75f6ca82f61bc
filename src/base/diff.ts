import { createTwoFilesPatch, diffLines, diffWordsWithSpace } from 'diff';

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

/** A unified diff of two logs; '' where they are equal. Logs that differ almost everywhere are cut short: the heads alone are shown. */
export function unifiedDiff(leftName: string, rightName: string, left: string, right: string): string {
  if (left === right) return '';
  const patch = createTwoFilesPatch(leftName, rightName, left, right, undefined, undefined, {
    context: 2,
    maxEditLength: 20_000,
  });
  return patch ?? `--- ${leftName}\n+++ ${rightName}\n(they differ nearly everywhere)\n`;
}

function changes(parts: { value: string; added?: boolean; removed?: boolean }[] | undefined): Change[] | undefined {
  return parts?.map((part) => ({
    kind: part.added ? 'added' : part.removed ? 'removed' : 'same',
    text: part.value,
  }));
}
