/** The published result; shapes in `schema/`. */
export const REPORT_SCHEMA = 'aftertaint/report/1';

export type {
  AgentSummary,
  BriefReference,
  BriefSummary,
  CaseResult,
  Coverage,
  EventSummary,
  FlowSummary,
  Link,
  Place,
  Report,
} from './schema/report.ts';
