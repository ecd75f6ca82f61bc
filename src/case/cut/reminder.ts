import { createHash } from 'node:crypto';
import { SYSTEM_REMINDER_CLOSE, SYSTEM_REMINDER_OPEN } from '../../hosts/phrases.ts';
import { REMINDER_TEMPLATES, REMOVED_TEXT, type ReminderTemplate } from '../../hosts/reminders.ts';
import { filled, type Piece, piece, whole } from './piece.ts';

/** Cuts the host's own reminders from a file that was read. Only known words in the known place are the host's. */
export function cutReadReminder(text: string): Piece[] {
  if (!text.includes(SYSTEM_REMINDER_OPEN)) return whole(text, 'tool', 'output');
  const template = (place: ReminderTemplate['place'], block: string): boolean =>
    REMINDER_TEMPLATES.some((candidate) => candidate.place === place && fits(candidate, block));
  if (template('whole', text.trim())) return whole(text, 'host', 'read-reminder');
  let start = 0;
  let end = text.length;
  if (text.startsWith(SYSTEM_REMINDER_OPEN)) {
    const close = text.indexOf(SYSTEM_REMINDER_CLOSE) + SYSTEM_REMINDER_CLOSE.length;
    if (template('start', text.slice(0, close))) start = close;
  }
  const tail = text.trimEnd();
  if (tail.endsWith(SYSTEM_REMINDER_CLOSE)) {
    const open = tail.lastIndexOf(SYSTEM_REMINDER_OPEN);
    // The host sets it off by a blank line.
    if (open > start && text[open - 1] === '\n' && template('end', tail.slice(open))) {
      end = open;
      while (end > start && text[end - 1] === '\n') end -= 1;
    }
  }
  return filled([
    piece(0, start, 'host', 'read-reminder'),
    piece(start, end, 'tool', 'output'),
    piece(end, text.length, 'host', 'read-reminder'),
  ]);
}

function fits(template: ReminderTemplate, block: string): boolean {
  if (!block.startsWith(template.lead)) return false;
  if (template.pattern !== undefined) return template.pattern.test(block);
  if (block.length === template.length && digest(block) === template.sha256) return true;
  // A recording whose middle was taken out says how much: then opening words and length must agree (a blank stands before it).
  const removed = REMOVED_TEXT.exec(block);
  if (removed === null) return false;
  const length = block.length - removed[0].length + Number(removed[1]);
  const middle = block.slice(template.lead.length, -`\n${SYSTEM_REMINDER_CLOSE}`.length).trim();
  return middle === removed[0] && Math.abs(length - template.length!) <= 1;
}

let lastBlock = '';
let lastDigest = '';

/** Nearly all blocks of a session are the same text. */
function digest(block: string): string {
  if (block !== lastBlock) {
    lastBlock = block;
    lastDigest = createHash('sha256').update(block, 'utf8').digest('hex').slice(0, 16);
  }
  return lastDigest;
}
