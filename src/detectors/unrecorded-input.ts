import type { Case, EventOf, Text } from '../case/model.ts';
import { quotedRanges } from '../flows/markup/quoting.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { citeSpan } from './forgery/provenance.ts';

const id = 'unrecorded-input';

export const unrecordedInput: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const agent of within.agents.agents) {
      const found = citedNotices(within, agent.id).filter(({ text }) => !within.isInherited(text.cite.record));
      const first = found[0];
      if (first === undefined) continue;
      yield {
        detector: id,
        message: `${agent.kind === 'root' ? 'the main agent' : `agent ${agent.id}`} cites a notice about a task that was still running, and ${first.values.join(', ')} ${first.values.length === 1 ? 'stands' : 'stand'} in no record before`,
        severity: 'medium',
        confidence: 'low',
        primary: { cite: citeSpan(first.text, first.start, first.end), note: 'the sentence that cites it' },
        related: [
          ...found.slice(1, 8).map((one) => ({ cite: citeSpan(one.text, one.start, one.end), note: 'cited again' })),
          ...first.open.slice(0, 4).map((call) => ({
            cite: call.texts[0]?.cite ?? { record: call.span, pointer: '' },
            note: 'a background task with no notice so far',
          })),
        ],
        agents: [agent.id],
        details: [
          `searched: ${first.searched} texts that were delivered to the agent before, and its own words`,
          'the source cannot be seen: an input can reach a model without a record, and a model can invent one; nothing here tells the two apart',
        ],
      };
    }
  },
};

interface CitedNotice {
  readonly text: Text;
  readonly start: number;
  readonly end: number;
  /** Values of the sentence that nothing before holds. */
  readonly values: readonly string[];
  readonly open: readonly EventOf<'tool-call'>[];
  readonly searched: number;
}

/** A notice is spoken of as something that came and says something. Nouns and verbs in eight languages. */
const NOTICE =
  /\b(?:notification|notice|task update|system message|completion message|event)s?\b|benachrichtigung|mitteilung|meldung|notificaci[oó]n|aviso|notification|avis\b|уведомлени|сообщени[ея] о|通知|알림/iu;
const SAYS =
  /\b(?:say|said|report|state|show|tell|told|mention|announce|confirm|indicate|arriv|came in|received|reads?)\w*|\b(?:sagt|meldet|besagt|zeigt|kam|dice|dijo|indica|informa|llegó|dit|indique|annonce|signale|est arrivée?)\b|говорит|сообщает|пришло|показывает|によると|届|来ました|と言って|显示|说|表明|收到|따르면|도착|왔/iu;
const VALUE = /\d[\d.,:%]*\d|\d+/g;

function citedNotices(within: Case, agent: string): CitedNotice[] {
  const open = new Map<string, EventOf<'tool-call'>>();
  const inputs = within.inputsOf(agent);
  const found: CitedNotice[] = [];
  for (const event of within.eventsOf(agent)) {
    if (event.kind === 'tool-call' && isBackground(within, event)) open.set(event.toolUseId, event);
    if ((event.kind === 'notice' || event.kind === 'return') && event.toolUseId !== undefined) {
      if (event.kind === 'return' || event.noticeType === 'task-notification') open.delete(event.toolUseId);
    }
    if (event.kind !== 'reply' || event.thinking || open.size === 0) continue;
    for (const text of event.texts) {
      if (text.value.length > 20_000 || !NOTICE.test(text.value)) continue;
      const quoted = quotedRanges(text.value);
      for (const sentence of text.value.matchAll(/[^.!?。！？\n]+(?:[.!?。！？]+(?=\s|$)|[。！？\n]|$|\.)/gu)) {
        const start = sentence.index;
        const end = start + sentence[0].trimEnd().length;
        if (!NOTICE.test(sentence[0]) || !SAYS.test(sentence[0])) continue;
        if (quoted.some((range) => range.start <= start && range.end >= end)) continue;
        const values = [...new Set(sentence[0].match(VALUE) ?? [])].filter((value) => value.length >= 2);
        if (values.length === 0) continue;
        const before = inputs.filter((one) => one.order < event.order).map((one) => one.text);
        const own = within.eventsOf(agent).filter((one) => one.order < event.order && one.kind === 'tool-call');
        const unknown = values.filter(
          (value) =>
            !before.some((one) => one.value.includes(value)) &&
            !own.some((one) => one.texts.some((each) => each.value.includes(value))),
        );
        if (unknown.length > 0)
          found.push({ text, start, end, values: unknown, open: [...open.values()], searched: before.length });
      }
    }
  }
  return found;
}

function isBackground(within: Case, call: EventOf<'tool-call'>): boolean {
  if (call.input['run_in_background'] === true) return true;
  const result = call.result === undefined ? undefined : within.event(call.result);
  return (
    result?.kind === 'tool-result' &&
    /running in the background|in background with ID|async_launched|Async agent launched/i.test(
      result.texts[0]?.value.slice(0, 300) ?? '',
    )
  );
}
