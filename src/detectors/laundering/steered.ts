import type { Case, EventOf, Text } from '../../case/model.ts';
import { isOwnAddress } from '../../flows/effects/document.ts';
import type { Effect } from '../../flows/effects/effects.ts';
import { VERBS_OF } from '../../flows/effects/model.ts';
import { wantedAt } from '../../flows/effects/refused.ts';
import { humanTexts, requestOf } from '../../flows/effects/request.ts';
import type { Flow, FlowEvidence, FlowGraph } from '../../flows/model.ts';
import type { ShapeHit, Slot, SlotKind } from '../../flows/shape/order.ts';
import { quoting } from '../../flows/shape/quoting.ts';
import { sentenceAt } from '../../flows/shape/sentence.ts';
import { slotsIn } from '../../flows/shape/slots.ts';
import { SHELL_TOOLS } from '../../hosts/integrity.ts';
import {
  type CarriedOrder,
  carriedOrders,
  within as charsOf,
  hitsOf,
  isLocalReading,
  LOCAL_SOURCE,
  localFlows,
  outsideFlows,
} from './carried.ts';
import { unaskedCalls } from './unasked.ts';

/**
 * An effect that nobody asked for, whose deciding value an outside sentence was the first to name: whatever language the sentence is in
 * and however it words its wish, the deed shows that it was taken for an order.
 */
export interface Steered {
  readonly effect: Effect;
  readonly value: string;
  /** The text in front of the agent that acted which holds the value: the outside text itself, or a brief, a report, a stored file. */
  readonly arrival: Text;
  readonly source: Text;
  /** The sentence of the source, as an order with the value as its slot. */
  readonly hit: ShapeHit;
  /** Over which the value reached the arrival, where that is not the source. */
  readonly flow?: Flow;
}

/** Bounds: values of a call that are looked at, and characters that are searched in one case. */
const MOST_VALUES = 8;
const MOST_CHARS = 150_000_000;
const LONGEST_TEXT = 400_000;
/** Words beside the value, below which a line is a field or a list and says nothing. */
const LEAST_WORDS = 4;

/** An order may say in one sentence what it is about, and in the next that it is to be done. */
const BESIDE = 80;

/** Where something goes; every other value is only an object of the act, and pages are full of those. */
const DESTINATIONS: ReadonlySet<SlotKind> = new Set(['email', 'url', 'host', 'account']);

const found = new WeakMap<FlowGraph, readonly Steered[]>();

export function steered(within: Case, flows: FlowGraph): readonly Steered[] {
  let list = found.get(flows);
  if (list === undefined) {
    list = search(within, flows);
    found.set(flows, list);
  }
  return list;
}

interface Value {
  readonly kind: SlotKind;
  readonly value: string;
}

function search(within: Case, flows: FlowGraph): Steered[] {
  const list: Steered[] = [];
  const humans = humanTexts(within);
  let budget = MOST_CHARS;
  for (const { event, effect } of unaskedCalls(within)) {
    if (budget <= 0) break;
    const known = humans.filter(({ order }) => order <= event.order).map(({ text }) => text.value.toLowerCase());
    const context = textsBefore(within, event);
    for (const one of valuesOf(event, effect).slice(0, MOST_VALUES)) {
      if (known.some((text) => wantedAt(text, one.value.toLowerCase()) !== undefined)) continue;
      budget -= context.reduce((sum, text) => sum + Math.min(text.value.length, LONGEST_TEXT), 0);
      const steer = sourceOf(within, flows, event, effect, one, context);
      if (steer !== undefined && !isAsked(within, steer)) list.push(steer);
    }
  }
  return list;
}

/** A person agreed to it after it had been read, or handed it over. */
function isAsked(within: Case, { effect, source, hit }: Steered): boolean {
  const after = within.event(source.event)?.order ?? 0;
  const words = source.value.slice(hit.start, Math.min(source.value.length, hit.end + 80));
  const { status } = requestOf(effect, within, undefined, source, { after, words });
  return status === 'requested' || status === 'delegated';
}

/** Orders that were read on this machine and handed on: only those that steer a reader, and only where somebody did something unasked. */
export function localOrders(within: Case, flows: FlowGraph, sink: Text): CarriedOrder[] {
  if (unaskedCalls(within).length === 0) return [];
  return carriedOrders(sink, localFlows(flows, sink))
    .filter((one) => speaksToMachine(one.hit) && !one.valuesOnly && one.quoting === undefined)
    .map((one) => ({ ...one, hit: asLocal(one.hit) }));
}

/** House rules of people are strong, too; who hides an order for agents in a file has to speak to agents. */
export function speaksToMachine(hit: ShapeHit): boolean {
  return hit.strength === 'strong' && hit.kind !== 'markup' && hit.features.some((one) => MACHINE.has(one));
}

const MACHINE: ReadonlySet<string> = new Set(['addressee', 'called', 'reads-this', 'override', 'conceal']);

export function asLocal(hit: ShapeHit): ShapeHit {
  return { ...hit, features: [...hit.features, LOCAL_SOURCE] };
}

/** The values of a text; of a command those of its words, which are no part of a longer value. */
function slotsOf(value: string, isCommand: boolean): readonly Slot[] {
  const head = value.slice(0, 4_000);
  return isCommand ? head.split(/[\s"'`;|<>()]+/).flatMap((word) => slotsIn(word)) : slotsIn(head);
}

function valuesOf(event: EventOf<'tool-call'>, effect: Effect): Value[] {
  const values = new Map<string, Value>();
  const isCommand = SHELL_TOOLS.includes(event.toolName);
  for (const text of event.texts) {
    for (const slot of slotsOf(text.value, isCommand)) {
      if (slot.kind === 'path' ? !isFarPath(slot.value, effect) : !DESTINATIONS.has(slot.kind)) continue;
      values.set(slot.value.toLowerCase(), { kind: slot.kind, value: slot.value });
    }
    // A key, a digest, a token: nobody types such a thing of his own accord.
    for (const [long] of text.value.slice(0, 4_000).matchAll(LONG_TOKEN))
      if (/\d/.test(long) && /[A-Z]/.test(long) && /[a-z]/.test(long))
        values.set(long.toLowerCase(), { kind: 'account', value: long });
  }
  if (event.toolName.startsWith('mcp__') || !/^[A-Z]/.test(event.toolName)) {
    for (const value of effect.values) {
      const trimmed = value.trim();
      if (values.has(trimmed.toLowerCase())) continue;
      if (isAccount(trimmed)) values.set(trimmed.toLowerCase(), { kind: 'account', value: trimmed });
      else if (isNamed(trimmed)) values.set(trimmed.toLowerCase(), { kind: 'name', value: trimmed });
    }
  }
  return [...values.values()];
}

const LONG_TOKEN = /(?<![\w+/=-])[A-Za-z0-9+/=_-]{28,200}(?![\w+/=-])/g;

/** A path that no project has of its own: below the home folder or the root of the machine. */
function isFarPath(path: string, effect: Effect): boolean {
  return effect.kind === 'delete' ? /^(?:~|\/)|^[\w-]+\/[\w.-]+$/.test(path) && path.length >= 6 : false;
}

/** Letters and digits of an account or a card, with or without gaps. */
const isAccount = (value: string): boolean => /^[A-Z]{0,2}[\d][\dA-Z .-]{8,40}$/.test(value) && digits(value) >= 9;
const digits = (value: string): number => value.replace(/\D/g, '').length;
/** A proper name, a number of a thing: what two texts do not share by chance. */
const isNamed = (value: string): boolean =>
  value.length >= 6 &&
  value.length <= 80 &&
  !value.includes('\n') &&
  !/^\d{4}-\d{2}-\d{2}/.test(value) &&
  (/^\p{Lu}\S*(?: \S+){1,6}$/u.test(value) || (/\d/.test(value) && /[A-Za-z-]/.test(value) && /^\S+$/.test(value)));

function textsBefore(within: Case, event: EventOf<'tool-call'>): Text[] {
  const texts: Text[] = [];
  for (const one of within.eventsOf(event.agent)) {
    if (one.order >= event.order) break;
    if (one.kind === 'tool-call' || one.kind === 'reply') continue;
    for (const text of one.texts) {
      const { by, place } = text.origin;
      if ((by.kind === 'agent' && by.agent === event.agent) || place?.startsWith('input') === true) continue;
      texts.push(text);
    }
  }
  return texts;
}

function sourceOf(
  within: Case,
  flows: FlowGraph,
  event: EventOf<'tool-call'>,
  effect: Effect,
  one: Value,
  context: readonly Text[],
): Steered | undefined {
  for (const text of context) {
    const at = placeOf(text.value.slice(0, LONGEST_TEXT), one);
    if (at === undefined) continue;
    const kept = storedFrom(flows, text, one);
    if (kept !== undefined) return made(within, flows, effect, one, text, kept.flow.source, kept.at, kept.flow);
    if (isSource(flows, text) && !crosses(flows, text, at))
      return made(within, flows, effect, one, text, text, at, undefined);
    const carried = handedOn(within, flows, text, at, one);
    // The first to name it is the one whose word it is.
    if (carried === undefined) return undefined;
    const { flow, evidence } = carried;
    const from = charsOf(flow.source, evidence.from);
    const there = placeOf(flow.source.value.slice(0, LONGEST_TEXT), one) ?? from;
    return there === undefined ? undefined : made(within, flows, effect, one, text, flow.source, there, flow);
  }
  // Nothing in front of the agent shows it plainly. What was handed on broken or disguised is read in its source,
  for (const text of context) {
    const written = text.copyOf === undefined ? text : (within.texts[text.copyOf] ?? text);
    for (const flow of [...outsideFlows(flows, written), ...localFlows(flows, written)]) {
      const at = placeOf(flow.source.value.slice(0, LONGEST_TEXT), one);
      const holds = (each: FlowEvidence): boolean => {
        const from = charsOf(flow.source, each.from);
        return at !== undefined && from !== undefined && from[0] < at[1] && at[0] < from[1];
      };
      if (at !== undefined && flow.evidence.some(holds))
        return made(within, flows, effect, one, text, flow.source, at, flow);
    }
  }
  // and what an outside text holds in another form was read out of it by the agent itself.
  for (const text of event.texts)
    for (const flow of outsideFlows(flows, text)) {
      if (flow.source.agent !== event.agent || flow.source.origin.channel !== 'tool') continue;
      const evidence = flow.evidence.find((each) => {
        const to = charsOf(text, each.to);
        return (
          to !== undefined && text.value.slice(to[0], to[1]).toLowerCase().includes(hostOrValue(one).toLowerCase())
        );
      });
      const from = evidence === undefined ? undefined : (charsOf(flow.source, evidence.from) ?? WHERE_UNKNOWN);
      if (
        evidence !== undefined &&
        from !== undefined &&
        (evidence.transforms.length > 0 || evidence.tier === 'decoded')
      )
        return made(within, flows, effect, one, flow.source, flow.source, from, undefined);
    }
  return undefined;
}

/** What a tool answered, or an instruction file that came with what was fetched. */
const isShown = (text: Text): boolean => /^(?:tool|injected|memory)$/.test(text.origin.channel);

/** A file that an agent wrote from an outside text, reworded perhaps, and that holds the value which that text named first. */
function storedFrom(flows: FlowGraph, text: Text, one: Value) {
  for (const flow of outsideFlows(flows, text)) {
    if (!flow.crosses.includes('storage') || flow.source === text) continue;
    const at = placeOf(flow.source.value.slice(0, LONGEST_TEXT), one);
    if (at !== undefined) return { flow, at };
  }
  return undefined;
}

/** A stored text that is outside by what it carries came from elsewhere. */
function crosses(flows: FlowGraph, text: Text, at: readonly [number, number]): boolean {
  const carried = carriedAt(flows, text, at);
  return carried?.flow.crosses.includes('storage') === true;
}

/** How a text arrived is one step; where its words come from is known of the text as it was written. */
function handedOn(within: Case, flows: FlowGraph, text: Text, at: readonly [number, number], one: Value) {
  const written = text.copyOf === undefined ? undefined : within.texts[text.copyOf];
  const there = written === undefined ? undefined : placeOf(written.value.slice(0, LONGEST_TEXT), one);
  return (
    (written === undefined || there === undefined ? undefined : carriedAt(flows, written, there)) ??
    carriedAt(flows, text, at)
  );
}

function carriedAt(
  flows: FlowGraph,
  text: Text,
  at: readonly [number, number],
): { readonly flow: Flow; readonly evidence: FlowEvidence } | undefined {
  for (const flow of [...outsideFlows(flows, text), ...localFlows(flows, text)]) {
    for (const evidence of flow.evidence) {
      const to = charsOf(text, evidence.to);
      if (evidence.tier !== 'context' && to !== undefined && to[0] < at[1] && at[0] < to[1]) return { flow, evidence };
    }
  }
  return undefined;
}

/** An outside text, or what a tool read on this machine. */
function isSource(flows: FlowGraph, text: Text): boolean {
  return isShown(text) && (flows.labelsOf(text).carried.integrity === 'outside' || isLocalReading(flows, text));
}

function made(
  within: Case,
  flows: FlowGraph,
  effect: Effect,
  one: Value,
  arrival: Text,
  source: Text,
  at: readonly [number, number],
  flow: Flow | undefined,
): Steered | undefined {
  const [start, end] = sentenceAt(source.value, at[0], at[1]);
  const slot: Slot = { kind: one.kind, value: one.value, start: at[0], end: at[1] };
  const verbs = VERBS_OF[effect.kind];
  if (DESTINATIONS.has(one.kind) && isOwnAddress(one.value, source, within)) return undefined;
  const said = source.value.slice(start, at[0]) + source.value.slice(at[1], end);
  if (!saysSomething(said) && at[1] - at[0] < 60) return undefined;
  const isLocal = flows.labelsOf(source).carried.integrity !== 'outside';
  // An object of the act is named by every page on it: only where the sentence orders.
  const isGoal = DESTINATIONS.has(one.kind) || (!isLocal && one.kind === 'path' && effect.kind === 'delete');
  if (
    !isGoal &&
    !hitsOf(source).some((hit) => hit.start < end + BESIDE && start < hit.end + BESIDE && hit.kind !== 'markup')
  )
    return undefined;
  if (isLocal && quoting(source.value, [start, end]) !== undefined) return undefined;
  const hit: ShapeHit = {
    start,
    end,
    kind: 'decisive-slot',
    strength: 'plain',
    language: 'any',
    features: isLocal ? ['obeyed-value', LOCAL_SOURCE] : ['obeyed-value'],
    words: [[at[0], at[1]]],
    verbs,
    slots: [slot],
  };
  return { effect, value: one.value, arrival, source, hit, ...(flow === undefined ? {} : { flow }) };
}

function saysSomething(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}'’]+/gu) ?? [];
  if (words.length >= LEAST_WORDS) return true;
  // Scripts without blanks between words.
  return (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0) >= 8;
}

/** What was decoded is cited as a whole. */
const WHERE_UNKNOWN: readonly [number, number] = [0, 0];

function hostOrValue(one: Value): string {
  return one.kind === 'url' ? (/:\/\/([^/?#\s]+)/.exec(one.value)?.[1] ?? one.value) : one.value;
}

function placeOf(text: string, one: Value): readonly [number, number] | undefined {
  const wanted = hostOrValue(one);
  const plain = text.indexOf(wanted);
  if (plain >= 0) return [plain, plain + wanted.length];
  const folded = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (folded >= 0) return [folded, folded + wanted.length];
  if (one.kind !== 'account') return undefined;
  const bare = wanted.replace(/[ .-]/g, '');
  const match = new RegExp([...bare].map((sign) => sign.replace(/\W/g, '\\$&')).join('[ .-]?'), 'i').exec(text);
  return match === null ? undefined : [match.index, match.index + match[0].length];
}

/** What a brief, a report or a stored text hands on of what was obeyed later. */
export function steeredOrders(within: Case, flows: FlowGraph, sink: Text): CarriedOrder[] {
  const orders: CarriedOrder[] = [];
  for (const one of steered(within, flows)) {
    if (one.arrival === one.source || one.flow === undefined) continue;
    const path = [one.arrival, ...one.flow.relays];
    if (!path.some((text) => text === sink || text.copyOf === sink.id || sink.copyOf === text.id)) continue;
    const at = placeOf(sink.value.slice(0, LONGEST_TEXT), { kind: one.hit.slots[0]!.kind, value: one.value });
    const carried = at === undefined ? sameSource(flows, sink, one) : carriedAt(flows, sink, at);
    if (carried === undefined) continue;
    const to = charsOf(sink, carried.evidence.to) ?? at ?? [0, sink.value.length];
    orders.push({
      hit: one.hit,
      readIn: one.source,
      span: at === undefined ? to : [Math.min(to[0], at[0]), Math.max(to[1], at[1])],
      sourceSpan: [one.hit.start, one.hit.end],
      flow: carried.flow,
      tier: carried.evidence.tier,
      transforms: carried.evidence.transforms,
      valuesOnly: false,
    });
  }
  return orders;
}

/** The part of the sink that holds the sentence of the source, where the value itself cannot be read in it. */
function sameSource(flows: FlowGraph, sink: Text, one: Steered) {
  for (const flow of [...outsideFlows(flows, sink), ...localFlows(flows, sink)]) {
    if (flow.source !== one.source) continue;
    for (const evidence of flow.evidence) {
      const from = charsOf(flow.source, evidence.from);
      if (from !== undefined && from[0] < one.hit.end && one.hit.start < from[1]) return { flow, evidence };
    }
  }
  return undefined;
}
