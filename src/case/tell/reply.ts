import { isObject, type JsonObject, type JsonValue, stringAt } from '../../base/json.ts';
import { shared } from '../../base/shared.ts';
import { MESSAGE_ADDED_MEMBERS, MESSAGE_TOOL, SPAWN_TOOLS, WORKFLOW_TOOL } from '../../hosts/tools.ts';
import type { AssistantRecord, ContentBlock } from '../../wire/record.ts';
import { outcomeOf } from '../calls.ts';
import { type Draft, optionalMembers, originOf } from './draft.ts';
import { addressee, type Telling } from './scene.ts';

/** A reply: text, thinking and calls, block by block. */
export function tellReply(telling: Telling, record: AssistantRecord): void {
  const reference = stringAt(record.raw, 'requestRef');
  const request = reference === undefined ? undefined : telling.requests.get(reference);
  if (record.messageId !== undefined && record.model !== '<synthetic>') telling.replies.add(record.messageId);
  for (let index = 0; index < record.blocks.length; index += 1) {
    const block = record.blocks[index]!;
    let draft: Draft | undefined;
    if (block.kind === 'text' || block.kind === 'thinking') draft = tellWords(telling, record, block, index);
    else if (block.kind === 'tool-use') draft = tellCall(telling, record, block, index);
    if (draft !== undefined && request !== undefined) draft.request = request;
  }
}

function tellWords(
  telling: Telling,
  record: AssistantRecord,
  block: Extract<ContentBlock, { kind: 'text' | 'thinking' }>,
  index: number,
): Draft {
  const { drafts, self, name } = telling;
  const draft = drafts.add(name, record, index, {
    kind: 'reply',
    thinking: block.kind === 'thinking',
    isApiError: record.isApiError,
    messageId: record.messageId,
    requestId: record.requestId,
    model: record.model,
    stopReason: record.stopReason,
  });
  // An API error or a stand-in reply is the host's, in the model's place.
  const byHost = record.isApiError || record.model === '<synthetic>';
  const place = byHost ? 'api-error' : block.kind === 'thinking' ? 'thinking' : 'reply';
  if (block.text !== '') {
    const origin = originOf(byHost ? 'host' : 'sender', place, { sender: self.id });
    drafts.say(draft, record.span, block.textPointer, block.text, origin);
  }
  return draft;
}

function tellCall(
  telling: Telling,
  record: AssistantRecord,
  block: Extract<ContentBlock, { kind: 'tool-use' }>,
  index: number,
): Draft | undefined {
  const { drafts, self, name, scene } = telling;
  const call = scene.calls.get(block.id);
  // A fork's file repeats the call that made it: told once, where it was made.
  if (call !== undefined && call.record !== record && call.agent !== self.id) return undefined;
  const draft = drafts.add(name, record, index, {
    kind: 'tool-call',
    toolUseId: block.id,
    toolName: block.name,
    input: block.input,
    messageId: record.messageId,
    requestId: record.requestId,
    result: call?.result?.eventId,
  });
  const by = { kind: 'agent', agent: self.id } as const;
  for (const leaf of stringLeaves(block.input, '')) {
    if (block.name === MESSAGE_TOOL && isHostAddition(block.input, leaf.pointer)) continue;
    drafts.say(draft, record.span, shared(`${block.pointer}/input${leaf.pointer}`), leaf.text, {
      channel: 'model',
      by,
      tool: block.name,
      toolUseId: block.id,
      place: shared(`input:${leaf.pointer}`),
    });
  }
  const child = scene.links.childOf.get(block.id);
  const makesAgents = SPAWN_TOOLS.has(block.name) || block.name === WORKFLOW_TOOL;
  if (makesAgents || (child !== undefined && block.name !== MESSAGE_TOOL)) {
    const spawn = drafts.add(
      name,
      record,
      index,
      { kind: 'spawn', toolUseId: block.id, call: draft.event.id, toolName: block.name, ...optionalMembers({ child }) },
      '/spawn',
    );
    const brief = draft.texts.filter((text) => text.origin.place === 'input:/prompt');
    spawn.texts.push(...(brief.length > 0 ? brief : draft.texts));
  }
  if (block.name === MESSAGE_TOOL) {
    const outcome = call === undefined ? undefined : outcomeOf(call);
    const message = drafts.add(
      name,
      record,
      index,
      {
        kind: 'message',
        direction: 'sent',
        from: self.id,
        toolUseId: block.id,
        ...optionalMembers({
          to: addressee(telling, stringAt(block.input, 'to') ?? stringAt(block.input, 'recipient')),
          resumed: stringAt(outcome, 'resumedAgentId'),
        }),
      },
      '/message',
    );
    message.texts.push(
      ...draft.texts.filter(({ origin }) => origin.place === 'input:/message' || origin.place === 'input:/content'),
    );
  }
  return draft;
}

/** The host stores the message a second time in the input. */
function isHostAddition(input: JsonObject, pointer: string): boolean {
  const member = pointer.slice(1);
  if (!MESSAGE_ADDED_MEMBERS.has(member)) return false;
  if (member !== 'content') return true;
  // Long ones are stored cut short, with an ellipsis.
  const content = stringAt(input, 'content') ?? '';
  const message = stringAt(input, 'message');
  return message === undefined
    ? false
    : message === content || (content.endsWith('…') && message.startsWith(content.slice(0, -1)));
}

/** Every string of a value with its pointer, in the order of the record. Not recursive: input depth is the model's to choose. */
export function stringLeaves(value: JsonValue, pointer: string): { text: string; pointer: string }[] {
  const leaves: { text: string; pointer: string }[] = [];
  const open: { value: JsonValue; pointer: string }[] = [{ value, pointer }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === 'string') {
      if (next.value !== '') leaves.push({ text: next.value, pointer: next.pointer });
      continue;
    }
    const members: [string, JsonValue][] = Array.isArray(next.value)
      ? next.value.map((item, index) => [String(index), item])
      : isObject(next.value)
        ? Object.entries(next.value)
        : [];
    for (let index = members.length - 1; index >= 0; index -= 1) {
      const [key, item] = members[index]!;
      open.push({ value: item, pointer: `${next.pointer}/${escapeToken(key)}` });
    }
  }
  return leaves;
}

function escapeToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
