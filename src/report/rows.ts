import type { Finding } from '../result/finding.ts';
import type { CaseResult, Report } from '../result/report.ts';

export const ROW_KINDS = [
  'coverage',
  'agent',
  'event',
  'flow',
  'brief',
  'finding',
  'decision',
  'payload',
  'warning',
  'link',
  'end',
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** One NDJSON line: flat, so that `jq 'select(.kind=="finding") | .severity'` needs no map. `case` is null for the whole run. */
export interface Row {
  readonly kind: RowKind;
  readonly case: string | null;
  readonly [member: string]: unknown;
}

/** Own kinds of agents and events move to `agentKind` and `eventKind`: `kind` says what the line is. */
export function* caseRows(result: CaseResult): Generator<Row> {
  const id = result.id;
  for (const { kind, ...agent } of result.agents) yield { kind: 'agent', case: id, agentKind: kind, ...agent };
  for (const { kind, ...event } of result.timeline ?? []) yield { kind: 'event', case: id, eventKind: kind, ...event };
  for (const flow of result.flows) yield { kind: 'flow', case: id, ...flow };
  for (const brief of result.briefs ?? []) yield { kind: 'brief', case: id, ...brief };
  for (const finding of result.findings) yield findingRow(finding, id);
  for (const replay of result.replays) yield { kind: 'decision', case: id, ...replay };
  for (const warning of result.warnings) yield { kind: 'warning', case: id, ...warning };
}

export function findingRow(finding: Finding, id: string | null): Row {
  return { kind: 'finding', case: id, ...finding };
}

/** What belongs to no single case; comes after the cases, because cases are written as they are done. */
export function* tailRows(report: Omit<Report, 'cases'>): Generator<Row> {
  for (const link of report.links) yield { kind: 'link', case: null, ...link };
  for (const finding of report.findings) yield findingRow(finding, null);
  for (const warning of report.warnings) yield { kind: 'warning', case: null, ...warning };
  yield { kind: 'coverage', case: null, schema: report.schema, version: report.version, ...report.coverage };
}

/** Counts what was written, so that a reader of a pipe can tell a whole output from a torn one. */
export class RowCounter {
  private readonly counts = new Map<RowKind, number>();
  private readonly cases = new Set<string>();

  *through(rows: Iterable<Row>): Generator<Row> {
    for (const row of rows) {
      this.counts.set(row.kind, (this.counts.get(row.kind) ?? 0) + 1);
      if (row.case !== null) this.cases.add(row.case);
      yield row;
    }
  }

  end(): Row {
    const counts: Record<string, number> = {};
    for (const kind of ROW_KINDS) if (kind !== 'end') counts[kind] = this.counts.get(kind) ?? 0;
    return { kind: 'end', case: null, cases: this.cases.size, counts };
  }
}

export function* reportRows(report: Report): Generator<Row> {
  const counter = new RowCounter();
  for (const result of report.cases) yield* counter.through(caseRows(result));
  yield* counter.through(tailRows(report));
  yield counter.end();
}
