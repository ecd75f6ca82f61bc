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

export function looksLikeNotification(text: string): boolean {
  return NOTIFICATION_OPEN.some((open) => text.startsWith(open));
}

/**
 * Reads a notification. The head is the host's up to `<result>`; the words end at the LAST closing tag: before 2.1.90 they were
 * not escaped, and a child could write a closing tag of its own.
 */
export function readNotification(text: string): Notification | undefined {
  if (!looksLikeNotification(text)) return undefined;
  const open = text.indexOf(RESULT_OPEN);
  const head = open < 0 ? text : text.slice(0, open);
  const start = open < 0 ? text.length : open + RESULT_OPEN.length;
  const close = open < 0 ? -1 : text.lastIndexOf(RESULT_CLOSE);
  const end = close < start ? text.length : close;
  const summary = member(head, 'summary');
  const pieces: Piece[] = [];
  if (summary === undefined) pieces.push(piece(0, start, 'host', 'frame'));
  else {
    pieces.push(piece(0, summary.start, 'host', 'frame'));
    pieces.push(piece(summary.start, summary.end, 'host', 'summary'));
    pieces.push(piece(summary.end, start, 'host', 'frame'));
  }
  if (open >= 0) {
    const words = afterNotes(text, start, end);
    pieces.push(piece(start, words, 'host', 'note'));
    pieces.push(piece(words, end, 'child', 'result'));
    pieces.push(piece(end, text.length, 'host', 'frame'));
  }
  const value = (name: string): string | undefined => {
    const found = member(head, name);
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
function member(head: string, name: string): { start: number; end: number } | undefined {
  const open = head.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const close = name === 'summary' ? head.lastIndexOf(`</${name}>`) : head.indexOf(`</${name}>`, start);
  return close < start ? undefined : { start, end: close };
}
