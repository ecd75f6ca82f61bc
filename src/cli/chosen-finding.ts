import { nearestName } from '../base/nearest.ts';
import { shellWord } from '../report/names.ts';
import { type Finding, severityRank } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { Complaint } from './exit.ts';

/**
 * The finding that is meant: a whole id, a beginning that fits only one, or `first` for the worst: for a first look, and for examples
 * that work on any archive.
 */
export function chosenFinding(report: Report, wanted: string, paths: readonly string[]): Finding {
  const all = [...report.cases.flatMap((result) => result.findings), ...report.findings];
  const where = paths.map(shellWord).join(' ');
  const worst = all.reduce<Finding | undefined>(
    (known, finding) =>
      known === undefined || severityRank(finding.severity) > severityRank(known.severity) ? finding : known,
    undefined,
  );
  if (worst === undefined)
    throw new Complaint(`there is no finding in ${where}`, {
      hint: `aftertaint scan ${where} says what was read; aftertaint timeline ${where} what happened`,
    });
  if (wanted === 'first') return worst;
  const byId = new Map(all.map((finding) => [finding.id, finding]));
  const exact = byId.get(wanted);
  if (exact !== undefined) return exact;
  const fitting = [...byId.keys()].filter((id) => wanted.length >= 4 && id.startsWith(wanted));
  if (fitting.length > 1)
    throw new Complaint(`'${wanted}' fits ${fitting.length} findings: ${fitting.slice(0, 5).join(', ')}`, {
      hint: 'give one more letter',
    });
  if (fitting.length === 1) return byId.get(fitting[0]!)!;
  const close = nearestName(wanted, [...byId.keys()]);
  throw new Complaint(`no finding is called '${wanted}' in ${where}`, {
    hint: `${close === undefined ? '' : `did you mean ${close}? `}aftertaint scan ${where} lists all ${all.length}; 'first' is the worst`,
  });
}
