import type { CaseSource, FindOptions } from './model.ts';
import { firstValue, lastValue } from './probe.ts';

/** Leaves the sessions that were asked for. Times are those of the records, never of the files. */
export function selectSources(sources: readonly CaseSource[], options: FindOptions): CaseSource[] {
  const { sessions, since, until } = options;
  return sources.filter((source) => {
    if (sessions !== undefined && !sessions.some((wanted) => matches(source, wanted))) return false;
    return since === undefined && until === undefined ? true : overlaps(source, since, until);
  });
}

function matches(source: CaseSource, wanted: string): boolean {
  return (
    source.id === wanted || source.sessionId === wanted || (wanted.length >= 4 && source.sessionId.startsWith(wanted))
  );
}

function overlaps(source: CaseSource, since: string | undefined, until: string | undefined): boolean {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const to = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { kind, location } of source.artefacts) {
    if (kind !== 'session' && kind !== 'sidechain') continue;
    for (const value of [firstValue(location, 'timestamp'), lastValue(location, 'timestamp')]) {
      const time = value === undefined ? Number.NaN : Date.parse(value);
      if (Number.isNaN(time)) continue;
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
  }
  return first > last || (last >= from && first < to);
}
