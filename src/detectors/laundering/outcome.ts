import { clip } from '../../base/clean.ts';
import type { AgentId, Case, Text } from '../../case/model.ts';
import { ordersIn } from '../../flows/acted/judge.ts';
import type { Order } from '../../flows/acted/orders.ts';
import { namesHome } from '../../flows/effects/document.ts';
import type { Request } from '../../flows/effects/model.ts';
import { isOwnManual, obeyedBy } from '../../flows/effects/obey.ts';
import { wantedAt } from '../../flows/effects/refused.ts';
import { humanTexts, isWished } from '../../flows/effects/request.ts';
import { verbBit } from '../../flows/shape/lookup.ts';
import type { ShapeHit, Slot, VerbClass } from '../../flows/shape/order.ts';
import type { ActedOn } from '../../result/finding.ts';
import type { Cited } from '../claim.ts';
import { citeOf, outcomeOf } from '../forgery/obedience.ts';

/** What became of orders that reached an agent. */
export interface Effectuated {
  readonly actedOn: ActedOn;
  /** An act of a critical kind that no person had asked for. */
  readonly critical: boolean;
  /** Every act was handed over by a person: "do what the ticket says". */
  readonly delegated: boolean;
  /** A person had seen the order and agreed to every act, or handed it over. */
  readonly agreed: boolean;
  readonly related: readonly Cited[];
  readonly details: readonly string[];
}

/** Orders of a text span judged by what their receiver did afterwards: by the words of the order and by the effects of its calls. */
export function effectOf(
  within: Case,
  receiver: AgentId | undefined,
  value: string,
  hits: readonly ShapeHit[],
  arrival: number,
  source?: Text,
  /** The text has no business to order anything, so that a plain order in it counts as one. */
  anyOrder = false,
): Effectuated {
  if (receiver === undefined) {
    return {
      actedOn: 'unknown',
      critical: false,
      delegated: false,
      agreed: false,
      related: [],
      details: ['acted on: unknown, no record shows who received it'],
    };
  }
  const orders = withoutOwnTools(
    within,
    receiver,
    source,
    hits.flatMap((hit) => ordersIn(value, hit.start, Math.min(value.length, hit.end))),
  );
  const told = outcomeOf(within, receiver, orders, arrival);
  // What any manual says is done all day by people's own wish: such an order is only obeyed where a value of it comes again.
  const plain = !anyOrder && hits.every((hit) => hit.strength !== 'strong');
  const byDeed = hits.some((hit) => hit.features.includes('obeyed-value'));
  const obeyed = obeyedBy(within, receiver, value, hits, arrival, source).filter((one) => !plain || one.bySlot);
  const fresh = obeyed.filter((one) => one.request.status !== 'delegated');
  const judged = told.judgement.actedOn;
  if (obeyed.length === 0 && plain && judged === 'yes') {
    return {
      actedOn: 'no',
      critical: false,
      delegated: false,
      agreed: false,
      related: told.related,
      details: [
        'acted on: not shown; later acts are of the ordered kind, none repeats a value that only the order has',
      ],
    };
  }
  if (obeyed.length === 0) {
    const request = judged === 'no' ? undefined : isRequested(within, hits, arrival, source);
    const delegated = request?.status === 'delegated';
    // Only words of the order came again, and each of its addresses is one that a person had wanted.
    const wanted = request?.byValue === true && hits.some(hasDestination) && isNamed(within, hits, arrival);
    return {
      actedOn: wanted ? 'no' : judged,
      critical: judged === 'yes' && told.judgement.critical && !delegated && !wanted,
      delegated,
      agreed: false,
      related: told.related,
      details: told.details,
    };
  }
  const unasked = obeyed.filter((one) => one.request.status === 'unrequested' || one.request.status === 'unknown');
  const critical =
    unasked.some((one) => one.effect.critical !== undefined && (!plain || one.effect.grave || byDeed)) ||
    (!plain && judged === 'yes' && told.judgement.critical && !obeyed.every((one) => one.request.agreed === true));
  const related = obeyed.slice(0, 6).flatMap((one): Cited[] => {
    const cite = citeOf(one.effect.call);
    const note = `afterwards: ${clip(one.effect.summary, 120)} ${one.why}`;
    const asked = one.request.by === undefined ? [] : [{ cite: one.request.by.cite, note: one.request.by.why }];
    return cite === undefined ? asked : [{ cite, note }, ...asked];
  });
  const seen = new Set(related.map((one) => JSON.stringify(one.cite)));
  return {
    actedOn: 'yes',
    critical: critical && fresh.length > 0,
    delegated: fresh.length === 0,
    agreed: fresh.length > 0 && fresh.every((one) => one.request.agreed === true),
    related: [...related, ...told.related.filter((one) => !seen.has(JSON.stringify(one.cite)))],
    details: [
      `acted on: yes; ${unasked.length > 0 ? `${[...new Set(unasked.map((one) => one.effect.kind))].join(', ')} that no person of the session asked for` : 'each act is of a kind that a person asked for or handed over'}`,
    ],
  };
}

/** Orders without the names of tools that the source's own server offers: its help tells how they are used. */
function withoutOwnTools(
  within: Case,
  receiver: AgentId,
  source: Text | undefined,
  orders: readonly Order[],
): readonly Order[] {
  const from = source?.origin.tool;
  if (from === undefined || !from.startsWith('mcp__')) return orders;
  const own = new Set<string>();
  for (const event of within.eventsOf(receiver))
    if (event.kind === 'tool-call' && isOwnManual(event.toolName, from))
      own.add(event.toolName.toLowerCase()).add(event.toolName.toLowerCase().split('__').at(-1)!);
  if (own.size === 0) return orders;
  return orders.map((order) => ({
    ...order,
    objects: order.objects.filter((object) => !own.has(object.toLowerCase().replace(/ tool$/, ''))),
  }));
}

/** Whether persons asked for what the orders want: by kind of effect, by value, or by delegation. */
export function isRequested(within: Case, hits: readonly ShapeHit[], before: number, source?: Text): Request {
  const mask = hits
    .flatMap((hit) => hit.verbs)
    .filter((verb) => verb !== 'do' && verb !== 'tell' && verb !== 'stop' && verb !== 'read');
  return isWished(
    within,
    before,
    mask.reduce((bits, verb) => bits | verbBit(verb), 0),
    hits.flatMap((hit) => hit.slots.filter((slot) => slot.kind !== 'name' && slot.kind !== 'path')),
    source,
  );
}

/** What is said to machine readers as such. Beyond it lie override, concealment, borrowed authority, a check that is dropped. */
const MILD = new Set(
  'addressee called reads-this bound bound-all asked duty imperative permitted prohibition tool urgency precondition-step unchecked-step head-cut-off'.split(
    ' ',
  ),
);

/** Nothing but the address to machine readers makes these orders strong: house rules for agents are written so. */
export function isMild(hits: readonly ShapeHit[]): boolean {
  return hits.every((hit) => hit.strength !== 'strong' || hit.features.every((feature) => MILD.has(feature)));
}

const INWARD: ReadonlySet<VerbClass> = new Set(['write', 'read', 'tell']);
const TELLING: ReadonlySet<Slot['kind']> = new Set(['tool', 'command', 'url', 'host', 'email', 'account']);

/** An order that gives nothing away: work inside the project, without an address but the source's own, a secret, or a right. */
export function isHarmless(hit: ShapeHit, source: Text, within: Case): boolean {
  return (
    hit.verbs.length > 0 &&
    hit.verbs.every((verb) => INWARD.has(verb)) &&
    !hit.features.includes('called') &&
    !hit.features.includes('reads-this') &&
    // Another tool, or the reader's own configuration, is no matter of the project.
    !hit.slots.some(
      (slot) => TELLING.has(slot.kind) || (slot.kind === 'path' && /(?:^|[\\/])\.claude[\\/]/.test(slot.value)),
    ) &&
    namesHome(hit.slots, '', source, within)
  );
}

const DESTINATIONS: ReadonlySet<string> = new Set(['account', 'email', 'url', 'host']);

/**
 * A person named the very values before: the order is the person's, unless it turns against the person's words, hides from him, or
 * wants something at another address beside the one that he named.
 */
export function isThePersons(within: Case, hits: readonly ShapeHit[], request: Request, before: number): boolean {
  if (request.status !== 'requested' || request.byValue !== true) return false;
  const isAgainst = ({ features }: ShapeHit): boolean =>
    features.includes('override') ||
    features.includes('conceal') ||
    // Who speaks with authority and puts himself before the person's task is not the person.
    (features.includes('authority') && features.includes('precondition'));
  if (hits.some(isAgainst)) return false;
  return isNamed(within, hits, before);
}

/** Every address of the orders is one that a person had named before and wanted. */
function isNamed(within: Case, hits: readonly ShapeHit[], before: number): boolean {
  const said = humanTexts(within)
    .filter(({ order }) => order <= before)
    .map(({ text }) => text.value.toLowerCase());
  return hits
    .flatMap((hit) => hit.slots)
    .filter((slot) => DESTINATIONS.has(slot.kind))
    .every((slot) => said.some((text) => wantedAt(text, slot.value.toLowerCase()) !== undefined));
}

function hasDestination(hit: ShapeHit): boolean {
  return hit.slots.some((slot) => DESTINATIONS.has(slot.kind));
}
