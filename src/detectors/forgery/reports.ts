import type { Agent, AgentId, Case, EventOf, Text } from '../../case/model.ts';
import { contentWords, shareOf } from './words.ts';

/** One thing a model wrote in one go: the texts of a reply, in order, and what became of them. */
export interface Utterance {
  readonly agent: Agent;
  readonly texts: readonly Text[];
  readonly events: readonly EventOf<'reply'>[];
  /** Calls of the same reply, in order. */
  readonly calls: readonly EventOf<'tool-call'>[];
  /** Order of the first event. */
  readonly order: number;
  /** Order of the last event of the reply, calls included. */
  readonly endOrder: number;
}

/** An utterance (or a message) of an agent that another agent gets to read. */
export interface Report extends Utterance {
  readonly by: 'reply' | 'message' | 'return-only';
  /** The places where the host put the words before the receiver. Empty where no record shows it. */
  readonly copies: readonly Text[];
  readonly receiver: AgentId | undefined;
  /** When the receiver could read it first. */
  readonly arrival: number;
  /** Tool calls the agent made since it was last asked something. */
  readonly callsBefore: readonly EventOf<'tool-call'>[];
}

const NO_MODEL_WORK: ReadonlySet<string> = new Set(['compaction', 'side-question', 'warm-up']);

const memo = new WeakMap<Case, { utterances: readonly Utterance[]; reports: readonly Report[] }>();

export function utterancesOf(analysed: Case): readonly Utterance[] {
  return build(analysed).utterances;
}

/** Every text by which a child speaks to another agent, in order of the timeline. */
export function reportsOf(analysed: Case): readonly Report[] {
  return build(analysed).reports;
}

function build(analysed: Case): { utterances: readonly Utterance[]; reports: readonly Report[] } {
  const known = memo.get(analysed);
  if (known !== undefined) return known;
  const copies = copiesOf(analysed);
  const returns = returnsByChild(analysed);
  const utterances: Utterance[] = [];
  const reports: Report[] = [];
  for (const agent of analysed.agents.agents) {
    if (NO_MODEL_WORK.has(agent.kind)) continue;
    const own = utterancesOfAgent(analysed, agent);
    utterances.push(...own);
    if (agent.id === analysed.agents.root) continue;
    const calls = analysed.eventsOf(agent.id).filter((event) => event.kind === 'tool-call');
    let asked = -1;
    const prompts = analysed
      .eventsOf(agent.id)
      .filter((event) => event.kind === 'prompt' || (event.kind === 'message' && event.direction === 'received'));
    for (const [index, utterance] of own.entries()) {
      for (const prompt of prompts) if (prompt.order < utterance.order) asked = Math.max(asked, prompt.order);
      const seen = utterance.texts.flatMap((text) => copies.get(text.id) ?? []);
      const isLast = index === own.length - 1;
      if (seen.length === 0 && !(isLast && utterance.calls.length === 0)) continue;
      const first = seen[0] === undefined ? undefined : analysed.event(seen[0].event);
      reports.push({
        ...utterance,
        by: 'reply',
        copies: seen,
        receiver: first?.agent ?? agent.parent,
        arrival: first?.order ?? utterance.endOrder,
        callsBefore: calls.filter((call) => call.order > asked && call.order < utterance.order),
      });
    }
    reports.push(...returnsOnly(returns.get(agent.id) ?? [], agent, own));
  }
  reports.push(...messages(analysed, copies));
  reports.sort((a, b) => a.order - b.order);
  const built = { utterances, reports };
  memo.set(analysed, built);
  return built;
}

function copiesOf(analysed: Case): ReadonlyMap<number, readonly Text[]> {
  const copies = new Map<number, Text[]>();
  for (const text of analysed.texts) {
    if (text.copyOf === undefined) continue;
    const list = copies.get(text.copyOf);
    if (list === undefined) copies.set(text.copyOf, [text]);
    else list.push(text);
  }
  return copies;
}

function utterancesOfAgent(analysed: Case, agent: Agent): Utterance[] {
  const found: Utterance[] = [];
  let open: { key: string; events: EventOf<'reply'>[]; calls: EventOf<'tool-call'>[] } | undefined;
  const close = (): void => {
    if (open?.events.some((event) => event.texts.length > 0)) {
      const last = open.calls.at(-1) ?? open.events.at(-1)!;
      found.push({
        agent,
        texts: open.events.flatMap((event) => event.texts),
        events: open.events,
        calls: open.calls,
        order: open.events[0]!.order,
        endOrder: Math.max(last.order, open.events.at(-1)!.order),
      });
    }
    open = undefined;
  };
  for (const event of analysed.eventsOf(agent.id)) {
    if (event.kind === 'reply') {
      if (event.thinking || event.isApiError) continue;
      // A gateway may leave out the request id; the message's own id then holds a reply together.
      const key = event.messageId ?? event.requestId ?? event.id;
      if (open === undefined || open.key !== key) {
        close();
        open = { key, events: [], calls: [] };
      }
      open.events.push(event);
    } else if (event.kind === 'tool-call') {
      const key = event.messageId ?? event.requestId;
      if (open !== undefined && key === open.key) open.calls.push(event);
    }
  }
  close();
  return found;
}

function returnsByChild(analysed: Case): ReadonlyMap<AgentId, readonly EventOf<'return'>[]> {
  const returns = new Map<AgentId, EventOf<'return'>[]>();
  for (const event of analysed.timeline) {
    if (event.kind !== 'return' || event.child === undefined) continue;
    const list = returns.get(event.child);
    if (list === undefined) returns.set(event.child, [event]);
    else list.push(event);
  }
  return returns;
}

/** Words that came back in a child's name and stand in no file of its own: its file is missing, or it never wrote them there. */
function returnsOnly(returns: readonly EventOf<'return'>[], agent: Agent, own: readonly Utterance[]): Report[] {
  const reports: Report[] = [];
  let spoken: Set<string>[] | undefined;
  for (const event of returns) {
    const texts = event.texts.filter((text) => {
      if (text.origin.channel !== 'model' || text.copyOf !== undefined) return false;
      // A copy that was escaped and broken up twice is a copy still.
      spoken ??= own.map((utterance) => contentWords(utterance.texts.map((one) => one.value).join('\n')));
      const words = contentWords(text.value);
      return !spoken.some((before) => words.size > 0 && shareOf(words, before) >= 0.9);
    });
    if (texts.length === 0) continue;
    reports.push({
      agent,
      texts,
      events: [],
      calls: [],
      order: event.order,
      endOrder: event.order,
      by: 'return-only',
      copies: texts,
      receiver: event.agent,
      arrival: event.order,
      callsBefore: [],
    });
  }
  return reports;
}

/** What agents send each other with SendMessage and its kin, as the sender wrote it. */
function messages(analysed: Case, copies: ReadonlyMap<number, readonly Text[]>): Report[] {
  const reports: Report[] = [];
  for (const event of analysed.timeline) {
    if (event.kind !== 'message' || event.direction !== 'sent' || event.texts.length === 0) continue;
    const agent = analysed.agents.get(event.agent);
    if (agent === undefined || agent.id === analysed.agents.root) continue;
    const seen = event.texts.flatMap((text) => copies.get(text.id) ?? []);
    const first = seen[0] === undefined ? undefined : analysed.event(seen[0].event);
    reports.push({
      agent,
      texts: event.texts,
      events: [],
      calls: [],
      order: event.order,
      endOrder: event.order,
      by: 'message',
      copies: seen,
      receiver:
        first?.agent ??
        (event.to !== undefined && analysed.agents.get(event.to) !== undefined ? event.to : agent.parent),
      arrival: first?.order ?? event.order,
      callsBefore: analysed
        .eventsOf(agent.id)
        .filter((call) => call.kind === 'tool-call' && call.order < event.order) as EventOf<'tool-call'>[],
    });
  }
  return reports;
}
