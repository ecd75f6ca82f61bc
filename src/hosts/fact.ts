import { compareVersions, parseVersion, type VersionParts } from './version.ts';

/**
 * One thing the host does, as it changed over its versions. A row says: first seen with this value on `since`, last seen
 * without it on `after` (absent where the two are neighbours, or for the oldest row). Between the two nobody looked.
 */
export interface FactRow<T> {
  readonly since: string;
  readonly after?: string;
  readonly value: T;
  /** Where it was seen: a section or scenario of the recordings' notes. */
  readonly source: string;
}

/** Rows by version, oldest first. */
export type FactTable<T> = readonly FactRow<T>[];

export interface FactAt<T> {
  readonly value: T;
  readonly row: FactRow<T>;
  /** False between `after` and `since` of the next row, and before the oldest row: the value is the best guess. */
  readonly certain: boolean;
}

/** The value that holds on a version; newest row for a version that is not known. */
export function factAt<T>(table: FactTable<T>, version: string | undefined): FactAt<T> {
  const parts = parseVersion(version);
  if (parts === undefined) return { value: table.at(-1)!.value, row: table.at(-1)!, certain: false };
  let index = table.length - 1;
  while (index > 0 && compareVersions(parts, versionOf(table[index]!.since)) < 0) index -= 1;
  const row = table[index]!;
  const next = table[index + 1];
  const unseen = next?.after !== undefined && compareVersions(parts, versionOf(next.after)) > 0;
  return { value: row.value, row, certain: !unseen && compareVersions(parts, versionOf(row.since)) >= 0 };
}

export function valueAt<T>(table: FactTable<T>, version: string | undefined): T {
  return factAt(table, version).value;
}

/** A table for something that is absent before a version and there from it on. */
export function startingWith(since: string, source: string, after?: string): FactTable<boolean> {
  return [
    { since: OLDEST, value: false, source },
    { since, value: true, source, ...(after === undefined ? {} : { after }) },
  ];
}

/** The oldest version that was looked at. */
export const OLDEST = '1.0.69';

function versionOf(text: string): VersionParts {
  return parseVersion(text) ?? [0, 0, 0];
}
