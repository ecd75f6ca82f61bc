import type { Case, Text, TimelineEvent } from '../../../src/case/model.ts';
import { isHuman } from '../../../src/flows/acted/judge.ts';

/** What a judgement may look at: carry and shape alone, also what was done afterwards, also what persons had asked for. */
export const READINGS = ['shape', 'acts', 'all'] as const;
export type Reading = (typeof READINGS)[number];
export const READING_NAMES: Readonly<Record<Reading, string>> = {
  shape: 'carry and shape',
  acts: '+ what was done',
  all: '+ what was asked (unrequested)',
};

/** A person who says nothing that asks for anything: the reading of requests has nothing to read. */
const SILENT = 'Go on.';

/** The case as a detector would see it that lacks a reading. Flows are traced on the whole case and stay as they are. */
export function without(whole: Case, reading: Reading): Case {
  if (reading === 'all') return whole;
  const silenced = new Map<number, Text>();
  const texts = whole.texts.map((text) => {
    if (!isHuman(text)) return text;
    const silent = { ...text, value: SILENT };
    silenced.set(text.id, silent);
    return silent;
  });
  const change = (event: TimelineEvent): TimelineEvent =>
    event.texts.some((text) => silenced.has(text.id))
      ? ({ ...event, texts: event.texts.map((text) => silenced.get(text.id) ?? text) } as TimelineEvent)
      : event;
  const isSeen = (event: TimelineEvent) => reading === 'acts' || event.kind !== 'tool-call';
  const timeline = whole.timeline.map(change);
  const byId = new Map(timeline.map((event) => [event.id, event]));
  return {
    ...whole,
    texts,
    timeline,
    event: (id) => byId.get(id),
    eventsOf: (agent) => whole.eventsOf(agent).flatMap((event) => (isSeen(event) ? [byId.get(event.id) ?? event] : [])),
  };
}
