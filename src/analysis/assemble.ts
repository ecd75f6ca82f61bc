import type { Case } from '../case/model.ts';
import type { CaseSource } from '../ingest/model.ts';
import type { ReadCoverage } from '../ingest/read-case.ts';
import type { Finding } from '../result/finding.ts';
import type { CaseResult, Coverage } from '../result/report.ts';
import type { CaseOptions } from './options.ts';
import { agentSummary, caseSummary, eventSummary, pathsOf } from './summarise.ts';

interface Pieces {
  readonly source: CaseSource;
  readonly record: Case;
  readonly findings: readonly Finding[];
  readonly options: CaseOptions;
}

/** Everything that is known about a case as plain data: what leaves the worker, is saved, and is all that a reporter sees. */
export function assemble({ source, record, findings, options: { parts, agents } }: Pieces): CaseResult {
  const pathOf = pathsOf(record);
  const touches = touching(agents);
  return {
    schema: 'aftertaint/case/1',
    id: source.id,
    summary: caseSummary(record, source.rootPath),
    artefacts: record.artefacts.map(({ id, path, kind, byteLength, sha256 }) => ({
      id,
      path,
      kind,
      byteLength,
      sha256,
    })),
    agents: record.agents.agents.map(agentSummary).filter((agent) => touches([agent.id])),
    ...(parts.timeline === true && {
      timeline: record.timeline.filter((event) => touches([event.agent])).map((event) => eventSummary(event, pathOf)),
    }),
    findings: findings.filter((finding) => touches(finding.agents)),
    flows: [],
    replays: [],
    warnings: record.warnings.map((warning) => ({ ...warning })),
  };
}

/** Whether something that concerns these agents is wanted. */
function touching(wanted: readonly string[] | undefined): (ids: readonly string[]) => boolean {
  if (wanted === undefined || wanted.length === 0) return () => true;
  return (ids) => ids.some((id) => wanted.some((start) => id.startsWith(start)));
}

export function coverageOf(read: ReadCoverage, record: Case): Coverage {
  return {
    files: read.files,
    bytes: read.bytes,
    lines: read.lines,
    records: read.records,
    unknownTypes: { ...read.unknownTypes },
    malformed: read.malformed,
    skippedFiles: 0,
    copiedRecords: record.copies.length,
    agents: record.agents.agents.length,
    limits: [...read.limits],
  };
}
