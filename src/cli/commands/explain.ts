import { briefsBehind } from '../../report/briefs.ts';
import { explain } from '../../report/explain.ts';
import type { Finding } from '../../result/finding.ts';
import type { CaseResult, Link, Report } from '../../result/report.ts';
import { chosenFinding } from '../chosen-finding.ts';
import type { Run } from '../command.ts';
import { formatOf, renderReport, viewOf } from '../formats.ts';
import { collectReport, openInput } from '../input.ts';
import { redacted, redactionOf } from '../redaction.ts';

export const run: Run = async (call) => {
  const [wanted, ...paths] = call.operands;
  const input = await openInput(call, paths, {
    parts: { findings: true, flows: true, briefs: true },
  });
  const whole = await collectReport(input);
  const { id } = chosenFinding(whole, wanted!, input.paths);
  const format = formatOf(call);
  const report = await redacted(only(whole, id), redactionOf(call, format));
  const view = await viewOf(call);
  if (format !== 'table') {
    await call.out.write(await renderReport(report, format, { view, argv: call.io.argv.slice(2) }));
    return input.reasons;
  }
  const spanning = report.findings.map((finding) => explain(finding, undefined, view, report.links));
  const told = report.cases.flatMap((result) => result.findings.map((finding) => explain(finding, result, view)));
  await call.out.write([...told, ...spanning].join('\n'));
  return input.reasons;
};

/** Links whose end is cited by a finding; where none is, those between its sessions. */
function waysOf(findings: readonly Finding[], links: readonly Link[]): Link[] {
  const cited = ({ path, line }: Link['from']) =>
    findings.some(({ evidence }) => evidence.some((one) => one.path === path && one.line === line));
  const direct = links.filter((link) => cited(link.from) && cited(link.to));
  if (direct.length > 0) return direct;
  const spans = ({ from, to }: Link) =>
    findings.some(({ cases = [] }) => cases.includes(from.case) && cases.includes(to.case));
  return links.filter((link) => (cited(link.from) || cited(link.to)) && spans(link));
}

function only(report: Report, id: string): Report {
  const narrow = (result: CaseResult): CaseResult[] => {
    const findings = result.findings.filter((finding) => finding.id === id);
    const flows = new Set(findings.flatMap((finding) => finding.flows));
    const { timeline: _timeline, briefs: _briefs, ...rest } = result;
    const briefs = findings.flatMap((finding) => briefsBehind(finding, result));
    return findings.length === 0
      ? []
      : [
          {
            ...rest,
            ...(briefs.length > 0 && { briefs }),
            findings,
            flows: result.flows.filter((flow) => flows.has(flow.id)),
            replays: [],
          },
        ];
  };
  const findings = report.findings.filter((finding) => finding.id === id);
  return { ...report, cases: report.cases.flatMap(narrow), findings, links: waysOf(findings, report.links) };
}
