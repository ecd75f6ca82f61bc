import type { Delivery, TimelineEvent } from './model.ts';
import type { Draft, DraftText, Mutable } from './tell/draft.ts';

/**
 * When an agent could first see each text. Its own words are not delivered to it; everything that stands in its file in another's
 * place is, unless the file only notes it. A text counts from the first request that was sent after it came: while a message was
 * being written, and where the host recorded its requests, while one was on its way, later blocks were composed without it.
 */
export function deliver(list: readonly Draft[], hidden: ReadonlySet<DraftText>, brief?: DraftText): Delivery[] {
  const seen = firstSeen(list);
  const first = list[0]?.event;
  // A child's file without the brief (2.0.42 to 2.0.50): the call's prompt is what it was shown.
  const opening = first === undefined || brief === undefined ? [] : [given(brief, first, first.order)];
  const deliveries: Mutable<Delivery>[] = [...opening];
  /** Deliveries that are still in the agent's context. */
  let held: Mutable<Delivery>[] = [...opening];
  let uuids: ReadonlyMap<TimelineEvent['id'], string> | undefined;
  for (const [index, draft] of list.entries()) {
    const { event } = draft;
    if (event.kind === 'compaction') {
      const preserved = new Set(event.preserved);
      if (preserved.size > 0) uuids ??= uuidsOf(list);
      const kept: Mutable<Delivery>[] = [];
      for (const delivery of held) {
        const uuid = uuids?.get(delivery.atEvent);
        if (uuid !== undefined && preserved.has(uuid)) kept.push(delivery);
        else delivery.until = event.order;
      }
      held = kept;
      continue;
    }
    if (isOwn(event)) continue;
    const order = list[seen[index]!]!.event.order;
    for (const text of draft.texts) {
      if (hidden.has(text)) continue;
      const delivery = given(text, event, order);
      deliveries.push(delivery);
      held.push(delivery);
    }
  }
  return deliveries;
}

function given(text: DraftText, event: Draft['event'], order: number): Mutable<Delivery> {
  return { text, to: event.agent, atEvent: event.id, order };
}

/** The agent's own words, and events that only repeat another's texts. */
function isOwn(event: Draft['event']): boolean {
  switch (event.kind) {
    case 'reply':
    case 'tool-call':
    case 'spawn':
    case 'return':
      return true;
    case 'message':
      return event.direction === 'sent';
    default:
      return false;
  }
}

/** For each event the index of the event from which on its texts count: itself, or the end of the message it came into. */
function firstSeen(list: readonly Draft[]): number[] {
  const last = new Map<string, number>();
  for (const [index, { event }] of list.entries()) {
    if ((event.kind === 'reply' || event.kind === 'tool-call') && event.messageId !== undefined)
      last.set(event.messageId, index);
  }
  const seen = list.map((_, index) => index);
  // From the back: `next` is the reply that follows.
  let next: { draft: Draft; end: number } | undefined;
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const draft = list[index]!;
    const { event } = draft;
    if (event.kind === 'reply' || event.kind === 'tool-call') {
      next = { draft, end: event.messageId === undefined ? index : last.get(event.messageId)! };
    } else if (next !== undefined && wasSentBefore(next.draft, draft)) seen[index] = next.end;
  }
  let open: number | undefined;
  for (const [index, { event }] of list.entries()) {
    if (event.kind === 'reply' || event.kind === 'tool-call') {
      open = event.messageId === undefined ? undefined : last.get(event.messageId);
    } else if (open !== undefined && open > index) seen[index] = Math.max(seen[index]!, open);
  }
  return seen;
}

/**
 * The request of this reply was on its way when the text came. Records are sometimes written late: only where both the place in
 * the file and the clock say so.
 */
function wasSentBefore(reply: Draft, text: Draft): boolean {
  const { request } = reply;
  if (request?.time === undefined || text.time === undefined) return false;
  return reply.event.span.artefact === text.event.span.artefact && request.line < text.line && request.time < text.time;
}

function uuidsOf(list: readonly Draft[]): Map<TimelineEvent['id'], string> {
  const map = new Map<TimelineEvent['id'], string>();
  for (const { event } of list) if (event.recordUuid !== undefined) map.set(event.id, event.recordUuid);
  return map;
}
