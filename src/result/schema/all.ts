import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Evidence, Finding } from './finding.ts';
import { PolicyFile, WorldManifest } from './policy.ts';
import { Replay } from './replay.ts';
import {
  AgentSummary,
  ArtefactSummary,
  BriefSummary,
  CaseResult,
  Coverage,
  EventSummary,
  FlowSummary,
  Link,
  Report,
  Warning,
} from './report.ts';

/** One NDJSON line of kind `kind`: the members of its type, flat, with `kind` and `case` before them. */
function row(kind: string, type: TSchema, own?: { from: string; to: string }): TSchema {
  const { properties, required = [] } = type as unknown as { properties: Record<string, TSchema>; required?: string[] };
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      own?.from === name ? own.to : name,
      required.includes(name) ? schema : Type.Optional(schema),
    ]),
  );
  return Type.Object({
    ...members,
    kind: Type.Literal(kind),
    case: Type.Union([Type.String(), Type.Null()], { description: 'root session id; null: of the whole run' }),
  });
}

const Counts = Type.Record(Type.String(), Type.Integer());

const ROWS: Record<string, TSchema> = {
  coverage: row('coverage', Coverage),
  agent: row('agent', AgentSummary, { from: 'kind', to: 'agentKind' }),
  event: row('event', EventSummary, { from: 'kind', to: 'eventKind' }),
  flow: row('flow', FlowSummary),
  brief: row('brief', BriefSummary),
  finding: row('finding', Finding),
  decision: row('decision', Replay),
  payload: Type.Object({
    kind: Type.Literal('payload'),
    case: Type.Union([Type.String(), Type.Null()]),
    payload: Type.Record(Type.String(), Type.Unknown()),
    fidelity: Type.String(),
    missing: Type.Array(Type.String()),
  }),
  warning: row('warning', Warning),
  link: row('link', Link),
  end: Type.Object({ kind: Type.Literal('end'), case: Type.Null(), cases: Type.Integer(), counts: Counts }),
};

/** Shapes of everything that the program prints, by the name that `aftertaint schema <name>` takes. */
export const SCHEMAS: Record<string, TSchema> = {
  report: Report,
  case: CaseResult,
  finding: Finding,
  evidence: Evidence,
  agent: AgentSummary,
  artefact: ArtefactSummary,
  event: EventSummary,
  flow: FlowSummary,
  brief: BriefSummary,
  decision: Replay,
  warning: Warning,
  coverage: Coverage,
  link: Link,
  policy: PolicyFile,
  'cc-world': WorldManifest,
  line: Type.Union(Object.values(ROWS)),
};

/** The published form: `$id` and draft named, members sorted as declared. */
export function schemaText(name: string): string {
  const schema = SCHEMAS[name]!;
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `aftertaint/${name}/1`, ...schema }, null, 2)}\n`;
}

/** Where and why a value does not fit, at most ten places; empty if it fits. */
export function misfits(name: string, value: unknown): string[] {
  const schema = name === 'line' ? ROWS[String((value as { kind?: unknown })?.kind)] : SCHEMAS[name];
  if (schema === undefined) return [`no schema for ${name}`];
  if (Value.Check(schema, value)) return [];
  return Value.Errors(schema, value)
    .slice(0, 10)
    .map((error) => `${error.instancePath || '/'}: ${error.message}`);
}
