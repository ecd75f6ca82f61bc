import { arrayAt, isObject, type JsonObject, type JsonValue, valueAt } from '../base/json.ts';
import { shared } from '../base/shared.ts';
import type { ByteSpan } from '../evidence/span.ts';
import { contentBlocks } from './blocks.ts';
import { DEFERRED_RECORD, type DeferredResult } from './deferred.ts';
import { KNOWN_NOTES } from './format.ts';
import type { AssistantRecord, ContentBlock, TextPart, TranscriptRecord, UserRecord } from './record.ts';

/**
 * One parsed line as a typed record. Never throws and never drops: a member of the wrong type counts as absent, a type that
 * nobody knows becomes `other`.
 *
 * Members are read by plain property access, which is twice as fast as asking for own members first. It is as safe here: a
 * `__proto__` key is an own member after JSON.parse, never the prototype, and none of the names read is one of Object.prototype.
 */
export function readRecord(raw: JsonObject, span: ByteSpan, deferred?: DeferredResult): TranscriptRecord {
  shareRepeats(raw);
  const type = raw['type'];
  if (type === 'user') return deferred === undefined ? readUser(raw, span) : readDeferred(raw, span, deferred);
  if (type === 'assistant') return readAssistant(raw, span);
  const common = readCommon(raw, span);
  // Assigned, not spread: copying the common part costs more than parsing a small line.
  switch (type) {
    case 'attachment': {
      const attachment = member(raw['attachment']) ?? {};
      const attachmentType = text(attachment['type']) ?? '';
      return Object.assign(common, { type, attachmentType, attachment, rendered: renderedTexts(raw) });
    }
    case 'system':
      return Object.assign(common, { type, subtype: text(raw['subtype']), content: text(raw['content']) });
    case 'queue-operation': {
      const operation = text(raw['operation']) ?? '';
      return Object.assign(common, { type, operation, content: text(raw['content']), reason: text(raw['reason']) });
    }
    case 'progress': {
      const data = member(raw['data']) ?? {};
      return Object.assign(common, {
        type,
        dataType: text(data['type']) ?? '',
        data,
        parentToolUseId: text(raw['parentToolUseID']),
        toolUseId: text(raw['toolUseID']),
      });
    }
    default: {
      const recordType = text(type) ?? '';
      return Object.assign(common, { type: 'other' as const, recordType, known: KNOWN_NOTES.has(recordType) });
    }
  }
}

/** Of the record before: records name their parent, which as a rule is that one, and repeat its names. */
let lastUuid: JsonValue | undefined;
let lastSession = '';
let lastCwd = '';
let lastVersion = '';
let lastBranch = '';
let lastAgent = '';

/** Names that most records of a file repeat; the parser makes a string of its own for each. Written out, as all that every record pays. */
function shareRepeats(raw: JsonObject): void {
  const { sessionId, cwd, version, gitBranch, agentId, parentUuid, sourceToolAssistantUUID } = raw;
  if (typeof sessionId === 'string')
    raw['sessionId'] = lastSession = sessionId === lastSession ? lastSession : shared(sessionId);
  if (typeof cwd === 'string') raw['cwd'] = lastCwd = cwd === lastCwd ? lastCwd : shared(cwd);
  if (typeof version === 'string')
    raw['version'] = lastVersion = version === lastVersion ? lastVersion : shared(version);
  if (typeof gitBranch === 'string')
    raw['gitBranch'] = lastBranch = gitBranch === lastBranch ? lastBranch : shared(gitBranch);
  if (typeof agentId === 'string') raw['agentId'] = lastAgent = agentId === lastAgent ? lastAgent : shared(agentId);
  if (lastUuid !== undefined) {
    if (parentUuid === lastUuid) raw['parentUuid'] = lastUuid;
    if (sourceToolAssistantUUID === lastUuid) raw['sourceToolAssistantUUID'] = lastUuid;
  }
  lastUuid = raw['uuid'];
}

function readCommon(raw: JsonObject, span: ByteSpan) {
  return {
    span,
    uuid: text(raw['uuid']),
    parentUuid: parent(raw['parentUuid']),
    sessionId: text(raw['sessionId']),
    agentId: text(raw['agentId']),
    isSidechain: flag(raw['isSidechain']),
    timestamp: text(raw['timestamp']),
    cwd: text(raw['cwd']),
    gitBranch: text(raw['gitBranch']),
    version: text(raw['version']),
    raw,
  };
}

// The two types that make up nearly all bytes are written out.
function readUser(raw: JsonObject, span: ByteSpan): UserRecord {
  const content = member(raw['message'])?.['content'];
  return {
    span,
    uuid: text(raw['uuid']),
    parentUuid: parent(raw['parentUuid']),
    sessionId: text(raw['sessionId']),
    agentId: text(raw['agentId']),
    isSidechain: flag(raw['isSidechain']),
    timestamp: text(raw['timestamp']),
    cwd: text(raw['cwd']),
    gitBranch: text(raw['gitBranch']),
    version: text(raw['version']),
    raw,
    type: 'user',
    blocks: blocksOf(content),
    contentIsString: typeof content === 'string',
    toolUseResult: raw['toolUseResult'],
    originKind: text(member(raw['origin'])?.['kind']),
    promptSource: text(raw['promptSource']),
    promptId: text(raw['promptId']),
    permissionMode: text(raw['permissionMode']),
    isMeta: raw['isMeta'] === true,
    isCompactSummary: raw['isCompactSummary'] === true,
    sourceToolUseId: text(raw['sourceToolUseID']),
    toolDenialKind: text(raw['toolDenialKind']),
  };
}

/** The same with a `toolUseResult` that is read when it is asked for. */
function readDeferred(raw: JsonObject, span: ByteSpan, deferred: DeferredResult): UserRecord {
  const content = member(raw['message'])?.['content'];
  const record = {
    __proto__: DEFERRED_RECORD,
    span,
    uuid: text(raw['uuid']),
    parentUuid: parent(raw['parentUuid']),
    sessionId: text(raw['sessionId']),
    agentId: text(raw['agentId']),
    isSidechain: flag(raw['isSidechain']),
    timestamp: text(raw['timestamp']),
    cwd: text(raw['cwd']),
    gitBranch: text(raw['gitBranch']),
    version: text(raw['version']),
    raw,
    type: 'user' as const,
    blocks: blocksOf(content),
    contentIsString: typeof content === 'string',
    deferred,
    originKind: text(member(raw['origin'])?.['kind']),
    promptSource: text(raw['promptSource']),
    promptId: text(raw['promptId']),
    permissionMode: text(raw['permissionMode']),
    isMeta: raw['isMeta'] === true,
    isCompactSummary: raw['isCompactSummary'] === true,
    sourceToolUseId: text(raw['sourceToolUseID']),
    toolDenialKind: text(raw['toolDenialKind']),
  };
  return record;
}

function readAssistant(raw: JsonObject, span: ByteSpan): AssistantRecord {
  const message = member(raw['message']);
  return {
    span,
    uuid: text(raw['uuid']),
    parentUuid: parent(raw['parentUuid']),
    sessionId: text(raw['sessionId']),
    agentId: text(raw['agentId']),
    isSidechain: flag(raw['isSidechain']),
    timestamp: text(raw['timestamp']),
    cwd: text(raw['cwd']),
    gitBranch: text(raw['gitBranch']),
    version: text(raw['version']),
    raw,
    type: 'assistant',
    blocks: blocksOf(message?.['content']),
    messageId: text(message?.['id']),
    requestId: text(raw['requestId']),
    model: text(message?.['model']),
    stopReason: text(message?.['stop_reason']),
    isApiError: raw['isApiErrorMessage'] === true,
  };
}

const NO_BLOCKS: readonly ContentBlock[] = [];

function blocksOf(content: JsonValue | undefined): readonly ContentBlock[] {
  return content === undefined ? NO_BLOCKS : contentBlocks(content, '/message/content');
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function flag(value: JsonValue | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function parent(value: JsonValue | undefined): string | null | undefined {
  return typeof value === 'string' || value === null ? value : undefined;
}

function member(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
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
