import {
  HOOK_DENIAL,
  INTERRUPTED,
  PERMISSION_REFUSED,
  PERSISTED_CLOSE,
  PERSISTED_OPEN,
  PERSISTED_PATH,
  PERSISTED_PREVIEW,
  REFUSED,
  REFUSED_WITH_WORDS,
  SESSION_ENDED,
  TASK_OUTPUT_BODY,
  TASK_OUTPUT_CLOSE,
  TASK_OUTPUT_OPEN,
  TASK_OUTPUT_RESULT,
  TOOL_USE_ERROR,
} from '../../hosts/phrases.ts';
import { afterNotes } from './hand-back.ts';
import { filled, type Piece, piece, type Speaker, whole } from './piece.ts';

/** A result too large to show: the host's frame around a preview. `spilledTo` is where the whole of it lies. */
export function cutPersisted(
  text: string,
  speaker: Speaker,
  place: string,
): { pieces: Piece[]; spilledTo?: string } | undefined {
  if (!text.startsWith(PERSISTED_OPEN)) return undefined;
  const preview = PERSISTED_PREVIEW.exec(text.slice(0, 4_096));
  if (preview === null) return undefined;
  const start = preview.index + preview[0].length;
  const close = text.endsWith(PERSISTED_CLOSE) ? text.length - PERSISTED_CLOSE.length : text.length;
  const end = text.endsWith('\n...', close) ? close - 4 : close;
  const spilledTo = PERSISTED_PATH.exec(text.slice(0, start))?.[1];
  const pieces = filled([
    piece(0, start, 'host', 'persisted-frame'),
    piece(start, Math.max(start, end), speaker, place),
    piece(Math.max(start, end), text.length, 'host', 'persisted-frame'),
  ]);
  return { pieces, ...(spilledTo === undefined ? {} : { spilledTo }) };
}

/** What reading a background task gave: status lines, then the child's words between `<output>` tags. */
export function cutTaskOutput(text: string): { pieces: Piece[]; status?: string } | undefined {
  if (!text.startsWith(TASK_OUTPUT_OPEN)) return undefined;
  const status = /<status>([a-z_]{1,40})<\/status>/.exec(text.slice(0, 2_048))?.[1];
  const say = status === undefined ? {} : { status };
  const body = text.indexOf(TASK_OUTPUT_BODY);
  if (body < 0) return { pieces: whole(text, 'host', 'frame'), ...say };
  let start = body + TASK_OUTPUT_BODY.length;
  const close = text.lastIndexOf(TASK_OUTPUT_CLOSE);
  const end = close < start ? text.length : close;
  const before: Piece[] = [piece(0, start, 'host', 'frame')];
  // 2.0.76 lists the child's calls before its words; neutralising versions put their note there.
  const listed = text.indexOf(TASK_OUTPUT_RESULT, body);
  if (listed >= 0 && text.startsWith('[Tool: ', start)) {
    before.push(piece(start, listed + TASK_OUTPUT_RESULT.length, 'host', 'note'));
    start = listed + TASK_OUTPUT_RESULT.length;
  } else {
    const words = afterNotes(text, start, end);
    before.push(piece(start, words, 'host', 'note'));
    start = words;
  }
  return {
    pieces: filled([...before, piece(start, end, 'child', 'result'), piece(end, text.length, 'host', 'frame')]),
    ...say,
  };
}

/** A call that did not run or failed at the host's hand: whose words the error is. Undefined: the tool's own error. */
export function cutRefusal(text: string, deniedByHook: boolean): Piece[] | undefined {
  if (text.startsWith(TOOL_USE_ERROR)) return whole(text, 'host', 'tool-use-error');
  if (INTERRUPTED.some((words) => words === text)) return whole(text, 'host', 'interruption');
  for (const denial of HOOK_DENIAL) {
    const lead = denial.exec(text);
    if (lead !== null) {
      return filled([piece(0, lead[0].length, 'host', 'denial'), piece(lead[0].length, text.length, 'hook', 'denial')]);
    }
  }
  if (deniedByHook) return whole(text, 'hook', 'denial');
  if (text.startsWith(REFUSED)) {
    for (const lead of REFUSED_WITH_WORDS) {
      const at = text.indexOf(lead);
      if (at < 0) continue;
      const start = at + lead.length;
      return filled([piece(0, start, 'host', 'denial'), piece(start, text.length, 'human', 'denial')]);
    }
    return whole(text, 'host', 'denial');
  }
  if (text.startsWith(SESSION_ENDED)) return whole(text, 'host', 'interruption');
  return PERMISSION_REFUSED.some((lead) => text.startsWith(lead)) ? whole(text, 'host', 'denial') : undefined;
}

/** The answers of a person stand quoted after their questions: `"question"="answer"`. */
export function cutAnswers(text: string, answers: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const answer of answers) {
    const found = answer === '' ? -1 : text.indexOf(`="${answer}"`, at);
    if (found < 0) continue;
    pieces.push(piece(at, found + 2, 'tool', 'output'), piece(found + 2, found + 2 + answer.length, 'human', 'answer'));
    at = found + 2 + answer.length;
  }
  pieces.push(piece(at, text.length, 'tool', 'output'));
  return filled(pieces);
}
