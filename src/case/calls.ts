import { isObject, type JsonObject, stringAt } from '../base/json.ts';
import type { ContentBlock, TranscriptRecord, UserRecord } from '../wire/record.ts';
import { eventId } from './event-id.ts';
import type { AgentId, EventId } from './model.ts';
import { rowsNamed, type Stream } from './streams.ts';

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly agent: AgentId;
  readonly record: TranscriptRecord;
  readonly eventId: EventId;
  /** Place among all calls: stream by stream, in file order. */
  readonly ordinal: number;
  readonly time: number | undefined;
  result?: CallResult;
}

export interface CallResult {
  readonly agent: AgentId;
  readonly record: UserRecord;
  readonly block: Extract<ContentBlock, { kind: 'tool-result' }>;
  readonly eventId: EventId;
  readonly time: number | undefined;
}

export type Calls = ReadonlyMap<string, Call>;

/** Every call by its tool_use id, with its result. Forks repeat the call that made them: the parent's own record counts. */
export function indexCalls(streams: readonly Stream[]): Calls {
  const calls = new Map<string, Call>();
  const ordered = [...streams].sort((a, b) => Number(isFork(a)) - Number(isFork(b)));
  for (const stream of ordered) {
    for (const { name, records } of stream.segments) {
      for (const record of records) {
        if (record.type !== 'assistant') continue;
        for (let index = 0; index < record.blocks.length; index += 1) {
          const block = record.blocks[index]!;
          if (block.kind !== 'tool-use' || block.id === '' || calls.has(block.id)) continue;
          calls.set(block.id, {
            id: block.id,
            name: block.name,
            input: block.input,
            agent: stream.agent,
            record,
            eventId: eventId(name, record, index),
            ordinal: calls.size,
            time: timeOf(record),
          });
        }
      }
    }
  }
  for (const stream of ordered) {
    for (const { name, records } of stream.segments) {
      for (const record of records) {
        if (record.type !== 'user') continue;
        for (let index = 0; index < record.blocks.length; index += 1) {
          const block = record.blocks[index]!;
          if (block.kind !== 'tool-result') continue;
          const call = calls.get(block.toolUseId);
          if (call === undefined || call.result !== undefined || call.agent !== stream.agent) continue;
          call.result = {
            agent: stream.agent,
            record,
            block,
            eventId: eventId(name, record, index),
            time: timeOf(record),
          };
        }
      }
    }
  }
  return calls;
}

/** `toolUseResult` of a call's result where it is an object. */
export function outcomeOf(call: Call): JsonObject | undefined {
  const value = call.result?.record.toolUseResult;
  return isObject(value) ? value : undefined;
}

export function inputText(call: Call, member: string): string | undefined {
  return stringAt(call.input, member);
}

function isFork(stream: Stream): boolean {
  return stream.segments.some((segment) => rowsNamed(segment.records.slice(0, 3), 'fork-context-ref') !== undefined);
}

/** Milliseconds since the epoch; undefined where the record has no readable time. */
export function timeOf(record: TranscriptRecord): number | undefined {
  return record.timestamp === undefined ? undefined : parseTime(record.timestamp);
}

/** The host's form, `2026-03-02T08:00:00.000Z`, is read digit by digit: this is asked for every record, several times. */
function parseTime(text: string): number | undefined {
  if (text.length === 24 && text.charCodeAt(23) === 90 && text.charCodeAt(10) === 84 && text.charCodeAt(19) === 46) {
    const day = dayOf(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
    const seconds = digits(text, 11, 13) * 3600 + digits(text, 14, 16) * 60 + digits(text, 17, 19);
    const time = day * 86_400_000 + seconds * 1000 + digits(text, 20, 23);
    if (!Number.isNaN(time)) return time;
  }
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

let lastDay = -1;
let lastDayNumber = 0;

/** Days since the epoch; nearly all records of a session share a day. */
function dayOf(year: number, month: number, day: number): number {
  const key = year * 10_000 + month * 100 + day;
  if (key !== lastDay) {
    lastDayNumber = Date.UTC(year, month - 1, day) / 86_400_000;
    lastDay = key;
  }
  return lastDayNumber;
}
