import type { AgentId, TimelineEvent } from './model.ts';
import { sameWords } from './same-words.ts';
import { push } from './streams.ts';
import type { Draft, DraftText, Mutable } from './tell/draft.ts';

/**
 * What must come before what, across agents: a spawn before its child's first event, a child's last words before their return,
 * a message before it is received. Also marks texts that the host put in a second time as copies.
 */
export function setAnchors(drafts: ReadonlyMap<AgentId, readonly Draft[]>, copies: Map<DraftText, DraftText>): void {
  const everyDraft = [...drafts.values()].flat();
  const replies = new Map<AgentId, Draft[]>();
  for (const [agent, list] of drafts) {
    replies.set(agent, lastWords(list));
  }
  const sent = new Outbox();
  const usedReply = new Map<AgentId, number>();
  for (const draft of everyDraft) {
    if (isKind(draft, 'spawn')) anchorSpawn(draft, drafts, copies);
    else if (isKind(draft, 'message') && draft.event.direction === 'sent') sent.put(draft);
  }
  for (const draft of everyDraft) {
    if (isKind(draft, 'return')) anchorReturn(draft, drafts, replies, usedReply, copies);
    else if (isKind(draft, 'message') && draft.event.direction === 'received') anchorMessage(draft, sent, copies);
  }
}

/** Replies that may have been handed over: those after which the agent stopped, and its last. */
function lastWords(list: readonly Draft[]): Draft[] {
  const words: Draft[] = [];
  let pending: Draft | undefined;
  for (const draft of list) {
    const { event } = draft;
    if (event.kind === 'reply' && !event.thinking) pending = draft;
    else if (event.kind === 'tool-call' && draft !== list.at(-1)) pending = undefined;
    else if (
      (event.kind === 'prompt' || event.kind === 'message' || event.kind === 'injection') &&
      pending !== undefined
    ) {
      words.push(pending);
      pending = undefined;
    }
  }
  const last = list.findLast(({ event }) => event.kind === 'reply' && !event.thinking);
  if (last !== undefined && words.at(-1) !== last) words.push(last);
  return words;
}

type DraftOf<K extends TimelineEvent['kind']> = Draft & {
  readonly event: Mutable<Extract<TimelineEvent, { kind: K }>>;
};

function isKind<K extends TimelineEvent['kind']>(draft: Draft, kind: K): draft is DraftOf<K> {
  return draft.event.kind === kind;
}

/** A child's first event follows the call that made it, and its brief repeats the call's prompt. */
function anchorSpawn(
  spawn: DraftOf<'spawn'>,
  drafts: ReadonlyMap<AgentId, readonly Draft[]>,
  copies: Map<DraftText, DraftText>,
): void {
  const child = spawn.event.child;
  const list = child === undefined ? undefined : drafts.get(child);
  if (list === undefined) return;
  const prompt = spawn.texts.find((text) => text.origin.place === 'input:/prompt') ?? spawn.texts[0];
  let briefs = 0;
  for (const draft of list) {
    if (!isKind(draft, 'prompt') || !draft.event.isBrief) continue;
    const brief = draft.texts.find((text) => text.origin.channel === 'model');
    briefs += 1;
    if (brief === undefined || prompt === undefined || copies.has(brief)) continue;
    if (brief.value !== prompt.value && !sameWords(brief.value, prompt.value)) continue;
    copies.set(brief, prompt);
    draft.after.push(spawn);
    // The first brief opens the file; a later one is a call that resumed the agent.
    if (briefs === 1 && list[0] !== draft) list[0]!.after.push(spawn);
    return;
  }
  if (briefs === 0 && list[0]!.after.length === 0) list[0]!.after.push(spawn);
}

/** A return follows the reply it repeats; where none says the same, the last reply that is not younger. */
function anchorReturn(
  draft: DraftOf<'return'>,
  drafts: ReadonlyMap<AgentId, readonly Draft[]>,
  replies: ReadonlyMap<AgentId, readonly Draft[]>,
  usedReply: Map<AgentId, number>,
  copies: Map<DraftText, DraftText>,
): void {
  const child = draft.event.child;
  const own = child === undefined ? undefined : replies.get(child);
  if (child === undefined || own === undefined) return;
  const words = draft.texts.filter(({ origin }) => origin.channel === 'model' && origin.place?.startsWith('result'));
  const said = words.map((text) => text.value).join('\n');
  const start = usedReply.get(child) ?? 0;
  let anchor: Draft | undefined;
  for (let index = own.length - 1; index >= 0; index -= 1) {
    const reply = own[index]!;
    const original = reply.texts[0];
    if (original === undefined || words.length === 0 || !sameWords(said, original.value)) continue;
    anchor = reply;
    // Equal words twice: earlier returns go with earlier replies.
    if (index >= start && index > 0 && hasEqualBefore(own, index, start)) continue;
    usedReply.set(child, index + 1);
    break;
  }
  if (anchor !== undefined) {
    for (const text of words) copies.set(text, anchor.texts[0]!);
  } else anchor = lastBefore(drafts.get(child) ?? [], draft.time);
  if (anchor !== undefined) carrierOf(draft).after.push(anchor);
}

function hasEqualBefore(own: readonly Draft[], index: number, start: number): boolean {
  const words = own[index]!.texts[0]!.value;
  for (let before = index - 1; before >= start; before -= 1) if (own[before]!.texts[0]?.value === words) return true;
  return false;
}

function lastBefore(list: readonly Draft[], time: number | undefined): Draft | undefined {
  if (time === undefined) return list.at(-1);
  let found: Draft | undefined;
  for (const draft of list) if (draft.time === undefined || draft.time <= time) found = draft;
  return found;
}

/** The event before a return in its stream is the one that carries it. */
const carriers = new WeakMap<Draft, Draft>();

export function setCarriers(list: readonly Draft[]): void {
  for (let index = 1; index < list.length; index += 1) {
    if (list[index]!.event.kind === 'return') carriers.set(list[index]!, list[index - 1]!);
  }
}

function carrierOf(draft: Draft): Draft {
  return carriers.get(draft) ?? draft;
}

/** Messages that were sent, by their words; each is received once. */
class Outbox {
  private readonly byWords = new Map<string, Draft[]>();

  put(sent: Draft): void {
    const words = sent.texts[0]?.value.trim();
    if (words !== undefined) push(this.byWords, words, sent);
  }

  /** The first message of another agent with these words, escaped or not. Takes it out. */
  take(words: string, receiver: AgentId): Draft | undefined {
    const exact = this.takeFrom(words.trim(), receiver);
    if (exact !== undefined) return exact;
    let tried = 0;
    for (const original of this.byWords.keys()) {
      if (original.length > words.length) continue;
      if (sameWords(words, original)) return this.takeFrom(original, receiver);
      tried += 1;
      if (tried > MAX_TRIES) return undefined;
    }
    return undefined;
  }

  private takeFrom(words: string, receiver: AgentId): Draft | undefined {
    const list = this.byWords.get(words);
    const index = list?.findIndex(({ event }) => event.agent !== receiver) ?? -1;
    if (list === undefined || index < 0) return undefined;
    const [sent] = list.splice(index, 1);
    if (list.length === 0) this.byWords.delete(words);
    return sent;
  }
}

/** Escaped messages are compared one by one; a case with more open ones than this is no mailbox but a flood. */
const MAX_TRIES = 200;

/** A message that arrives follows the call that sent it. */
function anchorMessage(received: DraftOf<'message'>, sent: Outbox, copies: Map<DraftText, DraftText>): void {
  const words = received.texts.find(({ origin }) => origin.place === 'message');
  const draft = words === undefined ? undefined : sent.take(words.value, received.event.agent);
  if (words === undefined || draft === undefined) return;
  copies.set(words, draft.texts[0]!);
  received.after.push(draft);
  if (received.event.from === undefined) received.event.from = draft.event.agent;
}

/** Prompts of calls whose child has records but not the brief among them. */
export function missingBriefs(drafts: ReadonlyMap<AgentId, readonly Draft[]>): Map<AgentId, DraftText> {
  const missing = new Map<AgentId, DraftText>();
  for (const list of drafts.values()) {
    for (const draft of list) {
      const child = isKind(draft, 'spawn') ? draft.event.child : undefined;
      const own = child === undefined ? undefined : drafts.get(child);
      const prompt = draft.texts.find((text) => text.origin.place === 'input:/prompt');
      if (child === undefined || own === undefined || prompt === undefined || missing.has(child)) continue;
      if (!own.some(({ event }) => event.kind === 'prompt' && event.isBrief)) missing.set(child, prompt);
    }
  }
  return missing;
}
