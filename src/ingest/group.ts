import { by, compareText } from '../base/order.ts';
import type { ArtefactKind } from '../evidence/span.ts';
import type { FoundFile } from './model.ts';

/** A file whose session is known. */
export interface Member {
  readonly file: FoundFile;
  readonly kind: ArtefactKind;
  readonly sessionId: string;
  /** Folder that holds the session's root file. */
  readonly folder: string;
  /** Name inside the session: `session` for the root, else as the layout has it. */
  readonly name: string;
  readonly byteLength: number;
  /** Of a root: uuid of its first chained record. */
  readonly firstUuid?: string;
}

/** Files of one session that lie together. */
export interface Group {
  readonly sessionId: string;
  readonly folder: string;
  readonly members: Member[];
}

export function groupByPlace(members: readonly Member[]): Group[] {
  const groups = new Map<string, Group>();
  for (const member of members) {
    const key = `${member.folder}\0${member.sessionId}`;
    const group = groups.get(key) ?? { sessionId: member.sessionId, folder: member.folder, members: [] };
    group.members.push(member);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export type Agreement =
  /** Same records, or the smaller one's are all among the other's. */
  | 'contained'
  /** Some records in common, all of them equal; each has more. */
  | 'overlapping'
  | 'disjoint'
  | 'conflicting';

/** One case to be: the groups that are taken together. */
export interface Cluster {
  readonly sessionId: string;
  readonly groups: Group[];
}

/**
 * Takes the groups of one session together. Copies whose records agree are one case, copies that contradict each other are
 * cases of their own. Files without a root (the child of a worktree under another project folder) go to the nearest root.
 */
export function cluster(groups: readonly Group[], compare: (a: Group, b: Group) => Agreement): Cluster[] {
  const sessionId = groups[0]!.sessionId;
  const ordered = [...groups].sort(
    by(
      (group) => (rootOf(group) === undefined ? 1 : 0),
      (group) => -sizeOf(group),
      (group) => group.folder,
    ),
  );
  const clusters: Cluster[] = [];
  for (const group of ordered) {
    const hasRoot = rootOf(group) !== undefined;
    const home =
      hasRoot || clusters.every((other) => rootOf(other.groups[0]!) === undefined)
        ? clusters.find((other) => fits(group, other, compare))
        : nearest(group, clusters);
    if (home === undefined) clusters.push({ sessionId, groups: [group] });
    else home.groups.push(group);
  }
  return clusters;
}

function fits(group: Group, cluster: Cluster, compare: (a: Group, b: Group) => Agreement): boolean {
  return cluster.groups.every((other) => {
    const agreement = compare(other, group);
    // Nothing in common proves nothing; two parts of one session lie in two project folders of the same home.
    if (agreement === 'disjoint')
      return parentOf(other.folder) === parentOf(group.folder) && other.folder !== group.folder;
    return agreement !== 'conflicting';
  });
}

function nearest(group: Group, clusters: readonly Cluster[]): Cluster | undefined {
  const rooted = clusters.filter((other) => rootOf(other.groups[0]!) !== undefined);
  return rooted.sort(
    (a, b) => commonParts(b.groups[0]!.folder, group.folder) - commonParts(a.groups[0]!.folder, group.folder),
  )[0];
}

function commonParts(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let index = 0;
  while (index < left.length && index < right.length && left[index] === right[index]) index += 1;
  return index;
}

export function rootOf(group: Group): Member | undefined {
  return group.members.find((member) => member.kind === 'session');
}

export function sizeOf(group: Group): number {
  return group.members.reduce((sum, member) => sum + member.byteLength, 0);
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

const KIND_ORDER: readonly ArtefactKind[] = [
  'session',
  'sidechain',
  'agent-meta',
  'workflow',
  'spilled-result',
  'inbox',
  'other',
];

/** The order of a case's artefacts, and so of their ids: by kind, then by name inside the session, last by path. */
export function compareMembers(a: Member, b: Member): number {
  return (
    KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
    compareText(a.name, b.name) ||
    compareText(a.file.path, b.file.path)
  );
}
