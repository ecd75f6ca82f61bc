import { type Static, Type } from 'typebox';
import { REPORT_SCHEMA } from '../report.ts';
import { Finding, oneOf } from './finding.ts';
import { GateSummary } from './gate.ts';
import { Replay } from './replay.ts';

export const Warning = Type.Object({
  code: Type.String(),
  message: Type.String(),
  path: Type.String(),
  line: Type.Integer({ minimum: 0 }),
  byteStart: Type.Integer({ minimum: 0 }),
  byteEnd: Type.Integer({ minimum: 0 }),
});

export const Coverage = Type.Object({
  files: Type.Integer(),
  bytes: Type.Integer(),
  lines: Type.Integer(),
  records: Type.Integer(),
  unknownTypes: Type.Record(Type.String(), Type.Integer()),
  malformed: Type.Integer(),
  skippedFiles: Type.Integer({ description: 'files that hold no transcript' }),
  copiedRecords: Type.Integer(),
  agents: Type.Integer(),
  limits: Type.Array(Type.String(), { description: 'every limit that was reached, in words' }),
});
export type Coverage = Static<typeof Coverage>;

const Basis = oneOf(['recorded', 'matched', 'inferred'] as const);

export const ArtefactSummary = Type.Object({
  id: Type.String(),
  path: Type.String(),
  kind: oneOf(['session', 'sidechain', 'agent-meta', 'spilled-result', 'workflow', 'inbox', 'other'] as const),
  byteLength: Type.Integer(),
  sha256: Type.String(),
});

export const AgentSummary = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  type: Type.String(),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  parent: Type.Optional(Type.String()),
  spawnedBy: Type.Union([Type.Null(), Type.Object({ eventId: Type.String(), toolUseId: Type.String() })]),
  link: Type.Union([
    Type.Null(),
    Type.Object({ basis: Basis, by: Type.String(), ambiguous: Type.Optional(Type.Boolean()) }),
  ]),
  artefacts: Type.Array(Type.String()),
  worktree: Type.Optional(Type.String()),
  branch: Type.Optional(Type.String()),
  depth: Type.Integer(),
  status: Type.String(),
  background: Type.Optional(Type.Boolean()),
  toolCalls: Type.Integer(),
  firstEvent: Type.Optional(Type.String()),
  lastEvent: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
});
export type AgentSummary = Static<typeof AgentSummary>;

/** A place in the evidence: every citation carries path and line beside the bytes. */
export const Place = Type.Object({
  path: Type.String(),
  artefact: Type.String(),
  line: Type.Integer(),
  byteStart: Type.Integer(),
  byteEnd: Type.Integer(),
  pointer: Type.Optional(Type.String()),
  chars: Type.Optional(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
});
export type Place = Static<typeof Place>;

export const EventSummary = Type.Object({
  id: Type.String(),
  agent: Type.String(),
  order: Type.Integer(),
  at: Type.Optional(Type.String()),
  kind: Type.String(),
  summary: Type.String(),
  toolName: Type.Optional(Type.String()),
  toolUseId: Type.Optional(Type.String()),
  child: Type.Optional(Type.String()),
  origins: Type.Array(Type.String(), { description: 'channel of each text of the event' }),
  place: Place,
});
export type EventSummary = Static<typeof EventSummary>;

const LabelSummary = Type.Object({
  integrity: Type.String(),
  secrecy: Type.String(),
  sources: Type.Array(Type.String(), { description: 'event ids' }),
});

export const FlowSummary = Type.Object({
  id: Type.String(),
  channel: Type.String(),
  from: Type.String(),
  to: Type.String(),
  fromAgent: Type.String(),
  toAgent: Type.String(),
  sourceTool: Type.Optional(Type.String()),
  relays: Type.Array(Type.Object({ eventId: Type.String(), place: Place })),
  crosses: Type.Array(Type.String()),
  labels: Type.Object({ carried: LabelSummary, possible: LabelSummary }),
  basis: Basis,
  evidence: Type.Array(
    Type.Object({
      tier: Type.String(),
      from: Place,
      to: Place,
      transforms: Type.Array(Type.String()),
      length: Type.Integer(),
      coverage: Type.Number(),
      bits: Type.Number(),
      capped: Type.Optional(Type.Boolean()),
      excerptFrom: Type.String(),
      excerptTo: Type.String(),
    }),
  ),
});
export type FlowSummary = Static<typeof FlowSummary>;

/** A path, link or id that a brief names, and where its reader then read what it names. */
export const BriefReference = Type.Object({
  value: Type.String(),
  kind: oneOf(['path', 'link', 'id'] as const),
  reads: Type.Array(
    Type.Object({
      eventId: Type.String(),
      agent: Type.String(),
      tool: Type.String(),
      carried: Type.String({ description: 'integrity of what was read, proved' }),
      possible: Type.String({ description: 'lowest integrity that it may hold' }),
      place: Place,
    }),
    { description: 'results by which the child, or a child of it, read the named thing itself' },
  ),
});
export type BriefReference = Static<typeof BriefReference>;

/** How much of a brief stems from where, alarm or not. */
export const BriefSummary = Type.Object({
  eventId: Type.String(),
  agent: Type.String(),
  child: Type.Optional(Type.String()),
  length: Type.Integer(),
  shares: Type.Record(Type.String(), Type.Number(), {
    description: 'integrity → share of the brief carried from there, 0..1',
  }),
  handsOver: Type.Optional(
    // Whether the brief holds content of others, only names it, or both.
    oneOf(['own words', 'as text', 'by reference', 'text and references'] as const),
  ),
  byReference: Type.Array(Type.String(), { description: 'paths, links and ids that the brief passes instead of text' }),
  references: Type.Optional(Type.Array(BriefReference)),
  possible: Type.String({ description: 'lowest integrity that was in the author’s context' }),
  place: Place,
});
export type BriefSummary = Static<typeof BriefSummary>;

export const CaseSummary = Type.Object({
  host: Type.String(),
  hostVersions: Type.Array(Type.String()),
  entrypoint: Type.Optional(Type.String()),
  rootPath: Type.String(),
  firstAt: Type.Optional(Type.String()),
  lastAt: Type.Optional(Type.String()),
  events: Type.Integer(),
  depth: Type.Integer(),
  orphans: Type.Integer(),
  facts: Type.Record(Type.String(), Type.Integer()),
  ids: Type.Object({
    sessionIds: Type.Array(Type.String()),
    agentIds: Type.Array(Type.String()),
    projectFolders: Type.Array(Type.String()),
    cwds: Type.Array(Type.String()),
    forkedFrom: Type.Optional(Type.String()),
    keys: Type.Optional(
      Type.Array(Type.Object({ key: Type.String(), covers: Type.String() }), {
        description: 'gate-state key → which agents one state under that key would have covered',
      }),
    ),
  }),
  guarantees: Type.Optional(
    Type.Array(Type.String(), { description: 'the guarantee box: topology, stateful children, what is not covered' }),
  ),
});

export const CaseResult = Type.Object({
  schema: Type.String(),
  id: Type.String(),
  summary: CaseSummary,
  artefacts: Type.Array(ArtefactSummary),
  agents: Type.Array(AgentSummary),
  timeline: Type.Optional(Type.Array(EventSummary)),
  findings: Type.Array(Finding),
  flows: Type.Array(FlowSummary),
  briefs: Type.Optional(Type.Array(BriefSummary)),
  replays: Type.Array(Replay),
  gate: Type.Optional(GateSummary),
  links: Type.Optional(Type.Unknown({ description: 'compact rows for the cross-case join' })),
  warnings: Type.Array(Warning),
});
export type CaseResult = Static<typeof CaseResult>;

export const Link = Type.Object({
  id: Type.String(),
  channel: Type.String(),
  from: Type.Object({ case: Type.String(), eventId: Type.String(), path: Type.String(), line: Type.Integer() }),
  to: Type.Object({ case: Type.String(), eventId: Type.String(), path: Type.String(), line: Type.Integer() }),
  basis: Basis,
  labels: Type.Optional(Type.Unknown()),
  evidence: Type.Array(Type.Unknown()),
});
export type Link = Static<typeof Link>;

export const Report = Type.Object({
  schema: Type.Literal(REPORT_SCHEMA),
  tool: Type.Object({ name: Type.Literal('aftertaint'), version: Type.String() }),
  version: Type.String(),
  shard: Type.Optional(
    Type.Object({ index: Type.Integer(), of: Type.Integer() }, { description: 'part of a run; absent in whole ones' }),
  ),
  coverage: Coverage,
  cases: Type.Array(CaseResult),
  links: Type.Array(Link),
  findings: Type.Array(Finding),
  warnings: Type.Array(Warning),
});
export type Report = Static<typeof Report>;
