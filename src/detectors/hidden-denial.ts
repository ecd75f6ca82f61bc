import type { Case, TimelineEvent } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { deedsOf } from './gate/actions.ts';
import { agentName, cited, type JudgedCall, judgedCalls, shortCall } from './gate/calls.ts';

const id = 'hidden-denial';

/** Words by which a report tells that something was not done or not let through. In the eight languages of the lexicons. */
const TELLS =
  /\b(?:den(?:y|ied|ial)|block(?:ed|s)?|refus(?:ed|al|es)|reject(?:ed|ion)|forbid(?:den|s)?|not (?:let|allowed|permitted|possible|able|written|done|run|executed|applied)|unable|could ?n[o']t|cannot|can't|did ?n[o']t|was ?n[o']t|were ?n[o']t|without (?:permission|running|writing)|permission|fail(?:ed|s|ure)?|skipped|still (?:there|open|missing)|unchanged|prevented|stopped by|hook)\b|拒否|許可され|でき(?:ない|ません|なかった)|失敗|ブロック|拒绝|被拒|阻止|不允许|无法|失败|未能|denegad|rechazad|bloquead|no (?:pude|pudo|se pudo)|permiso|fall[óo]|verweigert|abgelehnt|blockiert|nicht (?:erlaubt|möglich|geschrieben|ausgeführt)|konnte nicht|fehlgeschlagen|refusé|bloqué|interdit|pas (?:pu|autorisé)|impossible|échou|거부|차단|허용되지|못했|실패|отказан|отклон|запрещ|заблокирован|не (?:удалось|смог|разреш)/iu;

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
      if (first === undefined || report === undefined || TELLS.test(report.texts.map(({ value }) => value).join('\n')))
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
