import { clip, oneLine } from '../base/clean.ts';
import { compareText } from '../base/order.ts';
import type { Agent, Case, TimelineEvent } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import type { Flow, TextLabels } from '../flows/model.ts';
import type { AgentSummary, CaseResult, EventSummary, FlowSummary, Place } from '../result/report.ts';
import { callSummary } from './call-summary.ts';
import type { Quote } from './quote.ts';

/** Longest summary of an event, in UTF-16 units. The record itself is one `show` away. */
const SUMMARY_UNITS = 160;

/** Paths of a case's artefacts by id: every place in the output carries its path. */
export type PathOf = (artefact: string) => string;

export function pathsOf(record: Case): PathOf {
  const paths = new Map(record.artefacts.map((artefact) => [artefact.id, artefact.path]));
  return (artefact) => paths.get(artefact) ?? artefact;
}

export function caseSummary(record: Case, rootPath: string): CaseResult['summary'] {
  let firstAt: string | undefined;
  let lastAt: string | undefined;
  for (const { at } of record.timeline) {
    if (at === undefined) continue;
    if (firstAt === undefined || at < firstAt) firstAt = at;
    if (lastAt === undefined || at > lastAt) lastAt = at;
  }
  const agents = record.agents.agents;
  return {
    host: record.host,
    hostVersions: [...record.hostVersions],
    ...(record.entrypoint !== undefined && { entrypoint: record.entrypoint }),
    rootPath,
    ...(firstAt !== undefined && { firstAt }),
    ...(lastAt !== undefined && { lastAt }),
    events: record.timeline.length,
    depth: agents.reduce((deepest, agent) => Math.max(deepest, agent.depth), 0),
    orphans: agents.filter((agent) => agent.kind !== 'root' && agent.spawnedBy === null).length,
    facts: { ...record.facts },
    ids: {
      sessionIds: [...record.ids.sessionIds],
      agentIds: agents.map((agent) => agent.id).sort(compareText),
      projectFolders: [...record.ids.projectFolders],
      cwds: [...record.ids.cwds],
      ...(record.ids.forkedFrom !== undefined && { forkedFrom: record.ids.forkedFrom }),
      keys: gateKeys(record),
    },
  };
}

/** How far one state of a gate would have reached under each key: with a split state, what a child saw binds nobody else. */
function gateKeys(record: Case): { key: string; covers: string }[] {
  const agents = record.agents.agents.length;
  const reach = (states: number, by: string) =>
    states <= 1 ? `one state for all ${agents} agents` : `${states} states for ${agents} agents: split by ${by}`;
  const folders = new Set(record.timeline.flatMap((event) => event.cwd ?? []));
  return [
    { key: 'session', covers: reach(record.ids.sessionIds.length, 'session id') },
    {
      key: 'agent',
      covers:
        agents === 1
          ? 'one agent'
          : `${agents} states: what one agent saw binds its parent from its stop on, and no other agent`,
    },
    {
      key: 'tree',
      covers: `one state for all ${agents} agents, and for sessions resumed from, forked from or started by this one`,
    },
    {
      key: 'sidecar',
      covers: reach(Math.max(folders.size, record.ids.sessionIds.length), 'working directory or session id'),
    },
  ];
}

export function agentSummary(agent: Agent): AgentSummary {
  const { id, kind, type, name, description, parent, spawnedBy, link, artefacts, worktree, branch } = agent;
  const { depth, status, background, toolCalls, firstEvent, lastEvent, model } = agent;
  return {
    id,
    kind,
    type,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(parent !== undefined && { parent }),
    spawnedBy: spawnedBy === null ? null : { ...spawnedBy },
    link: link === null ? null : { ...link },
    artefacts: [...artefacts],
    ...(worktree !== undefined && { worktree }),
    ...(branch !== undefined && { branch }),
    depth,
    status,
    ...(background !== undefined && { background }),
    toolCalls,
    ...(firstEvent !== undefined && { firstEvent }),
    ...(lastEvent !== undefined && { lastEvent }),
    ...(model !== undefined && { model }),
  };
}

export function eventSummary(event: TimelineEvent, pathOf: PathOf): EventSummary {
  const toolName = 'toolName' in event ? event.toolName : undefined;
  const toolUseId = 'toolUseId' in event ? event.toolUseId : undefined;
  const child = 'child' in event ? event.child : undefined;
  const { artefact, line, byteStart, byteEnd } = event.span;
  return {
    id: event.id,
    agent: event.agent,
    order: event.order,
    ...(event.at !== undefined && { at: event.at }),
    kind: event.kind,
    summary: clip(oneLine(clip(summaryOf(event), 4 * SUMMARY_UNITS)), SUMMARY_UNITS),
    ...(toolName !== undefined && { toolName }),
    ...(toolUseId !== undefined && { toolUseId }),
    ...(child !== undefined && { child }),
    origins: event.texts.map((text) => text.origin.channel),
    place: { path: pathOf(artefact), artefact, line, byteStart, byteEnd },
  };
}

function summaryOf(event: TimelineEvent): string {
  const text = event.texts[0]?.value ?? '';
  switch (event.kind) {
    case 'tool-call':
      return callSummary(event.input);
    case 'tool-result':
      return `${event.isError ? 'error: ' : ''}${text}`;
    case 'injection':
      return `${event.injectionType}: ${text}`;
    case 'permission':
      return event.mode;
    case 'return':
      return `${event.channel}${event.status === undefined ? '' : ` ${event.status}`}: ${text}`;
    case 'message':
      return `${event.direction} ${event.from ?? '?'} → ${event.to ?? '?'}: ${text}`;
    case 'notice':
      return `${event.noticeType}${text === '' ? '' : `: ${text}`}`;
    case 'compaction':
      return event.trigger ?? '';
    case 'interruption':
      return event.during;
    default:
      return text;
  }
}

export function flowSummary(flow: Flow, record: Case, pathOf: PathOf, quote: Quote): FlowSummary {
  const place = (cite: Citation): Place => placeOf(cite, pathOf);
  return {
    id: flow.id,
    channel: flow.channel,
    from: flow.from,
    to: flow.to,
    fromAgent: flow.fromAgent,
    toAgent: flow.toAgent,
    ...(flow.source.origin.tool !== undefined && { sourceTool: flow.source.origin.tool }),
    relays: flow.relays.map((text) => ({ eventId: text.event, place: place(text.cite) })),
    crosses: [...flow.crosses],
    labels: labelSummary(flow.labels, record),
    basis: flow.basis,
    evidence: flow.evidence.map(({ tier, from, to, transforms, length, coverage, bits, capped }) => ({
      tier,
      from: place(from),
      to: place(to),
      transforms: [...transforms],
      length,
      coverage,
      bits,
      ...(capped !== undefined && { capped }),
      excerptFrom: quote(flow.source, from),
      excerptTo: quote(flow.sink, to),
    })),
  };
}

/** The byte range is that of the record; `settle` alone works out exact bytes, for findings. */
export function placeOf({ record, pointer, chars }: Citation, pathOf: PathOf): Place {
  const { artefact, line, byteStart, byteEnd } = record;
  return {
    path: pathOf(artefact),
    artefact,
    line,
    byteStart,
    byteEnd,
    pointer,
    ...(chars !== undefined && { chars: [chars[0], chars[1]] }),
  };
}

function labelSummary({ carried, possible }: TextLabels, record: Case): FlowSummary['labels'] {
  const plain = ({ integrity, secrecy, sources }: TextLabels['carried']) => ({
    integrity,
    secrecy,
    sources: [...new Set(sources.map((id) => record.texts[id]!.event))],
  });
  return { carried: plain(carried), possible: plain(possible) };
}
