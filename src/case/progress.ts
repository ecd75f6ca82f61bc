import { isObject, type JsonObject, objectAt, stringAt } from '../base/json.ts';
import { readRecord } from '../wire/read.ts';
import type { ContentBlock, ProgressRecord, TranscriptRecord } from '../wire/record.ts';
import type { AgentId } from './model.ts';
import type { Stream } from './streams.ts';

const MESSAGE = '/data/message';

/**
 * `agent_progress` lines (2.1.11 to 2.1.83) repeat a child's records inside another agent's file. Where the child's own file is
 * not in the evidence they are all that is left of it: a stream made of them, every pointer leading into the progress line.
 */
export function streamsFromProgress(streams: readonly Stream[]): Stream[] {
  const have = new Set(streams.map((stream) => stream.agent));
  const found = new Map<AgentId, Stream>();
  for (const stream of streams) {
    for (const segment of stream.segments) {
      for (const record of segment.records) {
        if (record.type !== 'progress' || record.dataType !== 'agent_progress') continue;
        const agent = stringAt(record.data, 'agentId');
        if (agent === undefined || agent === '' || have.has(agent)) continue;
        const told = inner(record, agent);
        if (told === undefined) continue;
        let made = found.get(agent);
        if (made === undefined) {
          made = { agent, source: 'progress', segments: [{ artefact: segment.artefact, name: agent, records: [] }] };
          found.set(agent, made);
        }
        (made.segments[0]!.records as TranscriptRecord[]).push(told);
      }
    }
  }
  return [...found.values()];
}

/** The child's record inside a progress line, with what only the outer line knows. */
function inner(outer: ProgressRecord, agent: AgentId): TranscriptRecord | undefined {
  const message = objectAt(outer.data, 'message');
  if (!isObject(message)) return undefined;
  const raw: JsonObject = {
    ...message,
    agentId: agent,
    ...(outer.version === undefined ? {} : { version: outer.version }),
    ...(outer.cwd === undefined ? {} : { cwd: outer.cwd }),
    ...(outer.sessionId === undefined ? {} : { sessionId: outer.sessionId }),
    ...(stringAt(message, 'timestamp') === undefined && outer.timestamp !== undefined
      ? { timestamp: outer.timestamp }
      : {}),
  };
  const record = readRecord(raw, outer.span);
  if (record.type !== 'user' && record.type !== 'assistant') return undefined;
  return { ...record, blocks: record.blocks.map(below) };
}

function below(block: ContentBlock): ContentBlock {
  const pointer = MESSAGE + block.pointer;
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return { ...block, pointer, textPointer: MESSAGE + block.textPointer };
    case 'tool-result':
      return { ...block, pointer, parts: block.parts.map((part) => ({ ...part, pointer: MESSAGE + part.pointer })) };
    default:
      return { ...block, pointer };
  }
}
