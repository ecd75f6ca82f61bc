import { type Evidence, type Finding, SEVERITIES, type Severity, severityRank } from '../result/finding.ts';
import type { Link } from '../result/report.ts';
import { asPrimary, asRelated, type Found, isBefore, link, type Member, spanning } from './member.ts';
import type { HeardOrderRow, OrderRow } from './model.ts';
import { share } from './prints.ts';
import { rounded } from './processes.ts';
import type { OwnedRead, OwnedWrite, StoredRows } from './rows.ts';

const DETECTOR = 'storage-laundering';
/** Earlier writes to a path that a read is compared with. */
const MOST_COMPARED = 64;
const SAME_TEXT = 0.5;
const SAME_ORDER = 0.45;

/** Files, memory and instructions that one session wrote and another one read or loaded. */
export async function storage(_members: readonly Member[], rows: StoredRows, limits: string[]): Promise<Found> {
  const links: Link[] = [];
  const findings = new Map<string, Finding>();
  let cut = 0;
  for await (const { writes, reads } of rows.groups()) {
    for (const read of reads) {
      const earlier = writes.filter((write) => write.case !== read.case && isBefore(write.at, read.at));
      if (earlier.length > MOST_COMPARED) cut += 1;
      let linked = false;
      for (const write of earlier.slice(-MOST_COMPARED).reverse()) {
        const match = matchOf(write, read);
        if (match === undefined) continue;
        const finding = laundered(write, read, match);
        if (finding !== undefined && !findings.has(finding.id)) findings.set(finding.id, finding);
        // What was written last is what was read; older writes count only for what of them is still there.
        if (linked && finding === undefined) continue;
        if (!linked || finding !== undefined) links.push(linkOf(write, read, match));
        linked = true;
      }
    }
  }
  if (cut > 0) limits.push(`${cut} reads were compared with the last ${MOST_COMPARED} writes to their file only`);
  return { links, findings: [...findings.values()] };
}

interface Match {
  readonly basis: 'matched' | 'inferred';
  readonly by: string;
  readonly share?: number;
}

function matchOf(write: OwnedWrite, read: OwnedRead): Match | undefined {
  if (write.downloaded === true)
    return { basis: 'inferred', by: 'the same path; its bytes were downloaded and stand in no record' };
  if (
    write.prints.hashes !== '' &&
    write.prints.units === read.prints.units &&
    write.prints.hashes === read.prints.hashes
  )
    return { basis: 'matched', by: 'the same path and the same text', share: 1 };
  const same = share(write.prints, read.prints);
  if (same !== undefined && same >= SAME_TEXT)
    return { basis: 'matched', by: 'the same path, and text of the one in the other', share: rounded(same) };
  if (pairs(write, read).length > 0)
    return { basis: 'matched', by: 'the same path, and an order of the one in the other' };
  return undefined;
}

function linkOf(write: OwnedWrite, read: OwnedRead, match: Match): Link {
  return link(
    read.channel,
    { case: write.case, spot: write.spot },
    { case: read.case, spot: read.spot },
    match.basis,
    write.labels,
    [
      {
        by: `${match.by}: ${read.path}`,
        from: write.evidence,
        to: read.evidence,
        ...(match.share === undefined ? {} : { share: match.share }),
      },
    ],
  );
}

interface Pair {
  readonly written: OrderRow;
  readonly heard: HeardOrderRow;
}

/** Orders that were written and orders that were read, where the one is the other. */
function pairs(write: OwnedWrite, read: OwnedRead): Pair[] {
  return write.orders.flatMap((written) => {
    let best: { heard: HeardOrderRow; score: number } | undefined;
    for (const heard of read.orders) {
      const same = share(written.prints, heard.prints) ?? 0;
      const slots = written.slots.filter((slot) => heard.slots.includes(slot)).length;
      const score = same + (slots > 0 ? 0.5 : 0);
      if (score >= SAME_ORDER && (best === undefined || score > best.score)) best = { heard, score };
    }
    return best === undefined ? [] : [{ written, heard: best.heard }];
  });
}

function laundered(write: OwnedWrite, read: OwnedRead, match: Match): Finding | undefined {
  if (write.downloaded === true) return fromDownload(write, read);
  if (write.orders.length === 0) return undefined;
  const found = pairs(write, read).sort((a, b) => weight(b) - weight(a));
  const main = found[0];
  if (main === undefined) {
    // The reader's text is the writer's, but its orders could not be read one by one.
    return match.share !== undefined && match.share >= 0.9 ? told(write, read, write.orders[0]!, undefined) : undefined;
  }
  return told(write, read, main.written, main.heard);
}

function weight({ written, heard }: Pair): number {
  return (heard.actedOn === 'yes' ? 4 : 0) + (heard.critical ? 2 : 0) + (written.strength === 'strong' ? 1 : 0);
}

function told(
  write: OwnedWrite,
  read: OwnedRead,
  written: OrderRow,
  heard: HeardOrderRow | undefined,
): Finding | undefined {
  const severity = severityOf(written, heard);
  if (severity === undefined) return undefined;
  const acted = heard?.actedOn ?? 'unknown';
  return spanning(
    {
      detector: DETECTOR,
      title: 'Storage laundering',
      message: `an order from ${written.originIs} came over ${read.path} from session ${write.case} into session ${read.case}${acted === 'yes' ? ', and its reader did it' : ''}`,
      severity,
      confidence: written.tier === 'fuzzy' || written.tier === 'token' ? 'medium' : 'high',
      agents: [...new Set([write.agent, read.agent])],
      verdict: 'relayed',
      actedOn: acted,
      evidence: [
        asPrimary(heard?.evidence ?? { ...read.evidence, excerpt: '' }),
        asRelated(written.origin),
        asRelated(written.evidence, `written to ${write.path} in session ${write.case}`),
        ...(heard?.acts ?? []).map((act) => asRelated(act)),
      ],
      details: [
        `first origin: ${written.originIs}, in session ${write.case}; the reader’s record shows ${read.channel === 'injected' ? 'a file that the host loads' : 'a local file'}`,
        `writer and reader share no context: only the file joins them`,
        ...(heard?.requested === true ? ['a person of the reading session asked for this'] : []),
        ...(heard?.delegated === true ? ['a person handed the decision to what was read: at most low'] : []),
      ],
      cases: [write.case, read.case],
    },
    [
      write.spot.eventId,
      read.spot.eventId,
      read.path,
      written.evidence.pointer,
      String(written.evidence.chars?.[0] ?? ''),
    ],
  );
}

function severityOf(written: OrderRow, heard: HeardOrderRow | undefined): Severity | undefined {
  const strong = written.strength === 'strong' || heard?.strength === 'strong';
  let severity: Severity;
  if (heard?.actedOn === 'yes' && (strong || heard.critical || !heard.requested)) {
    if (heard.delegated) return 'low';
    severity = heard.critical ? 'critical' : 'high';
  } else if (heard?.requested === true && !strong) return undefined;
  else severity = strong || written.slots.length > 0 ? 'medium' : 'low';
  const weakTie = written.tier === 'fuzzy' || written.tier === 'token';
  return weakTie ? SEVERITIES[Math.min(severityRank(severity), severityRank('medium'))]! : severity;
}

/** A file that one session downloaded and another one read: its orders are from outside, whatever the reader's record looks like. */
function fromDownload(write: OwnedWrite, read: OwnedRead): Finding | undefined {
  const heard = [...read.orders]
    .filter((one) => one.strength === 'strong' && !one.requested && !one.delegated)
    .sort((a, b) => Number(b.actedOn === 'yes') - Number(a.actedOn === 'yes'))[0];
  if (heard === undefined) return undefined;
  const evidence: Evidence[] = [
    asPrimary(heard.evidence),
    asRelated(write.evidence),
    ...heard.acts.map((act) => asRelated(act)),
  ];
  return spanning(
    {
      detector: DETECTOR,
      title: 'Storage laundering',
      message: `session ${read.case} reads an order in ${read.path}, which session ${write.case} had downloaded${heard.actedOn === 'yes' ? ', and does it' : ''}`,
      severity: heard.actedOn === 'yes' ? 'high' : 'medium',
      confidence: 'low',
      agents: [...new Set([write.agent, read.agent])],
      verdict: 'relayed',
      actedOn: heard.actedOn,
      evidence,
      details: [
        'the downloaded bytes stand in no record: that they are what was read is concluded from the path and the times',
      ],
      cases: [write.case, read.case],
    },
    [write.spot.eventId, read.spot.eventId, read.path],
  );
}
