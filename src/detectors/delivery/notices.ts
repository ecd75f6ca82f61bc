import type { AgentId, Case, EventOf, Text } from '../../case/model.ts';

/** The returns of one child that came as notifications, in order. */
export function notificationsOf(analysed: Case): ReadonlyMap<AgentId, readonly EventOf<'return'>[]> {
  const by = new Map<AgentId, EventOf<'return'>[]>();
  for (const event of analysed.timeline) {
    if (event.kind !== 'return' || event.channel !== 'notification' || event.child === undefined) continue;
    const list = by.get(event.child);
    // One notice may be delivered twice (absorbed in a turn, then again on waking): equal carriers count once.
    if (list === undefined) by.set(event.child, [event]);
    else if (list.at(-1)!.carrier !== event.carrier) list.push(event);
  }
  return by;
}

/** The child's own words in a return. */
export function wordsIn(event: EventOf<'return'>): Text | undefined {
  return event.texts.find((text) => text.origin.channel === 'model' && text.value.trim() !== '');
}

/** Whether anything reached or left the child between two places of the timeline: a prompt, a message, work, words. */
export function livedBetween(analysed: Case, child: AgentId, from: number, to: number): boolean {
  const own = analysed
    .eventsOf(child)
    .some((event) => event.order > from && event.order < to && event.kind !== 'notice' && event.kind !== 'injection');
  if (own) return true;
  return analysed.timeline.some(
    (event) =>
      event.order > from &&
      event.order < to &&
      event.kind === 'message' &&
      (event.to === child || event.resumed === child),
  );
}

export function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  const start = Date.parse(from ?? '');
  const end = Date.parse(to ?? '');
  return Number.isFinite(start) && Number.isFinite(end) ? (end - start) / 1000 : undefined;
}
