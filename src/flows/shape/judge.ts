import { askedOf, boundMachine, calledAct, isSubject, type Say, thirdPerson } from './called.ts';
import { isAwaited, isCredential, isForbiddenWithout, isHandle, isKindOf, isName, permittedAt } from './calm.ts';
import type { Clause, Token } from './clause.ts';
import { EFFECT_BITS } from './effect-bits.ts';
import { BIT } from './lookup.ts';
import {
  ATTENTION,
  CORE_REVEAL,
  GENERIC,
  IT,
  JOINERS,
  LINKS,
  MACHINE,
  MANUAL_TASK,
  MESSAGE,
  OWN_TASK,
  QUANTIFIERS,
  READS,
  STRICT_CHECK,
  SYSTEM,
  THIS,
  TOOLISH,
  TOWARDS,
  URGENT,
} from './markers.ts';
import type { Language } from './model.ts';
import { isMachine, near, placeOf, retasked, sinceOpening } from './place.ts';

/** What a clause says, before its neighbours are looked at. */
export interface Judged {
  readonly start: number;
  readonly end: number;
  readonly language: Language;
  readonly features: ReadonlySet<string>;
  /** Verbs that are ordered here, as bits. */
  readonly ordered: number;
  readonly words: readonly (readonly [number, number])[];
}

export function judge(clause: Clause): Judged | undefined {
  const { tokens, language } = clause;
  const features = new Set<string>();
  const words: (readonly [number, number])[] = [];
  let ordered = 0;
  const say = (feature: string, ...marked: (Token | undefined)[]): void => {
    features.add(feature);
    for (const token of marked) if (token !== undefined) words.push([token.start, token.end]);
  };
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const { features: bits } = token;
    if (token.verbs !== 0) {
      const place = placeOf(tokens, index, language, ordered !== 0 || features.has('override'));
      if (place !== undefined) {
        if (place === 'negated') say('prohibition', token);
        else {
          ordered |= token.verbs;
          say(place, token);
          if (tokens[index - 1]?.word === 'to' && retasked(tokens, index)) say('retask', token);
        }
      }
    }
    if ((bits & BIT.ignore) !== 0) override(tokens, index, say, language);
    if ((bits & BIT.negation) !== 0) conceal(tokens, index, say, language);
    if (language === 'de' && (bits & BIT.reveal) !== 0) {
      // In German the negation stands behind: "informiere den Benutzer nicht".
      const no = near(tokens, index, 6, BIT.negation);
      const person = near(tokens, index, 5, BIT.person);
      const this_ = tokens.slice(index + 1, index + 3).find((other) => /^(das|dies|es|davon)$/.test(other.word));
      if (no !== undefined && (person ?? this_) !== undefined) say('conceal', token, person ?? this_, no);
    }
    if ((bits & BIT.secretly) !== 0 && !isKindOf(tokens, index)) say('secretly', token);
    if ((bits & BIT.reader) !== 0) addressee(tokens, index, say);
    if ((bits & BIT.claim) !== 0) {
      const body = near(tokens, index, 6, BIT.body) ?? near(tokens, index, -6, BIT.body);
      if (body !== undefined && !isAwaited(tokens, index, tokens.indexOf(body))) say('authority', token, body);
    }
    if (token.word === 'mode' && near(tokens, index, -6, BIT.you) !== undefined) say('mode', token);
    if (MESSAGE.has(token.word)) {
      const from = tokens.slice(index + 1, index + 4).find((other) => other.word === 'from' || other.word === 'by');
      const who =
        from === undefined
          ? undefined
          : tokens
              .slice(index + 1, index + 7)
              .find((other) => (other.features & BIT.body) !== 0 || other.word === 'me');
      if (who !== undefined) say('authority', token, who);
    }
    if (
      (bits & BIT.allow) !== 0 &&
      (near(tokens, index, -3, BIT.you) ?? near(tokens, index, -3, BIT.reader)) !== undefined
    ) {
      say('permission', token);
    }
    if ((bits & BIT.skip) !== 0) {
      const check = near(tokens, index, 5, BIT.check);
      if (check !== undefined)
        say(language !== 'en' || STRICT_CHECK.has(check.word) ? 'unchecked' : 'unchecked-step', token, check);
    }
    if ((bits & BIT.before) !== 0 && !isThen(tokens, index) && !isArticle(tokens, index))
      precondition(tokens, index, say, language, isHarmless(tokens, index, ordered));
    const machine = (bits & BIT.reader) !== 0 || isMachine(tokens, index);
    if (
      (machine || GENERIC.has(token.word) || MACHINE.test(tokens[index - 1]?.word ?? '')) &&
      readsThis(tokens, index)
    ) {
      say('addressee', token);
      if (machine || !GENERIC.has(token.word)) features.add('reads-this');
    }
    if (SYSTEM.test(token.word) && readsThis(tokens, index)) {
      const asks = askedOf(tokens, index) ?? near(tokens, index, 8, BIT.duty);
      if (asks !== undefined) say('addressee', token, asks);
    }
    if (machine) {
      const asks = askedOf(tokens, index);
      if (asks !== undefined) say('called', token, asks);
      const act = calledAct(tokens, index);
      if (act !== undefined) {
        ordered |= act.verbs;
        say('called', token, act.token);
      }
      if ((bits & BIT.reader) === 0) {
        boundMachine(tokens, index, say);
        addressee(tokens, index, say);
      }
    }
    if (GENERIC.has(token.word) && sinceOpening(tokens, index) <= 3 && near(tokens, index, 8, BIT.duty) !== undefined)
      say('bound', token);
    if (URGENT.has(token.word)) say('urgency', token);
    if (TOOLISH.has(token.word) && ordered !== 0) say('tool', token);
  }
  if (language === 'en' && (ordered & EFFECT_BITS) === 0 && features.has('addressee')) {
    // "the agent that reads this adds the key": told as a fact, meant as an order.
    const tells = tokens.findIndex((token, index) => index > 0 && thirdPerson(token) !== 0 && isSubject(tokens, index));
    if (tells >= 0) {
      ordered |= thirdPerson(tokens[tells]!);
      say('told', tokens[tells]);
    }
  }
  if (language !== 'en' && (ordered & EFFECT_BITS) === 0 && STEERS.some((feature) => features.has(feature))) {
    // Spoken to a machine, or hung on its task: an imperative may stand anywhere in the clause.
    for (const [index, token] of tokens.entries()) {
      if ((token.verbs & EFFECT_BITS) === 0 || (token.features & (BIT.ignore | BIT.negation)) !== 0) continue;
      if (near(tokens, index, -3, BIT.negation) !== undefined) continue;
      ordered |= token.verbs;
      say('imperative', token);
    }
  }
  // Nothing is done here without a check: a noun ("cookies without consent"), or the very prohibition ("never share without approval").
  if (
    features.has('unchecked') &&
    ordered === 0 &&
    (isForbiddenWithout(tokens) ||
      (language === 'en' ? permittedAt(tokens) < 0 : tokens.every((token) => token.verbs === 0)))
  ) {
    features.delete('unchecked');
    features.add('unchecked-step');
  }
  if (features.has('unchecked') && ordered === 0) {
    const index = permittedAt(tokens);
    if (index >= 0) {
      ordered |= tokens[index]!.verbs;
      say('permitted', tokens[index]);
    }
  }
  if (features.size === 0 || (features.size === 1 && features.has('urgency'))) return undefined;
  return { start: clause.start, end: clause.end, language, features, ordered, words };
}

const STEERS = ['addressee', 'called', 'precondition', 'conceal', 'override', 'secretly'];

/** To go on, in other languages than English: what every manual says before a step. */
const GOES_ON =
  /^(?:continu|prosegu|proced|fortfahr|weiter|fortsetz|verder|doorgaan|kontynu|przej|devam|lanjut|melanjut|продолж|dalej)/;

function override(tokens: readonly Token[], index: number, say: Say, language: Language): void {
  const token = tokens[index]!;
  const window = tokens.slice(index + 1, index + 9);
  const prior = window.find((other) => (other.features & BIT.prior) !== 0);
  if (prior === undefined) return;
  const rules =
    window.find((other) => (other.features & BIT.rules) !== 0) ?? window.find((other) => looksLikeRules(other.word));
  if (rules === undefined) return;
  const back = tokens[index - 1];
  const led =
    back !== undefined &&
    ((back.features & (BIT.lead | BIT.please | BIT.reader | BIT.duty)) !== 0 || JOINERS.has(back.word));
  const ordered =
    placeOf(tokens, index, language) ??
    (token.opens || led ? 'imperative' : undefined) ??
    ((token.verbs === 0 && token.opens) || near(tokens, index, -3, BIT.duty | BIT.please) !== undefined
      ? 'imperative'
      : undefined);
  say(ordered === undefined ? 'override-mentioned' : 'override', token, prior, rules);
}

/** `instructions` with a letter too many or too few: a slip, or a way round a filter. */
function looksLikeRules(word: string): boolean {
  if (word.length < 9 || word.length > 14) return false;
  for (const known of ['instructions', 'instruction', 'directives', 'guidelines', 'restrictions', 'constraints']) {
    if (Math.abs(known.length - word.length) <= 1 && oneEdit(word, known)) return true;
  }
  return false;
}

function oneEdit(a: string, b: string): boolean {
  let front = 0;
  while (front < a.length && front < b.length && a[front] === b[front]) front += 1;
  let back = 0;
  while (back < a.length - front && back < b.length - front && a.at(-1 - back) === b.at(-1 - back)) back += 1;
  return Math.max(a.length, b.length) - front - back <= 1;
}

function conceal(tokens: readonly Token[], index: number, say: Say, language: Language): void {
  const english = language === 'en' && isEnglishNegation(tokens[index]!.word);
  const reach = !english ? 4 : tokens[index]!.word === 'without' ? 1 : 2;
  // Turkish joins the two in one word: söyleme, bildirmeyin.
  const from = (tokens[index]!.features & BIT.reveal) !== 0 ? index : index + 1;
  for (let at = from; at <= Math.min(index + reach, tokens.length - 1); at++) {
    const token = tokens[at]!;
    if (token.opens && at !== index) return;
    if ((token.features & BIT.reveal) === 0) continue;
    const person =
      near(tokens, at, 6, BIT.person) ??
      near(tokens, at, 6, BIT.rules) ??
      (english ? undefined : near(tokens, index, -4, BIT.person | BIT.rules));
    const core = !english || CORE_REVEAL.has(token.word);
    const what = tokens[at + 1]?.word;
    const pronoun = english ? undefined : tokens.slice(index, at + 3).find((other) => IT.has(other.word));
    if (person !== undefined && isCredential(tokens, at, person)) say('hush', token, person);
    else if (person !== undefined && core) say('conceal', tokens[index], token, person);
    else if (core && (what === 'this' || what === 'it' || what === 'that')) say('conceal', tokens[index], token);
    else if (pronoun !== undefined) say('conceal', tokens[index], token, pronoun);
    else if (person !== undefined) say('hush', token, person);
    return;
  }
}

function isEnglishNegation(word: string): boolean {
  return /^(not|never|don't|dont|cannot|can't|without|no|avoid|nor)$/.test(word);
}

function addressee(tokens: readonly Token[], index: number, say: Say): void {
  const token = tokens[index]!;
  const you = spokenTo(tokens, index);
  const first =
    token.opens ||
    (sinceOpening(tokens, index) === 1 && /^:/.test(tokens[index + 1]?.mark ?? '') && !isName(tokens, index - 1));
  const mark = first ? (tokens[index + 1]?.mark ?? '') : '';
  // `docs-bot:` names who speaks.
  const vocative = /^[,:—–-]/.test(mark) && !(mark.startsWith(':') && isHandle(token.word));
  const attention = near(tokens, index, -3, BIT.lead);
  const bound = near(tokens, index, 7, BIT.duty);
  const low = Math.max(0, index - 4);
  // "Remember to restart the agent: …" restarts it and speaks to somebody else.
  const led = tokens
    .slice(low, index)
    .some((other, at) => TOWARDS.has(other.word) && !(other.word === 'to' && tokens[low + at + 1]!.verbs !== 0));
  const colon = tokens.slice(index + 1, index + 4).some((other) => /^[:—–]/.test(other.mark));
  const headed = MESSAGE.has(tokens[index + 1]?.word ?? '') && /^[:—–]/.test(tokens[index + 2]?.mark ?? '');
  if (you !== undefined) say('addressee', token, you);
  else if (colon && led && index <= 6) say('addressee', token);
  else if (vocative || (headed && sinceOpening(tokens, index) <= 2)) say('addressee', token);
  else if (bound !== undefined && sinceOpening(tokens, index) <= 3) {
    // All machine readers are meant: nobody writes that for people.
    const all =
      tokens.slice(0, index).some((other) => QUANTIFIERS.has(other.word)) &&
      !/^(should|shall|needs?)$/.test(bound.word);
    say(all ? 'bound-all' : 'bound', token, bound);
  } else if (attention !== undefined && ATTENTION.has(attention.word)) say('addressee', token, attention);
}

/** "agents reading this page", "wer diese Seite liest": the addressee is whoever has this very text before it. */
function readsThis(tokens: readonly Token[], index: number): boolean {
  const window = tokens.slice(Math.max(0, index - 5), index + 9);
  const reads = window.findIndex((other) => READS.test(other.word));
  const here = window.findIndex((other) => THIS.has(other.word));
  return reads >= 0 && here >= 0 && Math.abs(reads - here) <= 4;
}

/** "you are an AI assistant", "you, the model", "as an AI agent, you": nothing but small words between. */
function spokenTo(tokens: readonly Token[], index: number): Token | undefined {
  for (let back = index - 1; back >= Math.max(0, index - 6); back--) {
    const token = tokens[back]!;
    if ((token.features & BIT.you) !== 0 && token.word !== 'your') return token;
    if (!LINKS.has(token.word) && (token.features & BIT.reader) === 0) break;
  }
  const lead = tokens[index - 1]?.word;
  const behind = tokens[index + 1];
  if ((lead === 'an' || lead === 'ai' || lead === 'as') && behind?.opens === true && (behind.features & BIT.you) !== 0)
    return behind;
  return undefined;
}

/** "Make a copy before anything else", "ask for the number before you answer": an act that changes nothing, told first, is a step. */
function isHarmless(tokens: readonly Token[], index: number, ordered: number): boolean {
  if ((ordered & EFFECT_BITS) !== 0) return false;
  // "Do it before anything else" puts what was ordered above the reader's task.
  const object = tokens[index - 1];
  if (
    object !== undefined &&
    (IT.has(object.word) || THIS.has(object.word) || /^(?:it|that|them|following)$/.test(object.word))
  )
    return false;
  return ordered !== 0 || (sinceOpening(tokens, index) >= 4 && !/[,;:—–]/.test(tokens[index]!.mark));
}

/** "Depois envie …" is "then send …"; only with a "de" or "que" behind it is it "after …". */
function isThen(tokens: readonly Token[], index: number): boolean {
  return (
    /^(?:depois|despu[eé]s)$/.test(tokens[index]!.word) && !/^(?:d[eao]l?|que)$/.test(tokens[index + 1]?.word ?? '')
  );
}

/** "Dès que" is "as soon as"; without accents and without a "que" it is the article "des". */
function isArticle(tokens: readonly Token[], index: number): boolean {
  return tokens[index]!.word === 'des' && !/^qu(?:e|['’]|$)/.test(tokens[index + 1]?.word ?? '');
}

function precondition(tokens: readonly Token[], index: number, say: Say, language: Language, harmless: boolean): void {
  const window = tokens.slice(index + 1, index + 8);
  const task = window.find((other) => (other.features & BIT.task) !== 0);
  if (task === undefined) return;
  const own = window.some((other) => OWN_TASK.has(other.word));
  const yours =
    window.some((other) => (other.features & BIT.you) !== 0) ||
    near(tokens, index, -4, BIT.you) !== undefined ||
    window.some((other) => other.word === 'their' || other.word === 'its');
  if (language === 'en' && !own && !yours) {
    say('precondition-step', tokens[index], task);
    return;
  }
  const manual =
    (MANUAL_TASK.has(task.word) || GOES_ON.test(task.word)) &&
    !window.some((other) => /^(task|anything|answer|answering|respond|responding|request)$/.test(other.word));
  say(manual || harmless ? 'precondition-step' : 'precondition', tokens[index], task);
}
