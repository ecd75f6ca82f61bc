import { type Static, Type } from 'typebox';
import { ACTED_ON, CONFIDENCES, SEVERITIES, VERDICTS } from '../finding.ts';

const literals = <const T extends readonly string[]>(values: T) =>
  Type.Union(values.map((value) => Type.Literal(value))) as unknown as ReturnType<typeof Type.Unsafe<T[number]>>;

/** A literal union with its static type: TypeBox infers tuples of literals poorly from arrays. */
export const oneOf = <const T extends readonly string[]>(values: T) => Type.Unsafe<T[number]>(literals(values));

/** Bytes that support a claim. `sha256` is that of the cited bytes; absent where the span holds a secret. */
export const Evidence = Type.Object({
  role: oneOf(['primary', 'related'] as const),
  note: Type.String(),
  path: Type.String(),
  artefact: Type.String(),
  line: Type.Integer({ minimum: 1 }),
  byteStart: Type.Integer({ minimum: 0 }),
  byteEnd: Type.Integer({ minimum: 0 }),
  pointer: Type.String({ description: 'JSON pointer of the cited value inside the record of that line' }),
  eventId: Type.Optional(Type.String({ description: 'event of the case that the cited record became' })),
  chars: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 })),
  sha256: Type.Optional(Type.String()),
  excerpt: Type.String(),
  holdsSecret: Type.Optional(
    Type.Boolean({ description: 'the cited bytes hold a secret; redacted outputs carry no digest of them' }),
  ),
});
export type Evidence = Static<typeof Evidence>;

/** Per gate of the replay: the first event at which it could have kept this from happening, or why it had no chance. */
export const FirstStop = Type.Object({
  gate: Type.String(),
  eventId: Type.Optional(Type.String({ description: 'absent: no chance' })),
  agentId: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  why: Type.String(),
});
export type FirstStop = Static<typeof FirstStop>;

export const Finding = Type.Object({
  id: Type.String({ description: 'F- and a hash of detector, root session, record, pointer, characters and ordinal' }),
  detector: Type.String(),
  title: Type.String(),
  message: Type.String(),
  severity: oneOf(SEVERITIES),
  confidence: oneOf(CONFIDENCES),
  agents: Type.Array(Type.String()),
  verdict: Type.Optional(oneOf(VERDICTS)),
  actedOn: Type.Optional(oneOf(ACTED_ON)),
  evidence: Type.Array(Evidence, { minItems: 1 }),
  flows: Type.Array(Type.String(), { description: 'ids of flows' }),
  details: Type.Array(Type.String()),
  firstStop: Type.Optional(Type.Array(FirstStop)),
  known: Type.Optional(Type.Boolean({ description: 'in the baseline or suppressed' })),
  cases: Type.Optional(Type.Array(Type.String(), { description: 'for findings that span cases' })),
});
export type Finding = Static<typeof Finding>;
