import { mails } from '../case/mail.ts';
import type { Case, EventOf } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { demandOf } from './forgery/content.ts';
import { isGiven, searchedFiles, sentCall } from './forgery/mail.ts';
import { outcomeOf } from './forgery/obedience.ts';

const id = 'unattributed-input';

export const unattributedInput: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    const enveloped = new Set(mails(analysed).map((mail) => mail.event.id));
    for (const event of analysed.timeline) {
      if (event.kind !== 'prompt' || event.isBrief || enveloped.has(event.id)) continue;
      const claim = event.agent === analysed.agents.root ? undefined : toChild(analysed, event);
      if (claim !== undefined) yield claim;
    }
    yield* unmarkedInTeam(analysed);
    yield* scheduled(analysed);
  },
};

function toChild(analysed: Case, event: EventOf<'prompt'>): Claim | undefined {
  const agent = analysed.agents.get(event.agent);
  if (
    agent === undefined ||
    agent.kind === 'compaction' ||
    agent.kind === 'side-question' ||
    agent.kind === 'warm-up' ||
    agent.kind === 'child-process'
  )
    return undefined;
  const text = event.texts.find((one) => one.origin.channel === 'unknown' && one.value.trim() !== '');
  if (text === undefined || sentCall(analysed, text.value, event.agent, event.order) !== undefined) return undefined;
  const parent = agent.parent ?? analysed.agents.root;
  const complete = isGiven(analysed, parent);
  const outcome = outcomeOf(analysed, event.agent, demandOf(text.value).orders, event.order);
  return {
    detector: id,
    message: complete
      ? 'a text in the user’s role reaches a child, and no file of the case holds a call that sent it'
      : 'a text in the user’s role reaches a child; its sender may be in files that are not given',
    severity: complete ? 'high' : 'medium',
    confidence: complete ? 'medium' : 'low',
    primary: { cite: text.cite, note: 'the text, with no sender' },
    related: outcome.related,
    agents: [event.agent],
    verdict: 'unattributed',
    actedOn: outcome.judgement.actedOn,
    details: [
      searchedFiles(analysed),
      ...(complete ? [] : ['the file of the agent that would have sent it is not in the evidence']),
      'absence is evidence, not proof: an input can reach a model without a record of its sender',
      ...outcome.details,
    ],
  };
}

/** A prompt that an agent set for itself earlier and that comes back in the user's place. */
function* scheduled(analysed: Case): Iterable<Claim> {
  const set = analysed.timeline.filter(
    (event) =>
      event.kind === 'tool-call' && /^(?:ScheduleWakeup|CronCreate|ScheduleTask|TaskSchedule)$/.test(event.toolName),
  );
  for (const call of set) {
    const prompt = call.texts.find((text) => /input:\/(?:prompt|message|task)/.test(text.origin.place ?? ''));
    if (prompt === undefined || prompt.value.trim().length < 8) continue;
    for (const event of analysed.timeline) {
      if (event.order <= call.order || (event.kind !== 'prompt' && event.kind !== 'injection')) continue;
      const text = event.texts.find((one) => one.value.trim() === prompt.value.trim());
      if (text === undefined) continue;
      yield {
        detector: id,
        message: 'a prompt in the user’s place was set by an agent’s own earlier call: agent-made, no word of a person',
        severity: 'info',
        confidence: 'high',
        primary: { cite: text.cite, note: 'arrives as an input' },
        related: [{ cite: prompt.cite, note: 'the call that set it' }],
        agents: [event.agent],
        verdict: 'harness',
        actedOn: 'unknown',
        details: ['matched to the call by equal words'],
      };
      break;
    }
  }
}

/** A call that closes a team or one of its members: by its tool, or by the kind of message that it sends. */
function endsTeam(call: EventOf<'tool-call'>): boolean {
  if (/^(?:TeamDelete|TaskStop|KillShell)$/.test(call.toolName)) return true;
  if (!/^(?:SendMessage|Team\w*)$/.test(call.toolName)) return false;
  return ENDING.test(JSON.stringify(call.input).slice(0, 4_000));
}

const ENDING =
  /"(?:type|operation|action)":"(?:[a-zA-Z]*[_-]?(?:shut_?down|terminate|cleanup|delete|stop)[a-zA-Z_-]*)"/i;

/** A prompt from a version whose records name no sender, in a session where other agents could write too. */
function* unmarkedInTeam(analysed: Case): Iterable<Claim> {
  const prompts = analysed
    .eventsOf(analysed.agents.root)
    .filter((event): event is EventOf<'prompt'> => event.kind === 'prompt');
  const unmarked = prompts.filter((event) => event.texts.some((text) => text.origin.place === 'prompt-unmarked'));
  if (unmarked.length === 0) return;
  const ends = analysed.timeline.find(
    (event) =>
      (event.kind === 'message' &&
        event.direction === 'sent' &&
        event.texts.some((text) => /shutdown|terminate/i.test(text.value))) ||
      (event.kind === 'tool-call' && endsTeam(event)),
  );
  if (ends === undefined) return;
  const prompt = unmarked.filter((event) => event.order < ends.order).at(-1);
  const text = prompt?.texts[0];
  if (prompt === undefined || text === undefined) return;
  yield {
    detector: id,
    message:
      'the prompt that ended the team has no mark of its sender: records of this version have none, so it can be called neither genuine nor forged',
    severity: 'info',
    confidence: 'high',
    primary: {
      cite: text.cite,
      note: `a plain user record${prompt.version === undefined ? '' : ` of version ${prompt.version}`}`,
    },
    related: ends.texts[0] === undefined ? [] : [{ cite: ends.texts[0].cite, note: 'what followed' }],
    agents: [analysed.agents.root],
    verdict: 'unattributed',
    actedOn: 'unknown',
    details: ['the field that names the sender is absent in this version'],
  };
}
