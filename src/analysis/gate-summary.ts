import { compareLogs, logsOf } from '../gates/compare.ts';
import { gateCoverage } from '../gates/coverage.ts';
import { compareSidecars, readSidecars } from '../gates/gate-state.ts';
import type { GateEvidence } from '../result/gate.ts';
import type { CaseResult } from '../result/report.ts';
import type { Replayed } from './replay.ts';

/** More pairs than this are not compared: the table shows all columns anyway. */
const MOST_COMPARISONS = 12;

/** What the replays of one case say together. The first log is held against each other one. */
export function gateSummary(
  { replays }: Replayed,
  gate: GateEvidence,
  sessions: readonly string[],
  gateState: string | undefined,
): NonNullable<CaseResult['gate']> {
  const [first, ...others] = [...logsOf(replays).values()];
  const rules = gate.rules.map(({ text }) => text);
  const { unseen, idle, idleRules } = gateCoverage(replays, gate.hooks, rules);
  return {
    comparisons:
      first === undefined
        ? []
        : others.slice(0, MOST_COMPARISONS).map((log) => {
            const { flips, ...comparison } = compareLogs(first, log);
            return { ...comparison, flips: [...flips] };
          }),
    unseen: unseen.map(({ eventId, agentId, toolName, summary }) => ({
      eventId,
      agentId,
      toolName: toolName ?? '',
      summary,
    })),
    idleHooks: [
      ...new Set(
        idle.map(({ hookEvent, matcher, command }) => `${hookEvent} ${matcher === '' ? '*' : matcher}: ${command}`),
      ),
    ],
    idleRules: [...idleRules],
    state: gateState === undefined ? [] : compareSidecars(readSidecars(gateState), sessions, replays),
  };
}
