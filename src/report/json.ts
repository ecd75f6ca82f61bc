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

/** Items of one list that are written at once. */
const ITEMS_PER_PIECE = 512;

/**
 * The same in pieces: the text of a session of a gigabyte is a fifth of it, and whoever writes it as a whole holds it twice more, as a
 * string and as bytes.
 */
export function* jsonCasePieces(result: CaseResult, index: number): Generator<string> {
  let text = `${index === 0 ? '' : ','}\n{`;
  let isFirst = true;
  for (const [name, value] of Object.entries(result)) {
    if (value === undefined) continue;
    text += `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    isFirst = false;
    if (!Array.isArray(value) || value.length <= ITEMS_PER_PIECE) {
      text += JSON.stringify(value);
      continue;
    }
    for (let at = 0; at < value.length; at += ITEMS_PER_PIECE) {
      const items = JSON.stringify(value.slice(at, at + ITEMS_PER_PIECE));
      yield `${text}${at === 0 ? '[' : ','}${items.slice(1, -1)}`;
      text = '';
    }
    text = ']';
  }
  yield `${text}}`;
}

export function jsonTail({ links, findings, warnings, coverage }: Omit<Report, 'cases'>): string {
  return `\n],"links":${JSON.stringify(links)},"findings":${JSON.stringify(findings)},"warnings":${JSON.stringify(warnings)},"coverage":${JSON.stringify(coverage)}}\n`;
}
