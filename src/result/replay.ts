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

export type { Decision, FlipSet, Replay, SplitProposal } from './schema/replay.ts';
