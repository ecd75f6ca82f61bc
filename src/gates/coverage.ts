import type { KnownHook } from '../result/gate.ts';
import type { Replay } from '../result/replay.ts';
import { logsOf } from './compare.ts';
import { hookMatches } from './hooks/matcher.ts';

/** What the gates of one replay looked at, and what nobody did. */
export interface GateCoverage {
  /** Calls that no gate, rule or hook said anything about, not even by default. */
  readonly unseen: readonly Replay[];
  /** Hooks of the settings that matched no event. */
  readonly idle: readonly KnownHook[];
  /** Permission rules that decided nothing. */
  readonly idleRules: readonly string[];
}

export function gateCoverage(
  replays: readonly Replay[],
  hooks: readonly KnownHook[],
  rules: readonly string[],
): GateCoverage {
  const calls = replays.filter((replay) => replay.phase === 'before-tool');
  const seen = new Set(calls.filter((replay) => replay.basis !== 'not-reached').map((replay) => replay.eventId));
  const first = [...logsOf(calls).values()][0] ?? [];
  const named = new Set(replays.flatMap((replay) => replay.rules));
  return {
    unseen: first.filter((replay) => !seen.has(replay.eventId)),
    idle: hooks.filter((hook) => !named.has(hook.command) || isIdleTwin(hook, hooks, replays)),
    idleRules: rules.filter((rule) => !named.has(rule)),
  };
}

/** One program may be registered under several matchers: then its name alone does not say which of them matched. */
function isIdleTwin(hook: KnownHook, hooks: readonly KnownHook[], replays: readonly Replay[]): boolean {
  const twins = hooks.filter(({ command, hookEvent }) => command === hook.command && hookEvent === hook.hookEvent);
  if (twins.length < 2) return false;
  const calls = replays.filter(({ hookEvent, toolName }) => hookEvent === hook.hookEvent && toolName !== undefined);
  return (
    calls.length > 0 &&
    !calls.some(({ toolName }) => hookMatches(hook.matcher, { hook_event_name: hook.hookEvent, tool_name: toolName! }))
  );
}
