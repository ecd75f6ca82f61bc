import { isDeepStrictEqual } from 'node:util';
import { stringAt } from '../base/json.ts';
import type { Case, EventId, TimelineEvent } from '../case/model.ts';
import type { Decision, Replay } from '../result/replay.ts';
import type { CaseInput } from '../wire/input.ts';
import { summaryOf } from './builtin/calls.ts';
import { Hypothetical } from './hypothetical.ts';
import { type Gate, type GateRequest, NO_SAY, STATE_SET } from './model.ts';
import type { RebuiltEvent } from './payload/model.ts';
import { callBehind, type RecordedCall, recordedCallsIn } from './recorded.ts';

export interface ReplayOptions {
  readonly signal?: AbortSignal;
  /** Name of the host profile, where the events are not as recorded. */
  readonly profile?: string;
  /** After each event that was put to the gate. */
  readonly onEvent?: (done: number, total: number) => void;
}

/**
 * Puts the events of a case to a gate, in the host's order, and sets each answer beside what was recorded. From the first answer whose
 * effect differs, what hangs on it is hypothetical and names the event that made it so.
 */
export async function replay(
  theCase: Case,
  input: CaseInput,
  events: readonly RebuiltEvent[],
  gate: Gate,
  options: ReplayOptions = {},
): Promise<Replay[]> {
  const signal = options.signal ?? new AbortController().signal;
  const recordedCalls = recordedCallsIn(input);
  const hypothetical = new Hypothetical(theCase);
  const paths = new Map(theCase.artefacts.map(({ id, path }) => [id, path]));
  const replays: Replay[] = [];
  /** What hypothetical events hang on, by event: the first answer of each. */
  const becauseOf = new Map<EventId, EventId>();
  for (const [index, rebuilt] of events.entries()) {
    if (signal.aborted) break;
    const event = theCase.event(rebuilt.eventId);
    if (event === undefined) continue;
    const request = requestOf(rebuilt, event, theCase);
    const because = hypothetical.becauseOf(rebuilt.agent, event.order);
    const decision = await ask(gate, request, signal);
    options.onEvent?.(index + 1, events.length);
    if (because !== undefined && setsState(decision)) hypothetical.stateSet(because);
    if (request.inherited) continue;
    const call = callBehind(theCase, event);
    const recorded = call === undefined ? undefined : recordedCalls.of(call);
    const outcome = compare(request, decision, recorded, call?.input);
    const hangsOn = because ?? dependsOnState(decision, hypothetical, becauseOf);
    if (hangsOn !== undefined && !becauseOf.has(rebuilt.eventId)) becauseOf.set(rebuilt.eventId, hangsOn);
    if (outcome.differs) hypothetical.differs(rebuilt.agent, event.order, rebuilt.eventId);
    const path = paths.get(rebuilt.record.artefact) ?? '';
    replays.push(toReplay(rebuilt, gate, decision, outcome, { because: hangsOn, path, profile: options.profile }));
  }
  return replays;
}

function requestOf(rebuilt: RebuiltEvent, event: TimelineEvent, theCase: Case): GateRequest {
  const agent = theCase.agents.get(rebuilt.agent);
  return {
    phase: rebuilt.phase,
    event,
    agent: rebuilt.agent,
    agentType: rebuilt.agent === theCase.agents.root ? 'main' : agent?.type || 'unknown type',
    payload: rebuilt.payload,
    transcriptUpTo: rebuilt.record,
    rebuilt,
    inherited: rebuilt.inherited === true,
  };
}

/** A gate that breaks is an answer too, never the end of the replay. */
async function ask(gate: Gate, request: GateRequest, signal: AbortSignal): Promise<Decision> {
  try {
    return await gate.decide(request, signal);
  } catch (error) {
    const reason = `the gate broke: ${error instanceof Error ? error.message : String(error)}`;
    return { ...NO_SAY, outcome: 'error', reason, basis: 'crash', failedOpen: true };
  }
}

/** Built-in gates say when an event has set their state; of a hook it is known only if it says so. */
function setsState(decision: Decision): boolean {
  return decision.rules.includes('taint') || decision.rules.includes(STATE_SET);
}

/** A decision whose cause is itself hypothetical, or that a gate took after a hypothetical event had set its state. */
function dependsOnState(
  decision: Decision,
  hypothetical: Hypothetical,
  before: ReadonlyMap<EventId, EventId>,
): EventId | undefined {
  const cause = decision.cause?.eventId;
  if (cause !== undefined) return before.get(cause);
  return decision.basis === 'answer' || decision.basis === 'exit-code' ? hypothetical.stateBecause : undefined;
}

interface Outcome {
  readonly recorded: string;
  readonly differs: boolean;
  readonly effect: Decision['effect'];
}

/** The replayed effect beside the recorded one. */
function compare(
  request: GateRequest,
  decision: Decision,
  recorded: RecordedCall | undefined,
  recordedInput: unknown,
): Outcome {
  const headless = request.rebuilt.entrypoint !== 'cli';
  // Where nobody is there to answer, what asks is refused.
  const effect =
    decision.effect === 'unknown' && decision.outcome === 'ask' && headless ? 'blocks-call' : decision.effect;
  switch (request.phase) {
    case 'before-tool': {
      const happened = recorded?.words ?? 'no result recorded';
      const fate = recorded?.fate ?? 'open';
      const ran = fate === 'ran' || fate === 'failed' || fate === 'interrupted';
      const stops = effect === 'blocks-call' || (effect === 'ends-run' && decision.outcome === 'defer');
      const rewrites = decision.updatedInput !== undefined && !isDeepStrictEqual(decision.updatedInput, recordedInput);
      const asksWhoConsented = decision.outcome === 'ask' && recorded?.consented === true;
      const lets = !stops && fate === 'denied-by-hook';
      const opens = decision.outcome === 'allow' && decision.basis !== 'default' && fate === 'refused';
      const differs =
        (ran && stops && !asksWhoConsented) || (ran && rewrites) || lets || opens || (ran && effect === 'ends-run');
      return { recorded: happened, differs, effect };
    }
    case 'permission':
      return {
        recorded: recorded?.words ?? 'asked',
        differs: effect === 'blocks-call' && recorded?.fate === 'ran',
        effect,
      };
    case 'after-tool':
    case 'after-tool-failure':
    case 'after-batch':
      return {
        recorded: recorded?.words ?? 'went on',
        differs: (effect === 'adds-context' && recorded?.hookContext !== true) || effect === 'ends-run',
        effect,
      };
    case 'agent-stop':
    case 'stop': {
      const wentOn = request.rebuilt.wentOn === true;
      return {
        recorded: wentOn ? 'made to go on' : 'stopped',
        differs: (effect === 'reruns-agent') !== wentOn,
        effect,
      };
    }
    case 'prompt':
      return { recorded: 'taken', differs: effect === 'blocks-call' || effect === 'adds-context', effect };
    default:
      return {
        recorded: 'happened',
        differs: effect === 'blocks-call' || effect === 'ends-run' || effect === 'adds-context',
        effect,
      };
  }
}

function toReplay(
  rebuilt: RebuiltEvent,
  gate: Gate,
  decision: Decision,
  outcome: Outcome,
  { because, path, profile }: { because: string | undefined; path: string; profile: string | undefined },
): Replay {
  const toolName = stringAt(rebuilt.payload, 'tool_name');
  // Member by member: twelve spreads cost more than all gates together.
  const made = { eventId: rebuilt.eventId, agentId: rebuilt.agent, phase: rebuilt.phase } as Mutable<Replay>;
  if (rebuilt.at !== undefined) made.at = rebuilt.at;
  made.hookEvent = rebuilt.hookEvent;
  if (toolName !== undefined) made.toolName = toolName;
  if (rebuilt.toolUseId !== undefined) made.toolUseId = rebuilt.toolUseId;
  made.summary = summaryOf(rebuilt.payload);
  made.gate = gate.id;
  if (gate.key !== undefined) made.key = gate.key;
  if (gate.policy !== undefined) made.policy = gate.policy;
  made.outcome = decision.outcome;
  made.reason = decision.reason;
  made.rules = decision.rules.length === 0 ? NOTHING : decision.rules.filter((rule) => rule !== STATE_SET);
  if (profile !== undefined) made.profile = profile;
  if (decision.cause !== undefined) made.cause = decision.cause;
  if (decision.causes !== undefined) made.causes = decision.causes;
  made.failedOpen = decision.failedOpen;
  made.basis = decision.basis;
  made.effect = outcome.effect;
  if (decision.message !== undefined) made.message = decision.message;
  if (decision.flip !== undefined) made.flip = decision.flip;
  if (decision.proposal !== undefined) made.proposal = decision.proposal;
  if (decision.updatedInput !== undefined) made.updatedInput = decision.updatedInput;
  made.recorded = outcome.recorded;
  made.differs = outcome.differs;
  made.hypothetical = because !== undefined;
  if (because !== undefined) made.because = because;
  made.fidelity = rebuilt.fidelity;
  made.missing = inWords(rebuilt.missing);
  const rewritten = gate.rewritten?.(rebuilt) ?? NOTHING;
  made.rewritten = rewritten.length === 0 ? NOTHING : [...rewritten];
  made.path = path;
  made.line = rebuilt.record.line;
  return made;
}

/** One list for all events that have nothing to say. */
const NOTHING: string[] = [];
const words = new WeakMap<RebuiltEvent['missing'], string[]>();

/** What is missing is the same for thousands of events. */
function inWords(missing: RebuiltEvent['missing']): string[] {
  let said = words.get(missing);
  if (said === undefined) {
    said = missing.map(({ field, reason }) => `${field}: ${reason}`);
    words.set(missing, said);
  }
  return said;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
