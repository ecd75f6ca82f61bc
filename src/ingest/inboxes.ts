import { groupBy } from '../base/order.ts';
import type { Cluster, Member } from './group.ts';
import { holds } from './probe.ts';

/**
 * Puts the inbox files of teams to the sessions that have an agent of the owner's name; the lead's inbox goes with those of its team.
 * Sessions are looked through for names only if there are inboxes at all. Returns the inboxes that belong to no session.
 */
export function giveInboxes(clusters: readonly Cluster[], inboxes: readonly Member[]): Member[] {
  const taken = new Set<Member>();
  for (const ofTeam of groupBy(inboxes, (inbox) => `${inbox.folder}\0${teamOf(inbox)}`).values()) {
    for (const cluster of clusters) {
      const home = cluster.groups.find((group) => group.folder.startsWith(`${ofTeam[0]!.folder}/`));
      if (home === undefined) continue;
      const own = ofTeam.filter((inbox) => names(cluster, ownerOf(inbox)));
      if (own.length === 0) continue;
      for (const inbox of ofTeam) {
        if (!own.includes(inbox) && !isLead(ownerOf(inbox))) continue;
        home.members.push({ ...inbox, sessionId: home.sessionId });
        taken.add(inbox);
      }
    }
  }
  return inboxes.filter((inbox) => !taken.has(inbox));
}

function names(cluster: Cluster, owner: string): boolean {
  const needle = `"name":${JSON.stringify(owner)}`;
  return cluster.groups.some((group) =>
    group.members.some(
      ({ kind, file }) =>
        (kind === 'session' || kind === 'sidechain' || kind === 'agent-meta') && holds(file.location, needle),
    ),
  );
}

function teamOf(inbox: Member): string {
  return inbox.name.split('/')[1]!;
}

function ownerOf(inbox: Member): string {
  return inbox.name.slice(inbox.name.lastIndexOf('/') + 1, -'.json'.length);
}

function isLead(owner: string): boolean {
  return /^team-?lead$/i.test(owner);
}
