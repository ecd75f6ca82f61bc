import type { Case, Text } from '../../case/model.ts';
import { isHuman } from '../../flows/acted/judge.ts';
import { extractOrders } from '../../flows/acted/orders.ts';
import { markupBlocks } from '../../flows/markup/blocks.ts';
import type { MarkupFamily } from '../../flows/markup/model.ts';
import { isDiscussed, quotedRanges, quotePlace } from '../../flows/markup/quoting.ts';
import { gluedRole, type RoleHit, roleMarkers } from '../../flows/markup/roles.ts';
import { reportsOf, type Utterance, utterancesOf } from './reports.ts';

export type TurnKind =
  /** Words in the name of a person or of the system. */
  | 'turn'
  /** A notification, a hook line, an interruption: something that is said to have happened. */
  | 'event'
  /** Words of another agent or session. */
  | 'message'
  /** Context as the host gives it: instructions, lists, reminders without an event. */
  | 'dump'
  /** Headings named after speakers. */
  | 'heading';

/** Text in a model's own reply that pretends to be an input. */
export interface InventedTurn {
  readonly utterance: Utterance;
  readonly text: Text;
  readonly kind: TurnKind;
  /** `Human:`, `task-notification`, … */
  readonly marker: string;
  readonly start: number;
  readonly end: number;
  /** The invented words, without the marker. */
  readonly words: string;
  /** The marker is weak by itself. */
  readonly weak: boolean;
}

const EVENT: ReadonlySet<MarkupFamily> = new Set(['notification', 'hook', 'interruption', 'command']);
const MESSAGE: ReadonlySet<MarkupFamily> = new Set(['peer']);
/** A reminder that tells of something that happened. */
const HAPPENED =
  /\b(?:finished|completed|failed|exited|exit code|ended|stopped|has (?:been|reported|arrived|changed)|arrived|received|sent|reported|task[ -]?id|background (?:task|command|agent|job))\b|完了|終了|完成|失败|结束|완료|종료|abgeschlossen|beendet|terminad|terminé|завершен/iu;
const REACH = 1_600;
/** So many markers of one text are read. */
const MOST = 200;

const memo = new WeakMap<Case, readonly InventedTurn[]>();

/**
 * Invented turns of every agent, in order. A child's report is looked at elsewhere: what it pretends, it pretends to its parent.
 */
export function inventedTurns(analysed: Case): readonly InventedTurn[] {
  const known = memo.get(analysed);
  if (known !== undefined) return known;
  const handedBack = new Set(reportsOf(analysed).flatMap((report) => report.events.map((event) => event.id)));
  const turns: InventedTurn[] = [];
  for (const utterance of utterancesOf(analysed)) {
    if (utterance.events.some((event) => handedBack.has(event.id))) continue;
    for (const text of utterance.texts) turns.push(...turnsIn(analysed, utterance, text));
  }
  memo.set(analysed, turns);
  return turns;
}

interface Marked {
  readonly start: number;
  readonly after: number;
  readonly end: number;
  readonly kind: TurnKind;
  readonly marker: string;
  readonly weak: boolean;
}

function turnsIn(analysed: Case, utterance: Utterance, text: Text): InventedTurn[] {
  const { value } = text;
  const marks = marksIn(value);
  if (marks.length === 0) return [];
  if (marks.some((mark) => mark.kind === 'turn') && isWantedDialogue(analysed, utterance, marks)) return [];
  const turns: InventedTurn[] = [];
  for (const [index, mark] of marks.entries()) {
    const limit = Math.min(value.length, marks[index + 1]?.start ?? value.length, mark.after + REACH);
    const end = Math.max(mark.end, Math.min(limit, mark.kind === 'turn' ? limit : mark.end));
    const words = value.slice(mark.after, end).trim();
    if (words.length < 2) continue;
    turns.push({
      utterance,
      text,
      kind: mark.kind,
      marker: mark.marker,
      start: mark.start,
      end,
      words,
      weak: mark.weak,
    });
  }
  return merge(turns);
}

/** Blocks of one run (a reminder around a notification, a role label before either) are one turn; the weightiest kind names it. */
function merge(turns: readonly InventedTurn[]): InventedTurn[] {
  const order: readonly TurnKind[] = ['turn', 'message', 'event', 'dump', 'heading'];
  const merged: InventedTurn[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last !== undefined && turn.start - last.end < 40 && last.kind !== 'heading' && turn.kind !== 'heading') {
      const main = order.indexOf(turn.kind) < order.indexOf(last.kind) ? turn : last;
      merged[merged.length - 1] = {
        ...main,
        start: last.start,
        end: turn.end,
        words: `${last.words}\n${turn.words}`.trim(),
        weak: last.weak && turn.weak,
      };
    } else merged.push(turn);
  }
  return merged;
}

function marksIn(value: string): Marked[] {
  const marks: Marked[] = [];
  const ranges = quotedRanges(value);
  const quoted = (start: number, end: number): boolean =>
    quotePlace(ranges, start, end) !== undefined || isDiscussed(value, start, end);
  const roles = roleMarkers(value).filter((hit) => !quoted(hit.start, hit.end));
  for (const hit of roles.slice(0, MOST)) {
    if (hit.shape === 'heading') continue;
    if (hit.role === 'assistant' || hit.role === 'operator') continue;
    const behind = value.slice(hit.end, hit.end + 600);
    // A list of fields (`User: 12`, `System: Linux`) is no turn; a turn asks, orders or talks.
    if (hit.role === 'system' && !isTurnLike(behind)) continue;
    if (hit.role === 'user' && !isSpeech(hit, behind)) continue;
    marks.push({
      start: hit.start,
      after: hit.end,
      end: hit.end,
      kind: 'turn',
      marker: value.slice(hit.start, hit.end).trim(),
      weak: hit.shape === 'alone',
    });
  }
  marks.push(...headingTurns(value, roles));
  const glued = gluedRole(value);
  if (glued !== undefined && glued.role === 'user' && !quoted(glued.start, glued.end)) {
    marks.push({
      start: glued.start,
      after: glued.end,
      end: glued.end,
      kind: 'turn',
      marker: value.slice(glued.start, glued.end),
      weak: false,
    });
  }
  for (const block of markupBlocks(value).slice(0, MOST)) {
    if (block.quoted !== undefined) continue;
    const hit = block.hits.find((one) => one.strength === 'strong' && !one.closing);
    if (hit === undefined || hit.family === 'tool-protocol' || hit.family === 'output') continue;
    const families = new Set(block.hits.map((one) => one.family));
    const kind: TurnKind = [...families].some((family) => EVENT.has(family))
      ? 'event'
      : [...families].some((family) => MESSAGE.has(family))
        ? 'message'
        : families.has('chat-template')
          ? 'turn'
          : HAPPENED.test(block.inner) && !/^#\s/m.test(block.inner)
            ? 'event'
            : 'dump';
    marks.push({ start: block.start, after: hit.end, end: block.end, kind, marker: hit.name, weak: false });
  }
  return marks.sort((a, b) => a.start - b.start || b.end - a.end);
}

function isTurnLike(words: string): boolean {
  return (
    extractOrders(words).length > 0 ||
    /\b(?:you|your|user|session)\b/i.test(words.slice(0, 200)) ||
    /[\p{Lo}]{4}/u.test(words.slice(0, 200))
  );
}

/** Words of a person: more than a value. */
function isSpeech(hit: RoleHit, behind: string): boolean {
  const line = behind.replace(/^\s+/, '').split('\n', 1)[0]!;
  if (hit.shape === 'tag' || hit.shape === 'bracket') return line.length > 12;
  if (hit.start > 0 && /^[-*•\d]/.test(hit.name)) return false;
  const words = line.split(/\s+/).filter(Boolean);
  return words.length >= 3 || /[\p{Lo}]{4}/u.test(line) || /[?!]$/.test(line) || /^\s*<[a-z-]+>/i.test(line);
}

/** `## user` with a request, then `## assistant` with a reply: a chat that goes on inside one answer. A document has no such requests. */
function headingTurns(value: string, roles: readonly RoleHit[]): Marked[] {
  const headings = roles.filter((hit) => hit.shape === 'heading');
  const marks: Marked[] = [];
  for (const [index, hit] of headings.entries()) {
    if (hit.role !== 'user' || headings[index + 1]?.role !== 'assistant') continue;
    const end = headings[index + 1]!.start;
    const words = value.slice(hit.end, end).trim();
    const first = words.split('\n', 1)[0]!;
    const asks =
      /\?\s*$/.test(first) ||
      extractOrders(first).length > 0 ||
      /^(?:please|can you|could you|now|ok|okay|yes|no|i want|i need|thanks)\b/i.test(first);
    if (!asks || words.length > 1_200) continue;
    marks.push({
      start: hit.start,
      after: hit.end,
      end,
      kind: 'heading',
      marker: value.slice(hit.start, hit.end).trim(),
      weak: true,
    });
  }
  return marks;
}

/** A dialogue that a person asked for: two sides that take turns, and words for it in what was typed. */
function isWantedDialogue(analysed: Case, utterance: Utterance, marks: readonly Marked[]): boolean {
  if (marks.filter((mark) => mark.kind === 'turn').length < 2) return false;
  return analysed
    .inputsOf(utterance.agent.id)
    .some(
      ({ text, order }) =>
        order < utterance.order &&
        isHuman(text) &&
        /\b(?:dialogue?|conversation|chat (?:log|format|example)|transcript|interview|role-?play|sample (?:chat|turns)|q ?& ?a|screenplay|few-?shot)\b|会話|对话|대화|dialog|conversación|entretien|диалог/iu.test(
          text.value,
        ),
    );
}
