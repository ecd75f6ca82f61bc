import { CONFIDENCES, type Confidence, type Finding, type Severity, severityRank } from './finding.ts';
import type { CaseResult } from './report.ts';

/** Which findings an output shows, and which of them count for the gate. */
export interface Selection {
  readonly minSeverity?: Severity;
  readonly minConfidence?: Confidence;
  /** Ids of detectors or names of their groups. */
  readonly detectors?: readonly string[];
  readonly groupOf?: (detector: string) => string | undefined;
  /** Marks a finding as known: in the baseline, or suppressed. */
  readonly isKnown?: (finding: Finding) => boolean;
  readonly showKnown?: boolean;
}

export function selectFindings(findings: readonly Finding[], selection: Selection): Finding[] {
  const { minSeverity, minConfidence, detectors, groupOf, isKnown, showKnown } = selection;
  const leastSeverity = minSeverity === undefined ? 0 : severityRank(minSeverity);
  const leastConfidence = minConfidence === undefined ? 0 : CONFIDENCES.indexOf(minConfidence);
  return findings.flatMap((finding) => {
    if (severityRank(finding.severity) < leastSeverity) return [];
    if (CONFIDENCES.indexOf(finding.confidence) < leastConfidence) return [];
    if (detectors !== undefined && !detectors.includes(finding.detector)) {
      const group = groupOf?.(finding.detector);
      if (group === undefined || !detectors.includes(group)) return [];
    }
    if (isKnown?.(finding) !== true) return [finding];
    return showKnown === true ? [{ ...finding, known: true }] : [];
  });
}

export function selectCase(result: CaseResult, selection: Selection): CaseResult {
  return { ...result, findings: selectFindings(result.findings, selection) };
}

/** Whether a finding at or above the level is left that nobody knew of. */
export function crosses(findings: readonly Finding[], level: Severity): boolean {
  return findings.some((finding) => finding.known !== true && severityRank(finding.severity) >= severityRank(level));
}
