import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, numberAt, objectAt, stringAt } from '../base/json.ts';
import type { LoggedHook } from '../result/gate.ts';
import { readAnswer } from './hooks/answer.ts';
import type { RebuiltEvent } from './payload/model.ts';

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
}

/** Puts what the hooks were really sent in the place of what was rebuilt, and says where the two part. */
export function mergeHookLog(rebuilt: readonly RebuiltEvent[], log: readonly LogLine[]): MergedLog {
  const waiting = new Map<string, LogLine[]>();
  for (const line of log) {
    const key = keyOf(line.hook.hookEvent, line.stdin);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [line]);
    else list.push(line);
  }
  const kinds = new Set(log.map((line) => line.hook.hookEvent));
  const differences: LogDifference[] = [];
  const unlogged: RebuiltEvent[] = [];
  const events = rebuilt.map((event) => {
    const line = waiting.get(keyOf(event.hookEvent, event.payload))?.shift();
    if (line === undefined) {
      if (kinds.has(event.hookEvent)) unlogged.push(event);
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
  const unmatched = [...waiting.values()].flat().map((line) => line.hook);
  return { events, differences, unmatched, unlogged };
}

function keyOf(hookEvent: string, payload: JsonObject): string {
  const id = stringAt(payload, 'tool_use_id') ?? stringAt(payload, 'agent_id') ?? stringAt(payload, 'prompt');
  if (id !== undefined) return `${hookEvent} ${id}`;
  return `${hookEvent} ${stringAt(payload, 'tool_name') ?? ''} ${JSON.stringify(payload.tool_input ?? payload.source ?? null)}`;
}
