import type { Case, EventOf, TimelineEvent } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';

const id = 'unexplained-continuation';
const MOST_CITED = 8;

export const unexplainedContinuation: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const agent of within.agents.agents) {
      const found = continuations(within, agent.id).filter(({ second }) => !within.isInherited(second.span));
      if (found.length === 0) continue;
      yield claimOf(within, agent.id, found);
    }
  },
};

interface Continuation {
  readonly first: EventOf<'reply'>;
  readonly second: EventOf<'reply'> | EventOf<'tool-call'>;
}

function continuations(within: Case, agent: string): Continuation[] {
  const found: Continuation[] = [];
  let final: EventOf<'reply'> | undefined;
  for (const event of within.eventsOf(agent)) {
    if (event.kind === 'reply' || event.kind === 'tool-call') {
      const goesOn = final !== undefined && event.messageId !== undefined && event.messageId !== final.messageId;
      if (goesOn && isModel(event)) found.push({ first: final!, second: event });
      if (event.kind === 'tool-call') final = undefined;
      else if (isFinal(event)) final = event;
      else if (!event.thinking) final = undefined;
      continue;
    }
    if (isInput(event)) final = undefined;
  }
  return found;
}

function isFinal(event: EventOf<'reply'>): boolean {
  return (
    !event.thinking &&
    !event.isApiError &&
    event.stopReason === 'end_turn' &&
    event.messageId !== undefined &&
    event.model !== SYNTHETIC &&
    event.texts.some((text) => text.value.trim() !== '')
  );
}

const SYNTHETIC = '<synthetic>';

function isModel(event: EventOf<'reply'> | EventOf<'tool-call'>): boolean {
  return event.kind === 'tool-call' || (!event.isApiError && event.model !== SYNTHETIC && !event.thinking);
}

/** Anything by which the agent can have been told to go on. Silent notices tell it nothing, but may stand for something that did. */
function isInput(event: TimelineEvent): boolean {
  switch (event.kind) {
    case 'prompt':
    case 'tool-result':
    case 'injection':
    case 'return':
    case 'compaction':
    case 'interruption':
    case 'spawn':
      return true;
    case 'message':
      return event.direction === 'received';
    case 'notice':
      return !SILENT.test(event.noticeType);
    default:
      return false;
  }
}

const SILENT = /^(?:progress:|record:|system:(?:stop_hook_summary|turn_duration)$)/;

function claimOf(within: Case, agent: string, found: readonly Continuation[]): Claim {
  const isChild = agent !== within.agents.root;
  const cited = found.slice(0, MOST_CITED).flatMap(({ first, second }): Cited[] => [
    {
      cite: second.texts[0]?.cite ?? { record: second.span, pointer: '' },
      note: 'what came after, with no input recorded before it',
    },
    { cite: first.texts[0]!.cite, note: 'a final answer: the turn had ended' },
  ]);
  const replaced = isChild && found.some(({ second }) => second.kind === 'reply');
  return {
    detector: id,
    message: `${isChild ? `agent ${agent}` : 'the main agent'} went on after its final answer and nothing recorded says why${replaced ? '; the later answer takes the place of the first' : ''}`,
    // A person at the keyboard has ways to make a session go on that leave no record of the chain.
    // One that only does some more has replaced nothing.
    severity: replaced ? 'medium' : 'info',
    confidence: 'medium',
    primary: cited[0]!,
    related: cited.slice(1),
    agents: [agent],
    details: [
      `${found.length} ${found.length === 1 ? 'time' : 'times'}: two replies with ids of their own, the first of them ended by the model itself, no prompt, result, message or context between`,
      'a stop hook that adds context is one possible cause, as hosts do not record its text in a child; that is a guess, no record shows one',
    ],
  };
}
