import { arrayAt, isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../../base/json.ts';
import { ATTACHMENTS, type AttachmentKind, MEMORY_TYPES, UNKNOWN_ATTACHMENT } from '../../hosts/attachments.ts';
import type { AttachmentRecord } from '../../wire/record.ts';
import { cutCoordinator, readPeerMessage } from '../cut/message.ts';
import { looksLikeNotification } from '../cut/notification.ts';
import { whole } from '../cut/piece.ts';
import { type Body, type Draft, optionalMembers, originOf } from './draft.ts';
import { tellMessage } from './message.ts';
import { tellNotification } from './notification.ts';
import { stringLeaves } from './reply.ts';
import type { Telling } from './scene.ts';

/** Context that the host wrote into the conversation: instructions, reminders, hook output, prompts that came mid-turn. */
export function tellAttachment(telling: Telling, record: AttachmentRecord): void {
  switch (record.attachmentType) {
    case 'queued_command':
      tellQueued(telling, record);
      return;
    case 'instructions':
      tellInstructions(telling, record, arrayAt(record.attachment, 'files') ?? [], '/attachment/files');
      return;
    case 'nested_memory': {
      const content = objectAt(record.attachment, 'content');
      tellInstructions(telling, record, content === undefined ? [] : [content], '/attachment/content');
      return;
    }
    default:
      tellContext(telling, record);
  }
}

function kindOf(record: AttachmentRecord): AttachmentKind {
  const { attachmentType } = record;
  return Object.hasOwn(ATTACHMENTS, attachmentType) ? ATTACHMENTS[attachmentType]! : UNKNOWN_ATTACHMENT;
}

function addInjection(telling: Telling, record: AttachmentRecord): Draft {
  const attachment = record.attachment;
  const isHook = record.attachmentType.startsWith('hook_');
  const kind = kindOf(record);
  const body: Body =
    kind.channel === 'notice' || (isHook && !kind.shown && record.rendered.length === 0)
      ? {
          kind: 'notice',
          noticeType: record.attachmentType,
          attachment,
          ...optionalMembers({ toolUseId: stringAt(attachment, 'toolUseID') }),
        }
      : {
          kind: 'injection',
          injectionType: record.attachmentType,
          attachment,
          ...optionalMembers({ toolUseId: stringAt(attachment, 'toolUseID') }),
        };
  return telling.drafts.add(telling.name, record, 0, body);
}

function tellContext(telling: Telling, record: AttachmentRecord): void {
  const kind = kindOf(record);
  const draft = addInjection(telling, record);
  const speaker = SPEAKERS[kind.channel];
  const path = stringAt(record.attachment, 'filename') ?? stringAt(record.attachment, 'displayPath');
  const origin = originOf(speaker, record.attachmentType, {
    ...optionalMembers({ path, toolUseId: stringAt(record.attachment, 'toolUseID') }),
    ...(kind.channel === 'file' ? { tool: 'Read' } : {}),
  });
  const shown = record.rendered.length > 0 || kind.shown;
  const words = kind.words.flatMap((pointer) => stringsAt(record.attachment, pointer));
  // The attachment's own members are free of the host's frame; where there are none, what was rendered is all we have.
  if (words.length > 0) {
    for (const { text, pointer } of words)
      telling.drafts.say(draft, record.span, `/attachment${pointer}`, text, origin, shown);
    return;
  }
  for (const { text, pointer } of record.rendered) telling.drafts.say(draft, record.span, pointer, text, origin, shown);
}

const SPEAKERS = { injected: 'context', memory: 'memory', hook: 'hook', notice: 'host', file: 'tool' } as const;

/** Each file on its own: instruction files of the project or the person, memory that the program and its agents write. */
function tellInstructions(telling: Telling, record: AttachmentRecord, files: readonly JsonValue[], base: string): void {
  const draft = addInjection(telling, record);
  for (const [index, file] of files.entries()) {
    if (!isObject(file)) continue;
    const text = stringAt(file, 'content');
    if (text === undefined || text === '') continue;
    const pointer = record.attachmentType === 'instructions' ? `${base}/${index}/content` : `${base}/content`;
    const origin = originOf(
      isMemory(file) ? 'memory' : 'context',
      'instructions',
      optionalMembers({ path: stringAt(file, 'path') }),
    );
    telling.drafts.say(draft, record.span, pointer, text, origin);
  }
}

function isMemory(file: JsonObject): boolean {
  return (
    MEMORY_TYPES.includes(stringAt(file, 'type') ?? '') ||
    /[/\\]memory[/\\][^/\\]+\.md$/.test(stringAt(file, 'path') ?? '')
  );
}

/** Something came while the agent was working: a notification, a message, or a person's prompt. */
function tellQueued(telling: Telling, record: AttachmentRecord): void {
  const { attachment } = record;
  const prompt = promptOf(attachment);
  if (prompt === undefined) {
    telling.drafts.add(telling.name, record, 0, { kind: 'notice', noticeType: 'queued_command', attachment });
    return;
  }
  const { text, pointer } = prompt;
  const spot = { record, index: 0, pointer, text };
  const origin = objectAt(attachment, 'origin');
  const kind = stringAt(origin, 'kind');
  const isNotice = kind === 'task-notification' || stringAt(attachment, 'commandMode') === 'task-notification';
  if (
    isNotice ||
    (kind === undefined && stringAt(attachment, 'commandMode') === undefined && looksLikeNotification(text))
  ) {
    tellNotification(telling, spot);
    return;
  }
  if (kind === 'coordinator') {
    tellMessage(telling, spot, cutCoordinator(text), { from: telling.self.parent });
    return;
  }
  if (kind === 'peer') {
    const from = stringAt(origin, 'senderTaskId') ?? stringAt(origin, 'name') ?? stringAt(origin, 'from');
    tellMessage(telling, spot, readPeerMessage(text)?.pieces ?? whole(text, 'sender', 'message'), { from });
    return;
  }
  const human = kind === undefined || kind === 'human';
  const draft = telling.drafts.add(telling.name, record, 0, {
    kind: 'prompt',
    isBrief: false,
    ...optionalMembers({ originKind: kind, promptSource: stringAt(attachment, 'promptSource') }),
  });
  telling.drafts.cut(draft, record.span, pointer, text, whole(text, human ? 'queued' : 'nobody', 'queued-prompt'), {});
}

/** `prompt` is a string, or a list of blocks with text among them. */
function promptOf(attachment: JsonObject): { text: string; pointer: string } | undefined {
  const text = stringAt(attachment, 'prompt');
  if (text !== undefined) return { text, pointer: '/attachment/prompt' };
  for (const [index, block] of (arrayAt(attachment, 'prompt') ?? []).entries()) {
    const words = isObject(block) ? stringAt(block, 'text') : undefined;
    if (words !== undefined) return { text: words, pointer: `/attachment/prompt/${index}/text` };
  }
  return undefined;
}

function stringsAt(value: JsonObject, pointer: string): { text: string; pointer: string }[] {
  let at: JsonValue | undefined = value;
  for (const key of pointer.slice(1).split('/')) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at === undefined ? [] : stringLeaves(at, pointer);
}
