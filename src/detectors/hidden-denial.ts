import type { Case, TimelineEvent } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { deedsOf } from './gate/actions.ts';
import { agentName, cited, type JudgedCall, judgedCalls, shortCall } from './gate/calls.ts';
import { tellsOfDenial } from './gate/tells.ts';

const id = 'hidden-denial';

export const hiddenDenial: Detector = {
  ...CATALOGUE[id],
  *detect({ case: theCase }: Investigation): Iterable<Claim> {
    const byAgent = new Map<string, JudgedCall[]>();
    for (const judged of judgedCalls(theCase)) {
      if (judged.call.agent === theCase.agents.root) continue;
      const list = byAgent.get(judged.call.agent);
      if (list === undefined) byAgent.set(judged.call.agent, [judged]);
      else list.push(judged);
    }
    for (const [agent, calls] of byAgent) {
      const done = new Set(calls.filter(({ ran }) => ran).flatMap(({ call }) => deedsOf(call)));
      const open = calls.filter(({ denied, call }) => denied && !deedsOf(call).some((deed) => done.has(deed)));
      const first = open[0];
      const report = first === undefined ? undefined : lastWords(theCase, agent, first.call.order);
      if (first === undefined || report === undefined) continue;
      const words = report.texts.map(({ value }) => value).join('\n');
      if (
        tellsOfDenial(
          words,
          open.map(({ call }) => call),
        )
      )
        continue;
      yield {
        detector: id,
        message: `${agentName(theCase, agent)} reports without a word of ${open.length === 1 ? 'a denied call' : `${open.length} denied calls`}: ${open
          .slice(0, 3)
          .map(({ call }) => shortCall(call))
          .join('; ')}`,
        severity: 'medium',
        confidence: 'medium',
        primary: cited(report, 'the report that does not mention it'),
        related: open.slice(0, 6).map(({ result, call }) => cited(result ?? call, `denied: ${shortCall(call)}`)),
        agents: [agent],
        details: [
          'a child’s denials stand in its own file only; the parent’s result does not list them',
          'hook state keyed by session alone cannot tell this child from its siblings: children share the session id',
        ],
      };
    }
  },
};

function lastWords(theCase: Case, agent: string, after: number): TimelineEvent | undefined {
  const events = theCase.eventsOf(agent);
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index]!;
    if (event.order <= after) return undefined;
    if (event.kind === 'reply' && !event.thinking && !event.isApiError && event.texts.length > 0) return event;
  }
  return undefined;
}
