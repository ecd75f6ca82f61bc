import {
  COMMAND_LEADS,
  FORK_BOILERPLATE_CLOSE,
  FORK_BOILERPLATE_OPEN,
  FORK_DIRECTIVE,
  HOOK_FEEDBACK,
  HOOK_REMINDER,
  HOOK_TAG,
  QUEUED_TAILS,
  QUEUED_WRAPPER,
  SIDE_QUESTION_LEAD,
  SUMMARY_LEAD,
  SUMMARY_TAILS,
  SYSTEM_REMINDER_CLOSE,
  SYSTEM_REMINDER_OPEN,
  WORKFLOW_FRAME,
} from '../../hosts/phrases.ts';
import { filled, type Piece, piece, whole } from './piece.ts';

/** The brief of a workflow agent: a frame line, then the computed text, indented. */
export function cutWorkflowBrief(text: string): Piece[] | undefined {
  if (!text.startsWith(WORKFLOW_FRAME)) return undefined;
  const line = text.indexOf('\n');
  return line < 0
    ? whole(text, 'host', 'frame')
    : filled([piece(0, line + 1, 'host', 'frame'), piece(line + 1, text.length, 'sender', 'brief')]);
}

/** The brief of a fork: the host's orders, then the directive. */
export function cutForkBrief(text: string): Piece[] | undefined {
  if (!text.startsWith(FORK_BOILERPLATE_OPEN)) return undefined;
  const close = text.indexOf(FORK_BOILERPLATE_CLOSE);
  if (close < 0) return whole(text, 'host', 'frame');
  const directive = text.indexOf(FORK_DIRECTIVE, close);
  const start = directive < 0 ? close + FORK_BOILERPLATE_CLOSE.length : directive + FORK_DIRECTIVE.length;
  return filled([piece(0, start, 'host', 'frame'), piece(start, text.length, 'sender', 'brief')]);
}

/** A compaction summary: the host's opening, what the model wrote, the host's closing orders. */
export function cutSummary(text: string): Piece[] {
  let start = 0;
  if (text.startsWith(SUMMARY_LEAD)) {
    start = Math.max(0, text.indexOf('\n'));
    while (text[start] === '\n') start += 1;
    if (text.startsWith(SYSTEM_REMINDER_OPEN, start)) {
      const close = text.indexOf(SYSTEM_REMINDER_CLOSE, start);
      if (close >= 0 && close - start < 2_000) start = close + SYSTEM_REMINDER_CLOSE.length;
      while (text[start] === '\n') start += 1;
    }
  }
  let end = text.length;
  for (const tail of SUMMARY_TAILS) {
    const at = text.lastIndexOf(tail);
    if (at > start && at < end) end = at;
  }
  return filled([
    piece(0, start, 'host', 'frame'),
    // The model wrote this; `tell` gives it the channel `summary`.
    piece(start, end, 'sender', 'summary'),
    piece(end, text.length, 'host', 'frame'),
  ]);
}

/** A side question: the host's reminder, then what the person asked. */
export function cutSideQuestion(text: string): Piece[] {
  const close = text.startsWith(SIDE_QUESTION_LEAD) ? text.indexOf(SYSTEM_REMINDER_CLOSE) : -1;
  if (close < 0) return whole(text, 'human', 'side-question');
  const start = close + SYSTEM_REMINDER_CLOSE.length;
  return filled([piece(0, start, 'host', 'reminder'), piece(start, text.length, 'human', 'side-question')]);
}

/** A reminder of the host in a prompt of its own. The name of a session in it is a person's words. */
export function cutReminderPrompt(text: string): Piece[] {
  const named = /^<system-reminder>\n?The user named this session "/.exec(text);
  const end = named === null ? -1 : text.lastIndexOf('"');
  if (named === null || end < named[0].length) return whole(text, 'host', 'reminder');
  return filled([
    piece(0, named[0].length, 'host', 'reminder'),
    piece(named[0].length, end, 'human', 'session-name'),
    piece(end, text.length, 'host', 'reminder'),
  ]);
}

/** Echo of a slash command or of a `!` shell line: what the person typed behind it is a person's. */
export function cutCommand(text: string): Piece[] {
  for (const [tag, place] of TYPED_PARTS) {
    const open = text.indexOf(`<${tag}>`);
    if (open < 0) continue;
    const start = open + tag.length + 2;
    const end = text.lastIndexOf(`</${tag}>`);
    if (end < start) continue;
    return filled([
      piece(0, start, 'command', 'command'),
      piece(start, end, 'human', place),
      piece(end, text.length, 'command', 'command'),
    ]);
  }
  return whole(text, 'command', text.startsWith('<command-') ? 'command' : 'command-output');
}

const TYPED_PARTS = [
  ['command-args', 'command-args'],
  ['bash-input', 'bash-input'],
] as const;

/** A person's message in the wrapper that the host puts around one that came mid-turn. */
export function cutQueuedWrapper(text: string): Piece[] | undefined {
  const lead = QUEUED_WRAPPER.exec(text);
  if (lead === null) return undefined;
  const start = lead[0].length;
  let end = text.endsWith(SYSTEM_REMINDER_CLOSE) ? text.length - SYSTEM_REMINDER_CLOSE.length : text.length;
  for (const tail of QUEUED_TAILS) {
    const at = text.lastIndexOf(tail, end);
    if (at >= start && at < end) end = at;
  }
  while (end > start && text[end - 1] === '\n') end -= 1;
  return filled([
    piece(0, start, 'host', 'frame'),
    piece(start, end, 'queued', 'queued-prompt'),
    piece(end, text.length, 'host', 'frame'),
  ]);
}

/** Whether the whole text is the host's echo of a command: a question about such a tag is a person's. */
export function isCommandEcho(text: string): boolean {
  if (!COMMAND_LEADS.some((lead) => text.startsWith(lead))) return false;
  const close = /<\/([a-z-]{4,30})>\s{0,40}$/.exec(text.slice(-80))?.[1];
  return close !== undefined && COMMAND_LEADS.some((lead) => lead === `<${close}>`);
}

/** Hook output in a user record: tag of 1.0.x, feedback line, or context inside a reminder. */
export function cutHookWords(text: string): { pieces: Piece[]; type: string } | undefined {
  const tag = HOOK_TAG.exec(text);
  if (tag !== null) {
    const close = `</${tag[1]}-hook>`;
    const end = text.endsWith(close) ? text.length - close.length : text.length;
    return { type: `${tag[1]}-hook`, pieces: around(tag[0].length, end, text) };
  }
  const feedback = HOOK_FEEDBACK.exec(text);
  if (feedback !== null) return { type: 'hook-feedback', pieces: around(feedback[0].length, text.length, text) };
  const reminder = HOOK_REMINDER.exec(text);
  if (reminder !== null) {
    const tail = text.trimEnd();
    const end = tail.endsWith(SYSTEM_REMINDER_CLOSE) ? tail.length - SYSTEM_REMINDER_CLOSE.length : text.length;
    return { type: 'hook-context', pieces: around(reminder[0].length, end, text) };
  }
  return undefined;
}

function around(start: number, end: number, text: string): Piece[] {
  return filled([
    piece(0, start, 'host', 'frame'),
    piece(start, end, 'hook', 'context'),
    piece(end, text.length, 'host', 'frame'),
  ]);
}
