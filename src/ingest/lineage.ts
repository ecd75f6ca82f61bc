import { type JsonObject, stringAt } from '../base/json.ts';
import { compareText, groupBy } from '../base/order.ts';
import { sha256 } from '../evidence/digest.ts';
import { LineReader } from '../evidence/lines.ts';
import { type ByteSource, openBytes } from '../evidence/source.ts';
import type { Lineage } from '../wire/input.ts';
import { saidBy } from './copies.ts';
import type { CaseSource } from './model.ts';
import { ObjectReader } from './objects.ts';
import { WarningLog } from './warnings.ts';

/** What one session's root file says about where its records come from. */
interface Content {
  readonly source: CaseSource;
  /** uuid → digest of what the record says, in file order. */
  readonly records: ReadonlyMap<string, string>;
  /** uuid → where it stands. */
  readonly places: ReadonlyMap<string, { readonly path: string; readonly line: number }>;
  /** uuid → time it bears. */
  readonly times: ReadonlyMap<string, string>;
  /** Sessions that records of the file name beside its own. */
  readonly named: ReadonlySet<string>;
  /** Time of the first line of any kind: side notes are never copied. */
  readonly begun: string | undefined;
}

/**
 * Tells forks, and resumes of versions that copy, from their originals: sessions whose first record has the same uuid. Only those are
 * read for it. [FACTS section 5; VERSIONS, rows `--resume` and `--fork-session`]
 */
export function withLineage(sources: readonly CaseSource[], maxLineBytes: number): readonly CaseSource[] {
  const groups = groupBy(sources, (source) => source.firstUuid);
  const lineage = new Map<CaseSource, Lineage>();
  for (const [uuid, group] of groups) {
    if (uuid === undefined || group.length < 2) continue;
    const contents = group.map((source) => contentOf(source, maxLineBytes));
    for (const [source, found] of originals(contents)) lineage.set(source, found);
  }
  if (lineage.size === 0) return sources;
  return sources.map((source) => {
    const found = lineage.get(source);
    return found === undefined ? source : { ...source, lineage: found };
  });
}

/** More sessions than this with one beginning are compared with their nearest neighbours in time only. */
const MOST_COMPARED = 64;

function originals(contents: readonly Content[]): Map<CaseSource, Lineage> {
  const found = new Map<CaseSource, Lineage>();
  const parents = new Map<string, string>();
  const ordered = [...contents].sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : compareText(idOf(a), idOf(b))));
  const rank = new Map(ordered.map((one, index) => [one, index]));
  for (const [index, one] of ordered.entries()) {
    const candidates = ordered
      .slice(Math.max(0, index - MOST_COMPARED), index + MOST_COMPARED)
      .filter((other) => other !== one && (one.named.has(other.source.sessionId) || before(other, one)))
      .map((other) => ({ other, ...compare(other, one) }))
      .filter(({ copied, conflicts }) => copied.length + conflicts.length > 0)
      .sort(
        (a, b) =>
          Number(one.named.has(b.other.source.sessionId)) - Number(one.named.has(a.other.source.sessionId)) ||
          b.copied.length - a.copied.length ||
          rank.get(a.other)! - rank.get(b.other)!,
      );
    const best = candidates.find(({ other }) => !leadsTo(parents, idOf(other), idOf(one)));
    if (best === undefined) continue;
    parents.set(idOf(one), idOf(best.other));
    const recorded = one.named.has(best.other.source.sessionId);
    const last = best.other.places.get(best.copied.at(-1) ?? best.conflicts.at(-1)!);
    found.set(one.source, {
      of: best.other.source.id,
      sessionId: best.other.source.sessionId,
      basis: recorded ? 'recorded' : 'inferred',
      by: recorded ? 'session id in copied records' : 'the same uuids, and the order of times',
      copied: best.copied,
      conflicts: best.conflicts,
      ...(last === undefined ? {} : { last }),
    });
  }
  return found;
}

function leadsTo(parents: ReadonlyMap<string, string>, from: string, to: string): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = from; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === to) return true;
    seen.add(at);
  }
  return false;
}

function idOf(content: Content): string {
  return content.source.id;
}

/** Whether the first is the older of two sessions that share records. */
function before(a: Content, b: Content): boolean {
  const [aNames, bNames] = [a.named.has(b.source.sessionId), b.named.has(a.source.sessionId)];
  if (aNames !== bNames) return bNames;
  const [aCopy, bCopy] = [isLater(a), isLater(b)];
  if (aCopy !== bCopy) return bCopy;
  // A hook's progress row bears a time before the file's own first line: then both look begun late, and the earlier file is the original.
  if (a.begun !== undefined && b.begun !== undefined && a.begun !== b.begun) return a.begun < b.begun;
  const [aOwn, bOwn] = [firstOwn(a, b), firstOwn(b, a)];
  if (aOwn === bOwn) return compareText(idOf(a), idOf(b)) < 0;
  if (aOwn === undefined) return true;
  return bOwn !== undefined && aOwn < bOwn;
}

/** The file was begun after the first record that it holds was written. */
function isLater({ begun, times }: Content): boolean {
  const first = times.values().next().value;
  return begun !== undefined && first !== undefined && begun > first;
}

function firstOwn(one: Content, other: Content): string | undefined {
  for (const [uuid, time] of one.times) if (!other.records.has(uuid)) return time;
  return undefined;
}

function compare(original: Content, copy: Content): { copied: string[]; conflicts: string[] } {
  const copied: string[] = [];
  const conflicts: string[] = [];
  for (const [uuid, said] of copy.records) {
    const first = original.records.get(uuid);
    if (first !== undefined) (first === said ? copied : conflicts).push(uuid);
  }
  return { copied, conflicts };
}

function contentOf(source: CaseSource, maxLineBytes: number): Content {
  const records = new Map<string, string>();
  const times = new Map<string, string>();
  const places = new Map<string, { path: string; line: number }>();
  const named = new Set<string>();
  let begun: string | undefined;
  const take = (value: JsonObject, line: number, path: string): void => {
    const time = stringAt(value, 'timestamp');
    begun ??= time;
    const uuid = stringAt(value, 'uuid');
    if (uuid === undefined || records.has(uuid)) return;
    records.set(uuid, sha256(JSON.stringify(saidBy(value))));
    places.set(uuid, { path, line });
    if (time !== undefined) times.set(uuid, time);
    for (const key of ['sessionId', 'requestSessionId']) {
      const id = stringAt(value, key);
      if (id !== undefined && id !== source.sessionId) named.add(id);
    }
  };
  for (const artefact of source.artefacts) {
    if (artefact.kind !== 'session') continue;
    let bytes: ByteSource;
    try {
      bytes = openBytes(artefact.location);
    } catch {
      // Gone since it was found: reading the case tells.
      continue;
    }
    try {
      const reader = new LineReader(bytes, { digest: false, maxLineBytes });
      new ObjectReader(
        reader,
        new WarningLog(''),
        (value, { line }) => void take(value, line, artefact.path),
        maxLineBytes,
      ).run();
    } finally {
      bytes.close();
    }
  }
  return { source, records, places, times, named, begun };
}
