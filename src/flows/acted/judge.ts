import type { AgentId, Case, EventOf, Text, TimelineEvent } from '../../case/model.ts';
import type { ActedOn } from '../../result/finding.ts';
import { namesSameAct } from '../effects/values.ts';
import { quotedRanges, quotePlace } from '../markup/quoting.ts';
import { type Action, actionOf, eventsAfter } from './actions.ts';
import type { Order } from './orders.ts';
import { extractOrders } from './orders.ts';
import type { ActKind } from './verbs.ts';

/** An order and the act that matches it. */
export interface Obedience {
  readonly order: Order;
  readonly event: TimelineEvent;
  /** Half a sentence: what of the order the act repeats. */
  readonly why: string;
  readonly critical?: Action['critical'];
  /** A person had asked for it, or the agent had planned it, before the order reached it. */
  readonly before?: { readonly text: Text; readonly why: string };
}

export interface Judgement {
  readonly actedOn: ActedOn;
  readonly acts: readonly Obedience[];
  /** An act of a critical kind that neither a person nor the plan had before. */
  readonly critical: boolean;
  /** What the receiver said against it. */
  readonly refusal?: Text;
  /** Why nothing can be said, where actedOn is `unknown`. */
  readonly unknown?: string;
}

/** Acts behind this many events of the receiver are no longer put down to the order. */
const HORIZON = 80;
const HARMLESS: ReadonlySet<ActKind> = new Set(['say', 'hide']);

/**
 * Did `receiver` do what the orders say, after `order` of the timeline? An act matches when it is of the ordered kind and repeats what the
 * order names; an order that names nothing matches only kinds which are rare enough to speak for themselves (push, publish, grant, …).
 */
export function judge(
  analysed: Case,
  receiver: AgentId,
  orders: readonly Order[],
  after: number,
  /** The last place of the timeline that may show a wish or a plan from before; later than it stands the order itself. */
  known: number = after,
): Judgement {
  const events = eventsAfter(analysed, receiver, after, HORIZON);
  const refusal = refusalIn(events);
  if (orders.length === 0) return { actedOn: 'no', acts: [], critical: false, ...(refusal ? { refusal } : {}) };
  if (!events.some((event) => event.kind === 'reply' || event.kind === 'tool-call')) {
    return {
      actedOn: 'unknown',
      acts: [],
      critical: false,
      unknown: 'no act of the receiver is recorded after it arrived',
    };
  }
  const agent = analysed.agents.get(receiver);
  const acts: Obedience[] = [];
  const met = new Set<Order>();
  let prior: Prior | undefined;
  let humanSince: Text[] = [];
  for (const event of events) {
    if (event.kind === 'prompt' && !event.isBrief) {
      humanSince = [...humanSince, ...event.texts.filter((text) => isHuman(text))];
      continue;
    }
    if (event.kind === 'reply') {
      for (const order of orders) {
        const said = order.kind === 'say' || order.kind === 'write' ? repeats(order, event) : undefined;
        if (said === undefined || met.has(order)) continue;
        met.add(order);
        acts.push({ order: { ...order, kind: 'say' }, event, why: `says ${JSON.stringify(said)}` });
      }
      continue;
    }
    if (event.kind === 'permission') {
      const order = orders.find((one) => one.kind === 'grant');
      if (order !== undefined && /bypass|accept|auto|dontask/i.test(event.mode)) {
        met.add(order);
        acts.push({ order, event, why: `permission mode becomes ${event.mode}`, critical: 'permission' });
      }
      continue;
    }
    if (event.kind !== 'tool-call') continue;
    if (wasDenied(analysed, event)) continue;
    const action = actionOf(event, agent);
    for (const order of orders) {
      const why = matches(order, action);
      if (why === undefined) continue;
      met.add(order);
      prior ??= priorOf(analysed, receiver, known);
      const before = askedBefore(action, [...prior.human, ...humanSince], prior.plan, prior.calls);
      acts.push({
        order: HARMLESS.has(order.kind) ? { ...order, kind: 'call' } : order,
        event,
        why,
        ...(action.critical === undefined ? {} : { critical: action.critical }),
        ...(before === undefined ? {} : { before }),
      });
      break;
    }
  }
  const own = acts.filter((act) => act.before === undefined);
  const done = own.filter((act) => !HARMLESS.has(act.order.kind));
  const critical = done.some((act) => act.critical !== undefined);
  const actedOn: ActedOn =
    done.length > 0
      ? 'yes'
      : own.length > 0
        ? orders.every((one) => HARMLESS.has(one.kind))
          ? 'yes'
          : 'partly'
        : 'no';
  return { actedOn, acts: own.length > 0 ? own : acts, critical, ...(refusal === undefined ? {} : { refusal }) };
}

/** Orders of the parts of a text, with their places in the text. */
export function ordersIn(text: string, start = 0, end = text.length): Order[] {
  return extractOrders(text.slice(start, end)).map((order) => ({
    ...order,
    start: order.start + start,
    end: order.end + start,
  }));
}

function repeats(order: Order, event: EventOf<'reply'>): string | undefined {
  if (event.thinking) return undefined;
  for (const text of event.texts) {
    const lower = text.value.toLowerCase();
    for (const object of order.objects) {
      if (
        object.length < 3 ||
        object.includes('/') ||
        (order.kind === 'write' && /\.\w{1,5}$|^[A-Z][a-z]+$/.test(object))
      )
        continue;
      const at = lower.indexOf(object.toLowerCase());
      if (at < 0) continue;
      // Told or refused, not said: it stands in quotes, or in a sentence of refusal.
      if (quotePlace(quotedRanges(text.value), at, at + object.length) !== undefined) continue;
      if (REFUSAL.test(text.value.slice(Math.max(0, at - 200), at + object.length + 200))) continue;
      return object;
    }
  }
  return undefined;
}

/** Kinds that need no named object: an act of such a kind is told by itself. */
const SPEAKS_FOR_ITSELF: ReadonlySet<ActKind> = new Set(['push', 'publish', 'grant', 'commit', 'delegate', 'install']);

/** Calls that only carry text: to another agent, into a file. */
const ONLY_TEXT = new Set('Agent Task SendMessage Write Edit MultiEdit NotebookEdit'.split(' '));

function matches(order: Order, action: Action): string | undefined {
  const { toolName } = action.event;
  const name = toolName.toLowerCase();
  const shortName = name.replace(/^mcp__.*__/, '');
  for (const object of order.objects) {
    const wanted = object.toLowerCase();
    if (wanted === name || wanted === shortName || wanted === `${shortName} tool`)
      return `calls ${toolName}, which the order names`;
  }
  if (order.kind === 'say' || order.kind === 'hide') return undefined;
  const kindFits = action.kinds.has(order.kind) && order.kind !== 'call';
  // Who hands words on, or writes them down, has not done what they say.
  if (!kindFits && ONLY_TEXT.has(toolName)) return undefined;
  for (const object of order.objects) {
    const shared = sharedObject(object.toLowerCase(), action.words);
    if (shared === undefined) continue;
    if (
      kindFits ||
      (isSpecific(shared) &&
        (action.kinds.has('run') ||
          action.kinds.has('write') ||
          action.kinds.has('send') ||
          order.kind === 'call' ||
          order.kind === 'run'))
    )
      return `${action.summary.slice(0, 100)} repeats ${JSON.stringify(shared)} of the order`;
  }
  if (kindFits && SPEAKS_FOR_ITSELF.has(order.kind) && (order.objects.length === 0 || action.critical !== undefined))
    return `${action.summary.slice(0, 100)} is the ordered ${order.kind}`;
  // A command ordered in words: its rare words come again in the command line.
  if (
    kindFits &&
    (order.kind === 'run' || order.kind === 'delete' || order.kind === 'stop') &&
    order.objects.length === 0
  ) {
    return action.kinds.has('run') &&
      (action.kinds.has('delete') || action.kinds.has('stop') || action.critical === 'publish')
      ? `${action.summary.slice(0, 100)} is of the ordered kind`
      : undefined;
  }
  return undefined;
}

/** What of an ordered thing comes again in a call: the thing itself, its command words, its file name or its host. */
function sharedObject(object: string, words: string): string | undefined {
  const plain = JSON.stringify(object).slice(1, -1);
  if (object.length >= 3 && words.includes(plain)) return object;
  // `~/x` is told, `/home/name/x` is done.
  if (/^~\/.{4,}/.test(plain) && words.includes(plain.slice(1))) return object;
  const command = /^([a-z][\w.-]+ \w[\w:./-]*)/.exec(object)?.[1];
  if (command !== undefined && command.length >= 6 && words.includes(command)) return command;
  if (/^\w+\s/.test(object)) {
    const parts = object.split(/\s+/).filter((part) => part.length > 1);
    const hits = parts.filter((part) => words.includes(JSON.stringify(part).slice(1, -1)));
    return parts.length >= 2 && hits.length >= Math.max(2, Math.ceil(parts.length * 0.6)) && namesSameAct(parts, words)
      ? hits.join(' ')
      : undefined;
  }
  const host = /^[a-z][\w+.-]*:\/\/([^/:]+)/.exec(object)?.[1];
  if (host !== undefined && words.includes(host)) return host;
  const file = /([\w.-]+\.\w{1,8})$/.exec(object)?.[1];
  return file !== undefined && file.length >= 5 && words.includes(file) ? file : undefined;
}

function isSpecific(shared: string): boolean {
  return shared.length >= 6 && /[./:\\_-]|\s|\d/.test(shared);
}

function wasDenied(analysed: Case, event: EventOf<'tool-call'>): boolean {
  const result = event.result === undefined ? undefined : analysed.event(event.result);
  return (
    result?.kind === 'tool-result' && (result.denialKind !== undefined || result.permission?.decision === 'reject')
  );
}

/** Whether a call had been asked for by a person, planned or made before, as far as the receiver's records tell. */
export function wasWanted(analysed: Case, receiver: AgentId, action: Action, before: number): Obedience['before'] {
  const prior = priorOf(analysed, receiver, before);
  return askedBefore(action, prior.human, prior.plan, prior.calls);
}

interface Prior {
  readonly human: readonly Text[];
  readonly plan: readonly Text[];
  readonly calls: readonly EventOf<'tool-call'>[];
}

/** What the receiver had been asked by people, had said it would do, and had done, before the order arrived. */
function priorOf(analysed: Case, receiver: AgentId, order: number): Prior {
  const human: Text[] = [];
  const plan: Text[] = [];
  const calls: EventOf<'tool-call'>[] = [];
  for (const event of analysed.timeline) {
    if (event.order > order) break;
    if (event.kind === 'prompt') human.push(...event.texts.filter(isHuman));
    else if (event.agent !== receiver) continue;
    else if (event.kind === 'reply') plan.push(...event.texts);
    else if (event.kind === 'tool-call') calls.push(event);
  }
  for (const delivery of analysed.inputsOf(receiver))
    if (delivery.order <= order && isHuman(delivery.text)) human.push(delivery.text);
  return { human, plan, calls };
}

export function isHuman(text: Text): boolean {
  const { channel, by } = text.origin;
  return (
    channel === 'typed' ||
    channel === 'caller' ||
    (channel === 'queued' && by.kind !== 'agent' && by.kind !== 'tool') ||
    (channel === 'command' && by.kind === 'human')
  );
}

const DISTINCT_WORD = /[\p{L}\p{N}_./:@-]{4,}/gu;
const COMMON = new Set(
  'this that with from file files path command bash true false write edit read tool name into your have will then them when what main test tests code repo project content description prompt message text type json https http agent task using used user users just also only more some make made take call calls'.split(
    ' ',
  ),
);

const known = new WeakMap<Text, readonly Order[]>();

function ordersOf(text: Text): readonly Order[] {
  let orders = known.get(text);
  if (orders === undefined) {
    orders = extractOrders(text.value);
    known.set(text, orders);
  }
  return orders;
}

/**
 * Whether a person or the plan had an act before: the act's kind is ordered there and, where the act names things, one of them too; or the
 * same call was made before. Words of an act that stand in a person's text are named.
 */
function askedBefore(
  action: Action,
  human: readonly Text[],
  plan: readonly Text[],
  calls: readonly EventOf<'tool-call'>[],
): Obedience['before'] {
  const names = new Set(
    (action.words.match(DISTINCT_WORD) ?? []).filter(
      (word) => !COMMON.has(word) && !/^(?:command|description|file_path|url|prompt|skill|args)$/.test(word),
    ),
  );
  const kinds = [...action.kinds].filter((kind): kind is ActKind => kind !== 'call');
  for (const [texts, why] of [
    [human, 'a person had asked for it'],
    [plan, 'the agent had planned it'],
  ] as const) {
    for (const text of texts) {
      if (text.value.length > 200_000) continue;
      for (const order of ordersOf(text)) {
        if (order.kind === 'hide' || order.kind === 'say') continue;
        const clause = text.value.slice(order.start, order.end).toLowerCase();
        const named = [...names].some((word) => clause.includes(word));
        const sameKind = kinds.includes(order.kind);
        const isStrongKind =
          action.critical === 'publish' ? order.kind === 'push' || order.kind === 'publish' : sameKind;
        if ((isStrongKind && (named || SPEAKS_FOR_ITSELF.has(order.kind))) || (named && sameKind)) return { text, why };
      }
    }
  }
  for (const call of calls) {
    if (call.toolName === action.event.toolName && JSON.stringify(call.input) === JSON.stringify(action.event.input)) {
      const text = call.texts[0];
      if (text !== undefined) return { text, why: 'the agent had made the same call before' };
    }
  }
  return undefined;
}

/** A receiver that quotes, refuses, warns or verifies. Several languages. */
const REFUSAL =
  /\b(?:(?:will|won't|can|did|do|should|shall|am|'m|would) ?(?:not|n't)? (?:not )?(?:be )?(?:follow|act|obey|execut|comply|carry|run|do(?:ing)?|proceed|treat|grant|act(?:ing)? on)\w*\b[^.!?\n]{0,60}\b(?:not|instruction|order|request|claim|that|this|it|directive)|(?:not|never) (?:going to|acting|following|executing|complying|carrying)|ignor(?:e|ing|ed)|disregard(?:ing|ed)?|refus(?:e|ing|ed)|declin(?:e|ing|ed)|suspicious|prompt injection|injection|untrusted|unverified|not (?:a )?(?:genuine|legitimate|real|trusted)|looks? (?:forged|fake|spoofed|injected)|forged|spoofed|fabricated|hallucinat\w+|no authority|carr(?:y|ies) no authority|did not come from (?:you|the user)|not from (?:you|the user)|cannot be verified|won't)\b|ne (?:suivrai|vais) pas|je refuse|ignoriere|werde (?:ich )?(?:das|dies|dem) nicht|verweigere|no (?:seguiré|voy a)|ignoraré|rechazo|не буду|игнорирую|отказываюсь|従いません|無視します|実行しません|不会(?:执行|遵循|照做)|忽略|拒绝|따르지 않|무시|거부/iu;

function refusalIn(events: readonly TimelineEvent[]): Text | undefined {
  for (const event of events.slice(0, 12)) {
    if (event.kind !== 'reply' || event.thinking) continue;
    const text = event.texts.find((one) => REFUSAL.test(one.value));
    if (text !== undefined) return text;
  }
  return undefined;
}
