import { arrayAt, type JsonObject, objectAt, stringAt, valueAt } from '../base/json.ts';
import { NOTED_RECORDS, PERMISSION_MODE_RECORD, SILENT_RECORDS } from '../hosts/records.ts';

/** Record types of the host that are typed in `record.ts`. */
export const TYPED_RECORDS: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'attachment',
  'system',
  'queue-operation',
  'progress',
]);

/** Session notes that some version of the host writes. What else stands under `type` is unknown: kept and counted. */
export const KNOWN_NOTES: ReadonlySet<string> = new Set([
  ...SILENT_RECORDS,
  ...NOTED_RECORDS,
  PERMISSION_MODE_RECORD,
  // Lines of a workflow's journal.
  'launched',
  'started',
  'result',
]);

export type LogFormat =
  | 'claude-code'
  | 'workflow-journal'
  | 'stream-json'
  | 'hook-log'
  | 'codex'
  | 'copilot'
  | 'gemini'
  | 'opencode';

export const FORMAT_NAMES: Record<LogFormat, string> = {
  'claude-code': 'a Claude Code transcript',
  'workflow-journal': 'a workflow journal',
  'stream-json': 'the stream-json output of claude -p',
  'hook-log': 'a log of hook events',
  codex: 'a Codex rollout',
  copilot: 'a Copilot session log',
  gemini: 'a Gemini session log',
  opencode: 'an OpenCode session log',
};

/** What kind of file writes such objects; undefined where one object does not tell. */
export function formatOf(value: JsonObject): LogFormat | undefined {
  const type = stringAt(value, 'type');
  if (type !== undefined) {
    if (stringAt(value, 'sessionId') !== undefined && !type.includes('.')) return 'claude-code';
    if (CODEX_TYPES.has(type) && objectAt(value, 'payload') !== undefined) return 'codex';
    if (stringAt(value, 'session_id') !== undefined && stringAt(value, 'agentId') === undefined) return 'stream-json';
    if (/^[a-z_]+\.[a-z_]+/.test(type) && objectAt(value, 'data') !== undefined) return 'copilot';
    if ((type === 'user' || type === 'assistant') && objectAt(value, 'message') !== undefined) return 'claude-code';
    if (isSessionlessNote(type, value)) return 'claude-code';
    if (type === 'launched' && Object.keys(value).length === 1) return 'workflow-journal';
    if ((type === 'started' || type === 'result') && stringAt(value, 'agentId') !== undefined)
      return 'workflow-journal';
  }
  if (isHookEvent(value) || ['stdin', 'payload', 'input'].some((key) => isHookEvent(objectAt(value, key))))
    return 'hook-log';
  if (arrayAt(value, 'messages') !== undefined) {
    if (stringAt(value, 'projectHash') !== undefined || stringAt(value, 'startTime') !== undefined) return 'gemini';
    if (objectAt(value, 'info') !== undefined) return 'opencode';
  }
  if (/^(?:ses|msg|prt)_/.test(stringAt(value, 'id') ?? '')) return 'opencode';
  return undefined;
}

/**
 * Whether an object found inside a damaged line may count as a record of its own. Content blocks and the messages that
 * progress records embed are objects with a `type` too, but none of them names a session or hangs in the chain.
 */
export function looksLikeRecord(value: JsonObject): boolean {
  const type = stringAt(value, 'type');
  if (type === undefined) return formatOf(value) !== undefined;
  if (stringAt(value, 'sessionId') !== undefined) return true;
  if (stringAt(value, 'uuid') !== undefined && valueAt(value, 'parentUuid') !== undefined) return true;
  return isSessionlessNote(type, value) || (CODEX_TYPES.has(type) && objectAt(value, 'payload') !== undefined);
}

const CODEX_TYPES: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

function isSessionlessNote(type: string, value: JsonObject): boolean {
  switch (type) {
    case 'summary':
      return stringAt(value, 'leafUuid') !== undefined;
    case 'file-history-snapshot':
      return objectAt(value, 'snapshot') !== undefined;
    case 'file-history-delta':
      return stringAt(value, 'messageId') !== undefined;
    case 'fork-context-ref':
      return stringAt(value, 'parentSessionId') !== undefined;
    default:
      return false;
  }
}

function isHookEvent(value: JsonObject | undefined): boolean {
  return stringAt(value, 'hook_event_name') !== undefined;
}
