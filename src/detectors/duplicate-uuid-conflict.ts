import { groupBy } from '../base/order.ts';
import type { Case, TimelineEvent } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';

const id = 'duplicate-uuid-conflict';
const MOST_CITED = 12;

export const duplicateUuidConflict: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const conflicts = within.copies.filter((copy) => !copy.agrees);
    for (const group of groupBy(conflicts, (copy) => copy.copy.artefact).values()) {
      const cited = group.slice(0, MOST_CITED).flatMap((copy): Cited[] => [
        { cite: { record: copy.copy, pointer: '' }, note: `uuid ${copy.uuid}, second content` },
        { cite: { record: copy.kept, pointer: '' }, note: `uuid ${copy.uuid}, first content` },
      ]);
      yield claim(within, cited, group.length, 'within this session');
    }
    const { lineage } = within;
    if (lineage === undefined || lineage.conflicts.length === 0) return;
    const events = eventsByUuid(within);
    const cited = lineage.conflicts.slice(0, MOST_CITED).flatMap((uuid): Cited[] => {
      const event = events.get(uuid);
      const cite = event?.texts[0]?.cite ?? (event === undefined ? undefined : { record: event.span, pointer: '' });
      return cite === undefined
        ? []
        : [{ cite, note: `uuid ${uuid}: session ${lineage.sessionId} says something else under it` }];
    });
    if (cited.length > 0)
      yield claim(
        within,
        cited,
        lineage.conflicts.length,
        `here and in session ${lineage.sessionId}, which this one copies`,
      );
  },
};

function claim(within: Case, cited: readonly Cited[], count: number, where: string): Claim {
  return {
    detector: id,
    message: `${count} record ${count === 1 ? 'id stands' : 'ids stand'} for two different contents ${where}`,
    severity: 'medium',
    confidence: 'medium',
    primary: cited[0]!,
    related: cited.slice(1),
    agents: [within.agents.root],
    ofCopies: true,
    details: [
      'both contents are kept and analysed; fields that the host rewrites in copies (session, prompt, parent, branch, version) do not count',
      'which of the two the model saw cannot be told from the files alone',
    ],
  };
}

function eventsByUuid(within: Case): Map<string, TimelineEvent> {
  const events = new Map<string, TimelineEvent>();
  for (const event of within.timeline)
    if (event.recordUuid !== undefined && !events.has(event.recordUuid)) events.set(event.recordUuid, event);
  return events;
}
