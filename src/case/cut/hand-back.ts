import {
  ASYNC_LAUNCHED,
  EMPTY_REPORT,
  FORKED_SKILL,
  HAND_BACK_FRAME,
  HARNESS_NOTE,
  SKILL_LAUNCHED,
  TOOLS_USED_NOTE,
  TRAILER,
  USAGE_TRAILER,
  WORKTREE_TRAILER,
} from '../../hosts/phrases.ts';
import type { HandBack } from '../../hosts/transcripts.ts';
import { filled, type Piece, piece, whole } from './piece.ts';

/** What is known of a result besides its text: how many leading blocks are notes, and whose report it is. */
export interface HandBackFacts {
  readonly form: HandBack;
  /** `toolUseResult.harnessNoteCount`. */
  readonly noteCount?: number;
  readonly child?: string;
}

/** Cuts the text blocks of a subagent's result: host notes, frame, the child's words, trailer. One list per block. */
export function cutHandBack(texts: readonly string[], facts: HandBackFacts): Piece[][] {
  if (texts[0]?.startsWith(ASYNC_LAUNCHED)) return texts.map((text) => whole(text, 'host', 'launch'));
  const framed = facts.form === 'framed' || facts.form === 'neutralised' ? texts.findIndex(hasFrame) : -1;
  if (framed >= 0) return texts.map((text, index) => (index === framed ? cutFrame(text) : whole(text, 'host', 'note')));
  // One block each. The trailer is the last block; on older hosts there is none, and a child may write what looks like one.
  let last = texts.length - 1;
  const pieces: Piece[][] = texts.map(() => []);
  if (last > 0 && facts.form !== 'raw' && isTrailer(texts[last]!)) {
    pieces[last] = whole(texts[last]!, 'host', 'trailer');
    last -= 1;
  }
  const notes = facts.form === 'raw' || facts.form === 'trailer' ? 0 : leadingNotes(texts, last, facts.noteCount);
  for (let index = 0; index <= last; index += 1) {
    const text = texts[index]!;
    if (index < notes) pieces[index] = whole(text, 'host', 'note');
    else if (text === EMPTY_REPORT) pieces[index] = whole(text, 'host', 'note');
    else if (index === last && last === texts.length - 1) pieces[index] = cutInlineTrailer(text, facts);
    else pieces[index] = whole(text, 'child', 'result');
  }
  return pieces;
}

/** The words begin a line at column zero; the report below is indented, so only the host can have written them there. */
function hasFrame(text: string): boolean {
  return frameStart(text) >= 0;
}

function frameStart(text: string): number {
  if (text.startsWith(HAND_BACK_FRAME)) return 0;
  const at = text.indexOf(`\n${HAND_BACK_FRAME}`);
  return at < 0 ? -1 : at + 1;
}

function cutFrame(text: string): Piece[] {
  const start = frameStart(text);
  const lineEnd = text.indexOf('\n', start);
  const report = lineEnd < 0 ? text.length : lineEnd + 1;
  let end = report;
  while (end < text.length && text.startsWith('  ', end)) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  // The newline before the trailer is the host's.
  const words = end > report && text[end - 1] === '\n' ? end - 1 : end;
  const speaker = text.slice(report, words).trim() === EMPTY_REPORT ? 'host' : 'child';
  return filled([
    piece(0, start, 'host', 'note'),
    piece(start, report, 'host', 'frame'),
    piece(report, words, speaker, speaker === 'child' ? 'result' : 'note'),
    piece(words, text.length, 'host', 'trailer'),
  ]);
}

function leadingNotes(texts: readonly string[], last: number, noteCount: number | undefined): number {
  if (noteCount !== undefined) return Math.min(noteCount, last);
  let notes = 0;
  // Children's results carry no count. Line-start look-alikes of the note are broken up in these versions.
  while (notes < last && isNote(texts[notes]!)) notes += 1;
  return notes;
}

function isNote(text: string): boolean {
  return text.startsWith(HARNESS_NOTE) || text.startsWith(TOOLS_USED_NOTE);
}

/**
 * Where the words begin after the host's notes at the start of a hand-back that came by another road. A child cannot begin its
 * words with the same mark: versions that write notes break it up. What they broke up is the host's own note, handed on twice.
 */
export function afterNotes(text: string, start: number, end: number): number {
  let at = start;
  while (text.startsWith(HARNESS_NOTE, at) || (at > start && text.startsWith(BROKEN_NOTE, at))) {
    const close = text.indexOf(']\n', at);
    if (close < 0 || close + 2 > end) break;
    // A blank line follows the note; a builder of transcripts that left it out is believed for the one note that has a fixed head.
    const blank = text[close + 2] === '\n' && close + 3 <= end;
    if (!blank && !text.startsWith(MATCHED_NOTE, at)) break;
    at = close + (blank ? 3 : 2);
  }
  return at;
}

const BROKEN_NOTE = '[\\harness: ';
const MATCHED_NOTE = `${HARNESS_NOTE}subagent output matched`;

function isTrailer(text: string): boolean {
  return text.startsWith(TRAILER) || text.startsWith(WORKTREE_TRAILER) || text.startsWith(USAGE_TRAILER);
}

/** A trailer in the same block as the words: only believed where it names the child that is known from elsewhere. */
function cutInlineTrailer(text: string, facts: HandBackFacts): Piece[] {
  const mark = facts.child === undefined ? -1 : text.lastIndexOf(`\n${TRAILER}${facts.child}`);
  if (mark < 0) return whole(text, 'child', 'result');
  return filled([piece(0, mark, 'child', 'result'), piece(mark, text.length, 'host', 'trailer')]);
}

/** A Skill call: the launch line, or the raw report of a forked skill after a short frame. */
export function cutSkill(text: string): Piece[] {
  const frame = FORKED_SKILL.exec(text);
  if (frame !== null) {
    return filled([piece(0, frame[0].length, 'host', 'frame'), piece(frame[0].length, text.length, 'child', 'result')]);
  }
  return text.startsWith(SKILL_LAUNCHED) ? whole(text, 'host', 'launch') : whole(text, 'tool', 'output');
}
