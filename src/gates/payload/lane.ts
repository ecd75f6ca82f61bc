import { isObject, type JsonObject, type JsonValue, objectAt } from '../../base/json.ts';
import type { Agent, AgentId, Case, TimelineEvent } from '../../case/model.ts';
import type { ByteSpan } from '../../evidence/span.ts';
import type { CaseInput } from '../../wire/input.ts';
import type { AssistantRecord, TranscriptRecord, UserRecord } from '../../wire/record.ts';
import { copiedPrefix } from './copied.ts';

/** The records of one agent in file order, without copies of another file's: what a hook of that agent could have been asked about. */
export interface Lane {
  readonly agent: Agent;
  readonly isRoot: boolean;
  readonly records: readonly TranscriptRecord[];
  /** Records that were left out at the beginning: another session's, copied. */
  readonly copied: number;
  /** The copied records themselves: what they tell was sent in the other session. */
  readonly inherited: boolean;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** The record holds half a call: what the tool was given is not known. */
  readonly inputLost?: true;
  readonly record: AssistantRecord;
}

export interface ToolResult {
  readonly id: string;
  readonly isError: boolean;
  readonly text: string;
  readonly record: UserRecord;
  readonly pointer: string;
}

export function spanKey(span: ByteSpan): string {
  return `${span.artefact}:${span.byteStart}`;
}

/** One lane per agent that has records in the evidence, root first, then by first appearance. */
export function lanesOf(theCase: Case, input: CaseInput): Lane[] {
  const copies = new Set(theCase.copies.filter((copy) => copy.agrees).map((copy) => spanKey(copy.copy)));
  const owner = new Map<string, AgentId>();
  for (const event of theCase.timeline) {
    const key = spanKey(event.span);
    if (!owner.has(key)) owner.set(key, event.agent);
  }
  const byArtefact = new Map<string, AgentId>();
  for (const agent of theCase.agents.agents) {
    for (const artefact of agent.artefacts) if (!byArtefact.has(artefact)) byArtefact.set(artefact, agent.id);
  }
  const records = new Map<AgentId, TranscriptRecord[]>();
  for (const file of input.files) {
    const fileOwner = byArtefact.get(file.artefact.id) ?? theCase.agents.root;
    // Side notes have no event of their own: they belong to whoever the records around them belong to.
    let current = fileOwner;
    for (const record of file.records) {
      const key = spanKey(record.span);
      if (copies.has(key)) continue;
      const recorded = owner.get(key);
      if (recorded !== undefined) current = recorded;
      else if (record.isSidechain !== true) current = fileOwner;
      const list = records.get(current);
      if (list === undefined) records.set(current, [record]);
      else list.push(record);
    }
  }
  return theCase.agents.agents.flatMap((agent): Lane[] => {
    const own = records.get(agent.id);
    if (own === undefined) return [];
    const isRoot = agent.id === theCase.agents.root;
    const copied = isRoot ? Math.max(copiedPrefix(own, theCase.id), inheritedPrefix(theCase, own)) : 0;
    if (copied === 0) return [{ agent, isRoot, records: own, copied: 0, inherited: false }];
    // Queue lines and notes at the beginning are this session's own.
    const isCopy = (record: TranscriptRecord, index: number): boolean => index < copied && isConversation(record);
    const kept = own.filter((record, index) => !isCopy(record, index));
    return [
      { agent, isRoot, records: own.filter(isCopy), copied: 0, inherited: true },
      { agent, isRoot, records: kept, copied, inherited: false },
    ];
  });
}

/** Where the original is among the evidence it is known record by record. */
function inheritedPrefix(theCase: Case, own: readonly TranscriptRecord[]): number {
  return theCase.lineage === undefined ? 0 : own.findLastIndex((record) => theCase.isInherited(record.span)) + 1;
}

function isConversation(record: TranscriptRecord): boolean {
  return (
    record.type === 'user' || record.type === 'assistant' || record.type === 'system' || record.type === 'attachment'
  );
}

/** Timeline events by the record they come from, in timeline order. */
export function eventsByRecord(theCase: Case): ReadonlyMap<string, readonly TimelineEvent[]> {
  const found = new Map<string, TimelineEvent[]>();
  for (const event of theCase.timeline) {
    const key = spanKey(event.span);
    const list = found.get(key);
    if (list === undefined) found.set(key, [event]);
    else list.push(event);
  }
  return found;
}

const calls = new WeakMap<AssistantRecord, ToolCall[]>();

/** Made once per record: the same calls are asked for again at every gate. */
export function callsIn(record: AssistantRecord): readonly ToolCall[] {
  const known = calls.get(record);
  if (known !== undefined) return known;
  const made = record.blocks.flatMap((block) =>
    block.kind === 'tool-use'
      ? [
          {
            id: block.id,
            name: block.name,
            input: block.input,
            ...(block.inputLost === true ? { inputLost: true as const } : {}),
            record,
          },
        ]
      : [],
  );
  calls.set(record, made);
  return made;
}

const results = new WeakMap<UserRecord, ToolResult[]>();

export function resultsIn(record: UserRecord): readonly ToolResult[] {
  const known = results.get(record);
  if (known !== undefined) return known;
  const made = record.blocks.flatMap((block) =>
    block.kind === 'tool-result'
      ? [
          {
            id: block.toolUseId,
            isError: block.isError,
            text: block.parts.map((part) => part.text).join('\n'),
            record,
            pointer: block.pointer,
          },
        ]
      : [],
  );
  results.set(record, made);
  return made;
}

/** The result as the model saw it: a string or a list of blocks. */
export function contentOf(result: ToolResult): JsonValue | undefined {
  const content = objectAt(result.record.raw, 'message')?.content;
  const index = Number(/\/(\d+)$/.exec(result.pointer)?.[1]);
  const block = Array.isArray(content) ? content[index] : undefined;
  return isObject(block) ? block.content : undefined;
}

export function textOf(record: UserRecord | AssistantRecord): string {
  return record.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
}
