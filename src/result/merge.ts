import { by } from '../base/order.ts';
import { addCoverage, NO_COVERAGE } from './coverage.ts';
import type { Report } from './report.ts';

export interface Merged {
  readonly report: Report;
  /** Parts of the run that are not among the reports. */
  readonly missing: readonly number[];
  /** Why the reports do not belong together. */
  readonly problems: readonly string[];
}

/** Joins the reports of shards into the one that a single run would have given, byte for byte. */
export function mergeReports(reports: readonly Report[]): Merged {
  const problems: string[] = [];
  const sizes = new Set(reports.map((report) => report.shard?.of ?? 1));
  if (sizes.size > 1) problems.push(`the reports are parts of runs with ${[...sizes].join(' and ')} shards`);
  const versions = new Set(reports.map((report) => report.version));
  if (versions.size > 1) problems.push(`the reports were made by versions ${[...versions].join(' and ')}`);
  const present = reports.map((report) => report.shard?.index ?? 1);
  const repeated = present.filter((index, at) => present.indexOf(index) !== at);
  if (reports.every((report) => report.shard !== undefined) && repeated.length > 0)
    problems.push(`shard ${repeated[0]} is there twice`);
  const of = [...sizes][0] ?? 1;
  const missing = reports.some((report) => report.shard !== undefined)
    ? Array.from({ length: of }, (_, index) => index + 1).filter((index) => !present.includes(index))
    : [];
  const first = [...reports].sort(by((report) => report.shard?.index ?? 0))[0]!;
  const { shard: _, ...head } = first;
  return {
    report: {
      ...head,
      cases: reports
        .flatMap((report) => report.cases)
        .sort(
          by(
            (result) => result.summary.rootPath,
            (result) => result.id,
          ),
        ),
      coverage: reports.map((report) => report.coverage).reduce(addCoverage, NO_COVERAGE),
      links: reports.flatMap((report) => report.links).sort(by((link) => link.id)),
      findings: reports.flatMap((report) => report.findings).sort(by((finding) => finding.id)),
      warnings: reports.flatMap((report) => report.warnings),
    },
    missing,
    problems,
  };
}
