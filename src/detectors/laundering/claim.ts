import type { AgentId, Case, Text } from '../../case/model.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import { isOwnAddress, isPointedAt } from '../../flows/effects/document.ts';
import { effectsOf } from '../../flows/effects/effects.ts';
import type { Request } from '../../flows/effects/model.ts';
import { isStudied } from '../../flows/effects/request.ts';
import { trustOf } from '../../flows/policy/integrity.ts';
import { isSecretPath, isSettingsPath } from '../../flows/policy/places.ts';
import { DEFAULT_POLICY } from '../../flows/policy/policy.ts';
import { orderShape, type Slot, type VerbClass } from '../../flows/shape/order.ts';
import { slotsIn } from '../../flows/shape/slots.ts';
import { type Confidence, SEVERITIES, type Severity, severityRank } from '../../result/finding.ts';
import type { Cited, Claim } from '../claim.ts';
import { type CarriedOrder, LOCAL_SOURCE } from './carried.ts';
import { type Effectuated, effectOf, isHarmless, isMild, isRequested, isThePersons } from './outcome.ts';

/** One place where outside orders reached a reader. */
export interface Arrival {
  readonly detector: string;
  readonly within: Case;
  readonly sink: Text;
  readonly orders: readonly CarriedOrder[];
  readonly receiver: AgentId | undefined;
  /** Order of the event by which the receiver could read it. */
  readonly order: number;
  /** Severity of an order that steers its reader and was not acted on. */
  readonly base: Severity;
  /** "a brief", "agent X's report": subject of the message. */
  readonly what: string;
  readonly agents: readonly AgentId[];
  readonly details?: readonly string[];
  /** Nobody wrote it to the reader: it came in between the author and him. */
  readonly cameBetween?: boolean;
}

/** The one claim about an arrival, or undefined where nothing in it is worth a line. */
export function claimOf(arrival: Arrival): Claim | undefined {
  const { within, sink, orders, receiver } = arrival;
  // Among plain orders the one whose value decides is what a reader should see.
  const main =
    orders[0]?.hit.strength === 'strong'
      ? orders[0]
      : (orders.find(
          (one) => !one.valuesOnly && one.hit.slots.some((slot) => decides(slot, one.readIn.value, one, within)),
        ) ?? orders[0]);
  if (main === undefined) return undefined;
  const together = [main, ...orders.filter((one) => one !== main)].filter(
    (one) =>
      one.flow.source.id === main.flow.source.id && one.valuesOnly === main.valuesOnly && one.readIn === main.readIn,
  );
  const read = together.map((one) => one.hit);
  const { value } = main.readIn;
  const effect = effectOf(within, receiver, value, read, arrival.order, main.flow.source);
  // Markup that says nothing orders nothing: whether it may stand there is for forged-control-markup to tell.
  if (main.hit.kind === 'markup' && effect.actedOn !== 'yes' && isSilent(main)) return undefined;
  const request = isRequested(within, read, arrival.order, main.flow.source);
  if (effect.actedOn !== 'yes' && isThePersons(within, read, request, arrival.order)) return undefined;
  const severity = severityOf(arrival, together, effect, request);
  if (severity === undefined) return undefined;
  const { flow } = main;
  const details = [
    `origin: ${trustOf(flow.source, DEFAULT_POLICY, within).reason}, line ${flow.source.cite.record.line}; ${main.tier}${main.transforms.length > 0 ? ` (${main.transforms.join(', ')})` : ''}`,
    `shape: ${main.hit.strength} ${main.hit.kind} (${main.hit.features.join(', ') || 'values'}), ${main.hit.language}`,
    ...(main.hit.features.includes('head-cut-off')
      ? ['the source says it to a machine reader, overrides or conceals; that part was left out on the way']
      : []),
    ...(main.hit.features.includes(LOCAL_SOURCE)
      ? ['it was read on this machine: who put it there is not recorded, so at most medium']
      : []),
    ...(main.valuesOnly ? ['only the value that decides the order came from outside; its words are the author’s'] : []),
    ...(main.quoting === undefined
      ? []
      : [
          `shown rather than said (${main.quoting.place}${main.bare === true ? ', but nothing says whose words these are' : ''})${effect.actedOn === 'yes' ? ', but it was acted on: quotation is no excuse for text that was carried out' : ''}`,
        ]),
    ...(request.status === 'requested' ? [`a person of the session asked for this: ${request.by!.why}`] : []),
    ...(request.status === 'delegated' || effect.delegated
      ? ['a person handed the decision to what was read: at most low']
      : []),
    ...(arrival.details ?? []),
    ...effect.details,
  ];
  return {
    detector: arrival.detector,
    message: `${arrival.what} carries an order from ${nameOf(flow.source)}${flow.relays.length > 0 ? ` over ${flow.relays.length} ${flow.relays.length === 1 ? 'relay' : 'relays'}` : ''}${consequence(effect)}`,
    severity,
    confidence: confidenceOf(together, flow.basis),
    primary: { cite: citeSpan(sink, main.span), note: `the order as ${arrival.what} holds it` },
    related: [
      { cite: citeSpan(flow.source, main.sourceSpan), note: `first said here: ${nameOf(flow.source)}` },
      ...flow.relays.slice(0, 4).map((relay): Cited => ({ cite: relay.cite, note: 'handed on here' })),
      ...(request.by === undefined || severityRank(severity) > 1
        ? []
        : [{ cite: request.by.cite, note: request.by.why }]),
      ...effect.related,
    ],
    agents: arrival.agents,
    verdict: 'relayed',
    actedOn: effect.actedOn,
    flows: [...new Set(together.map((one) => one.flow))],
    details,
  };
}

/** What the words of the orders say, or what the deeds that followed say, whichever weighs more. */
export function claimOfWordsOrDeeds(arrival: Arrival, obeyed: readonly CarriedOrder[]): Claim | undefined {
  const [words, deeds] = [claimOf(arrival), obeyed.length === 0 ? undefined : claimOf({ ...arrival, orders: obeyed })];
  if (words === undefined || deeds === undefined) return words ?? deeds;
  return severityRank(deeds.severity) > severityRank(words.severity) ? deeds : words;
}

/** Letters inside the markup that could say anything. */
const LEAST_SAID = 12;

function isSilent({ hit, readIn }: CarriedOrder): boolean {
  const inside = readIn.value.slice(hit.start, hit.end).replace(/[<[][^>\]]*[>\]]/g, ' ');
  return (
    inside.replace(/[^\p{L}]/gu, '').length < LEAST_SAID ||
    orderShape(inside).hits.every((one) => one.strength === 'weak')
  );
}

const NETWORK_SLOTS = new Set(['url', 'email', 'host', 'account']);

function severityOf(
  arrival: Arrival,
  orders: readonly CarriedOrder[],
  effect: Effectuated,
  { status: request, handedOver = false }: Request,
): Severity | undefined {
  const main = orders[0]!;
  const strong = main.hit.strength === 'strong';
  const mild = strong && isMild(orders.map((one) => one.hit));
  if (mild && effect.actedOn !== 'yes' && isHarmlessHere(orders, arrival)) return 'info';
  if (mild && (effect.agreed || (handedOver && (effect.delegated || effect.actedOn !== 'yes')))) return 'info';
  const acted = effect.actedOn === 'yes' && (strong || effect.critical);
  const severity = acted
    ? whenActedOn(main, effect, request)
    : request === 'requested' && main.valuesOnly
      ? undefined
      : whenLeftAlone(arrival, orders, request);
  const weakTie = main.tier === 'fuzzy' || main.tier === 'token' || main.flow.basis === 'inferred';
  if (severity === undefined) return undefined;
  // Who wrote a file of this machine is not known: told only where it was carried out and nobody had asked.
  if (main.hit.features.includes(LOCAL_SOURCE)) {
    if (!acted || !effect.critical || effect.delegated || request !== 'unrequested') return undefined;
    return 'medium';
  }
  // Only the deed was seen, no words of an order were read: never the highest.
  return capped(severity, weakTie ? 'medium' : main.hit.features.includes('obeyed-value') ? 'high' : 'critical');
}

function whenActedOn(main: CarriedOrder, effect: Effectuated, request: string): Severity | undefined {
  if (effect.delegated || effect.agreed || request === 'delegated') return 'low';
  if (main.valuesOnly) return effect.critical ? 'medium' : undefined;
  return effect.critical ? 'critical' : 'high';
}

function whenLeftAlone(arrival: Arrival, orders: readonly CarriedOrder[], request: string): Severity | undefined {
  const main = orders[0]!;
  const strong = main.hit.strength === 'strong';
  const asked = request === 'requested' || request === 'delegated';
  if (main.valuesOnly) return strong && main.quoting === undefined && !asked ? 'low' : undefined;
  if (main.hit.kind !== 'markup' && isStudied(arrival.within, arrival.order)) return strong ? 'info' : undefined;
  if (main.quoting !== undefined)
    return strong ? (main.bare === true && !isNamed(main, arrival) ? 'low' : 'info') : undefined;
  if (strong) return arrival.base;
  if (asked) return undefined;
  const matter = main.tier === 'fuzzy' || isTextWork(arrival);
  const decisive = orders.some((one) =>
    one.hit.slots.some(
      (slot) =>
        !(matter && slot.kind !== 'account' && NETWORK_SLOTS.has(slot.kind)) &&
        decides(slot, one.readIn.value, one, arrival.within),
    ),
  );
  if (!decisive) return undefined;
  return arrival.base;
}

/** The words in front of the quotation name the place it was read from: "From their llms.txt: “…”". */
function isNamed({ readIn, span, flow }: CarriedOrder, { sink, within }: Arrival): boolean {
  if (readIn !== sink) return false;
  const before = sink.value.slice(Math.max(0, span[0] - 160), span[0]);
  const intro = /([^\n]{3,120})[:：]\s*(?:\n\s*)?[>"“„«「『]\s*$/.exec(before)?.[1];
  return intro !== undefined && isPointedAt(intro, flow.source, within);
}

/** Nothing is given away, nobody else is named, and nothing of the reader's rights or secrets is touched. */
function isHarmlessHere(orders: readonly CarriedOrder[], { within }: Arrival): boolean {
  return orders.every(({ hit, flow }) => isHarmless(hit, flow.source, within));
}

/** The reader only read and answered: whatever a page, a letter or a ticket wanted, it was matter to write about. */
function isTextWork({ within, receiver, order, cameBetween }: Arrival): boolean {
  // What came into a brief on the way is no matter that its author handed over.
  if (receiver === undefined || cameBetween === true) return false;
  const after = within.eventsOf(receiver).filter((event) => event.order >= order);
  return (
    after.some((event) => event.kind === 'reply' && !event.thinking) &&
    after.every(
      (event) =>
        event.kind !== 'tool-call' ||
        effectsOf(event).every((effect) => effect.kind === 'read' || effect.kind === 'fetch'),
    )
  );
}

const GIVING: ReadonlySet<VerbClass> = new Set(['send', 'publish', 'pay', 'grant']);

/**
 * The value alone says what the order is good for: something is given to an address that is not the source's own, a command brings
 * code in or carries data out, a file grants or holds rights.
 */
function decides(slot: Slot, text: string, order: CarriedOrder, within: Case): boolean {
  const { hit, flow } = order;
  if (slot.kind === 'account') return true;
  if (NETWORK_SLOTS.has(slot.kind))
    return hit.verbs.some((verb) => GIVING.has(verb)) && !isOwnAddress(slot.value, flow.source, within);
  if (slot.kind === 'path') {
    if (isSecretPath(slot.value)) return hit.verbs.some((verb) => verb !== 'write');
    if (!isSettingsPath(slot.value)) return false;
    // What is to be put there stands beside it.
    const beside = slotsIn(text.slice(Math.max(0, hit.start - 400), Math.min(text.length, hit.end + 400)));
    return beside.some(
      (other) => NETWORK_SLOTS.has(other.kind) || (other.kind === 'path' && isSecretPath(other.value)),
    );
  }
  if (slot.kind !== 'command') return false;
  const { executes, sendsOutside, readsOutside } = commandEffects(slot.value);
  const addresses = [...readsOutside, ...sendsOutside].flatMap((one) => one.url ?? one.host ?? []);
  // The page of a program tells how to load that very program.
  if (addresses.length > 0 && addresses.every((address) => isOwnAddress(address, flow.source, within))) return false;
  return (
    // A command line tool of the person's own accounts names nobody.
    sendsOutside.some(
      (one) => (one.url ?? one.host ?? one.recipient) !== undefined || one.files.length > 0 || one.variables.length > 0,
    ) || executes.some((one) => one.kind !== 'package' && (one.from === 'outside' || one.from === 'decoded'))
  );
}

function capped(severity: Severity, limit: Severity): Severity {
  return SEVERITIES[Math.min(severityRank(severity), severityRank(limit))]!;
}

function confidenceOf(orders: readonly CarriedOrder[], basis: string): Confidence {
  const { tier, hit, valuesOnly } = orders[0]!;
  if (valuesOnly || tier === 'token' || basis === 'inferred') return 'low';
  if (tier === 'fuzzy' || hit.strength !== 'strong') return 'medium';
  return 'high';
}

function consequence(effect: Effectuated): string {
  if (effect.actedOn === 'yes')
    return effect.critical ? ', and the reader did it though nobody had asked for it' : ', and the reader did it';
  return effect.actedOn === 'partly' ? ', and the reader did a harmless part of it' : '';
}

export function nameOf(text: Text): string {
  const { tool, channel, path } = text.origin;
  if (tool !== undefined) return `the output of ${tool}`;
  return path === undefined ? `${channel} text` : path;
}

/** A citation of some characters of a text. */
export function citeSpan(text: Text, [start, end]: readonly [number, number]): Cited['cite'] {
  const base = text.cite.chars?.[0] ?? 0;
  const limit = text.cite.chars?.[1] ?? base + text.value.length;
  const from = Math.min(base + start, limit);
  return { ...text.cite, chars: [from, Math.max(from, Math.min(base + end, limit))] };
}
