import { oneLine } from '../base/clean.ts';
import type { Link, Report } from '../result/report.ts';
import { percent, plural, shortId, shortPath } from './names.ts';
import { type Column, table } from './table.ts';
import type { View } from './view.ts';

const COLUMNS: readonly Column[] = [
  { head: 'channel' },
  { head: 'from', stretch: true },
  { head: 'to', stretch: true },
  { head: 'known' },
  { head: 'carried' },
  { head: 'possible' },
  { head: 'how', stretch: true },
];

/** Ways from one session to another, one row each. */
export function linksTable(links: readonly Link[], view: View): string {
  return table(COLUMNS, links.map(cells), {
    ...(view.width !== undefined && { width: view.width }),
    bold: view.paint.bold,
  });
}

function cells(link: Link): string[] {
  const labels = link.labels as Labels | undefined;
  const evidence = link.evidence[0] as { by?: string; share?: number } | undefined;
  const share = evidence?.share === undefined ? '' : ` (${percent(evidence.share)} the same)`;
  return [
    link.channel,
    end(link.from),
    end(link.to),
    link.basis,
    labels?.carried?.integrity ?? '',
    labels?.possible?.integrity ?? '',
    `${oneLine(evidence?.by ?? '')}${share}`,
  ];
}

interface Labels {
  readonly carried?: { readonly integrity?: string };
  readonly possible?: { readonly integrity?: string };
}

function end({ case: owner, eventId, path, line }: Link['from']): string {
  return `${shortId(owner)} ${oneLine(eventId)} ${shortPath(path)}:${line}`;
}

/** The sessions that hold what was traced: which one had it first, and which have it without a known way from another. */
export function acrossSessions(report: Report, view: View): string {
  const holders = report.cases
    .filter((result) => (result.timeline ?? []).length > 0)
    .map((result) => ({
      id: result.id,
      at:
        result
          .timeline!.map((event) => event.at ?? '')
          .filter((at) => at !== '')
          .sort()[0] ?? '',
    }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1));
  if (holders.length < 2 && report.links.length === 0) return '';
  const reached = new Set(report.links.map((link) => link.to.case));
  const apart = holders.slice(1).filter(({ id }) => !reached.has(id));
  const lines = [view.paint.bold('ACROSS SESSIONS')];
  const first = holders[0];
  if (first !== undefined)
    lines.push(
      `  ${plural(holders.length, 'session')}; first in ${oneLine(first.id)}${first.at === '' ? '' : ` at ${oneLine(first.at)}`}`,
    );
  if (report.links.length > 0) lines.push(linksTable(report.links, view).trimEnd());
  if (apart.length > 0)
    lines.push(
      `  no known way from an earlier session into ${apart.map(({ id }) => oneLine(id)).join(', ')}: it may have got there by a road that leaves no record`,
    );
  return `${lines.join('\n')}\n`;
}
