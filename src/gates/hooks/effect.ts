import type { Decision } from '../../result/replay.ts';

export interface EffectFacts {
  /** No person can answer: what asks is refused. */
  readonly headless: boolean;
  /** The host version knows `defer`. */
  readonly defers: boolean;
}

/** What the host would have done with an outcome at a hook event. Source: host/FACTS section 6, "Decisions and how they show". */
export function effectOf(event: string, outcome: Decision['outcome'], facts: EffectFacts): Decision['effect'] {
  switch (outcome) {
    case 'deny':
      return denyEffect(event);
    case 'ask':
      if (event !== 'PreToolUse' && event !== 'PermissionRequest') return 'none';
      return facts.headless ? 'blocks-call' : 'unknown';
    case 'defer':
      return event === 'PreToolUse' && facts.defers && facts.headless ? 'ends-run' : 'none';
    case 'allow':
    case 'none':
    case 'error':
    case 'timeout':
      return 'none';
  }
}

function denyEffect(event: string): Decision['effect'] {
  switch (event) {
    case 'PreToolUse':
    case 'PermissionRequest':
    case 'UserPromptSubmit':
    case 'PreCompact':
      return 'blocks-call';
    case 'Stop':
    case 'SubagentStop':
      return 'reruns-agent';
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PostToolBatch':
      return 'adds-context';
    default:
      return 'user-only';
  }
}
