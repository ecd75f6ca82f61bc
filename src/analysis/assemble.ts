import type { Case } from '../case/model.ts';
import type { FlowGraph } from '../flows/model.ts';
import type { CaseSource } from '../ingest/model.ts';
import type { ReadCoverage } from '../ingest/read-case.ts';
import type { LinkSummary } from '../links/model.ts';
import type { Finding } from '../result/finding.ts';
import type { CaseResult, Coverage, FlowSummary } from '../result/report.ts';
import { briefsOf } from './briefs.ts';
import { alongTrail, type Focus, focusOn } from './focus.ts';
import { gateSummary } from './gate-summary.ts';
import { guaranteesOf } from './guarantees.ts';
import type { CaseOptions } from './options.ts';
import { quoteUpTo } from './quote.ts';
import type { Replayed } from './replay.ts';
import { agentSummary, caseSummary, eventSummary, flowSummary, type PathOf, pathsOf } from './summarise.ts';

interface Pieces {
  readonly source: CaseSource;
  readonly record: Case;
  readonly flows: FlowGraph;
  readonly findings: readonly Finding[];
  readonly replayed: Replayed;
  readonly options: CaseOptions;
  readonly links?: LinkSummary;
}

/** Everything that is known about a case as plain data: what leaves the worker, is saved, and is all that a reporter sees. */
export function assemble({ source, record, flows, findings, replayed, options, links }: Pieces): CaseResult {
  const { parts, agents, focus } = options;
  const pathOf = pathsOf(record);
  const touches = touching(agents);
  const near =
    options.trail !== undefined
      ? alongTrail(options.trail[source.id] ?? [], record, flows, findings, focus)
      : focus === undefined
        ? undefined
        : focusOn(focus, record, flows, findings);
  const briefs = parts.briefs === true || parts.flows === true ? briefsOf(record, flows, pathOf) : [];
  return {
    schema: 'aftertaint/case/1',
    id: source.id,
    summary: {
      ...summaryOf(record, source.rootPath, replayed),
      ...(briefs.length > 0 && { guarantees: guaranteesOf(record, briefs) }),
    },
    artefacts: record.artefacts.map(({ id, path, kind, byteLength, sha256 }) => ({
      id,
      path,
      kind,
      byteLength,
      sha256,
    })),
    agents: record.agents.agents.map(agentSummary).filter((agent) => touches([agent.id])),
    ...(parts.timeline === true && {
      timeline: record.timeline
        .filter((event) => touches([event.agent]) && (near?.events.has(event.id) ?? true))
        .map((event) => eventSummary(event, pathOf)),
    }),
    findings: findings.filter((finding) => touches(finding.agents) && (near?.findings.has(finding) ?? true)),
    flows:
      parts.flows === true
        ? flowSummaries(flows, record, findings, pathOf, near).filter((flow) => touches([flow.fromAgent, flow.toAgent]))
        : [],
    ...(parts.briefs === true && {
      briefs: briefs.filter((brief) => touches([brief.agent, brief.child ?? brief.agent])),
    }),
    ...(links !== undefined && { links }),
    replays: replayed.replays.filter((replay) => touches([replay.agentId])),
    ...(options.replay?.summary === true &&
      replayed.gate !== undefined && {
        gate: gateSummary(replayed, replayed.gate, record.ids.sessionIds, options.replay?.gateState),
      }),
    warnings: [...record.warnings.map((warning) => ({ ...warning })), ...notes(replayed, source.rootPath)],
  };
}

function summaryOf(record: Case, rootPath: string, { candidates = 0 }: Replayed): CaseResult['summary'] {
  const summary = caseSummary(record, rootPath);
  return candidates === 0 ? summary : { ...summary, facts: { ...summary.facts, candidates } };
}

/** Whether something that concerns these agents is wanted. */
function touching(wanted: readonly string[] | undefined): (ids: readonly string[]) => boolean {
  if (wanted === undefined || wanted.length === 0) return () => true;
  return (ids) => ids.some((id) => wanted.some((start) => id.startsWith(start)));
}

export function coverageOf(read: ReadCoverage, record: Case, flows: FlowGraph): Coverage {
  return {
    files: read.files,
    bytes: read.bytes,
    lines: read.lines,
    records: read.records,
    unknownTypes: { ...read.unknownTypes },
    malformed: read.malformed,
    skippedFiles: 0,
    copiedRecords: record.facts.copied,
    agents: record.agents.agents.length,
    limits: [...new Set([...read.limits, ...(flows.limits ?? [])])].sort(),
  };
}

/** Words shown of a flow: enough to read along where a finding rests on it, enough to recognise it elsewhere. UTF-16 units. */
const QUOTE_OF_FINDING = 4_000;
const QUOTE = 400;

function flowSummaries(
  graph: FlowGraph,
  record: Case,
  findings: readonly Finding[],
  pathOf: PathOf,
  near: Focus | undefined,
): FlowSummary[] {
  const cited = new Set(findings.flatMap((finding) => finding.flows));
  const chosen = near === undefined ? graph.flows : graph.flows.filter((flow) => near.flows.has(flow));
  const [short, long] = [quoteUpTo(QUOTE), quoteUpTo(QUOTE_OF_FINDING)];
  return chosen.map((flow) => flowSummary(flow, record, pathOf, cited.has(flow.id) ? long : short));
}

/** What a gate was not asked about is trouble of the run, not of the evidence: said at the root. */
function notes({ notes: said, warnings = [] }: Replayed, path: string): CaseResult['warnings'] {
  return [...said.map((message) => ({ code: 'gate-note', message })), ...warnings].map((warning) => ({
    ...warning,
    path,
    line: 0,
    byteStart: 0,
    byteEnd: 0,
  }));
}
