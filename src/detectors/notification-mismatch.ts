import type { Case, EventOf } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import { foreignWords } from './delivery/foreign-words.ts';
import { notificationsOf } from './delivery/notices.ts';

const id = 'notification-mismatch';

export const notificationMismatch: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    yield* wordsOfAnother(analysed);
    yield* noSuchCall(analysed);
  },
};

function* wordsOfAnother(analysed: Case): Iterable<Claim> {
  for (const [child, notices] of notificationsOf(analysed)) {
    for (const notice of notices) {
      const found = foreignWords(analysed, child, notice);
      if (found === undefined) continue;
      const { words, other, own } = found;
      const related: Cited[] = [
        { cite: other.text.cite, note: `the same words, by agent ${other.agent.slice(0, 12)}` },
      ];
      if (own.last !== undefined)
        related.push({ cite: own.last.cite, note: `the last words of agent ${child.slice(0, 12)}` });
      yield {
        detector: id,
        message: `a completion names agent ${child.slice(0, 12)} and carries the words of agent ${other.agent.slice(0, 12)}`,
        severity: 'medium',
        confidence: 'high',
        primary: { cite: words.cite, note: `told as the result of agent ${child.slice(0, 12)}` },
        related,
        agents: [child, other.agent],
        actedOn: 'no',
        details: [
          `match with its own words ${Math.round(own.share * 100)} %, with the other agent’s ${Math.round(other.share * 100)} %`,
        ],
      };
    }
  }
}

/** Notices whose call id no tool call of the session or its agents has. */
function* noSuchCall(analysed: Case): Iterable<Claim> {
  const root = analysed.agents.get(analysed.agents.root);
  if (root === undefined || root.artefacts.length === 0 || analysed.ids.forkedFrom !== undefined) return;
  const calls = new Set(analysed.timeline.flatMap((event) => (event.kind === 'tool-call' ? [event.toolUseId] : [])));
  if (analysed.warnings.some((warning) => /torn|nul-run|spliced|lost/.test(warning.code))) return;
  const unknown: EventOf<'notice'>[] = [];
  const seen = new Set<string>();
  for (const event of analysed.timeline) {
    if (event.kind !== 'notice' || event.noticeType !== 'task-notification' || event.toolUseId === undefined) continue;
    if (calls.has(event.toolUseId) || event.texts.length === 0) continue;
    const key = `${event.taskId} ${event.toolUseId}`;
    if (seen.has(key)) continue;
    seen.add(key);
    // A compaction or an older file may hold the call; an agent of the case with that id was started by one.
    if (event.taskId !== undefined && analysed.agents.get(event.taskId) !== undefined) continue;
    unknown.push(event);
  }
  const first = unknown[0];
  if (first === undefined) return;
  yield {
    detector: id,
    message: `${unknown.length} ${unknown.length === 1 ? 'notice names a call' : 'notices name calls'} that no agent of this session made`,
    severity: 'high',
    confidence: 'medium',
    primary: { cite: first.texts[0]!.cite, note: `names call ${first.toolUseId}` },
    related: unknown
      .slice(1, 8)
      .map((event) => ({ cite: event.texts[0]!.cite, note: `names call ${event.toolUseId}` })),
    agents: [first.agent],
    verdict: 'unattributed',
    actedOn: 'no',
    details: [
      `call ids: ${unknown
        .map((event) => event.toolUseId)
        .slice(0, 8)
        .join(', ')}`,
      `searched: ${calls.size} calls of ${analysed.agents.agents.length} agents; another session may hold them, and the transcript cannot show where the notices came from`,
    ],
  };
}
