import { oneLine } from '../base/clean.ts';
import type { Finding } from '../result/finding.ts';
import type { BriefReference, BriefSummary, CaseResult, Report } from '../result/report.ts';
import { namesOf, percent, shortPath } from './names.ts';
import { type Column, table } from './table.ts';
import type { View } from './view.ts';

const COLUMNS: readonly Column[] = [
  { head: 'event' },
  { head: 'from' },
  { head: 'to' },
  { head: 'length', align: 'right' },
  { head: 'hands over' },
  { head: 'shares' },
  { head: 'possible' },
  { head: 'named, and what its reader met', stretch: true },
  { head: 'place', stretch: true },
];

/** What is said of a brief that names content instead of carrying it; the limit belongs to the praise. */
export const BETTER_WAY =
  'by reference is the better way: the words of others reach the child as the answer of a tool, and not as its parent’s instruction';
export const ITS_LIMIT = 'its limit: the child still reads the content, and an order in it can still steer the child';

/** Every brief with its share per origin, alarm or not. */
export function briefsTable(report: Report, view: View): string {
  return report.cases
    .filter((result) => (result.briefs ?? []).length > 0)
    .map(
      (result) =>
        `${view.paint.bold(oneLine(result.id))}\n${table(COLUMNS, briefRows(result), { ...(view.width !== undefined && { width: view.width }), bold: view.paint.bold })}${references(result)}${guarantees(result)}`,
    )
    .join('\n');
}

function briefRows(result: CaseResult): string[][] {
  const name = namesOf(result);
  return (result.briefs ?? []).map((brief) => [
    oneLine(brief.eventId),
    name(brief.agent),
    brief.child === undefined ? '?' : name(brief.child),
    String(brief.length),
    brief.handsOver ?? '',
    sharesText(brief),
    brief.possible,
    namedText(brief),
    `${oneLine(brief.place.path)}:${brief.place.line}`,
  ]);
}

export function sharesText(brief: BriefSummary): string {
  return Object.entries(brief.shares)
    .filter(([, share]) => share > 0)
    .map(([integrity, share]) => `${integrity} ${percent(share)}`)
    .join(', ');
}

/** What the brief names, each with the label of what its reader found behind the name. */
export function namedText(brief: BriefSummary): string {
  if (brief.references === undefined) return brief.byReference.map(oneLine).join(', ');
  return brief.references.map((one) => `${oneLine(one.value)} (${metBehind(one)})`).join(', ');
}

function metBehind({ reads }: BriefReference): string {
  const labels = [...new Set(reads.map((read) => read.carried))];
  return reads.length === 0 ? 'not read' : `read: ${labels.join(', ')}`;
}

function references(result: CaseResult): string {
  const better = (result.briefs ?? []).filter((brief) => brief.handsOver === 'by reference').length;
  if (better === 0) return '';
  return `${better} of ${result.briefs!.length} by reference: ${BETTER_WAY}; ${ITS_LIMIT}\n`;
}

function guarantees(result: CaseResult): string {
  const lines = result.summary.guarantees ?? [];
  return lines.length === 0 ? '' : `Guarantees: ${lines.map(oneLine).join(' · ')}\n`;
}

/** How one brief hands over what others wrote, as lines of a story: what it names, who read that where, and with what label. */
export function handOver(brief: BriefSummary, result: CaseResult): string[] {
  if (brief.handsOver === undefined || brief.handsOver === 'own words') return [];
  const name = namesOf(result);
  const child = brief.child === undefined ? 'an unknown child' : name(brief.child);
  const head = `the brief of ${name(brief.agent)} to ${child} (${oneLine(brief.eventId)}, ${shortPath(brief.place.path)}:${brief.place.line})`;
  if (brief.handsOver === 'as text') {
    return [
      `${head} hands over content as text: ${sharesText(brief)}`,
      'a brief that named the source instead would have kept these words apart from the instruction',
    ];
  }
  const told = (brief.references ?? []).flatMap((one) =>
    one.reads.length === 0
      ? [`${oneLine(one.value)}: no call of the child reads it in what was recorded`]
      : one.reads
          .slice(0, 3)
          .map(
            (read) =>
              `${oneLine(one.value)}: ${oneLine(read.tool)} of ${name(read.agent)} read it at ${shortPath(read.place.path)}:${read.place.line}, label ${read.carried} (possible: ${read.possible})`,
          ),
  );
  return brief.handsOver === 'by reference'
    ? [`${head} passes content by reference`, BETTER_WAY, ITS_LIMIT, ...told]
    : [`${head} carries content as text (${sharesText(brief)}) and names more by reference`, ITS_LIMIT, ...told];
}

const MOST_BRIEFS = 4;

/** The briefs that have to do with a finding: the one it cites, and those by which its agents were started. */
export function briefsBehind(finding: Finding, result: CaseResult): BriefSummary[] {
  const cited = new Set(finding.evidence.flatMap((one) => one.eventId ?? []));
  const touches = (brief: BriefSummary) =>
    cited.has(brief.eventId) ||
    cited.has(brief.eventId.replace(/\/spawn$/, '')) ||
    (brief.references ?? []).some((one) => one.reads.some((read) => cited.has(read.eventId)));
  return (result.briefs ?? []).filter(touches).slice(0, MOST_BRIEFS);
}
