import type { CaseResult, Report } from '../result/report.ts';

/** The whole report, one case per line: greppable, and a torn file shows. */
export function jsonText(report: Report): string {
  return `${jsonHead(report)}${report.cases.map(jsonCase).join('')}${jsonTail(report)}`;
}

/** The three parts, for outputs that are written case by case. The first case is known by `index`. */
export function jsonHead({
  schema,
  tool,
  version,
  shard,
}: Pick<Report, 'schema' | 'tool' | 'version' | 'shard'>): string {
  return `{"schema":${JSON.stringify(schema)},"tool":${JSON.stringify(tool)},"version":${JSON.stringify(version)},${shard === undefined ? '' : `"shard":${JSON.stringify(shard)},`}"cases":[`;
}

export function jsonCase(result: CaseResult, index: number): string {
  return `${index === 0 ? '' : ','}\n${JSON.stringify(result)}`;
}

export function jsonTail({ links, findings, warnings, coverage }: Omit<Report, 'cases'>): string {
  return `\n],"links":${JSON.stringify(links)},"findings":${JSON.stringify(findings)},"warnings":${JSON.stringify(warnings)},"coverage":${JSON.stringify(coverage)}}\n`;
}
