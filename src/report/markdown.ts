import { clip, oneLine } from '../base/clean.ts';
import { by } from '../base/order.ts';
import { type Finding, SEVERITIES, severityRank } from '../result/finding.ts';
import type { CaseResult, Report } from '../result/report.ts';
import { bytesText, namesOf, plural } from './names.ts';

/** Most findings told in full: a reader has a limit, and so has an issue body (65,536 characters at GitHub). */
const TOLD = 30;
const LONGEST = 65_000;

/** A summary fit for an issue: coverage, findings worst first, agents, decisions. Evidence cannot become markup, links or mentions. */
export function markdown(report: Report): string {
  let text = told(report, TOLD);
  for (let most = TOLD / 2; text.length > LONGEST && most >= 1; most = Math.floor(most / 2)) text = told(report, most);
  return text;
}

function told(report: Report, most: number): string {
  const all: { finding: Finding; result: CaseResult | undefined }[] = [
    ...report.cases.flatMap((result) => result.findings.map((finding) => ({ finding, result }))),
    ...report.findings.map((finding) => ({ finding, result: undefined })),
  ];
  const findings = all.sort(
    by(
      ({ finding }) => -severityRank(finding.severity),
      ({ result }) => result?.id ?? '',
      ({ finding }) => finding.id,
    ),
  );
  const { coverage } = report;
  const lines = [
    '# aftertaint',
    '',
    `Read ${plural(coverage.files, 'file')} (${plural(report.cases.length, 'session')}, ${plural(coverage.agents, 'agent')}), ${bytesText(coverage.bytes)}, ${plural(coverage.records, 'record')}; ${coverage.malformed === 0 ? 'all lines understood' : `${plural(coverage.malformed, 'line')} not understood`}.`,
    ...coverage.limits.map((limit) => `Limit reached: ${plain(limit)}.`),
    '',
    '> Cannot be known from transcripts: inputs that reach a model without a record, hooks that passed in silence.',
    '',
    '## Findings',
    '',
    counts(findings.map(({ finding }) => finding)),
    '',
    ...findings.slice(0, most).flatMap(({ finding, result }) => story(finding, result)),
    ...(findings.length > most
      ? [`${findings.length - most} more findings are not told here; the JSON holds all.`, '']
      : []),
    ...statements(report),
    '## Agents',
    '',
    ...report.cases
      .slice(0, most)
      .map(
        (result) =>
          `- ${code(result.id)}: ${plural(result.agents.length, 'agent')}, depth ${result.summary.depth}, ${plural(result.summary.orphans, 'orphan')}, ${plural(result.summary.events, 'event')}`,
      ),
    ...(report.cases.length > most ? [`- and ${report.cases.length - most} more sessions`] : []),
    '',
    ...decisions(report),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Why findings are not told: whoever reads the report must see what was accepted, by which words. */
function statements(report: Report): string[] {
  const told = report.warnings.filter(({ code }) => code.startsWith('suppress'));
  if (told.length === 0) return [];
  return ['## Known and accepted', '', ...told.slice(0, TOLD).map(({ message }) => `- ${plain(message)}`), ''];
}

function counts(findings: readonly Finding[]): string {
  const shown = findings.filter((finding) => finding.known !== true);
  const parts = [...SEVERITIES]
    .reverse()
    .map((severity) => ({ severity, count: shown.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`);
  const known = findings.length - shown.length;
  return `${parts.length === 0 ? 'None.' : `${parts.join(', ')}.`}${known > 0 ? ` ${known} known.` : ''}`;
}

function story(finding: Finding, result: CaseResult | undefined): string[] {
  const name = result === undefined ? (id: string) => id : namesOf(result);
  const facts = [
    `confidence ${finding.confidence}`,
    finding.verdict === undefined ? '' : `verdict ${finding.verdict}`,
    finding.actedOn === undefined ? '' : `acted on: ${finding.actedOn}`,
    finding.known === true ? 'known' : '',
    result === undefined ? `cases ${(finding.cases ?? []).map(code).join(', ')}` : `case ${code(result.id)}`,
    finding.agents.length === 0 ? '' : `agents ${finding.agents.map((agent) => code(name(agent))).join(' › ')}`,
  ].filter((fact) => fact !== '');
  return [
    `### ${finding.severity}: ${plain(finding.message)}`,
    '',
    `${code(finding.id)} ${code(finding.detector)} · ${facts.join(' · ')}`,
    '',
    ...finding.evidence.flatMap((evidence) => [
      `- ${plain(evidence.note)}: ${code(`${evidence.path}:${evidence.line}`)} bytes ${evidence.byteStart}–${evidence.byteEnd}${evidence.sha256 === undefined ? '' : `, sha256 ${code(evidence.sha256.slice(0, 16))}…`}`,
      `  > ${plain(clip(evidence.excerpt, 300))}`,
    ]),
    '',
  ];
}

function decisions(report: Report): string[] {
  const gates = new Map<string, { asked: number; stopped: number; differs: number; hypothetical: number }>();
  for (const replay of report.cases.flatMap((result) => result.replays)) {
    const gate = gates.get(replay.gate) ?? { asked: 0, stopped: 0, differs: 0, hypothetical: 0 };
    gates.set(replay.gate, gate);
    gate.asked += 1;
    if (replay.effect === 'blocks-call' || replay.effect === 'ends-run') gate.stopped += 1;
    if (replay.differs) gate.differs += 1;
    if (replay.hypothetical) gate.hypothetical += 1;
  }
  if (gates.size === 0) return [];
  return [
    '## Gates',
    '',
    '| gate | events | stopped | differ from the record | hypothetical |',
    '|---|---|---|---|---|',
    ...[...gates].map(
      ([gate, n]) => `| ${plain(gate)} | ${n.asked} | ${n.stopped} | ${n.differs} | ${n.hypothetical} |`,
    ),
  ];
}

/** Text as text: every character that Markdown or GitHub could read as markup, mention or link is defused. */
function plain(text: string): string {
  return oneLine(text)
    .replace(/&/g, '&amp;')
    .replace(/[\\`*_{}[\]()#+\-!|~>:=]/g, (character) => `\\${character}`)
    .replace(/\bwww\./gi, 'www&#46;')
    .replace(/[<@]/g, (character) => (character === '<' ? '&lt;' : '&#64;'));
}

/** Code span: the fence is longer than any run of back quotes inside. */
function code(text: string): string {
  const clean = oneLine(text).replaceAll('|', '¦');
  const longest = Math.max(0, ...[...clean.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${clean}${fence}` : `${fence} ${clean} ${fence}`;
}
