import { groupBy } from '../base/order.ts';
import type { Finding } from '../result/finding.ts';
import { asPrimary, asRelated, type Found, type Member, spanning } from './member.ts';
import type { RemovedRow } from './model.ts';

const MOST_CITED = 8;

/** Notices about another session's calls, and main transcripts that another session deleted. */
export function strays(members: readonly Member[]): Found {
  return { links: [], findings: [...bleeding(members), ...deleted(members)] };
}

function* bleeding(members: readonly Member[]): Iterable<Finding> {
  const wanted = new Set(members.flatMap((member) => member.strays.map((row) => row.id)));
  if (wanted.size === 0) return;
  const owners = new Map<string, Member>();
  for (const member of members)
    for (const id of member.tasks) if (wanted.has(id) && !owners.has(id)) owners.set(id, member);
  for (const member of members) {
    // A fork gets the notices of what its original had started.
    const found = member.strays.filter((row) => {
      const owner = owners.get(row.id);
      return owner !== undefined && owner !== member && member.copyOf?.session !== owner.session;
    });
    for (const [owner, rows] of groupBy(found, (row) => owners.get(row.id)!)) {
      yield spanning(
        {
          detector: 'notification-mismatch',
          title: 'Notification that fits no agent or another one',
          message: `${rows.length} ${rows.length === 1 ? 'notice' : 'notices'} in session ${member.id} ${rows.length === 1 ? 'names a call' : 'name calls'} of session ${owner.id}`,
          severity: 'high',
          confidence: 'high',
          agents: [...new Set(rows.map((row) => row.agent))],
          verdict: 'unattributed',
          actedOn: 'no',
          evidence: rows
            .slice(0, MOST_CITED)
            .map((row, index) => (index === 0 ? asPrimary(row.evidence) : asRelated(row.evidence))),
          details: [
            `call ids: ${rows
              .slice(0, MOST_CITED)
              .map((row) => row.id)
              .join(', ')}`,
            `they were made in session ${owner.id}`,
          ],
          cases: [owner.id, member.id],
        },
        [rows[0]!.id],
      );
    }
  }
}

function* deleted(members: readonly Member[]): Iterable<Finding> {
  const missing = new Map(
    members.flatMap((member) => (member.rootMissing === undefined ? [] : [[member.session, member] as const])),
  );
  if (missing.size === 0) return;
  for (const member of members) {
    for (const row of member.removed) {
      const gone = targetOf(row, missing);
      if (gone === undefined || gone === member) continue;
      yield spanning(
        {
          detector: 'transcript-missing',
          title: 'Transcript missing',
          message: `the main transcript of session ${gone.id} was deleted by a command of session ${member.id}`,
          severity: 'medium',
          confidence: 'high',
          agents: [row.agent],
          actedOn: 'unknown',
          evidence: [asPrimary(row.evidence), asRelated(gone.rootMissing!)],
          details: [`the command names ${row.path}`, 'what the deleted file held cannot be known'],
          cases: [member.id, gone.id],
        },
        [row.path, row.evidence.eventId ?? ''],
      );
    }
  }
}

function targetOf({ path }: RemovedRow, missing: ReadonlyMap<string, Member>): Member | undefined {
  const name = /([^/]+)\.jsonl$/.exec(path)?.[1];
  return name === undefined ? undefined : missing.get(name);
}
