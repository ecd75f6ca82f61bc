import { isObject, type JsonObject } from '../base/json.ts';
import { NO_COVERAGE } from './coverage.ts';
import { type CaseResult, REPORT_SCHEMA, type Report } from './report.ts';

/** Why a text is no report of ours: for the person who named the file. */
export class NotLoadable extends Error {}

/** A saved JSON report. Older schema versions would be lifted here; there are none yet. */
export function loadReport(value: unknown): Report {
  if (!isObject(value) || typeof value['schema'] !== 'string' || !value['schema'].startsWith('aftertaint/')) {
    throw new NotLoadable('is no aftertaint report');
  }
  if (value['schema'] !== REPORT_SCHEMA) {
    throw new NotLoadable(
      `has schema '${value['schema']}', this version reads '${REPORT_SCHEMA}'; use the version that wrote it`,
    );
  }
  for (const part of ['cases', 'links', 'findings', 'warnings']) {
    if (!Array.isArray(value[part])) throw new NotLoadable(`is damaged: '${part}' is no list`);
  }
  for (const result of value['cases'] as unknown[]) {
    if (
      !isObject(result) ||
      typeof result['id'] !== 'string' ||
      !Array.isArray(result['findings']) ||
      !Array.isArray(result['agents'])
    ) {
      throw new NotLoadable('is damaged: a case lacks its id, agents or findings');
    }
  }
  return value as unknown as Report;
}

/** Saved NDJSON rows. What rows do not carry (digests of artefacts, host versions) stays empty. */
export function loadRows(rows: readonly JsonObject[]): Report {
  const end = rows.at(-1);
  if (end === undefined || end['kind'] !== 'end')
    throw new NotLoadable("is cut off: the closing line of kind 'end' is missing");
  const cases = new Map<string, CaseResult>();
  const report: Report = {
    schema: REPORT_SCHEMA,
    tool: { name: 'aftertaint', version: '' },
    version: '',
    coverage: NO_COVERAGE,
    cases: [],
    links: [],
    findings: [],
    warnings: [],
  };
  for (const { kind, case: caseId, ...members } of rows) {
    const value = members as never;
    const result = typeof caseId === 'string' ? caseOf(cases, caseId) : undefined;
    if (kind === 'coverage') report.coverage = { ...NO_COVERAGE, ...(members as object) };
    else if (kind === 'link') report.links.push(value);
    else if (result === undefined) {
      if (kind === 'finding') report.findings.push(value);
      if (kind === 'warning') report.warnings.push(value);
    } else if (kind === 'agent') result.agents.push({ ...(members as object), kind: members['agentKind'] } as never);
    else if (kind === 'event') result.timeline!.push({ ...(members as object), kind: members['eventKind'] } as never);
    else if (kind === 'flow') result.flows.push(value);
    else if (kind === 'brief') result.briefs!.push(value);
    else if (kind === 'finding') result.findings.push(value);
    else if (kind === 'decision') result.replays.push(value);
    else if (kind === 'warning') result.warnings.push(value);
  }
  return { ...report, cases: [...cases.values()] };
}

function caseOf(cases: Map<string, CaseResult>, id: string): CaseResult {
  const known = cases.get(id);
  if (known !== undefined) return known;
  const made: CaseResult = {
    schema: 'aftertaint/case/1',
    id,
    summary: {
      host: 'claude-code',
      hostVersions: [],
      rootPath: '',
      events: 0,
      depth: 0,
      orphans: 0,
      facts: {},
      ids: { sessionIds: [], agentIds: [], projectFolders: [], cwds: [] },
    },
    artefacts: [],
    agents: [],
    timeline: [],
    findings: [],
    flows: [],
    briefs: [],
    replays: [],
    warnings: [],
  };
  cases.set(id, made);
  return made;
}
