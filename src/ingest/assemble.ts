import { groupBy } from '../base/order.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import type { CopyComparison } from './copies.ts';
import { type Cluster, compareMembers, type Member, rootOf } from './group.ts';
import type { CaseSource, CaseSourceArtefact } from './model.ts';

/** A cluster as a case: equal copies of a file become one artefact, the rest gets its ids. */
export function toSource({ sessionId, groups }: Cluster, index: number, comparison: CopyComparison): CaseSource {
  const warnings: ExtractionWarning[] = [];
  const taken = new Map<Member, string[]>();
  const byName = groupBy(
    groups.flatMap((group) => group.members).sort((a, b) => b.byteLength - a.byteLength || compareMembers(a, b)),
    (member) => `${member.kind}\0${member.name}`,
  );
  for (const copies of byName.values()) {
    const kept: Member[] = [];
    for (const copy of copies) {
      const holder = kept.find((other) => isCopy(other, copy, comparison));
      if (holder === undefined) {
        kept.push(copy);
        taken.set(copy, []);
        continue;
      }
      taken.get(holder)!.push(copy.file.path);
      if (comparison.sameBytes(holder, copy)) continue;
      const message = `an earlier state of ${holder.file.path}; not read a second time`;
      warnings.push({ code: 'older-copy', message, path: copy.file.path, line: 0, byteStart: 0, byteEnd: 0 });
    }
  }
  const members = [...taken.keys()].sort(compareMembers);
  const width = String(members.length).length;
  const artefacts = members.map((member, ordinal): CaseSourceArtefact => {
    return {
      id: `f${String(ordinal + 1).padStart(width, '0')}`,
      kind: member.kind,
      path: member.file.path,
      location: member.file.location,
      alsoAt: taken.get(member)!.sort(),
      projectFolder: member.folder.slice(member.folder.lastIndexOf('/') + 1),
    };
  });
  const root = groups.map(rootOf).find((member) => member !== undefined);
  return {
    id: index === 0 ? sessionId : `${sessionId}~${index + 1}`,
    sessionId,
    rootPath: root?.file.path ?? folderOf(members[0]!),
    artefacts,
    byteLength: members.reduce((sum, member) => sum + member.byteLength, 0),
    warnings,
    ...(root?.firstUuid === undefined ? {} : { firstUuid: root.firstUuid }),
  };
}

function isCopy(kept: Member, copy: Member, comparison: CopyComparison): boolean {
  if (comparison.sameBytes(kept, copy)) return true;
  // The host rewrites these files as a whole: of several states the largest is taken for the last.
  if (kept.kind !== 'session' && kept.kind !== 'sidechain') return kept.kind === 'agent-meta';
  return comparison.members(kept, copy) === 'contained';
}

/** Of a case without a root file: the folder that bears the session's name, or its first file where there is no such folder. */
function folderOf(member: Member): string {
  const path = member.file.path;
  if (!member.name.includes('/') || !path.endsWith(member.name)) return path;
  return path.slice(0, path.length - member.name.length).replace(/\/$/, '') || path;
}
