import type { Link } from '../result/report.ts';
import { type Found, link, type Member } from './member.ts';

/** Forks, and resumes of versions that copy: from the last record of the original that was copied to its copy. */
export function copies(members: readonly Member[]): Found {
  const bySession = new Map<string, Member>();
  for (const member of members) if (!bySession.has(member.session)) bySession.set(member.session, member);
  const byId = new Map(members.map((member) => [member.id, member]));
  const links: Link[] = [];
  for (const member of members) {
    const { copyOf } = member;
    if (copyOf === undefined) continue;
    const original = copyOf.of === undefined ? bySession.get(copyOf.session) : byId.get(copyOf.of);
    const spot = copyOf.original ?? original?.begin;
    if (original === undefined || original === member || spot === undefined) continue;
    links.push(
      link(
        copyOf.channel,
        { case: original.id, spot },
        { case: member.id, spot: copyOf.last },
        copyOf.basis,
        copyOf.labels,
        [
          {
            by: `${copyOf.by}; ${copyOf.copied} records copied, ${copyOf.conflicts} with other content`,
            to: copyOf.evidence,
          },
        ],
      ),
    );
  }
  return { links, findings: [] };
}

/** A session that another one comes from: what was in its context may be in the other's. */
export interface Ancestor {
  readonly case: string;
  readonly channel: string;
  readonly basis: Link['basis'];
  /** The event of the ancestor up to which its state came along. */
  readonly until: string;
}

const DESCENT = new Set(['fork', 'resume', 'child-process']);

/** All sessions that a case comes from by resume, fork or process, nearest first: for state that is kept per tree. */
export function ancestorsOf(caseId: string, links: readonly Link[]): readonly Ancestor[] {
  const found: Ancestor[] = [];
  const seen = new Set([caseId]);
  let level = [caseId];
  while (level.length > 0) {
    const next: string[] = [];
    for (const link of links) {
      if (!DESCENT.has(link.channel) || !level.includes(link.to.case) || seen.has(link.from.case)) continue;
      // What a process answers goes the other way.
      if (link.channel === 'child-process' && link.evidence.some((one) => (one as { by?: string }).by === 'answer'))
        continue;
      seen.add(link.from.case);
      next.push(link.from.case);
      found.push({ case: link.from.case, channel: link.channel, basis: link.basis, until: link.from.eventId });
    }
    level = next;
  }
  return found;
}
