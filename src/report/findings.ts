import { oneLine } from '../base/clean.ts';
import { by } from '../base/order.ts';
import { type Finding, type Severity, severityRank } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { namesOf, shortId } from './names.ts';
import { type Column, table } from './table.ts';
import type { View } from './view.ts';

const COLUMNS: readonly Column[] = [
  { head: 'severity' },
  { head: 'id' },
  { head: 'detector' },
  { head: 'case' },
  { head: 'agents', stretch: true },
  { head: 'story', stretch: true },
  { head: 'place', stretch: true },
];

/** Worst first, one row each. */
export function findingsTable(report: Report, view: View): string {
  const rows: { finding: Finding; caseId: string; agents: string }[] = [];
  for (const result of report.cases) {
    const name = namesOf(result);
    for (const finding of result.findings) {
      rows.push({ finding, caseId: result.id, agents: finding.agents.map(name).join(' › ') });
    }
  }
  for (const finding of report.findings) rows.push({ finding, caseId: (finding.cases ?? []).join('+'), agents: '' });
  if (rows.length === 0) return '';
  rows.sort(
    by(
      (row) => -severityRank(row.finding.severity),
      (row) => row.caseId,
      (row) => row.finding.id,
    ),
  );
  return table(
    COLUMNS,
    rows.map(({ finding, caseId, agents }) => {
      const place = finding.evidence[0]!;
      return [
        finding.severity,
        finding.id,
        finding.detector,
        shortId(caseId),
        agents,
        oneLine(finding.message),
        `${oneLine(place.path)}:${place.line}`,
      ];
    }),
    { ...(view.width !== undefined && { width: view.width }), bold: view.paint.bold },
    (cell, column) => (column === 0 ? view.paint.severity(cell as Severity) : cell),
  );
}
