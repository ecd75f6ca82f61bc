import { buildCase } from '../case/build.ts';
import type { Case, EventId } from '../case/model.ts';
import { readBytes } from '../evidence/source.ts';
import { traceFlows } from '../flows/trace.ts';
import { casesAmong } from '../ingest/find.ts';
import type { CaseSource, FoundFile } from '../ingest/model.ts';
import { readCase } from '../ingest/read-case.ts';
import { Join } from '../links/join.ts';
import type { Finding } from '../result/finding.ts';
import { analyseCase } from './analyse.ts';
import type { CaseOptions } from './options.ts';

/** A small transcript cut out of a case that still shows one finding. */
export interface Carved {
  readonly files: readonly {
    readonly path: string;
    readonly bytes: Uint8Array;
    readonly lines: number;
    readonly ofLines: number;
  }[];
  readonly finding: Finding;
  /** How much could be left out before the finding went away. */
  readonly step: 'cited records' | 'turns around them' | 'agents involved' | 'whole case';
}

/**
 * Tries ever larger parts of the cases that a finding is about and takes the first that still shows it: the same detector with the same
 * verdict and severity. What was left out can be told from the line counts.
 */
export async function carve(sources: readonly CaseSource[], wanted: Finding, options: CaseOptions): Promise<Carved> {
  const parts = sources.map((source) => partsOf(source, wanted, options));
  for (const step of ['cited records', 'turns around them', 'agents involved'] as const) {
    const files = parts.flatMap((part) => part[step]());
    const finding = await shows(files, wanted, options);
    if (finding !== undefined) return { files, finding, step };
  }
  return { files: parts.flatMap((part) => part['whole case']()), finding: wanted, step: 'whole case' };
}

/** The parts of one case that are tried. */
function partsOf(source: CaseSource, wanted: Finding, options: CaseOptions): Record<Carved['step'], () => Files> {
  const { input } = readCase(source, options);
  const record = buildCase(input);
  const paths = new Set(source.artefacts.map(({ path }) => path));
  const cited = new Set<EventId>(
    // Event ids are those of one case: of a finding over several, only what stands in this one's files counts.
    wanted.evidence.flatMap(({ path, eventId }) => (eventId !== undefined && paths.has(path) ? [eventId] : [])),
  );
  for (const flow of wanted.flows.length === 0 ? [] : traceFlows(record, options.policy).flows) {
    if (!wanted.flows.includes(flow.id)) continue;
    for (const id of [flow.from, flow.to, ...flow.relays.map((text) => text.event)]) cited.add(id);
  }
  const whole = () => cut(source, input.files, undefined);
  // A session that is named but not cited: nothing says which of its records matter.
  if (cited.size === 0)
    return { 'cited records': whole, 'turns around them': whole, 'agents involved': whole, 'whole case': whole };
  const called = withCalls(cited, record);
  return {
    'cited records': () => cut(source, input.files, linesOf(called, record)),
    'turns around them': () => cut(source, input.files, linesOf(withTurns(called, record), record)),
    'agents involved': () => cut(source, input.files, linesOf(withAgents(wanted, cited, record), record)),
    'whole case': whole,
  };
}

type Files = Carved['files'];

/** Calls with their results, spawns with first and last words of the child, and every prompt that led there. */
function withCalls(events: ReadonlySet<EventId>, record: Case): Set<EventId> {
  const kept = new Set<EventId>();
  const add = (id: EventId | undefined) => {
    const event = id === undefined ? undefined : record.event(id);
    if (event === undefined || kept.has(event.id)) return;
    kept.add(event.id);
    if (event.kind === 'tool-result') add(event.call);
    if (event.kind === 'tool-call') add(event.result);
    if (event.kind === 'return') add(event.carrier);
    if (event.kind === 'spawn') add(event.call);
    const agent = record.agents.get(event.agent);
    add(agent?.firstEvent);
    add(agent?.lastEvent);
    add(agent?.spawnedBy?.eventId);
  };
  for (const id of events) add(id);
  return kept;
}

/** Everything from the last prompt before each event up to the next one. */
function withTurns(events: ReadonlySet<EventId>, record: Case): Set<EventId> {
  const kept = new Set(events);
  for (const agent of record.agents.agents) {
    let turn: EventId[] = [];
    const close = () => {
      if (turn.some((id) => events.has(id))) for (const id of turn) kept.add(id);
      turn = [];
    };
    for (const event of record.eventsOf(agent.id)) {
      if (event.kind === 'prompt') close();
      turn.push(event.id);
    }
    close();
  }
  return kept;
}

function withAgents(wanted: Finding, cited: ReadonlySet<EventId>, record: Case): Set<EventId> {
  const agents = new Set([record.agents.root, ...wanted.agents]);
  for (const id of cited) agents.add(record.event(id)?.agent ?? record.agents.root);
  return new Set(record.timeline.filter((event) => agents.has(event.agent)).map((event) => event.id));
}

function linesOf(events: ReadonlySet<EventId>, record: Case): Set<string> {
  return new Set([...events].map((id) => record.event(id)!.span).map((span) => `${span.artefact}:${span.byteStart}`));
}

/** Keeps records by place; small whole files (meta, spilled results) stay where their agent stays. */
function cut(
  source: CaseSource,
  files: ReturnType<typeof readCase>['input']['files'],
  lines: ReadonlySet<string> | undefined,
): Files {
  const locations = new Map(source.artefacts.map((artefact) => [artefact.id, artefact.location]));
  const cutFiles: Files[number][] = [];
  for (const { artefact, records } of files) {
    const bytes = readBytes(locations.get(artefact.id)!);
    if (lines === undefined || records.length === 0) {
      cutFiles.push({ path: artefact.path, bytes, lines: records.length, ofLines: records.length });
      continue;
    }
    const kept = records.filter(({ span }) => lines.has(`${span.artefact}:${span.byteStart}`));
    if (kept.length === 0) continue;
    const parts = kept.flatMap(({ span }) => [bytes.subarray(span.byteStart, span.byteEnd), Buffer.from('\n')]);
    cutFiles.push({ path: artefact.path, bytes: Buffer.concat(parts), lines: kept.length, ofLines: records.length });
  }
  return cutFiles.filter(
    ({ path, ofLines }) => ofLines > 0 || cutFiles.some((file) => file.ofLines > 0 && belongs(path, file.path)),
  );
}

/** `x.meta.json` beside `x.jsonl`; anything else in a session's folder belongs to the session. */
function belongs(path: string, transcript: string): boolean {
  const stem = transcript.replace(/\.jsonl$/, '');
  return path.startsWith(`${stem}.`) || (path.startsWith(`${stem}/`) && !path.includes('/subagents/'));
}

async function shows(files: Files, wanted: Finding, options: CaseOptions): Promise<Finding | undefined> {
  const found = casesAmong(
    files.map(({ path, bytes }): FoundFile => ({ path, place: `/${path}`, location: bytes, named: true })),
  );
  const several = wanted.cases !== undefined;
  const join = several ? new Join() : undefined;
  const same = (finding: Finding) =>
    finding.detector === wanted.detector && finding.verdict === wanted.verdict && finding.severity === wanted.severity;
  for (const source of found.sources) {
    const { result } = await analyseCase(source, { ...options, parts: { findings: true, links: several } });
    await join?.add(result);
    const here = several ? undefined : result.findings.find(same);
    if (here !== undefined) return here;
  }
  return (await join?.finish())?.findings.find(same);
}
