import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, numberAt, objectAt, stringAt } from '../base/json.ts';
import { groupBy } from '../base/order.ts';
import type { AgentId, Case } from '../case/model.ts';
import type { LoggedHook } from '../result/gate.ts';
import { readAnswer } from './hooks/answer.ts';
import { PHASE_OF, type RebuiltEvent } from './payload/model.ts';

/** A log of raw hook events, one JSON object per line: the stdin itself, or `{event, stdin, stdout?, stderr?, exitCode?}` around it. */
export interface LogLine {
  readonly stdin: JsonObject;
  readonly hook: LoggedHook;
}

export interface ReadLog {
  readonly lines: readonly LogLine[];
  readonly problems: readonly string[];
}

export function parseHookLog(text: string): ReadLog {
  const lines: LogLine[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      problems.push(`line ${index + 1} is no valid JSON`);
      continue;
    }
    const wrapper = isObject(value) ? value : undefined;
    const stdin = objectAt(wrapper, 'stdin') ?? wrapper;
    const hookEvent = stringAt(stdin, 'hook_event_name') ?? stringAt(wrapper, 'event');
    if (wrapper === undefined || stdin === undefined || hookEvent === undefined) {
      problems.push(`line ${index + 1} is no hook event`);
      continue;
    }
    lines.push({ stdin, hook: hookOf(wrapper, stdin, hookEvent, index + 1) });
  }
  return { lines, problems };
}

function hookOf(wrapper: JsonObject, stdin: JsonObject, hookEvent: string, line: number): LoggedHook {
  const known = (key: string, name: keyof LoggedHook): Partial<LoggedHook> => {
    const value = stringAt(stdin, key);
    return value === undefined ? {} : { [name]: value };
  };
  const code = numberAt(wrapper, 'exitCode') ?? numberAt(wrapper, 'exit_code');
  const answer =
    code === undefined
      ? undefined
      : readAnswer(hookEvent, {
          end: { kind: 'exit', code },
          stdout: stringAt(wrapper, 'stdout') ?? '',
          stderr: stringAt(wrapper, 'stderr') ?? '',
          flooded: false,
        });
  return {
    hookEvent,
    line,
    ...known('session_id', 'sessionId'),
    ...known('agent_id', 'agentId'),
    ...known('tool_name', 'toolName'),
    ...known('tool_use_id', 'toolUseId'),
    ...(answer === undefined ? {} : { outcome: answer.outcome, reason: answer.reason }),
  };
}

export interface LogDifference {
  readonly hookEvent: string;
  readonly field: string;
  readonly line: number;
}

export interface MergedLog {
  readonly events: readonly RebuiltEvent[];
  /** Fields that were rebuilt otherwise than the log has them. */
  readonly differences: readonly LogDifference[];
  /** Logged events that the transcripts do not show. */
  readonly unmatched: readonly LoggedHook[];
  /** Rebuilt events of kinds that the log holds, which it does not have. */
  readonly unlogged: readonly RebuiltEvent[];
  /** Lines that fit events of several agents and name none: nobody is chosen. */
  readonly ambiguous: readonly { readonly hook: LoggedHook; readonly agents: readonly AgentId[] }[];
  /** Stops that quote words which the agent's transcript does not hold. */
  readonly behind: readonly { readonly hook: LoggedHook; readonly agent: AgentId }[];
}

/** Puts what the hooks were really sent in the place of what was rebuilt, and says where the two part. */
export function mergeHookLog(rebuilt: readonly RebuiltEvent[], log: readonly LogLine[], theCase: Case): MergedLog {
  const { chosen, left, ambiguous } = assign(rebuilt, log);
  const kinds = new Set(log.map((line) => line.hook.hookEvent));
  const fitsMany = new Set(ambiguous.flatMap(({ events }) => events));
  const differences: LogDifference[] = [];
  const unlogged: RebuiltEvent[] = [];
  const events = rebuilt.map((event) => {
    const line = chosen.get(event);
    if (line === undefined) {
      if (kinds.has(event.hookEvent) && !fitsMany.has(event)) unlogged.push(event);
      return event;
    }
    for (const field of new Set([...Object.keys(event.payload), ...Object.keys(line.stdin)])) {
      if (event.payload[field] === undefined && event.missing.some((one) => one.field === field)) continue;
      if (!isDeepStrictEqual(event.payload[field], line.stdin[field])) {
        differences.push({ hookEvent: event.hookEvent, field, line: line.hook.line });
      }
    }
    return { ...event, payload: line.stdin, missing: [], fidelity: 'exact' as const };
  });
  const unmatched: LoggedHook[] = [];
  for (const line of left) {
    const stop = stopFrom(line, theCase, events);
    if (stop === undefined) unmatched.push(line.hook);
    else events.splice(lastOf(events, stop.agent) + 1, 0, stop);
  }
  return {
    events,
    differences,
    unmatched,
    unlogged,
    ambiguous: ambiguous.map(({ hook, agents }) => ({ hook, agents })),
    behind: log.flatMap((line) => {
      const agent = stoppingAgent(line, theCase);
      const words = stringAt(line.stdin, 'last_assistant_message')?.trim() ?? '';
      return agent === undefined || words === '' || saidBy(agent, words, theCase) ? [] : [{ hook: line.hook, agent }];
    }),
  };
}

interface Assigned {
  readonly chosen: ReadonlyMap<RebuiltEvent, LogLine>;
  readonly left: readonly LogLine[];
  readonly ambiguous: readonly { hook: LoggedHook; agents: readonly AgentId[]; events: readonly RebuiltEvent[] }[];
}

/** By id where the log has one, else by content; lines of equal content of one agent are paired in order. */
function assign(rebuilt: readonly RebuiltEvent[], log: readonly LogLine[]): Assigned {
  const chosen = new Map<RebuiltEvent, LogLine>();
  const byId = groupBy(rebuilt, (event) => idKey(event.hookEvent, event.payload));
  const nameless: LogLine[] = [];
  const left: LogLine[] = [];
  for (const line of log) {
    const key = idKey(line.hook.hookEvent, line.stdin);
    if (key === undefined) {
      nameless.push(line);
      continue;
    }
    const event = byId.get(key)?.shift();
    if (event === undefined) left.push(line);
    else chosen.set(event, line);
  }
  const free = rebuilt.filter((event) => !chosen.has(event));
  const byContent = groupBy(free, (event) => contentKey(event.hookEvent, event.payload));
  const ambiguous: { hook: LoggedHook; agents: AgentId[]; events: RebuiltEvent[] }[] = [];
  for (const line of nameless) {
    const fitting = byContent.get(contentKey(line.hook.hookEvent, line.stdin)) ?? [];
    const { agentId } = line.hook;
    const events = agentId === undefined ? fitting : fitting.filter((event) => event.payload.agent_id === agentId);
    const agents = [...new Set(events.map(({ agent }) => agent))];
    if (agents.length > 1) ambiguous.push({ hook: line.hook, agents, events });
    else {
      const event = events[0];
      if (event === undefined) left.push(line);
      else {
        chosen.set(event, line);
        fitting.splice(fitting.indexOf(event), 1);
      }
    }
  }
  return { chosen, left, ambiguous };
}

function idKey(hookEvent: string, payload: JsonObject): string | undefined {
  const id = stringAt(payload, 'tool_use_id') ?? stopId(hookEvent, payload) ?? stringAt(payload, 'prompt');
  return id === undefined ? undefined : `${hookEvent} ${id}`;
}

/** The agent's id names its own start and stop; at a call it only says whose call it is. */
function stopId(hookEvent: string, payload: JsonObject): string | undefined {
  return hookEvent.startsWith('Subagent') ? stringAt(payload, 'agent_id') : undefined;
}

function contentKey(hookEvent: string, payload: JsonObject): string {
  const what = payload.tool_input ?? payload.source ?? null;
  return `${hookEvent} ${stringAt(payload, 'tool_name') ?? ''} ${JSON.stringify(what)}`;
}

function stoppingAgent({ hook, stdin }: LogLine, theCase: Case): AgentId | undefined {
  if (hook.hookEvent === 'Stop') return theCase.agents.root;
  const agent = hook.hookEvent === 'SubagentStop' ? stringAt(stdin, 'agent_id') : undefined;
  return agent === undefined || theCase.agents.get(agent) === undefined ? undefined : agent;
}

function saidBy(agent: AgentId, words: string, theCase: Case): boolean {
  return theCase.eventsOf(agent).some(
    (event) =>
      event.kind === 'reply' &&
      event.texts
        .map(({ value }) => value)
        .join('\n')
        .includes(words.slice(0, 2000)),
  );
}

/** A stop that the transcripts do not show, because they end before it: asked about as it was logged, after all that is known. */
function stopFrom(line: LogLine, theCase: Case, events: readonly RebuiltEvent[]): RebuiltEvent | undefined {
  const agent = stoppingAgent(line, theCase);
  const last = agent === undefined ? undefined : theCase.eventsOf(agent).at(-1);
  const phase = PHASE_OF[line.hook.hookEvent];
  if (agent === undefined || last === undefined || phase === undefined) return undefined;
  const before = events[lastOf(events, agent)];
  return {
    hookEvent: line.hook.hookEvent,
    phase,
    agent,
    eventId: last.id,
    record: last.span,
    ...(last.at === undefined ? {} : { at: last.at }),
    ...(before?.version === undefined ? {} : { version: before.version }),
    ...(before?.entrypoint === undefined ? {} : { entrypoint: before.entrypoint }),
    ...(before?.transcripts === undefined ? {} : { transcripts: before.transcripts }),
    payload: line.stdin,
    fields: {},
    missing: [],
    fidelity: 'exact',
  };
}

function lastOf(events: readonly RebuiltEvent[], agent: AgentId): number {
  return events.findLastIndex((event) => event.agent === agent);
}
