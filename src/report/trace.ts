import { oneLine } from '../base/clean.ts';
import type { CaseResult, Report } from '../result/report.ts';
import { acrossSessions } from './across.ts';
import { handOver } from './briefs.ts';
import { flowsTable } from './flows.ts';
import { plural } from './names.ts';
import { timeline } from './timeline.ts';
import type { View } from './view.ts';

/** Where a text stands, first place first, and how it got from one to the next, inside each session and between them. */
export function trace(report: Report, view: View): string {
  const blocks = report.cases.map((result) => {
    const one = { ...report, cases: [result] };
    const places = result.timeline ?? [];
    const first = places[0];
    const head =
      first === undefined
        ? []
        : [
            `${view.paint.bold(oneLine(result.id))}: ${plural(places.length, 'event')} in ${plural(new Set(places.map((event) => event.agent)).size, 'agent')}, first ${oneLine(first.id)} (${[...new Set(first.origins)].join(', ')}) at ${oneLine(first.place.path)}:${first.place.line}`,
          ];
    return [
      ...head,
      '',
      view.paint.bold('WHERE IT STANDS'),
      timeline(one, view),
      view.paint.bold('HOW IT MOVED'),
      result.flows.length === 0 ? '  no flow of it was found' : flowsTable(one, view),
      ...handedOver(result, view),
    ].join('\n');
  });
  const across = acrossSessions(report, view);
  if (across !== '') blocks.push(across);
  return blocks.length === 0 ? '' : `${blocks.join('\n')}\n`;
}

function handedOver(result: CaseResult, view: View): string[] {
  const lines = (result.briefs ?? [])
    .filter((brief) => brief.handsOver === 'by reference' || brief.handsOver === 'text and references')
    .flatMap((brief) => handOver(brief, result));
  return lines.length === 0 ? [] : [view.paint.bold('BY REFERENCE'), ...lines.map((line) => `  ${line}`), ''];
}
