import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { foreignWords } from './delivery/foreign-words.ts';
import { livedBetween, notificationsOf } from './delivery/notices.ts';

const id = 'notification-duplicate';

export const notificationDuplicate: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    for (const [child, notices] of notificationsOf(analysed)) {
      const agent = analysed.agents.get(child);
      if (agent === undefined || agent.artefacts.length === 0) continue;
      const done = notices.filter((notice) => notice.status === undefined || notice.status === 'completed');
      const repeats = done.filter((notice, index) => {
        const before = done[index - 1];
        return (
          before !== undefined &&
          before.toolUseId === notice.toolUseId &&
          !livedBetween(analysed, child, before.order, notice.order) &&
          // One that carries another agent's words is no repetition of this one: told as a mismatch.
          foreignWords(analysed, child, notice) === undefined
        );
      });
      const first = repeats[0];
      if (first === undefined) continue;
      const cite = (event: (typeof done)[number]): Claim['primary']['cite'] =>
        event.texts[0]?.cite ?? { record: event.span, pointer: '' };
      yield {
        detector: id,
        message: `agent ${child.slice(0, 12)} is reported as completed ${repeats.length + 1} times with no new input and no act in between`,
        severity: 'medium',
        confidence: 'high',
        primary: { cite: cite(first), note: 'the first repetition' },
        related: [
          { cite: cite(done[0]!), note: 'the first completion' },
          ...repeats.slice(1, 8).map((notice) => ({ cite: cite(notice), note: 'and again' })),
        ],
        agents: [child, first.agent],
        actedOn: 'no',
        details: ['the agent’s own file holds no record between the notices, and nobody sent it anything'],
      };
    }
  },
};
