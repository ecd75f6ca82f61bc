import { lineChanges } from '../../base/diff.ts';
import { by } from '../../base/order.ts';
import type { Report } from '../../result/report.ts';

/** What a case looks like as text, one file each under `expected/`: small enough to read, stable against wording. */
export function snapshot(report: Report): Map<string, string> {
  const findings = [...report.cases.flatMap((one) => one.findings), ...report.findings]
    .map((finding) => {
      const place = finding.evidence[0];
      return [
        finding.severity.padEnd(8),
        finding.detector.padEnd(24),
        (finding.verdict ?? '-').padEnd(12),
        `acted-on ${finding.actedOn ?? '-'}`.padEnd(16),
        `confidence ${finding.confidence}`.padEnd(18),
        place === undefined ? '' : `${place.path}:${place.line}`,
      ].join(' ');
    })
    .sort(by((line) => line));
  const agents = report.cases.flatMap((one) =>
    one.agents.map((agent) =>
      [
        '  '.repeat(agent.depth) + agent.kind,
        agent.type === '' ? agent.id : `${agent.type} ${agent.id}`,
        agent.link === null ? '' : `${agent.link.basis} by ${agent.link.by}`,
        agent.status,
        `${agent.toolCalls} calls`,
      ]
        .filter((part) => part !== '')
        .join(' · '),
    ),
  );
  return new Map([
    ['findings.txt', text(findings)],
    ['tree.txt', text(agents)],
  ]);
}

/** The difference between what stands in a snapshot and what was found, as lines with `-` and `+`; '' when equal. */
export function snapshotDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  const lines = lineChanges(before, after).flatMap(({ kind, text: part }) =>
    kind === 'same'
      ? []
      : part
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${kind === 'added' ? '+' : '-'} ${line}`),
  );
  return `expected/${name} differs:\n${lines.join('\n')}`;
}

function text(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
