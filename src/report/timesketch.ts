import { oneLine } from '../base/clean.ts';
import type { CaseResult, EventSummary, Report } from '../result/report.ts';
import { namesOf } from './names.ts';

/**
 * One JSON line per event with the columns that Timesketch asks for (`message`, `datetime`, `timestamp_desc`) and finding tags.
 * Events without a time of their own take that of the event before them, and say so; before any time they are left out.
 */
export function timesketch(report: Report): string {
  return report.cases.map((result) => [...rows(result)].map((row) => `${JSON.stringify(row)}\n`).join('')).join('');
}

function* rows(result: CaseResult): Generator<Record<string, unknown>> {
  const name = namesOf(result);
  const tags = tagsByEvent(result);
  let at: string | undefined;
  for (const event of result.timeline ?? []) {
    const own = isoOf(event.at);
    at = own ?? at;
    if (at === undefined) continue;
    yield row(event, result.id, name(event.agent), at, own === undefined, tags.get(event.id) ?? []);
  }
}

function row(
  event: EventSummary,
  caseId: string,
  agent: string,
  at: string,
  borrowed: boolean,
  tags: readonly string[],
): Record<string, unknown> {
  const what = [event.kind, event.toolName, event.summary]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  return {
    message: oneLine(`${agent}: ${what}`),
    datetime: at,
    timestamp: Date.parse(at) * 1000,
    timestamp_desc: borrowed ? 'Time of the event before (this record has none)' : 'Recorded by the host',
    data_type: `aftertaint:${event.kind}`,
    case: caseId,
    agent: event.agent,
    event_id: event.id,
    order: event.order,
    ...(event.toolName !== undefined && { tool: event.toolName }),
    source_file: event.place.path,
    source_line: event.place.line,
    byte_start: event.place.byteStart,
    byte_end: event.place.byteEnd,
    tag: [...tags],
  };
}

function tagsByEvent(result: CaseResult): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const finding of result.findings) {
    for (const { eventId } of finding.evidence) {
      if (eventId === undefined) continue;
      const known = tags.get(eventId) ?? [];
      for (const tag of [finding.detector, finding.severity, finding.id]) if (!known.includes(tag)) known.push(tag);
      tags.set(eventId, known);
    }
  }
  return tags;
}

/** ISO 8601 with microseconds and zone as Timesketch reads it; undefined for what is no time. */
function isoOf(at: string | undefined): string | undefined {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace('Z', '+00:00');
}
