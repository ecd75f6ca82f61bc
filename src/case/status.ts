import { booleanAt, stringAt } from '../base/json.ts';
import { EMPTY_REPORT, INTERRUPTED, REFUSED } from '../hosts/phrases.ts';
import { type Call, type Calls, outcomeOf } from './calls.ts';
import type { Links } from './links.ts';
import type { AgentStatus, TimelineEvent } from './model.ts';
import type { AgentDraft } from './roster.ts';
import type { Draft } from './tell/draft.ts';

/** How an agent ended, as far as anything says: notifications and results of its calls, then its own last records. */
export function statusOf(
  draft: AgentDraft,
  list: readonly Draft[],
  calls: Calls,
  links: Links,
  noted: string | undefined,
): AgentStatus {
  if (draft.kind === 'root') return statusFromRecords(list) ?? 'unknown';
  if (noted !== undefined) return STATUSES.get(noted) ?? 'unknown';
  const own = links.callsOf.get(draft.id) ?? [];
  for (let index = own.length - 1; index >= 0; index -= 1) {
    const call = calls.get(own[index]!);
    const status = call === undefined ? undefined : statusFromCall(call);
    if (status !== undefined) return status;
  }
  return (booleanAt(draft.meta, 'finished') === true ? 'completed' : statusFromRecords(list)) ?? 'unknown';
}

const STATUSES: ReadonlyMap<string, AgentStatus> = new Map<string, AgentStatus>([
  ['completed', 'completed'],
  ['forked', 'completed'],
  ['success', 'completed'],
  ['failed', 'failed'],
  ['killed', 'killed'],
  ['stopped', 'stopped'],
]);

function statusFromCall(call: Call): AgentStatus | undefined {
  const { result } = call;
  if (result === undefined) return undefined;
  const text = result.block.parts[0]?.text ?? '';
  if (result.block.isError) {
    const refused =
      result.record.toolDenialKind === 'user-rejected' ||
      text.startsWith(REFUSED) ||
      INTERRUPTED.some((words) => words === text);
    return refused ? 'interrupted' : 'failed';
  }
  const status = stringAt(outcomeOf(call), 'status');
  if (status === 'async_launched') return undefined;
  if (status !== undefined) return STATUSES.get(status);
  return text !== '' && text !== EMPTY_REPORT ? 'completed' : undefined;
}

/** The last words say it: a finished reply, an interruption, or a call that never came back. */
function statusFromRecords(list: readonly Draft[]): AgentStatus | undefined {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const event = list[index]!.event as TimelineEvent;
    switch (event.kind) {
      case 'interruption':
        return 'interrupted';
      case 'reply':
        return event.isApiError ? 'failed' : event.thinking ? 'running' : 'completed';
      case 'tool-call':
      case 'tool-result':
        return 'running';
    }
  }
  return undefined;
}
