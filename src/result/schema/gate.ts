import { type Static, Type } from 'typebox';

const Flip = Type.Object({
  eventId: Type.String(),
  phase: Type.String(),
  agentId: Type.String(),
  summary: Type.String(),
  left: Type.String(),
  right: Type.String(),
  hypothetical: Type.Boolean({ description: 'hangs on an earlier changed decision on either side' }),
});

/** What the replays of one case say together: where gates part, what nobody looked at. */
export const GateSummary = Type.Object({
  comparisons: Type.Array(
    Type.Object({
      left: Type.String(),
      right: Type.String(),
      flips: Type.Array(Flip),
      firstDivergence: Type.Optional(Flip),
      diff: Type.String({ description: 'unified diff of the two decision logs' }),
    }),
  ),
  unseen: Type.Array(
    Type.Object({ eventId: Type.String(), agentId: Type.String(), toolName: Type.String(), summary: Type.String() }),
    { description: 'calls that no rule and no hook looked at' },
  ),
  idleHooks: Type.Array(Type.String(), { description: 'hooks that matched nothing' }),
  idleRules: Type.Array(Type.String(), { description: 'permission rules that decided nothing' }),
  state: Type.Array(Type.String(), { description: 'where the live gate’s own state and the replay disagree' }),
});
export type GateSummary = Static<typeof GateSummary>;
