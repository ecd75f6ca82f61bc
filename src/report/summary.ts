import { oneLine, visible } from '../base/clean.ts';
import { fit, widthOf, wrap } from '../base/width.ts';
import { SEVERITIES } from '../result/finding.ts';
import type { Coverage } from '../result/report.ts';
import type { Paint } from './colour.ts';
import { bytesText, plural, shellWord } from './names.ts';
import type { Tally, TopFinding } from './tally.ts';

export interface SummaryOptions {
  readonly width: number;
  readonly paint: Paint;
  /** What was asked for, for the next command; already words of a shell. */
  readonly paths: readonly string[];
  /** Why this run ends with another code than 0, each in half a sentence. */
  readonly reasons: readonly string[];
  readonly seconds?: number;
}

const UNKNOWABLE =
  'Cannot be known from transcripts: inputs that reach a model without a record, hooks that passed in silence.';

const MOST_LINES = 25;

/** At most 25 lines for a tired reader: what was read, what was found, who was there, what a gate would have done, what to type next. */
export function summary(tally: Tally, coverage: Coverage, options: SummaryOptions): string {
  const { width, paint, reasons } = options;
  const head = [...coverageLines(tally, coverage, options), '', ...countLines(tally, options)];
  const tail = numberLines(tally, options);
  if (reasons.length > 0)
    tail.push(
      ...wrap(reasons.map(oneLine).join(' · '), width - 11)
        .slice(0, 2)
        .map((line, at) => label('STATUS', line, at, paint)),
    );
  tail.push('', nextLine(tally, options));
  // Narrow terminals take more lines for the same words: then fewer findings are told, never fewer facts about the reading.
  const room = Math.max(1, Math.floor((MOST_LINES - head.length - tail.length) / 2));
  const lines = [...head, ...tally.top.slice(0, room).flatMap((finding) => findingLines(finding, options)), ...tail];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function label(name: string, line: string, at: number, paint: Paint): string {
  return `${at === 0 ? paint.bold(name.padEnd(11)) : ' '.repeat(11)}${line}`;
}

function coverageLines(tally: Tally, coverage: Coverage, { width, paint, seconds }: SummaryOptions): string[] {
  const unknown = Object.entries(coverage.unknownTypes);
  const read = `Read ${plural(coverage.files, 'file')} (${plural(tally.cases, 'session')}, ${plural(coverage.agents, 'agent')}), ${bytesText(coverage.bytes)}${
    seconds === undefined ? '' : ` in ${seconds.toFixed(1)} s`
  }.`;
  const trouble =
    coverage.malformed === 0
      ? 'All lines understood.'
      : `Not understood: ${plural(coverage.malformed, 'line')} of ${coverage.lines.toLocaleString('en-US')}.`;
  const words = `${read} ${trouble}`;
  const lines = widthOf(words) <= width ? [`${paint.bold(read)} ${trouble}`] : wrap(words, width);
  for (const warning of tally.firstWarnings) {
    lines.push(
      fit(
        `  ${oneLine(warning.path)}${warning.line > 0 ? `:${warning.line}` : ''}  ${oneLine(warning.message)}`,
        width,
      ),
    );
  }
  if (tally.warnings > tally.firstWarnings.length) {
    lines.push(
      `  and ${plural(tally.warnings - tally.firstWarnings.length, 'more warning')}: --format ndjson lists all`,
    );
  }
  if (unknown.length > 0) {
    const total = unknown.reduce((sum, [, count]) => sum + count, 0);
    const names = unknown.slice(0, 4).map(([name]) => `'${oneLine(name)}'`);
    lines.push(fit(`  ${plural(total, 'record')} of unknown type ${names.join(', ')} kept, not interpreted`, width));
  }
  for (const limit of coverage.limits.slice(0, 1)) lines.push(fit(`  limit reached: ${oneLine(limit)}`, width));
  lines.push(...wrap(UNKNOWABLE, width));
  return lines;
}

function countLines(tally: Tally, { width, paint }: SummaryOptions): string[] {
  const counts = [...SEVERITIES].reverse().filter((severity) => severity !== 'info' && tally.count(severity) > 0);
  const info = tally.count('info');
  const rest = [
    info > 0 ? `${info} info: --min-severity info` : '',
    tally.known > 0 ? `${tally.known} known` : '',
  ].filter((part) => part !== '');
  const plain = counts.map((severity) => `${tally.count(severity)} ${severity}`).join(' · ') || 'none above info';
  const words = `${plain}${rest.length > 0 ? `   (${rest.join('; ')})` : ''}`;
  if (11 + widthOf(words) > width) return wrap(words, width - 11).map((line, at) => label('FINDINGS', line, at, paint));
  const painted = counts
    .map((severity) => paint.severity(severity, `${tally.count(severity)} ${severity}`))
    .join(' · ');
  return [label('FINDINGS', counts.length > 0 ? words.replace(plain, () => painted) : words, 0, paint)];
}

function findingLines(finding: TopFinding, { width, paint }: SummaryOptions): string[] {
  const facts = [
    finding.detector,
    finding.verdict ?? '',
    finding.actedOn === undefined ? '' : `acted on: ${finding.actedOn}`,
    finding.where,
  ].filter((part) => part !== '');
  return [
    `  ${paint.severity(finding.severity, finding.severity.padEnd(8))}  ${fit(`${finding.id}  ${oneLine(finding.message)}`, width - 12)}`,
    paint.dim(fit(`            ${facts.map(oneLine).join(' · ')}`, width)),
  ];
}

function numberLines(tally: Tally, { width, paint }: SummaryOptions): string[] {
  const links = ['recorded', 'matched', 'inferred']
    .filter((basis) => (tally.linkBasis.get(basis) ?? 0) > 0)
    .map((basis) => `${tally.linkBasis.get(basis)} ${basis}`);
  if (tally.orphans > 0) links.push(plural(tally.orphans, 'orphan'));
  const agents = `${plural(tally.roots, 'root')}, ${plural(tally.children, 'child', 'children')}${links.length > 0 ? ` (${links.join(', ')})` : ''}, depth up to ${tally.depth}`;
  const told = (name: string, words: string) =>
    wrap(words, width - 11)
      .slice(0, 2)
      .map((line, at) => label(name, line, at, paint));
  const lines = told('AGENTS', agents);
  for (const [gate, numbers] of [...tally.gates].slice(0, 2)) {
    const first = numbers.first === undefined ? '' : `, first at ${oneLine(numbers.first)}`;
    const looked = `${oneLine(gate)}: ${plural(numbers.looked, 'event')} looked at`;
    lines.push(
      ...told('GATE', `${looked}, ${numbers.stopped.toLocaleString('en-US')} would have been stopped${first}`),
    );
  }
  return lines;
}

function nextLine(tally: Tally, { paths, paint }: SummaryOptions): string {
  const where = paths.map(shellWord).join(' ');
  const first = tally.top[0];
  const next =
    first !== undefined
      ? `aftertaint explain ${first.id} ${where}      aftertaint report ${where} --format html > report.html`
      : tally.cases > 0
        ? `aftertaint tree ${where}      aftertaint flows --briefs ${where}`
        : 'aftertaint scan --local';
  return `${paint.bold('Next:')} ${visible(next)}`;
}
