import { by } from '../base/order.ts';
import type { Finding } from '../result/finding.ts';
import type { Link } from '../result/report.ts';
import { asPrimary, type Found, isBefore, link, type Member, spanning } from './member.ts';
import type { MessageRow } from './model.ts';
import { hashesOf, share } from './prints.ts';
import { rounded } from './processes.ts';

const SAME_MESSAGE = 0.8;
const MOST_CANDIDATES = 64;

/** Messages between sessions: what one sent is what another got. A message in the name of a session that sent none is told. */
export function messages(members: readonly Member[]): Found {
  const sent = members.flatMap((member) => member.sent.map((row) => ({ member, row })));
  const index = new Map<number, { member: Member; row: MessageRow }[]>();
  for (const one of sent) {
    for (const hash of hashesOf(one.row.prints)) {
      const list = index.get(hash);
      if (list === undefined) index.set(hash, [one]);
      else if (list.length < MOST_CANDIDATES) list.push(one);
    }
  }
  const links: Link[] = [];
  const findings: Finding[] = [];
  for (const member of members) {
    for (const received of member.received) {
      const candidates = new Set(
        hashesOf(received.prints).length === 0
          ? []
          : [...hashesOf(received.prints)].flatMap((hash) => index.get(hash) ?? []),
      );
      const best = [...candidates]
        .filter((one) => one.member.id !== member.id && isBefore(one.row.at, received.at))
        .map((one) => ({ ...one, same: share(one.row.prints, received.prints) ?? 0 }))
        .filter((one) => one.same >= SAME_MESSAGE)
        .sort(
          by(
            (one) => -one.same,
            (one) => (one.row.at === undefined ? 1 : 0),
            (one) => one.member.id,
            (one) => one.row.spot.eventId,
          ),
        )[0];
      if (best !== undefined) {
        links.push(
          link(
            'message',
            { case: best.member.id, spot: best.row.spot },
            { case: member.id, spot: received.spot },
            'matched',
            best.row.labels,
            [{ by: 'the same words', from: best.row.evidence, to: received.evidence, share: rounded(best.same) }],
          ),
        );
        continue;
      }
      const named = namedBy(received, members, member);
      if (named !== undefined) findings.push(notSent(member, named, received));
    }
  }
  return { links, findings };
}

/** The session that a message is said to come from, where it is among the evidence. */
function namedBy({ peer }: MessageRow, members: readonly Member[], receiver: Member): Member | undefined {
  if (peer === undefined || !/^[0-9a-f]{8}(?:-[0-9a-f-]+)?$/.test(peer)) return undefined;
  const named = members.filter((one) => one !== receiver && (one.session === peer || one.session.startsWith(peer)));
  return named.length === 1 ? named[0] : undefined;
}

function notSent(member: Member, named: Member, received: MessageRow): Finding {
  return spanning(
    {
      detector: 'false-attribution',
      title: 'False attribution',
      message: `a message in session ${member.id} names session ${named.id} as its sender, which sent no such message`,
      severity: 'medium',
      confidence: 'medium',
      agents: [received.agent],
      verdict: 'unattributed',
      actedOn: 'unknown',
      evidence: [asPrimary(received.evidence)],
      details: [
        `searched: ${named.sent.length} messages that session ${named.id} sent to others${named.lastAt !== undefined && received.at !== undefined && named.lastAt < received.at ? `; its last record is older than the message (${named.lastAt})` : ''}`,
        'records of that session may be missing, or somebody else wrote in its name',
      ],
      cases: [named.id, member.id],
    },
    [received.spot.eventId],
  );
}
