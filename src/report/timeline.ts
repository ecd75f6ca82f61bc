import { oneLine } from '../base/clean.ts';
import type { EventSummary, Report } from '../result/report.ts';
import { namesOf, timeOf } from './names.ts';
import { type Column, table } from './table.ts';
import type { View } from './view.ts';

const COLUMNS: readonly Column[] = [
  { head: '#', align: 'right' },
  { head: 'time' },
  { head: 'agent' },
  { head: 'kind' },
  { head: 'what', stretch: true },
  { head: 'from' },
  { head: 'place', stretch: true },
];

/** Everything that happened, in order, one row per event. */
export function timeline(report: Report, view: View): string {
  const blocks = report.cases
    .filter((result) => (result.timeline ?? []).length > 0)
    .map((result) => {
      const name = namesOf(result);
      const rows = (result.timeline ?? []).map((event) => cells(event, name));
      const body = table(COLUMNS, rows, {
        ...(view.width !== undefined && { width: view.width }),
        bold: view.paint.bold,
      });
      return `${view.paint.bold(oneLine(result.id))}\n${body}`;
    });
  return blocks.join('\n');
}

function cells(event: EventSummary, name: (id: string) => string): string[] {
  return [
    String(event.order),
    timeOf(event.at),
    name(event.agent),
    event.kind,
    oneLine(event.toolName === undefined ? event.summary : `${event.toolName} ${event.summary}`),
    [...new Set(event.origins)].join(','),
    `${oneLine(event.place.path)}:${event.place.line}`,
  ];
}
