import { readNotification } from '../cut/notification.ts';
import { whole } from '../cut/piece.ts';
import { optionalMembers } from './draft.ts';
import type { Spot } from './message.ts';
import { tellReturn } from './result.ts';
import type { Telling } from './scene.ts';

/** A background task ended. For an agent's end also the return that it carries; a shell's end is only a notice. */
export function tellNotification(telling: Telling, spot: Spot, shown = true): void {
  const { record, index, pointer, text } = spot;
  const notice = readNotification(text);
  const taskId = notice?.taskId;
  const call = notice?.toolUseId === undefined ? undefined : telling.scene.calls.get(notice.toolUseId);
  const child = taskId !== undefined && telling.scene.roster.has(taskId) ? taskId : undefined;
  const draft = telling.drafts.add(telling.name, record, index, {
    kind: 'notice',
    noticeType: 'task-notification',
    ...optionalMembers({ taskId, toolUseId: notice?.toolUseId, status: notice?.status }),
    ...(record.type === 'queue-operation' ? { operation: record.operation } : {}),
    ...(record.type === 'attachment' ? { attachment: record.attachment } : {}),
  });
  const voices = optionalMembers({ child, toolUseId: notice?.toolUseId, tool: call?.name });
  telling.drafts.cut(
    draft,
    spot.span ?? record.span,
    pointer,
    text,
    notice?.pieces ?? whole(text, 'host', 'notification'),
    voices,
    shown,
  );
  const isWorkflow = call?.name === 'Workflow';
  if (!shown || (child === undefined && !isWorkflow)) return;
  tellReturn(telling, record, index, draft, notice?.toolUseId, {
    channel: isWorkflow ? 'workflow' : 'notification',
    ...optionalMembers({ child, status: notice?.status }),
  });
}
