/** Words of replayed decisions; shapes in `schema/`. */
export const PHASES = [
  'session-start',
  'prompt',
  'before-tool',
  'permission',
  'after-tool',
  'after-tool-failure',
  'after-batch',
  'agent-start',
  'agent-stop',
  'stop',
  'stop-failure',
  'before-compact',
  'after-compact',
  'session-end',
] as const;
export type Phase = (typeof PHASES)[number];

export const OUTCOMES = ['allow', 'deny', 'ask', 'defer', 'none', 'error', 'timeout'] as const;
export const DECISION_BASES = [
  'rule',
  'default',
  'answer',
  'exit-code',
  'crash',
  'timeout',
  'not-started',
  'bad-answer',
  'not-reached',
] as const;
export const EFFECTS = [
  'blocks-call',
  'reruns-agent',
  'adds-context',
  'user-only',
  'ends-run',
  'none',
  'unknown',
] as const;

import type { Replay } from './schema/replay.ts';

export type { Decision, Replay, SplitProposal } from './schema/replay.ts';

/**
 * Nobody is held up and nothing is said: a gate that lets pass what no rule of its own names is no other than one that has no say. A hook's
 * own `allow` is: it spares the permission prompt. A gate that failed open let pass as well, but nobody decided that.
 */
export function passes({
  outcome,
  basis,
  effect,
  failedOpen,
}: Pick<Replay, 'outcome' | 'basis' | 'effect' | 'failedOpen'>): boolean {
  if (failedOpen || effect !== 'none') return false;
  return outcome === 'none' || (outcome === 'allow' && basis === 'default');
}
