import { type Static, Type } from 'typebox';
import { ACTED_ON } from '../finding.ts';
import { Evidence, oneOf } from './finding.ts';

export const KEPT_KINDS = ['written', 'said', 'loaded', 'prompted', 'changed'] as const;

/**
 * One text that outlives its session, or one that came into a session from such a place: a compact row for the join over cases.
 * `written`: put into an instruction file, memory or start-up file. `said`: an invented turn in a model's answer. `loaded`: read from
 * such a file. `prompted`: stands in a prompt. `changed`: the host says that the file is different now.
 */
export const Kept = Type.Object({
  kind: oneOf(KEPT_KINDS),
  case: Type.String(),
  path: Type.Optional(Type.String()),
  at: Type.Optional(Type.String()),
  agent: Type.String(),
  /** The words that count, cut to a bound. */
  words: Type.String(),
  /** For `written`: where an order in it came from. */
  origin: Type.Optional(Type.String()),
  /** For `loaded`: what its reader did. */
  actedOn: Type.Optional(oneOf(ACTED_ON)),
  critical: Type.Optional(Type.Boolean()),
  /** For `changed`: it claims a person's confirmation. */
  confirms: Type.Optional(Type.Boolean()),
  evidence: Type.Array(Evidence),
});
export type Kept = Static<typeof Kept>;
