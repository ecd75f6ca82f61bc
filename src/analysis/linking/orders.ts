import type { AgentId, Text } from '../../case/model.ts';
import { carriedOrders, hitsOf, outsideFlows, shareIn, within } from '../../detectors/laundering/carried.ts';
import { citeSpan, nameOf } from '../../detectors/laundering/claim.ts';
import { effectOf, isRequested } from '../../detectors/laundering/outcome.ts';
import type { Flow } from '../../flows/model.ts';
import type { ShapeHit } from '../../flows/shape/order.ts';
import { slotsIn } from '../../flows/shape/slots.ts';
import type { HeardOrderRow, OrderRow } from '../../links/model.ts';
import type { SummaryContext } from './context.ts';

const ORDER_PRINTS = 64;
/** Of one text; the strongest are kept. */
const MOST_ORDERS = 16;
const DECISIVE = new Set(['url', 'email', 'host', 'account', 'command']);

/** Orders from outside that a written text carries; where it will be loaded as instructions also claims of authority. */
export function writtenOrders(context: SummaryContext, text: Text, isLoaded: boolean): OrderRow[] {
  const outside = outsideFlows(context.flows, text);
  if (outside.length === 0) return [];
  const orders = carriedOrders(text, outside).filter((one) => !one.valuesOnly && one.quoting === undefined);
  const told = new Set(orders.map((one) => one.hit));
  const claims = isLoaded ? carriedClaims(text, outside).filter((one) => !told.has(one.hit)) : [];
  return [...orders, ...claims].slice(0, MOST_ORDERS).map((one): OrderRow => {
    const words = text.value.slice(one.span[0], one.span[1]);
    return {
      prints: context.fingerprints.prints(words, ORDER_PRINTS),
      strength: one.hit.strength,
      slots: 'slots' in one ? one.slots : slotsOf(one.hit),
      tier: one.tier,
      evidence: context.evidence({ cite: citeSpan(text, one.span), note: 'the order, as it was written here' }),
      origin: context.evidence({
        cite: citeSpan(one.flow.source, one.sourceSpan),
        note: `first said here: ${nameOf(one.flow.source)}`,
      }),
      originIs: nameOf(one.flow.source),
    };
  });
}

interface CarriedClaim {
  readonly hit: ShapeHit;
  readonly span: readonly [number, number];
  readonly sourceSpan: readonly [number, number];
  readonly flow: Flow;
  readonly tier: string;
  readonly slots: readonly string[];
}

/** What is said to be approved or wished, where the words or the value that it is about came from outside. */
function carriedClaims(text: Text, outside: readonly Flow[]): CarriedClaim[] {
  const found: CarriedClaim[] = [];
  for (const hit of hitsOf(text)) {
    if (hit.kind !== 'permission' && !hit.features.includes('authority')) continue;
    for (const flow of outside) {
      const evidence = flow.evidence.find((one) => {
        const to = one.tier === 'context' ? undefined : within(text, one.to);
        return to !== undefined && to[0] < hit.end + 1 && to[1] > hit.start;
      });
      const to = evidence === undefined ? undefined : within(text, evidence.to);
      const from = evidence === undefined ? undefined : within(flow.source, evidence.from);
      if (evidence === undefined || to === undefined || from === undefined) continue;
      const carried = shareIn(hit.words, [to]) >= 0.6;
      if (!carried && evidence.tier !== 'token') continue;
      const slots = slotsIn(text.value.slice(to[0], to[1])).filter((slot) => DECISIVE.has(slot.kind));
      if (slots.length === 0) continue;
      found.push({
        hit,
        span: [hit.start, hit.end],
        sourceSpan: from,
        flow,
        tier: carried ? evidence.tier : 'token',
        slots: [...new Set(slots.map((slot) => slot.value.toLowerCase()))].sort(),
      });
      break;
    }
  }
  return found;
}

/** Orders in a text that was loaded or read, with what its reader did afterwards. */
export function heardOrders(context: SummaryContext, text: Text, reader: AgentId, arrival: number): HeardOrderRow[] {
  const { record } = context;
  const hits = hitsOf(text)
    .filter((hit) => (hit.strength !== 'weak' || hit.kind === 'authority') && hit.end <= text.value.length)
    .sort((a, b) => rank(b) - rank(a) || a.start - b.start)
    .slice(0, MOST_ORDERS);
  return hits.map((hit): HeardOrderRow => {
    const effect = effectOf(record, reader, text.value, [hit], arrival);
    const request = isRequested(record, [hit], arrival).status;
    return {
      prints: context.fingerprints.prints(text.value.slice(hit.start, hit.end), ORDER_PRINTS),
      strength: hit.strength,
      slots: slotsOf(hit),
      evidence: context.evidence(
        { cite: citeSpan(text, [hit.start, hit.end]), note: 'the order, as the reader got it' },
        'primary',
      ),
      requested: request === 'requested',
      delegated: effect.delegated || request === 'delegated',
      actedOn: effect.actedOn,
      critical: effect.critical,
      acts: effect.related.slice(0, 4).map((cited) => context.evidence(cited)),
    };
  });
}

function slotsOf(hit: ShapeHit): string[] {
  return [
    ...new Set(hit.slots.filter((slot) => DECISIVE.has(slot.kind)).map((slot) => slot.value.toLowerCase())),
  ].sort();
}

function rank(hit: ShapeHit): number {
  return (hit.strength === 'strong' ? 4 : 0) + (hit.slots.some((slot) => DECISIVE.has(slot.kind)) ? 2 : 0);
}
