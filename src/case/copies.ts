import type { JsonObject, JsonValue } from '../base/json.ts';
import { COPY_CHANGES, HOST_AGENTS } from '../hosts/records.ts';
import type { AssistantRecord, TranscriptRecord, UserRecord } from '../wire/record.ts';
import type { AgentId, RecordCopy } from './model.ts';
import type { Stream } from './streams.ts';

export interface Copies {
  readonly list: readonly RecordCopy[];
  /** Whose records stand, copied, at the head of an agent's file: agent → owner with the most of them. */
  readonly ownerOf: ReadonlyMap<AgentId, AgentId>;
}

/**
 * Compaction and side-question agents begin with their parent's records, under the same uuids. A record that agrees with one that
 * was met before is taken out of its stream and kept as a copy; one that disagrees stays, and is told.
 */
export function takeOutCopies(streams: readonly Stream[]): Copies {
  const list: RecordCopy[] = [];
  const met = new Map<string, { record: TranscriptRecord; agent: AgentId }>();
  const owners = new Map<AgentId, Map<AgentId, number>>();
  for (const stream of [...streams].sort((a, b) => rank(a) - rank(b))) {
    for (const segment of stream.segments) {
      const before = list.length;
      const written = new Written();
      const kept = segment.records.filter((record) => {
        const again = written.met(record);
        if (again !== undefined) {
          list.push({ uuid: record.uuid ?? '', kept: again.span, copy: record.span, agrees: true });
          return false;
        }
        if (record.uuid === undefined) return true;
        const first = met.get(record.uuid);
        if (first === undefined) {
          met.set(record.uuid, { record, agent: stream.agent });
          return true;
        }
        const agrees = sameContent(first.record, record);
        list.push({ uuid: record.uuid, kept: first.record.span, copy: record.span, agrees });
        const counts = owners.get(stream.agent) ?? new Map<AgentId, number>();
        counts.set(first.agent, (counts.get(first.agent) ?? 0) + 1);
        owners.set(stream.agent, counts);
        return !agrees;
      });
      if (list.length > before) segment.records = kept;
    }
  }
  const ownerOf = new Map<AgentId, AgentId>();
  for (const [agent, counts] of owners) {
    let best: AgentId | undefined;
    for (const [owner, count] of counts) {
      if (owner !== agent && (best === undefined || count > counts.get(best)!)) best = owner;
    }
    if (best !== undefined) ownerOf.set(agent, best);
  }
  return { list, ownerOf };
}

/**
 * Turns that a file holds twice, under new uuids. A reply is known by its message id and words, a result by its call, a prompt
 * only by the very time of the first: a person may type the same twice.
 */
class Written {
  private readonly firsts = new Map<string, TranscriptRecord[]>();
  private lastMessage: string | undefined;

  /** The record that was written before with the same content, if this one is that again. */
  met(record: TranscriptRecord): TranscriptRecord | undefined {
    if (record.type !== 'user' && record.type !== 'assistant') return undefined;
    const key = keyOf(record);
    if (key === undefined) return undefined;
    const list = this.firsts.get(key);
    const sameReply = record.type === 'assistant' && record.messageId === this.lastMessage;
    if (record.type === 'assistant') this.lastMessage = record.messageId;
    if (list === undefined) {
      this.firsts.set(key, [record]);
      return undefined;
    }
    // Two equal blocks of one reply are two; the same uuid is told apart elsewhere.
    const first = sameReply ? undefined : list.find((one) => one.uuid !== record.uuid && sameContent(one, record));
    if (first === undefined) list.push(record);
    return first;
  }
}

function keyOf(record: UserRecord | AssistantRecord): string | undefined {
  if (record.type === 'assistant') return record.messageId === undefined ? undefined : `reply ${record.messageId}`;
  for (const block of record.blocks) if (block.kind === 'tool-result') return `result ${block.toolUseId}`;
  return record.timestamp === undefined ? undefined : `prompt ${record.timestamp}`;
}

/** The originals first: root, then agents, then those that the host makes by copying. `sort` is stable within a rank. */
function rank(stream: Stream): number {
  if (stream.source === 'root') return 0;
  return HOST_AGENTS.some(({ prefix }) => stream.agent.startsWith(prefix)) ? 2 : 1;
}

function sameContent(a: TranscriptRecord, b: TranscriptRecord): boolean {
  if (a.type !== b.type) return false;
  if (a.type === 'user' || a.type === 'assistant') return same(contentOf(a.raw), contentOf(b.raw));
  return same(constant(a.raw), constant(b.raw));
}

function contentOf(raw: JsonObject): JsonValue {
  const message = raw['message'];
  return typeof message === 'object' && message !== null && !Array.isArray(message)
    ? (message['content'] ?? null)
    : null;
}

function constant(raw: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !COPY_CHANGES.has(key)));
}

/** Copies keep the order of keys, so equal text is the fast and usual case. */
function same(a: JsonValue, b: JsonValue): boolean {
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    // Nested deeper than the program can write: nobody knows, so both are kept.
    return false;
  }
}
