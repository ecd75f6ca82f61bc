import { by, groupBy } from '../base/order.ts';
import type { Link } from '../result/report.ts';
import { type Found, type LinkEvidence, link, type Member } from './member.ts';
import type { ProcessRow } from './model.ts';
import { share } from './prints.ts';

/** A process is up this long before its first record is written, at most. */
const STARTING_MS = 20_000;
const SAME_ANSWER = 0.6;

interface Candidate {
  readonly parent: Member;
  readonly process: ProcessRow;
  readonly rank: number;
  readonly by: string;
}

/** Sessions that were started by a call of another one. Nothing in the child names its parent. [FACTS section 7] */
export function processes(members: readonly Member[]): Found {
  const all = members.flatMap((parent) => parent.processes.map((process) => ({ parent, process })));
  if (all.length === 0) return { links: [], findings: [] };
  const printed = new Map<string, { parent: Member; process: ProcessRow }[]>();
  for (const one of all) {
    for (const id of one.process.printed) {
      const list = printed.get(id);
      if (list === undefined) printed.set(id, [one]);
      else list.push(one);
    }
  }
  const byDigest = groupBy(all, ({ process }) => process.digest ?? '');
  const byFolder = groupBy(all, ({ process }) => process.cwd ?? '');
  const links: Link[] = [];
  for (const child of members) {
    if (child.started === undefined) continue;
    const named = (printed.get(child.session) ?? []).map(
      (one): Candidate => ({ ...one, rank: 0, by: 'printed session id' }),
    );
    const equal = (byDigest.get(child.started.digest) ?? [])
      .filter(({ process }) => isDuring(process, child.started!.at))
      .map((one): Candidate => ({ ...one, rank: 1, by: 'equal prompt, and the time of the call' }));
    const near = (byFolder.get(child.started.cwd ?? '') ?? [])
      .filter(({ process }) => isDuring(process, child.started!.at))
      .map((one): Candidate => ({ ...one, rank: 2, by: 'time of the call and folder' }));
    const candidates = [...named, ...equal, ...near]
      .filter(({ parent }) => parent.id !== child.id)
      .sort(
        by(
          ({ rank }) => rank,
          ({ process }) => process.at ?? '',
          ({ parent }) => parent.id,
          ({ process }) => process.spot.eventId,
        ),
      );
    const best = candidates[0];
    if (best === undefined) continue;
    links.push(...linksBetween(best, child, isAlone(best, candidates)));
  }
  return { links, findings: [] };
}

function isAlone(best: Candidate, candidates: readonly Candidate[]): boolean {
  return !candidates.some(
    (one) =>
      one.rank === best.rank && (one.parent !== best.parent || one.process.spot.eventId !== best.process.spot.eventId),
  );
}

function linksBetween({ parent, process, rank, by: how }: Candidate, child: Member, alone: boolean): Link[] {
  const basis = rank < 2 && alone ? 'matched' : 'inferred';
  const started = child.started!;
  const found: LinkEvidence[] = [
    { by: alone ? how : `${how}; other calls fit equally well`, from: process.evidence, to: started.evidence },
  ];
  const links = [
    link(
      'child-process',
      { case: parent.id, spot: process.spot },
      { case: child.id, spot: started.spot },
      basis,
      process.labels,
      found,
    ),
  ];
  const { answer } = child;
  if (answer === undefined || process.result === undefined || process.resultPrints === undefined) return links;
  const same = share(answer.prints, process.resultPrints);
  if (rank > 1 && (same === undefined || same < SAME_ANSWER)) return links;
  links.push(
    link(
      'child-process',
      { case: child.id, spot: answer.spot },
      { case: parent.id, spot: process.result },
      same !== undefined && same >= SAME_ANSWER ? 'matched' : 'inferred',
      answer.labels,
      [{ by: 'answer', from: answer.evidence, ...(same === undefined ? {} : { share: rounded(same) }) }],
    ),
  );
  return links;
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Between the call and its result; a call without a result may still run. */
function isDuring({ at, until }: ProcessRow, started: string | undefined): boolean {
  if (at === undefined || started === undefined || started < at) return false;
  if (until === undefined) return Date.parse(started) - Date.parse(at) <= STARTING_MS;
  return started <= until;
}
