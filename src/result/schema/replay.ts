import { type Static, Type } from 'typebox';
import { DECISION_BASES, EFFECTS, OUTCOMES, PHASES } from '../replay.ts';
import { oneOf } from './finding.ts';

/** Why a gate said what it said: the event that set its state, in the gate's own words. */
export const Cause = Type.Object({
  text: Type.String({ description: 'e.g. tainted by Read (agent: general-purpose): repos/intel.md' }),
  eventId: Type.Optional(Type.String()),
  agentId: Type.Optional(Type.String()),
});

/** A brief as it could have been written: the author's own words with named holes, and what goes into them with where it came from. */
export const SplitProposal = Type.Object({
  message: Type.String({ description: 'the words with `{{name}}` where carried text stood' }),
  variables: Type.Array(
    Type.Object({
      name: Type.String(),
      value: Type.String(),
      source: Type.String({ description: 'tool or channel that brought it in' }),
      eventId: Type.String(),
      label: Type.String({ description: 'integrity of the carried text' }),
    }),
  ),
});
export type SplitProposal = Static<typeof SplitProposal>;

/** The least that would have to be otherwise for the verdict to change. */
export const FlipSet = Type.Object({
  by: oneOf(['label', 'trust-pin'] as const),
  verdict: oneOf(OUTCOMES),
  events: Type.Array(Type.String(), {
    description:
      'all of these reads trusted (label), or the pins of these reads gone (trust-pin): then the verdict is the other one',
  }),
});
export type FlipSet = Static<typeof FlipSet>;

export const Decision = Type.Object({
  outcome: oneOf(OUTCOMES),
  reason: Type.String(),
  rules: Type.Array(Type.String()),
  cause: Type.Optional(Cause),
  causes: Type.Optional(Type.Array(Cause)),
  failedOpen: Type.Boolean({ description: 'the gate failed and the host would have gone on' }),
  basis: oneOf(DECISION_BASES),
  effect: oneOf(EFFECTS),
  updatedInput: Type.Optional(Type.Unknown()),
  message: Type.Optional(Type.String({ description: 'text for the user or the model (notice, advice)' })),
  proposal: Type.Optional(SplitProposal),
  flip: Type.Optional(FlipSet),
});
export type Decision = Static<typeof Decision>;

export const Replay = Type.Object({
  eventId: Type.String(),
  agentId: Type.String(),
  phase: oneOf(PHASES),
  at: Type.Optional(Type.String()),
  hookEvent: Type.String(),
  toolName: Type.Optional(Type.String()),
  toolUseId: Type.Optional(Type.String()),
  /** One line that lets a reader recognise the call: the command, path or URL. */
  summary: Type.String(),
  gate: Type.String(),
  key: Type.Optional(Type.String()),
  policy: Type.Optional(Type.String({ description: 'trust policy, where it is not the one of the run' })),
  profile: Type.Optional(Type.String({ description: 'host profile, where it is not the recorded one' })),
  causes: Type.Optional(
    Type.Array(Cause, {
      description:
        'all that the decision rests on: without every one of them it flips; of more than 64 the latest, and then no flip set is given',
    }),
  ),
  outcome: oneOf(OUTCOMES),
  reason: Type.String(),
  rules: Type.Array(Type.String()),
  cause: Type.Optional(Cause),
  failedOpen: Type.Boolean(),
  basis: oneOf(DECISION_BASES),
  effect: oneOf(EFFECTS),
  message: Type.Optional(Type.String()),
  proposal: Type.Optional(SplitProposal),
  flip: Type.Optional(FlipSet),
  updatedInput: Type.Optional(Type.Unknown({ description: 'input that the gate puts in the place of the call’s' })),
  recorded: Type.String({ description: 'what happened: ran, denied, failed, unanswered, stopped, …' }),
  differs: Type.Boolean(),
  hypothetical: Type.Boolean(),
  because: Type.Optional(Type.String({ description: 'the event whose changed decision made this one hypothetical' })),
  fidelity: oneOf(['exact', 'partial', 'unsupported'] as const),
  missing: Type.Array(Type.String()),
  rewritten: Type.Array(Type.String()),
  path: Type.String(),
  line: Type.Integer({ minimum: 0 }),
});
export type Replay = Static<typeof Replay>;
