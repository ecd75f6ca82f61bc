import { arrayAt, booleanAt, isObject, type JsonObject, objectAt, stringAt, valueAt } from '../base/json.ts';
import type { ByteSpan } from '../evidence/span.ts';
import { contentBlocks } from './blocks.ts';
import { KNOWN_NOTES } from './format.ts';
import type { AssistantRecord, TextPart, TranscriptRecord, UserRecord } from './record.ts';

/**
 * One parsed line as a typed record. Never throws and never drops: a member of the wrong type counts as absent, a type that
 * nobody knows becomes `other`. Only own members are looked at, so a `__proto__` key is plain data.
 */
export function readRecord(raw: JsonObject, span: ByteSpan): TranscriptRecord {
  const type = stringAt(raw, 'type');
  switch (type) {
    case 'user':
      return readUser(raw, span);
    case 'assistant':
      return readAssistant(raw, span);
    case 'attachment': {
      const attachment = objectAt(raw, 'attachment') ?? {};
      const attachmentType = stringAt(attachment, 'type') ?? '';
      return { ...common(raw, span), type, attachmentType, attachment, rendered: renderedTexts(raw) };
    }
    case 'system':
      return { ...common(raw, span), type, subtype: stringAt(raw, 'subtype'), content: stringAt(raw, 'content') };
    case 'queue-operation':
      return {
        ...common(raw, span),
        type,
        operation: stringAt(raw, 'operation') ?? '',
        content: stringAt(raw, 'content'),
        reason: stringAt(raw, 'reason'),
      };
    case 'progress': {
      const data = objectAt(raw, 'data') ?? {};
      return {
        ...common(raw, span),
        type,
        dataType: stringAt(data, 'type') ?? '',
        data,
        parentToolUseId: stringAt(raw, 'parentToolUseID'),
        toolUseId: stringAt(raw, 'toolUseID'),
      };
    }
    default:
      return {
        ...common(raw, span),
        type: 'other',
        recordType: type ?? '',
        known: type !== undefined && KNOWN_NOTES.has(type),
      };
  }
}

function common(raw: JsonObject, span: ByteSpan) {
  return {
    span,
    uuid: stringAt(raw, 'uuid'),
    parentUuid: valueAt(raw, 'parentUuid') === null ? null : stringAt(raw, 'parentUuid'),
    sessionId: stringAt(raw, 'sessionId'),
    agentId: stringAt(raw, 'agentId'),
    isSidechain: booleanAt(raw, 'isSidechain'),
    timestamp: stringAt(raw, 'timestamp'),
    cwd: stringAt(raw, 'cwd'),
    gitBranch: stringAt(raw, 'gitBranch'),
    version: stringAt(raw, 'version'),
    raw,
  };
}

function readUser(raw: JsonObject, span: ByteSpan): UserRecord {
  const content = valueAt(objectAt(raw, 'message'), 'content');
  return {
    ...common(raw, span),
    type: 'user',
    blocks: contentBlocks(content, '/message/content'),
    contentIsString: typeof content === 'string',
    toolUseResult: valueAt(raw, 'toolUseResult'),
    originKind: stringAt(objectAt(raw, 'origin'), 'kind'),
    promptSource: stringAt(raw, 'promptSource'),
    promptId: stringAt(raw, 'promptId'),
    permissionMode: stringAt(raw, 'permissionMode'),
    isMeta: booleanAt(raw, 'isMeta') === true,
    isCompactSummary: booleanAt(raw, 'isCompactSummary') === true,
    sourceToolUseId: stringAt(raw, 'sourceToolUseID'),
    toolDenialKind: stringAt(raw, 'toolDenialKind'),
  };
}

function readAssistant(raw: JsonObject, span: ByteSpan): AssistantRecord {
  const message = objectAt(raw, 'message');
  return {
    ...common(raw, span),
    type: 'assistant',
    blocks: contentBlocks(valueAt(message, 'content'), '/message/content'),
    messageId: stringAt(message, 'id'),
    requestId: stringAt(raw, 'requestId'),
    model: stringAt(message, 'model'),
    stopReason: stringAt(message, 'stop_reason'),
    isApiError: booleanAt(raw, 'isApiErrorMessage') === true,
  };
}

/** `rendered[].content`: what the model was shown of an attachment (from 2.1.301). Also a list of text blocks there is read. */
function renderedTexts(raw: JsonObject): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, entry] of (arrayAt(raw, 'rendered') ?? []).entries()) {
    const pointer = `/rendered/${index}`;
    if (typeof entry === 'string') parts.push({ text: entry, pointer });
    if (!isObject(entry)) continue;
    const content = valueAt(entry, 'content');
    if (typeof content === 'string') parts.push({ text: content, pointer: `${pointer}/content` });
    for (const block of contentBlocks(Array.isArray(content) ? content : [], `${pointer}/content`)) {
      if (block.kind === 'text') parts.push({ text: block.text, pointer: block.textPointer });
    }
  }
  return parts;
}
