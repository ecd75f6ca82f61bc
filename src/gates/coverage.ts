import type { KnownHook } from '../result/gate.ts';
import type { Replay } from '../result/replay.ts';
import { logsOf } from './compare.ts';

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
    idle: hooks.filter((hook) => !named.has(hook.command)),
    idleRules: rules.filter((rule) => !named.has(rule)),
  };
}
