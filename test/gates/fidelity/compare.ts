import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../../src/base/json.ts';
import { isObject, stringAt } from '../../../src/base/json.ts';
import type { RebuiltEvent } from '../../../src/gates/payload/model.ts';
import type { TrueEvent } from './truth.ts';

/**
 * How one field of one event came out. `partial`: equal but for members that the rebuilt event lists as missing. `default` is a right guess
 * of a constant, `wrong` a value that differs from the true one.
 */
export type FieldResult = 'exact' | 'derived' | 'partial' | 'default' | 'missing' | 'wrong' | 'extra';

export interface FieldRow {
  readonly hookEvent: string;
  readonly field: string;
  readonly result: FieldResult;
  readonly truth?: JsonValue;
  readonly rebuilt?: JsonValue;
  readonly toolName?: string;
}

export interface Comparison {
  readonly rows: readonly FieldRow[];
  /** True events that were not rebuilt. */
  readonly missed: readonly TrueEvent[];
  /** Rebuilt events that the host did not send. */
  readonly invented: readonly RebuiltEvent[];
}

export function compareEvents(truth: readonly TrueEvent[], rebuilt: readonly RebuiltEvent[]): Comparison {
  const waiting = new Map<string, RebuiltEvent[]>();
  for (const event of rebuilt) {
    const key = keyOf(event.hookEvent, event.payload);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [event]);
    else list.push(event);
  }
  const rows: FieldRow[] = [];
  const missed: TrueEvent[] = [];
  for (const event of truth) {
    const match = waiting.get(keyOf(event.hookEvent, event.stdin))?.shift();
    if (match === undefined) missed.push(event);
    else rows.push(...compareFields(event, match));
  }
  // An event whose session id no transcript keeps is known by its kind and source, in order.
  for (const event of missed.splice(0)) {
    const nameless = waiting.get(keyOf(event.hookEvent, { ...event.stdin, session_id: '' }))?.shift();
    if (nameless === undefined) missed.push(event);
    else rows.push(...compareFields(event, nameless));
  }
  return { rows, missed, invented: [...waiting.values()].flat() };
}

/** What makes two events the same one: the call, the agent, or else the place in the session's sequence. */
function keyOf(hookEvent: string, payload: JsonObject): string {
  const session = stringAt(payload, 'session_id') ?? '';
  const call = stringAt(payload, 'tool_use_id');
  if (call !== undefined) return `${hookEvent} ${call}`;
  const tool = stringAt(payload, 'tool_name');
  if (tool !== undefined) return `${hookEvent} ${session} ${tool} ${canonical(payload.tool_input ?? null)}`;
  const calls = payload.tool_calls;
  if (Array.isArray(calls))
    return `${hookEvent} ${calls.map((entry) => (isObject(entry) ? stringAt(entry, 'tool_use_id') : '')).sort()}`;
  const agent = stringAt(payload, 'agent_id');
  // The agent that writes a summary has an id that no transcript keeps.
  if (agent !== undefined && payload.agent_type !== '') return `${hookEvent} ${agent}`;
  const prompt = stringAt(payload, 'prompt');
  if (prompt !== undefined) return `${hookEvent} ${session} ${prompt}`;
  return `${hookEvent} ${session} ${stringAt(payload, 'source') ?? ''}`;
}

export function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: JsonValue) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

function compareFields(truth: TrueEvent, rebuilt: RebuiltEvent): FieldRow[] {
  const names = new Set([...Object.keys(truth.stdin), ...Object.keys(rebuilt.payload)]);
  const toolName = stringAt(truth.stdin, 'tool_name');
  return [...names].map((field) => ({
    hookEvent: truth.hookEvent,
    field,
    result: resultOf(truth.stdin[field], rebuilt.payload[field], rebuilt, field),
    ...(truth.stdin[field] === undefined ? {} : { truth: truth.stdin[field] }),
    ...(rebuilt.payload[field] === undefined ? {} : { rebuilt: rebuilt.payload[field] }),
    ...(toolName === undefined ? {} : { toolName }),
  }));
}

function resultOf(
  truth: JsonValue | undefined,
  value: JsonValue | undefined,
  event: RebuiltEvent,
  field: string,
): FieldResult {
  if (value === undefined) return 'missing';
  if (truth === undefined) return 'extra';
  if (!isDeepStrictEqual(truth, value) && !samePlace(field, truth, value)) {
    const unknown = event.missing.flatMap((one) =>
      one.field.startsWith(`${field}.`) ? [one.field.slice(field.length + 1)] : [],
    );
    const same = unknown.length > 0 && isDeepStrictEqual(without(truth, unknown), without(value, unknown));
    return same ? 'partial' : 'wrong';
  }
  const basis = event.fields[field];
  return basis === 'recorded' ? 'exact' : basis === 'derived' ? 'derived' : 'default';
}

/** The value without members (`file.totalLines`) that are listed as unknown; `order` stands for the order of a list. */
function without(value: JsonValue, unknown: readonly string[]): JsonValue {
  if (Array.isArray(value)) return unknown.includes('order') ? value.map(canonical).sort() : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !unknown.includes(name))
      .map(([name, inner]) => {
        const below = unknown.filter((one) => one.startsWith(`${name}.`)).map((one) => one.slice(name.length + 1));
        return [name, below.length === 0 ? inner : without(inner, below)];
      }),
  );
}

/** Where the host's home is not in the transcript, a path is as in the evidence: it has to be the same from the project's folder on. */
function samePlace(field: string, truth: JsonValue, value: JsonValue): boolean {
  if (field !== 'transcript_path' && field !== 'agent_transcript_path') return false;
  if (typeof truth !== 'string' || typeof value !== 'string') return false;
  const folder = truth.slice(truth.lastIndexOf('/projects/') + '/projects/'.length);
  return value === folder || value.endsWith(`/${folder}`);
}

/** Pairs of neighbours in the host's order that the rebuilt events have the other way round, of all pairs: per session and agent. */
export function inversions(
  truth: readonly TrueEvent[],
  rebuilt: readonly RebuiltEvent[],
): { wrong: number; pairs: number } {
  const place = new Map<string, number[]>();
  for (const [index, event] of rebuilt.entries()) {
    const key = keyOf(event.hookEvent, event.payload);
    place.set(key, [...(place.get(key) ?? []), index]);
  }
  const last = new Map<string, number>();
  let wrong = 0;
  let pairs = 0;
  for (const event of truth) {
    const at = place.get(keyOf(event.hookEvent, event.stdin))?.shift();
    if (at === undefined) continue;
    const stream = `${stringAt(event.stdin, 'session_id')} ${stringAt(event.stdin, 'agent_id') ?? ''}`;
    const before = last.get(stream);
    if (before !== undefined) {
      pairs += 1;
      if (before > at) wrong += 1;
    }
    last.set(stream, at);
  }
  return { wrong, pairs };
}
