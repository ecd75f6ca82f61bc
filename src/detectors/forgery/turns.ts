import type { Case, Text } from '../../case/model.ts';
import { isHuman } from '../../flows/acted/judge.ts';
import { extractOrders } from '../../flows/acted/orders.ts';
import { markupBlocks } from '../../flows/markup/blocks.ts';
import type { MarkupFamily } from '../../flows/markup/model.ts';
import { isDiscussed, isEmbedded, quotedRanges, quotePlace } from '../../flows/markup/quoting.ts';
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
    quotePlace(ranges, start, end) !== undefined || isDiscussed(value, start, end) || isEmbedded(value, start);
  const roles = roleMarkers(value).filter((hit) => !quoted(hit.start, hit.end));
  for (const hit of [...roles, ...bareRoles(value).filter((one) => !quoted(one.start, one.end))].slice(0, MOST)) {
    if (hit.shape === 'heading') continue;
    if (hit.role === 'assistant' || hit.role === 'operator') continue;
    const behind = value.slice(hit.end, hit.end + 600);
    // A list of fields (`User: 12`, `System: Linux`) is no turn; a turn asks, orders or talks.
    if (hit.role === 'system' && !isTurnLike(behind)) continue;
    if (hit.role === 'user' && !isSpeech(hit, behind)) continue;
    if (isListed(value, hit)) continue;
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

/** `user please go on`: the name and a blank, behind a sentence that has ended, before words that ask, agree or order. */
const BARE = /(?<=(?:^|[.!?。！？…)\]"'`*:])[ \t]*\r?\n\s{0,4})(user|human)[ \t]+(?=[\p{L}¡¿])/gu;
const REQUEST =
  /^(?:(?:yes|yep|yeah|ok|okay|no|now|please|great|good|perfect|nice|cool|fine|thanks?|thank you|looks? good|looks great|lgtm|go|do|can you|could you|would you|let's|show|tell|give|i want|i need|i'd like|alright|right|sure|hi|hello|hey)(?!\p{L})|(?:ja|nein|bitte|danke|gut|super|prima|jetzt|zeig|mach|oui|non|merci|parfait|d'accord|vas-y|sí|no|gracias|por favor|ahora|vale|perfecto|sim|obrigad[oa]|agora|grazie|ora|perfetto|va bene|да|нет|спасибо|хорошо|теперь|пожалуйста|evet|tamam|teşekkür\p{L}*|şimdi|lütfen|tak|dzięki|teraz|proszę)(?!\p{L}))/iu;

function bareRoles(value: string): RoleHit[] {
  const hits: RoleHit[] = [];
  for (const match of value.matchAll(BARE)) {
    const words = value.slice(match.index + match[0].length).split('\n', 1)[0]!;
    if (!REQUEST.test(words) && !/^[\p{Lo}¡¿]/u.test(words) && !(extractOrders(words)[0]?.start === 0)) continue;
    hits.push({
      start: match.index,
      end: match.index + match[0].length,
      form: 'role',
      name: 'user',
      family: 'role',
      strength: 'weak',
      closing: false,
      disguise: [],
      neutralised: false,
      role: 'user',
      shape: 'alone',
    });
  }
  return hits;
}

const LABEL = /^\s*(?:[-*>•#]+\s*|\d+[.)]\s*)?[*_]*(\p{L}[\p{L}\p{N} _/-]{0,24}?)[*_]*\s*[:：]/u;
const HOST_LABEL =
  /^(?:user|human|assistant|system|claude|note|warning|result|summary|next|ps|edit|update|output|done|status)$/iu;

/** A line among lines with labels of others (a bot, a guest, a host, a port): a list, a form or a log that is shown. */
function isListed(value: string, hit: RoleHit): boolean {
  if (hit.shape !== 'label' && hit.shape !== 'bracket') return false;
  const own = value.slice(hit.start, hit.end);
  if (!/[:：]/u.test(own)) return false;
  const lineStart = value.lastIndexOf('\n', hit.start - 1) + 1;
  const before =
    value
      .slice(Math.max(0, lineStart - 400), lineStart)
      .split('\n')
      .slice(-2, -1)[0] ?? '';
  const lineEnd = value.indexOf('\n', hit.end);
  const after = lineEnd < 0 ? '' : value.slice(lineEnd + 1, lineEnd + 400).split('\n', 1)[0]!;
  return [before, after].some((line) => {
    const label = LABEL.exec(line)?.[1]?.trim();
    if (label === undefined || HOST_LABEL.test(label)) return false;
    const role = roleMarkers(line)[0]?.role;
    return role === undefined || role === 'operator';
  });
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
    const next = headings[index + 1];
    if (hit.role !== 'user' || (next !== undefined && next.role !== 'assistant')) continue;
    const end = next?.start ?? value.length;
    const words = value.slice(hit.end, end).trim();
    const first = words.split('\n', 1)[0]!;
    const asks = /\?\s*$/.test(first) || extractOrders(first).length > 0 || REQUEST.test(first);
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
        /\b(?:dialogue?|conversation|chat (?:log|format|example)|transcript|interview|role-?play|sample (?:chat|turns)|q ?& ?a|faq|questions? and answers?|chat|screenplay|few-?shot)\b|会話|対話|对话|對話|問答|问答|대화|문답|dialog|diálogo|frage|conversación|entretien|диалог|вопрос|rozmow|diyalog|konuşma|संवाद|حوار/iu.test(
          text.value,
        ),
    );
}
