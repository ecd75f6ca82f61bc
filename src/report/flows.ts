import { oneLine } from '../base/clean.ts';
import type { FlowSummary, Report } from '../result/report.ts';
import { namesOf, percent } from './names.ts';
import { type Column, table } from './table.ts';
import type { View } from './view.ts';

const FLOW_COLUMNS: readonly Column[] = [
  { head: 'channel' },
  { head: 'from', stretch: true },
  { head: 'to', stretch: true },
  { head: 'carried' },
  { head: 'possible' },
  { head: 'how' },
  { head: 'share', align: 'right' },
  { head: 'what', stretch: true },
];

/** Which text went where: one row per flow, proved and possible labels side by side. */
export function flowsTable(report: Report, view: View): string {
  return report.cases
    .filter((result) => result.flows.length > 0)
    .map((result) => {
      const name = namesOf(result);
      const rows = result.flows.map((flow) => flowCells(flow, name));
      return `${view.paint.bold(oneLine(result.id))}\n${draw(FLOW_COLUMNS, rows, view)}`;
    })
    .join('\n');
}

function flowCells(flow: FlowSummary, name: (id: string) => string): string[] {
  const best = flow.evidence[0];
  const source = flow.sourceTool === undefined ? '' : ` ${oneLine(flow.sourceTool)}`;
  return [
    flow.channel,
    `${name(flow.fromAgent)}${source} ${oneLine(flow.from)}`,
    `${name(flow.toAgent)} ${oneLine(flow.to)}`,
    flow.labels.carried.integrity,
    flow.labels.possible.integrity,
    best === undefined
      ? flow.basis
      : `${best.tier}${best.transforms.length > 0 ? ` (${best.transforms.join(', ')})` : ''}`,
    best === undefined ? '' : percent(best.coverage),
    best === undefined ? '' : oneLine(best.excerptTo),
  ];
}

function draw(columns: readonly Column[], rows: readonly string[][], view: View): string {
  return table(columns, rows, { ...(view.width !== undefined && { width: view.width }), bold: view.paint.bold });
}
