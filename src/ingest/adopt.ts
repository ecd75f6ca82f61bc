import { type JsonObject, objectAt, stringAt, valueAt } from '../base/json.ts';
import { LineReader } from '../evidence/lines.ts';
import { type ByteLocation, openBytes } from '../evidence/source.ts';
import { type Cluster, rootOf } from './group.ts';
import { ObjectReader } from './objects.ts';
import { holds } from './probe.ts';
import { WarningLog } from './warnings.ts';

/** Shorter briefs are given by many. UTF-16 units. */
const LEAST_BRIEF = 12;
const HEAD_RECORDS = 12;

/** Sessions without a main file are many where old ones were swept away: of one project so many are looked at. */
const MOST_ORPHANS = 64;

/**
 * A child that the host gave a session id of its own has its file under that id: a session without a main file. Where its first prompt
 * is the prompt of a call in exactly one session of the project around its worktree, it belongs there.
 * [reported for isolated children; patoles/agent-flow#69]
 */
export function adoptOrphans(clusters: readonly Cluster[], maxLineBytes: number): Cluster[] {
  const orphans = clusters.filter((cluster) => cluster.groups.every((group) => rootOf(group) === undefined));
  const rooted = clusters.filter((cluster) => !orphans.includes(cluster));
  const taken = new Set<Cluster>();
  const looked = new Map<string, number>();
  for (const orphan of orphans) {
    const children = orphan.groups.flatMap((group) => group.members.filter((member) => member.kind === 'sidechain'));
    if (children.length !== 1) continue;
    const child = children[0]!;
    const folder = projectOf(child.folder);
    const count = (looked.get(folder) ?? 0) + 1;
    looked.set(folder, count);
    if (!folder.includes('-worktree') || count > MOST_ORPHANS) continue;
    const brief = briefOf(child.file.location, maxLineBytes);
    if (brief === undefined || brief.length < LEAST_BRIEF) continue;
    const needle = `"prompt":${JSON.stringify(brief)}`;
    const parents = rooted.filter((cluster) =>
      cluster.groups.some(
        (group) =>
          isAround(projectOf(group.folder), folder) &&
          group.members.some(
            (member) =>
              (member.kind === 'session' || member.kind === 'sidechain') && safely(member.file.location, needle),
          ),
      ),
    );
    if (parents.length !== 1) continue;
    parents[0]!.groups.push(...orphan.groups);
    taken.add(orphan);
  }
  return clusters.filter((cluster) => !taken.has(cluster));
}

function safely(location: ByteLocation, needle: string): boolean {
  try {
    return holds(location, needle);
  } catch {
    return false;
  }
}

function projectOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

/** Whether a worktree's folder name begins with that of the project. */
function isAround(project: string, inner: string): boolean {
  return project !== '' && inner.startsWith(`${project}-`);
}

/** The first prompt of a child's file. */
function briefOf(location: ByteLocation, maxLineBytes: number): string | undefined {
  let brief: string | undefined;
  let seen = 0;
  const take = (value: JsonObject): boolean => {
    seen += 1;
    if (stringAt(value, 'type') === 'user') {
      const content = valueAt(objectAt(value, 'message'), 'content');
      brief = typeof content === 'string' ? content : undefined;
      return false;
    }
    return seen < HEAD_RECORDS;
  };
  try {
    const bytes = openBytes(location);
    try {
      new ObjectReader(
        new LineReader(bytes, { digest: false, maxLineBytes }),
        new WarningLog(''),
        take,
        maxLineBytes,
      ).run();
    } finally {
      bytes.close();
    }
  } catch {
    return undefined;
  }
  return brief;
}
