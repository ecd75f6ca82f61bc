import type { Delivery, TimelineEvent } from './model.ts';
import type { Draft, DraftText, Mutable } from './tell/draft.ts';

/**
 * When an agent could first see each text. Its own words are not delivered to it; everything that stands in its file in another's
 * place is, unless the file only notes it. A text that came while a reply was being written counts from the end of that reply:
 * the later blocks of one message were composed without it.
 */
export function deliver(list: readonly Draft[], hidden: ReadonlySet<DraftText>): Delivery[] {
  const last = lastBlocks(list);
  const deliveries: Mutable<Delivery>[] = [];
  /** Deliveries before the newest compaction that are still in context. */
  let held: Mutable<Delivery>[] = [];
  let open: Draft | undefined;
  for (const draft of list) {
    const { event } = draft;
    if (event.kind === 'reply' || event.kind === 'tool-call') {
      if (event.messageId !== undefined) open = last.get(event.messageId);
      continue;
    }
    if (event.kind === 'compaction') {
      held = compact(held, event.order, new Set(event.preserved), list);
      continue;
    }
    if (event.kind === 'spawn' || event.kind === 'return' || (event.kind === 'message' && event.direction === 'sent'))
      continue;
    const order = open !== undefined && open.event.order > event.order ? open.event.order : event.order;
    for (const text of draft.texts) {
      if (hidden.has(text)) continue;
      const delivery = { text, to: event.agent, atEvent: event.id, order };
      deliveries.push(delivery);
      held.push(delivery);
    }
  }
  return deliveries;
}

function lastBlocks(list: readonly Draft[]): Map<string, Draft> {
  const last = new Map<string, Draft>();
  for (const draft of list) {
    const { event } = draft;
    if ((event.kind === 'reply' || event.kind === 'tool-call') && event.messageId !== undefined)
      last.set(event.messageId, draft);
  }
  return last;
}

function compact(
  held: readonly Mutable<Delivery>[],
  order: number,
  preserved: ReadonlySet<string>,
  list: readonly Draft[],
): Mutable<Delivery>[] {
  const kept: Mutable<Delivery>[] = [];
  const uuidOf = preserved.size === 0 ? undefined : uuids(list);
  for (const delivery of held) {
    const uuid = uuidOf?.get(delivery.atEvent);
    if (uuid !== undefined && preserved.has(uuid)) kept.push(delivery);
    else delivery.until = order;
  }
  return kept;
}

function uuids(list: readonly Draft[]): Map<TimelineEvent['id'], string> {
  const map = new Map<TimelineEvent['id'], string>();
  for (const { event } of list) if (event.recordUuid !== undefined) map.set(event.id, event.recordUuid);
  return map;
}
