import { isObject, type JsonObject, objectAt, stringAt } from '../base/json.ts';
import type { ContentBlock, TranscriptRecord, UserRecord } from '../wire/record.ts';
import { eventId } from './event-id.ts';
import type { AgentId, EventId } from './model.ts';
import { blocksOf, recordsOf, rowsNamed, type Stream } from './streams.ts';

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
    for (const { record, name } of recordsOf(stream)) {
      if (record.type !== 'assistant') continue;
      for (const [index, block] of record.blocks.entries()) {
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
  for (const stream of ordered) {
    for (const { record, name } of recordsOf(stream)) {
      if (record.type !== 'user') continue;
      for (const [index, block] of blocksOf(record).entries()) {
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
  const text = record.timestamp ?? stringAt(objectAt(record.raw, 'snapshot'), 'timestamp');
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
