import { type Static, Type } from 'typebox';

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
  chars: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 })),
  sha256: Type.Optional(Type.String()),
  excerpt: Type.String(),
});
export type Evidence = Static<typeof Evidence>;

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
  known: Type.Optional(Type.Boolean({ description: 'in the baseline or suppressed' })),
  cases: Type.Optional(Type.Array(Type.String(), { description: 'for findings that span cases' })),
});
export type Finding = Static<typeof Finding>;
