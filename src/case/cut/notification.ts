import { NOTIFICATION_OPEN } from '../../hosts/phrases.ts';
import { afterNotes } from './hand-back.ts';
import { filled, type Piece, piece } from './piece.ts';

/** A background task ended, as the host tells it. Values as written: `result` may be XML-escaped. */
export interface Notification {
  readonly taskId?: string;
  readonly toolUseId?: string;
  readonly status?: string;
  readonly outputFile?: string;
  readonly hasResult: boolean;
  readonly pieces: readonly Piece[];
}

const RESULT_OPEN = '<result>';
const RESULT_CLOSE = '</result>';

/** Newer hosts may store the head that they send along, and the reminder around it. [VERSIONS section 4; FACTS section 3] */
const LEADS = [
  '[SYSTEM NOTIFICATION - NOT USER INPUT]',
  '<system-reminder>\n[SYSTEM NOTIFICATION - NOT USER INPUT]',
] as const;

/** Where the notification's tag stands, or -1. */
function openingOf(text: string): number {
  if (NOTIFICATION_OPEN.some((open) => text.startsWith(open))) return 0;
  if (!LEADS.some((lead) => text.startsWith(lead))) return -1;
  const at = NOTIFICATION_OPEN.map((open) => text.indexOf(`\n${open}`)).filter((index) => index >= 0 && index < 4_000);
  return at.length === 0 ? -1 : Math.min(...at) + 1;
}

/** What was queued, out of a notification that was stored with the host's head or in its reminder. */
export function bareNotification(text: string): string | undefined {
  const begin = openingOf(text);
  if (begin <= 0) return undefined;
  const tag = NOTIFICATION_OPEN.find((open) => text.startsWith(open, begin))!;
  const close = `</${tag.slice(1)}`;
  const end = text.lastIndexOf(close);
  return end < begin ? undefined : text.slice(begin, end + close.length);
}

export function looksLikeNotification(text: string): boolean {
  return openingOf(text) >= 0;
}

/**
 * Reads a notification. The head is the host's up to `<result>`; the words end at the LAST closing tag: before 2.1.90 they were
 * not escaped, and a child could write a closing tag of its own.
 */
export function readNotification(text: string): Notification | undefined {
  const begin = openingOf(text);
  if (begin < 0) return undefined;
  const open = text.indexOf(RESULT_OPEN, begin);
  const headEnd = open < 0 ? text.length : open;
  const start = open < 0 ? text.length : open + RESULT_OPEN.length;
  const close = open < 0 ? -1 : text.lastIndexOf(RESULT_CLOSE);
  const end = close < start ? text.length : close;
  const head = text.slice(0, headEnd);
  const summary = member(head, 'summary', begin);
  const pieces: Piece[] = [];
  if (summary === undefined) pieces.push(piece(0, start, 'host', 'frame'));
  else {
    pieces.push(piece(0, summary.start, 'host', 'frame'));
    pieces.push(piece(summary.start, summary.end, 'host', 'summary'));
    // What a watched command printed: the tool's words inside the host's frame.
    const event = open >= 0 ? undefined : member(head, 'event', summary.end, true);
    pieces.push(piece(summary.end, event?.start ?? start, 'host', 'frame'));
    if (event !== undefined) {
      pieces.push(piece(event.start, event.end, 'tool', 'event'));
      pieces.push(piece(event.end, start, 'host', 'frame'));
    }
  }
  if (open >= 0) {
    const words = afterNotes(text, start, end);
    pieces.push(piece(start, words, 'host', 'note'));
    pieces.push(piece(words, end, 'child', 'result'));
    pieces.push(piece(end, text.length, 'host', 'frame'));
  }
  const value = (name: string): string | undefined => {
    const found = member(head, name, begin);
    return found === undefined ? undefined : head.slice(found.start, found.end).trim();
  };
  const taskId = value('task-id') ?? value('agent-id');
  const toolUseId = value('tool-use-id');
  const status = value('status');
  const outputFile = value('output-file');
  return {
    ...(taskId === undefined ? {} : { taskId }),
    ...(toolUseId === undefined ? {} : { toolUseId }),
    ...(status === undefined ? {} : { status }),
    ...(outputFile === undefined ? {} : { outputFile }),
    hasResult: open >= 0,
    pieces: filled(pieces),
  };
}

/** First member of that name; the free text of `summary` runs to its last closing tag in the head. */
function member(
  head: string,
  name: string,
  from: number,
  last = name === 'summary',
): { start: number; end: number } | undefined {
  const open = head.indexOf(`<${name}>`, from);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const close = last ? head.lastIndexOf(`</${name}>`) : head.indexOf(`</${name}>`, start);
  return close < start ? undefined : { start, end: close };
}
