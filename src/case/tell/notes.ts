import { arrayAt, objectAt, stringAt } from '../../base/json.ts';
import { NOTED_RECORDS, PERMISSION_MODE_RECORD, SILENT_RECORDS } from '../../hosts/records.ts';
import type { OtherRecord, ProgressRecord, QueueRecord, SystemRecord } from '../../wire/record.ts';
import { looksLikeNotification } from '../cut/notification.ts';
import { type Piece, piece, whole } from '../cut/piece.ts';
import { cutCommand, isCommandEcho } from '../cut/prompt.ts';
import { optionalMembers } from './draft.ts';
import { tellNotification } from './notification.ts';
import type { Queue } from './queue.ts';
import type { Telling } from './scene.ts';

/** System records: compaction, blocked prompts, commands, summaries of hooks. */
export function tellSystem(telling: Telling, record: SystemRecord): void {
  const { drafts, name } = telling;
  if (record.subtype === 'compact_boundary') {
    const metadata = objectAt(record.raw, 'compactMetadata');
    const uuids =
      arrayAt(objectAt(metadata, 'preservedMessages'), 'allUuids') ??
      arrayAt(objectAt(metadata, 'preservedMessages'), 'uuids') ??
      [];
    drafts.add(name, record, 0, {
      kind: 'compaction',
      preserved: uuids.filter((uuid) => typeof uuid === 'string'),
      ...optionalMembers({ trigger: stringAt(metadata, 'trigger') }),
    });
    return;
  }
  const draft = drafts.add(name, record, 0, { kind: 'notice', noticeType: `system:${record.subtype ?? ''}` });
  const text = record.content;
  if (text === undefined || text === '') return;
  // None of these is shown to the model from here; a command's output is, in the user record that goes with it.
  drafts.cut(draft, record.span, '/content', text, cutSystem(record, text), {}, record.subtype === 'local_command');
}

const BLOCKED_PROMPT = '\n\nOriginal prompt: ';

function cutSystem(record: SystemRecord, text: string): Piece[] {
  if (record.subtype === 'informational') {
    const at = text.indexOf(BLOCKED_PROMPT);
    if (at >= 0) {
      const start = at + BLOCKED_PROMPT.length;
      return [piece(0, start, 'host', 'blocked-prompt'), piece(start, text.length, 'human', 'blocked-prompt')];
    }
  }
  if (record.subtype === 'local_command' && isCommandEcho(text)) return cutCommand(text);
  if (record.subtype === 'away_summary') return whole(text, 'sender', 'away-summary');
  return whole(text, 'host', record.subtype ?? 'system');
}

/** Queue lines repeat what comes by another record; what came by none is told where it left the queue, or never came. */
export function tellQueue(telling: Telling, record: QueueRecord): void {
  const { queue, drafts, name } = telling;
  const taken = queue.absorbed.get(record);
  if (taken?.content !== undefined) {
    if (looksLikeNotification(taken.content)) {
      tellNotification(telling, { record, index: 0, pointer: '/content', text: taken.content, span: taken.span });
      return;
    }
    const draft = drafts.add(name, record, 0, { kind: 'prompt', isBrief: false });
    drafts.cut(draft, taken.span, '/content', taken.content, whole(taken.content, 'queued', 'queued-prompt'), {});
    return;
  }
  const content = record.content;
  const lost =
    record.operation === 'enqueue' && content !== undefined && !queue.repeats.has(record) && !isAbsorbed(queue, record);
  if (lost && looksLikeNotification(content)) {
    tellNotification(telling, { record, index: 0, pointer: '/content', text: content, span: record.span }, false);
    return;
  }
  const draft = drafts.add(name, record, 0, {
    kind: 'notice',
    noticeType: 'queue-operation',
    operation: record.operation,
  });
  if (lost) drafts.cut(draft, record.span, '/content', content, whole(content, 'queued', 'never-delivered'), {}, false);
}

function isAbsorbed(queue: Queue, record: QueueRecord): boolean {
  return queue.taken.has(record);
}

/** Progress of tools, hooks and agents. The child's words in `agent_progress` are told in the child's own stream. */
export function tellProgress(telling: Telling, record: ProgressRecord): void {
  telling.drafts.add(telling.name, record, 0, {
    kind: 'notice',
    noticeType: `progress:${record.dataType}`,
    ...optionalMembers({ toolUseId: record.parentToolUseId, taskId: stringAt(record.data, 'agentId') }),
  });
}

export function tellOther(telling: Telling, record: OtherRecord): void {
  if (record.recordType === PERMISSION_MODE_RECORD) {
    telling.drafts.add(telling.name, record, 0, {
      kind: 'permission',
      mode: stringAt(record.raw, 'permissionMode') ?? '',
    });
    return;
  }
  if (SILENT_RECORDS.has(record.recordType)) return;
  if (!NOTED_RECORDS.has(record.recordType)) telling.unknownRecords += 1;
  telling.drafts.add(telling.name, record, 0, {
    kind: 'notice',
    noticeType: `record:${record.recordType}`,
    // Names the definition that the whole session ran under.
    ...(record.recordType === 'agent-setting' ? { attachment: record.raw } : {}),
  });
}
