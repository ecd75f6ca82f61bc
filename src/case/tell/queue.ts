import { valueAt } from '../../hosts/fact.ts';
import { NOTIFICATION_ROAD } from '../../hosts/transcripts.ts';
import type { QueueRecord } from '../../wire/record.ts';
import { bareNotification, looksLikeNotification } from '../cut/notification.ts';
import { cutQueuedWrapper } from '../cut/prompt.ts';
import { noticeText } from '../links.ts';
import { recordsOf, type Stream } from '../streams.ts';

/** What became of the lines that were queued while an agent worked. */
export interface Queue {
  /** Enqueue lines whose content also comes as a prompt or attachment: they repeat it. */
  readonly repeats: ReadonlySet<QueueRecord>;
  /**
   * Removal → the enqueue line it took out, where no record of the delivery follows: before attachments were stored (2.1.92) a
   * prompt that was absorbed mid-turn leaves only this pair.
   */
  readonly absorbed: ReadonlyMap<QueueRecord, QueueRecord>;
  /** The enqueue lines of `absorbed`. */
  readonly taken: ReadonlySet<QueueRecord>;
}

export function readQueue(stream: Stream): Queue {
  const lines: QueueRecord[] = [];
  const left = new Map<string, number>();
  let version: string | undefined;
  for (const record of recordsOf(stream)) {
    version ??= record.version;
    if (record.type !== 'queue-operation') continue;
    lines.push(record);
    if (record.operation === 'enqueue' && record.content !== undefined) left.set(record.content, 0);
  }
  const repeats = new Set<QueueRecord>();
  const absorbed = new Map<QueueRecord, QueueRecord>();
  if (left.size === 0) return { repeats, absorbed, taken: new Set(absorbed.values()) };
  for (const record of recordsOf(stream)) {
    if (record.type === 'queue-operation') continue;
    const stored = noticeText(record);
    const whole = typedForm(stored);
    // The head that a notification is stored with may be missing where it was queued.
    const text = whole !== undefined && left.has(whole) ? whole : bareNotification(stored ?? '');
    const count = text === undefined ? undefined : left.get(text);
    if (count !== undefined) left.set(text!, count + 1);
  }
  const noticesCount = valueAt(NOTIFICATION_ROAD, version) !== 'queue-lines-only';
  const waiting: QueueRecord[] = [];
  for (const line of lines) {
    if (line.operation === 'enqueue') {
      if (line.content === undefined) continue;
      const count = left.get(line.content) ?? 0;
      if (count > 0) {
        left.set(line.content, count - 1);
        repeats.add(line);
      } else waiting.push(line);
    } else if (line.operation === 'remove') {
      const index =
        line.content === undefined ? 0 : waiting.findIndex((candidate) => candidate.content === line.content);
      const taken = index < 0 ? undefined : waiting.splice(index, 1)[0];
      if (taken !== undefined && (noticesCount || !looksLikeNotification(taken.content!))) absorbed.set(line, taken);
    } else if (line.operation === 'popAll') waiting.length = 0;
  }
  return { repeats, absorbed, taken: new Set(absorbed.values()) };
}

/** What was queued, out of what came: a command comes as the host's echo of it, a message in the host's wrapper. */
function typedForm(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const queued = cutQueuedWrapper(text)?.find((part) => part.speaker === 'queued');
  if (queued !== undefined) return text.slice(queued.start, queued.end);
  if (!text.startsWith('<command-')) return text;
  const name = /<command-name>([^<\n]{1,200})<\/command-name>/.exec(text)?.[1];
  const args = /<command-args>([\s\S]*)<\/command-args>/.exec(text)?.[1] ?? '';
  return name === undefined ? text : `${name} ${args}`.trim();
}
