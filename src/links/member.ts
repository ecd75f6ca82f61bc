import type { Evidence, Finding } from '../result/finding.ts';
import { nameOf } from '../result/name.ts';
import type { Link } from '../result/report.ts';
import type { LabelsRow, LinkSummary, Spot } from './model.ts';

/** A case in the join: its summary without the rows that are stored. */
export type Member = Omit<LinkSummary, 'writes' | 'reads'> & { readonly id: string };

export interface Found {
  readonly links: readonly Link[];
  readonly findings: readonly Finding[];
}

/** Of a link: both ends, and how the one was recognised in the other. */
export interface LinkEvidence {
  readonly by: string;
  readonly from?: Evidence;
  readonly to?: Evidence;
  /** Share of the shorter text that stands in the longer one, by fingerprints. */
  readonly share?: number;
}

function named(prefix: 'F' | 'L', identity: readonly string[]): string {
  return `${prefix}${nameOf(identity.join('\0')).slice(1)}`;
}

export function link(
  channel: string,
  from: { readonly case: string; readonly spot: Spot },
  to: { readonly case: string; readonly spot: Spot },
  basis: Link['basis'],
  labels: LabelsRow | undefined,
  evidence: readonly LinkEvidence[],
): Link {
  return {
    id: named('L', [channel, from.case, from.spot.eventId, to.case, to.spot.eventId, evidence[0]?.by ?? '']),
    channel,
    from: { case: from.case, ...from.spot },
    to: { case: to.case, ...to.spot },
    basis,
    ...(labels === undefined ? {} : { labels }),
    evidence: [...evidence],
  };
}

/** A finding that spans cases; `cases` in the order in which things went. */
export function spanning(
  finding: Omit<Finding, 'id' | 'flows'> & { readonly cases: readonly string[] },
  identity: readonly string[],
): Finding {
  return {
    ...finding,
    id: named('F', [finding.detector, ...finding.cases, ...identity]),
    flows: [],
    cases: [...finding.cases],
  };
}

export function asPrimary(evidence: Evidence, note = evidence.note): Evidence {
  return { ...evidence, role: 'primary', note };
}

export function asRelated(evidence: Evidence, note = evidence.note): Evidence {
  return { ...evidence, role: 'related', note };
}

/** Whether the first time is not after the second; unknown times forbid nothing. */
export function isBefore(first: string | undefined, second: string | undefined): boolean {
  return first === undefined || second === undefined || first <= second;
}
