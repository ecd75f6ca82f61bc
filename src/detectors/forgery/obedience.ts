import type { AgentId, Case, TimelineEvent } from '../../case/model.ts';
import { type Judgement, judge } from '../../flows/acted/judge.ts';
import type { Order } from '../../flows/acted/orders.ts';
import { SEVERITIES, type Severity, severityRank } from '../../result/finding.ts';
import type { Cited } from '../claim.ts';

/** What became of a text's orders, as a finding tells it. */
export interface Outcome {
  readonly judgement: Judgement;
  readonly related: readonly Cited[];
  readonly details: readonly string[];
}

export function outcomeOf(
  analysed: Case,
  receiver: AgentId | undefined,
  orders: readonly Order[],
  arrival: number,
): Outcome {
  if (receiver === undefined) {
    const judgement: Judgement = {
      actedOn: 'unknown',
      acts: [],
      critical: false,
      unknown: 'no record shows who received it',
    };
    return { judgement, related: [], details: ['acted on: unknown, no record shows who received it'] };
  }
  const judgement = judge(analysed, receiver, orders, arrival);
  const related: Cited[] = [];
  const details: string[] = [];
  for (const act of judgement.acts.slice(0, 8)) {
    const cite = citeOf(act.event);
    if (cite === undefined) continue;
    const planned = act.before === undefined ? '' : `, but ${act.before.why} before`;
    related.push({ cite, note: `afterwards: ${act.why}${planned}` });
    if (act.before !== undefined) related.push({ cite: act.before.text.cite, note: act.before.why });
  }
  if (judgement.actedOn === 'no') {
    details.push(
      orders.length === 0
        ? 'acted on: no order in words was found in it'
        : 'acted on: no; no later act of the receiver matches an order in it, so no effect was observed',
    );
    if (judgement.refusal !== undefined) {
      related.push({ cite: judgement.refusal.cite, note: 'the receiver refuses, warns or names it' });
      details.push('the receiver speaks against it: worth knowing, and no obedience');
    }
  } else if (judgement.actedOn === 'partly') details.push('acted on: partly; only a harmless part (words) was done');
  else if (judgement.actedOn === 'unknown')
    details.push(`acted on: unknown, ${judgement.unknown ?? 'nothing follows'}`);
  else if (judgement.critical) {
    const kinds = [...new Set(judgement.acts.map((act) => act.critical).filter((kind) => kind !== undefined))];
    details.push(`acted on: yes; ${kinds.join(', ')} that neither a person nor the plan had before`);
  } else details.push('acted on: yes; the act is of no critical kind');
  return { judgement, related, details };
}

export function citeOf(event: TimelineEvent): Cited['cite'] | undefined {
  return event.texts[0]?.cite ?? { record: event.span, pointer: '' };
}

/** One level up when acted on; critical only for acts of the critical kinds. */
export function raised(base: Severity, judgement: Judgement): Severity {
  if (judgement.actedOn !== 'yes') return base;
  if (judgement.critical) return 'critical';
  return SEVERITIES[Math.min(severityRank(base) + 1, severityRank('high'))]!;
}
