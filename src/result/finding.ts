/** Words of findings. Their shapes are in `schema/`, which nothing but validation loads at run time. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const CONFIDENCES = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof CONFIDENCES)[number];
export const VERDICTS = ['forged', 'relayed', 'quoted', 'harness', 'unattributed'] as const;
export type Verdict = (typeof VERDICTS)[number];
export const ACTED_ON = ['yes', 'partly', 'no', 'unknown'] as const;
export type ActedOn = (typeof ACTED_ON)[number];

export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

export type { Evidence, Finding, FirstStop } from './schema/finding.ts';
