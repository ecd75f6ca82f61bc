import { groupBy } from '../base/order.ts';
import type { ClockStep } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';

const id = 'clock-anomaly';
const MOST_CITED = 8;
/** Real transcripts step back by up to minutes: queued prompts bear the time at which they were typed. */
const REMARKABLE_MS = 15 * 60_000;

export const clockAnomaly: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const steps = within.chain.clock.filter((step) => !within.isInherited(step.span));
    for (const [agent, group] of groupBy(steps, (step) => step.agent)) yield claimOf(agent, group);
  },
};

function claimOf(agent: string, steps: readonly ClockStep[]): Claim {
  const worst = [...steps].sort((a, b) => b.backMs - a.backMs)[0]!;
  const cited = [worst, ...steps.filter((step) => step !== worst)].slice(0, MOST_CITED).flatMap((step): Cited[] => [
    { cite: { record: step.span, pointer: '/timestamp' }, note: `${spoken(step.backMs)} older than its parent` },
    { cite: { record: step.parent, pointer: '/timestamp' }, note: 'the parent' },
  ]);
  return {
    detector: id,
    message: `${steps.length === 1 ? 'a record is' : `${steps.length} records are`} older than what they answer, by up to ${spoken(worst.backMs)}`,
    severity: worst.backMs >= REMARKABLE_MS ? 'low' : 'info',
    confidence: 'medium',
    primary: cited[0]!,
    related: cited.slice(1),
    agents: [agent],
    details: [
      'order in this report follows the file, not the clock; only an edit of the time alone would not show elsewhere',
    ],
  };
}

function spoken(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.round(ms / 3_600_000);
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
