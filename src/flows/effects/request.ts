import type { Case, Text } from '../../case/model.ts';
import { isHuman } from '../acted/judge.ts';
import { callOf } from '../policy/calls.ts';
import { BIT, fold, RUNS, verbBit, WORDS } from '../shape/lookup.ts';
import { orderShape, type Slot } from '../shape/order.ts';
import { announcesHostile } from '../shape/quoting.ts';
import { sentenceAt } from '../shape/sentence.ts';
import { slotsIn } from '../shape/slots.ts';
import { agreedTo } from './agreed.ts';
import { isPointedAt, namesHome, staysHome, wantsByDocument } from './document.ts';
import { type Effect, type EffectKind, type Request, VERBS_OF } from './model.ts';
import { isForbidden, isQuoted, wantedAt } from './refused.ts';

/** A value shorter than this names nothing: too many texts hold it by chance. */
const SHORTEST_VALUE = 4;
/** Longer texts of a person are pasted material; only their first part speaks for the person. */
const MAX_WISH_CHARS = 50_000;

/** What a person's text asks for, read once: kinds by the words for them, and the text itself for the values it names. */
interface Wish {
  readonly text: Text;
  readonly lower: string;
  /** Bits of verb classes that are wished, and those that are forbidden. */
  readonly verbs: number;
  readonly forbidden: number;
  /** The person hands the decision to something that is to be read. */
  readonly delegates: boolean;
  /** The person wants something done after a document. */
  readonly conforms: boolean;
  /** Addresses and accounts that the person names. */
  readonly slots: readonly Slot[];
  readonly verbAt: readonly [verbs: number, start: number, end: number][];
}

const wishes = new WeakMap<Text, Wish>();
const humans = new WeakMap<Case, readonly { readonly text: Text; readonly order: number }[]>();

/** Texts that a person wrote, in order of the timeline. */
export function humanTexts(within: Case): readonly { readonly text: Text; readonly order: number }[] {
  let list = humans.get(within);
  if (list === undefined) {
    const seen = new Set<number>();
    const found: { text: Text; order: number }[] = [];
    for (const event of within.timeline) {
      for (const text of event.texts) {
        if (!isHuman(text) || seen.has(text.id)) continue;
        seen.add(text.id);
        found.push({ text, order: event.order });
      }
    }
    // Only a child's file is there: its brief is the nearest thing to a wish that the evidence holds.
    if (found.length === 0) {
      for (const event of within.timeline) {
        if (event.kind !== 'prompt' || !event.isBrief) continue;
        for (const text of event.texts) if (text.origin.channel === 'model') found.push({ text, order: event.order });
      }
    }
    list = found;
    humans.set(within, list);
  }
  return list;
}

/**
 * Whether a person of the session asked for an effect before it happened: by naming a value that decides it, by words for its kind,
 * or by handing the decision to what was read ("do what the ticket says"). `unknown` where no person's text is recorded.
 */
export function requestOf(
  effect: Effect,
  within: Case,
  asked: readonly EffectKind[] = [effect.kind],
  source?: Text,
  order?: { readonly after: number; readonly words: string },
): Request {
  const before = humanTexts(within).filter(({ order }) => order <= effect.call.order);
  if (before.length === 0) return { status: 'unknown' };
  const verbs = asked.flatMap((kind) => VERBS_OF[kind]).reduce((mask, verb) => mask | verbBit(verb), 0);
  const agreed = order === undefined ? undefined : agreedTo(effect, within, before, order);
  if (agreed !== undefined) return agreed;
  let delegated: Request | undefined;
  for (const { text } of before) {
    const wish = wishOf(text);
    const named = (wish.forbidden & verbs) !== 0 ? undefined : wanted(wish, effect.values);
    if (named !== undefined)
      return {
        status: 'requested',
        byValue: true,
        by: { text, cite: cited(text, ...named), why: 'a person named it' },
      };
    const kind = wish.verbAt.find(([mask]) => (mask & verbs) !== 0);
    if (kind !== undefined) {
      return {
        status: 'requested',
        by: { text, cite: cited(text, kind[1], kind[2]), why: 'a person asked for this kind of effect' },
      };
    }
    if (
      (wish.delegates && handsOver(wish, source, within)) ||
      (source !== undefined &&
        wish.conforms &&
        isPointedAt(wish.text.value, source, within) &&
        staysHome(effect, wish.text.value, source, within))
    ) {
      delegated ??= {
        status: 'delegated',
        by: { text, cite: text.cite, why: 'a person handed the decision to what was read' },
      };
    }
  }
  return delegated ?? { status: 'unrequested' };
}

/** Whether any person's text before a place of the timeline asks for one of these verb classes, or names one of the values. */
export function isWished(
  within: Case,
  before: number,
  verbMask: number,
  values: readonly Slot[],
  source?: Text,
): Request {
  const list = humanTexts(within).filter(({ order }) => order <= before);
  if (list.length === 0) return { status: 'unknown' };
  const handing = list.find(({ text }) => {
    const wish = wishOf(text);
    return (
      (wish.delegates && handsOver(wish, source, within)) ||
      (source !== undefined &&
        wish.conforms &&
        isPointedAt(text.value, source, within) &&
        namesHome(values, text.value, source, within))
    );
  })?.text;
  const handedOver = handing === undefined ? {} : { handedOver: true };
  for (const { text } of list) {
    const wish = wishOf(text);
    const named = wanted(
      wish,
      values.map((slot) => slot.value),
    );
    if (named !== undefined)
      return {
        status: 'requested',
        byValue: true,
        by: { text, cite: cited(text, ...named), why: 'a person named it' },
        ...handedOver,
      };
    // Who names an address of his own has not asked for another one.
    const kind = namesAnother(wish, values) ? undefined : wish.verbAt.find(([mask]) => (mask & verbMask) !== 0);
    if (kind !== undefined)
      return {
        status: 'requested',
        by: { text, cite: cited(text, kind[1], kind[2]), why: 'a person asked for this kind of effect' },
        ...handedOver,
      };
  }
  return handing === undefined
    ? { status: 'unrequested' }
    : {
        status: 'delegated',
        by: { text: handing, cite: handing.cite, why: 'a person handed the decision to what was read' },
        ...handedOver,
      };
}

/** Whether a person had announced hostile texts as the object of the work: words that no attacker can write. */
export function isStudied(within: Case, before: number): boolean {
  return humanTexts(within).some(({ text, order }) => order <= before && isHuman(text) && announcesHostile(text.value));
}

const DESTINATIONS: ReadonlySet<string> = new Set(['email', 'account', 'url', 'host']);

/** Whether what the person hands the decision to can be this source: it is named, or nothing in particular is. */
function handsOver(wish: Wish, source: Text | undefined, within: Case): boolean {
  const call = source === undefined ? undefined : callOf(source, within);
  if (call === undefined) return true;
  const named = [
    ...wish.text.value.matchAll(
      /["'“‘`]([^"'”’`\n]{3,120})["'”’`]|\b[\w-]+\.\w{2,5}\b|https?:\/\/\S+|#\d+|\b\d{2,}\b/g,
    ),
  ].map((match) => (match[1] ?? match[0]).toLowerCase());
  if (named.length === 0) return true;
  const input = JSON.stringify(call.input).toLowerCase();
  const head = source!.value.slice(0, 4_000).toLowerCase();
  return named.some((one) => input.includes(one) || head.includes(one));
}

function namesAnother(wish: Wish, values: readonly Slot[]): boolean {
  const wanted = values.filter((slot) => DESTINATIONS.has(slot.kind));
  return wanted.length > 0 && wish.slots.some((own) => wanted.some((slot) => slot.kind === own.kind));
}

/** The first place where a person names one of the values and wants it. */
function wanted({ lower }: Wish, values: readonly string[]): readonly [start: number, end: number] | undefined {
  for (const one of values) {
    const value = one.trim().toLowerCase();
    if (value.length < SHORTEST_VALUE || value.length > 300 || COMMON_VALUES.has(value)) continue;
    const place = wantedAt(lower, value);
    if (place !== undefined) return place;
  }
  return undefined;
}

const COMMON_VALUES = new Set(
  'true false null none main master test tests code file files content text name user users data json http https'.split(
    ' ',
  ),
);

function cited(text: Text, start: number, end: number): Text['cite'] {
  const base = text.cite.chars?.[0] ?? 0;
  return { ...text.cite, chars: [base + start, base + end] };
}

const REPLIES =
  /^(?:repl(?:y|ies|ying)|respond(?:ing)?|antworte[n]?|antwort|repond\w*|respond\w*|rispond\w*|ответ\p{L}*|antwoord\w*|odpowied\w*)$/u;
/** Whom or what one answers. */
const ANSWERED =
  /(?<!\p{L})(?:to|him|her|them|back|mails?|e-?mails?|messages?|letters?|tickets?|comments?|threads?|reviews?|customers?|auf|dem|der|den|ihm|ihr|ihnen|nachricht|kunden?|lui|leur|courriel|message|correo|mensaje|cliente|ему|ей|им|на|письм\p{L}*|клиент\p{L}*|aan|mailtje)(?!\p{L})/iu;

/** Nobody to answer is named in the sentence. */
function isToldHere(text: string, start: number, end: number): boolean {
  const [from, to] = sentenceAt(text, start, end);
  return !ANSWERED.test(text.slice(from, start)) && !ANSWERED.test(text.slice(end, to));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu;
const EFFECT_MASK = Object.values(VERBS_OF)
  .flat()
  .reduce((mask, verb) => mask | verbBit(verb), 0);

const LOOSE_MASK = (['send', 'publish', 'pay', 'delete', 'grant'] as const).reduce(
  (mask, verb) => mask | verbBit(verb),
  0,
);

/** English words of a wish that are no imperative form: nouns and participles of the same acts. */
const MORE: ReadonlyMap<string, number> = new Map(
  (
    [
      ['send', 'sends sending sent emailed emailing message forwarding reply replying invitation notification'],
      [
        'publish',
        'published publishing posting posted pushing pushed release deployment deploying deployed upload uploading merging comment',
      ],
      ['pay', 'payment payments paying transferring booking reservation reserve purchase bill invoice refund'],
      ['delete', 'deleting deleted removing removal cleanup clean tidy cancellation'],
      [
        'write',
        'writing written creating updating saving adding editing changing fixing renaming fix implement refactor migrate improve appointment event reschedule',
      ],
      ['execute', 'running executing installing launching starting building install'],
      ['grant', 'granting approving allowing permission permissions access'],
      ['fetch', 'fetching downloading visiting browsing look web website url link page research'],
      ['read', 'reading searching listing finding looking summary overview explain tell what which who how'],
    ] as const
  ).flatMap(([verb, words]) => words.split(' ').map((word) => [word, verbBit(verb)] as const)),
);

function wishOf(text: Text): Wish {
  let wish = wishes.get(text);
  if (wish === undefined) {
    wish = readWish(text);
    wishes.set(text, wish);
  }
  return wish;
}

function readWish(text: Text): Wish {
  const value = text.value.slice(0, MAX_WISH_CHARS);
  const verbAt: [number, number, number][] = [];
  let forbidden = 0;
  const told: number[] = [];
  const lastWords: { features: number; word: string }[] = [];
  for (const match of value.matchAll(WORD)) {
    const word = fold(match[0]);
    const entries = WORDS.get(word) ?? [];
    let verbs = MORE.get(word) ?? 0;
    let features = 0;
    for (const entry of entries) {
      verbs |= entry.verbs;
      features |= entry.features;
    }
    // Words like "build", "use" or "update" are nouns of any prompt: they count where they are ordered.
    verbs = ((verbs & LOOSE_MASK) | (MORE.get(word) ?? 0)) & EFFECT_MASK;
    if (verbs !== 0) {
      const end = match.index + match[0].length;
      // "Please answer briefly." asks the agent to speak, not to write to somebody.
      if (REPLIES.test(word) && isToldHere(value, match.index, end)) {
        verbs = 0;
        told.push(match.index);
      }
      if (verbs === 0) {
        // nothing is asked for
      } else if (
        lastWords.slice(-3).some((one) => (one.features & BIT.negation) !== 0) ||
        NOTHING.test(value.slice(end, end + 24))
      )
        forbidden |= verbs;
      else if (!isQuoted(value, match.index, end)) verbAt.push([verbs, match.index, end]);
    }
    lastWords.push({ features, word });
    if (lastWords.length > 3) lastWords.shift();
  }
  for (const table of RUNS) {
    for (const match of value.matchAll(table.pattern)) {
      const verbs = (table.entries.get(match[0].toLowerCase())?.verbs ?? 0) & EFFECT_MASK;
      if (verbs === 0) continue;
      const end = match.index + match[0].length;
      if (isForbidden(value, match.index, end)) forbidden |= verbs;
      else verbAt.push([verbs, match.index, end]);
    }
  }
  for (const hit of orderShape(value).hits) {
    const spoken = told.some((at) => hit.start <= at && at < hit.end) ? verbBit('send') : 0;
    const verbs = hit.verbs.reduce((mask, verb) => mask | verbBit(verb), 0) & EFFECT_MASK & ~forbidden & ~spoken;
    if (verbs !== 0 && !isQuoted(value, hit.start, hit.end)) verbAt.push([verbs, hit.start, hit.end]);
  }
  return {
    text,
    lower: value.toLowerCase(),
    verbs: verbAt.reduce((mask, [verbs]) => mask | verbs, 0),
    forbidden,
    slots: slotsIn(value).filter((slot) => DESTINATIONS.has(slot.kind)),
    delegates: DELEGATES.some((pattern) => {
      const match = pattern.exec(value);
      return match !== null && !isForbidden(value, match.index, match.index + match[0].length);
    }),
    verbAt,
    conforms: wantsByDocument(value),
  };
}

/** A negation right behind its verb: "sende nichts", "n’envoie rien". */
const NOTHING = /^\s+(?:nichts|nicht|niemals|nie|kein\p{L}{0,2}|pas|rien|jamais|niet|niets|geen|nooit)(?!\p{L})/iu;

/** Ways to say: what is written there decides. */
const DELEGATES: readonly RegExp[] = [
  /\b(?:accordingly|as (?:described|specified|stated|written|instructed|requested|listed) (?:in|there|by))\b/i,
  /\b(?:do|follow|perform|complete|implement|execute|carry out|act on|resolve|handle|work on)\b[^.!?\n]{0,50}\b(?:tickets?|issues?|instructions?|steps|tasks?|to-?dos?|checklists?|runbook|playbook|action items?)\b/i,
  /\b(?:do|follow|exactly|whatever|as)\b[^.!?\n]{0,40}\b(?:it|they|he|she|that|which|page|mail|ticket|file|message|document|email)\b[^.!?\n]{0,20}\b(?:says?|asks?|tells?|describes?|instructs?|wants?|requires?|suggests?)\b/i,
  /(?:sigue|haz|realiza|completa)[^.!?\n]{0,50}(?:instrucciones|pasos|tareas|correo|documento)/i,
  /(?:befolge|mach|erledige|führe)[^.!?\n]{0,50}(?:anweisungen|schritte|aufgaben|mail|dokument|ticket)/i,
  /(?:suis|fais|effectue|réalise)[^.!?\n]{0,50}(?:instructions|étapes|tâches|mail|document|ticket)/i,
  /(?:следуй|сделай|выполни)[^.!?\n]{0,50}(?:инструкци|шаг|задач|письм|документ)/i,
  /(?:指示|手順|タスク|内容)(?:に従|どおり|通り|の通り)/,
  /(?:書かれ|書いて|記載され|記され)(?:て(?:い)?る|ある|た)(?:とおり|通り|こと|内容)/,
  /(?:按照|根据|照着)[^。！？\n]{0,30}(?:指示|步骤|任务|说明|要求|邮件|文档)/,
  /(?:按|照)[^。！？\n]{0,20}(?:所写|写的|说的|里写|中写)/,
  /(?:지시|단계|작업|내용)[^.!?\n]{0,10}(?:따라|대로)/,
  /(?:적힌|쓰인|써 ?있는|나온) ?대로/,
];
