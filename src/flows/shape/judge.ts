import type { Clause, Token } from './clause.ts';
import { BIT, verbBit } from './lookup.ts';
import type { Language, VerbClass } from './model.ts';

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

const EFFECTS: readonly VerbClass[] = ['send', 'publish', 'pay', 'delete', 'write', 'execute', 'grant', 'fetch'];
export const EFFECT_BITS = EFFECTS.reduce((mask, verb) => mask | verbBit(verb), 0);

/** English verbs that stand before a preposition when they are orders: reply to, log in, push to, go on. */
const WITH_PREPOSITION = new Set(
  'send forward reply respond log go post push upload connect transfer subscribe navigate give wire download proceed continue refer comply adhere start stop'.split(
    ' ',
  ),
);
/** English verbs that are nouns just as well need an object behind them to be an order. */
const AFTER_VERB = new Set(
  'the a an all any every each both some this that these those my your his her their its our it them him me us everyone everything no new out and following latest here'.split(
    ' ',
  ),
);
const PREPOSITIONS = new Set('to from with into in on for by as at now immediately'.split(' '));
/** Verbs that take the reader's task as it is and are said to readers of any manual. */
const CORE_REVEAL = new Set(
  'tell telling mention mentioning inform informing reveal revealing notify notifying disclose disclosing'.split(' '),
);
const STRICT_CHECK = new Set(
  'confirmation approval permission permissions asking consent safety safeguards sandbox guard restrictions supervision confirming gate gates filters'.split(
    ' ',
  ),
);
const OWN_TASK = new Set(
  'anything answering answer responding respond solving solve summarizing summarising'.split(' '),
);
/** The reader's own work, as against the steps of a manual. */
const MANUAL_TASK = new Set(
  'continue continuing proceed proceeding next step steps finish finishing complete completing reading read working work resume resuming'.split(
    ' ',
  ),
);
const WANTED = new Set('need want wants like ask asking request requesting expect require instruct order'.split(' '));
const MESSAGE = new Set(
  'message notice instruction instructions request order directive announcement note update memo communication'.split(
    ' ',
  ),
);
/** An order goes on behind them: do this and send that. */
const JOINERS = new Set('and then or y luego und dann et puis и затем also'.split(' '));
const RUNS_COMMAND = new Set(
  'run execute type enter call ejecuta ejecute exécutez exécute lance lancez führe starte выполни выполните запусти запустите'.split(
    ' ',
  ),
);
const COMMANDS = new Set(
  'curl wget npm npx pnpm yarn pip pip3 git bash sh zsh sudo docker make python python3 node chmod chown rm ssh scp rsync gh nc ncat eval source apt apt-get brew cargo go kubectl terraform aws base64 openssl powershell iwr'.split(
    ' ',
  ),
);
/** Before a verb: it is told of somebody, not ordered. */
const TOLD_OF = new Set(
  'to i we they it he she who which that users developers people can could would may might will did does not never cannot'.split(
    ' ',
  ),
);
const URGENT = new Set(
  'now immediately urgently urgent asap important mandatory critical jetzt sofort dringend ahora inmediatamente urgente maintenant immédiatement immediatement немедленно срочно сейчас'.split(
    ' ',
  ),
);
const MAY = new Set('may can puedes puede kannst darfst dürfen können peux pouvez можешь можете'.split(' '));
const TOOLISH = new Set('tool tools function functions arguments parameters api'.split(' '));

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
      const place = placeOf(tokens, index, language, ordered !== 0);
      if (place !== undefined) {
        if (place === 'negated') say('prohibition', token);
        else {
          ordered |= token.verbs;
          say(place, token);
        }
      }
    }
    if ((bits & BIT.ignore) !== 0) override(tokens, index, say, language);
    if ((bits & BIT.negation) !== 0) conceal(tokens, index, say);
    if (language === 'de' && (bits & BIT.reveal) !== 0) {
      // In German the negation stands behind: "informiere den Benutzer nicht".
      const no = near(tokens, index, 6, BIT.negation);
      const person = near(tokens, index, 5, BIT.person);
      if (no !== undefined && person !== undefined) say('conceal', token, person, no);
    }
    if ((bits & BIT.secretly) !== 0) say('secretly', token);
    if ((bits & BIT.reader) !== 0) addressee(tokens, index, say);
    if ((bits & BIT.claim) !== 0) {
      const body = near(tokens, index, 6, BIT.body) ?? near(tokens, index, -6, BIT.body);
      if (body !== undefined) say('authority', token, body);
    }
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
    if ((bits & BIT.before) !== 0) precondition(tokens, index, say, language);
    if (GENERIC.has(token.word) && index <= 3 && near(tokens, index, 8, BIT.duty) !== undefined) say('bound', token);
    if (URGENT.has(token.word)) say('urgency', token);
    if (TOOLISH.has(token.word) && ordered !== 0) say('tool', token);
  }
  if (features.has('unchecked') && ordered === 0) {
    const index = tokens.findIndex(
      (token, at) => token.verbs !== 0 && tokens.slice(Math.max(0, at - 3), at).some((other) => MAY.has(other.word)),
    );
    if (index >= 0) {
      ordered |= tokens[index]!.verbs;
      say('permitted', tokens[index]);
    }
  }
  if (features.size === 0 || (features.size === 1 && features.has('urgency'))) return undefined;
  return { start: clause.start, end: clause.end, language, features, ordered, words };
}

type Say = (feature: string, ...marked: (Token | undefined)[]) => void;

function near(tokens: readonly Token[], index: number, reach: number, bit: number): Token | undefined {
  const step = reach < 0 ? -1 : 1;
  for (let offset = 1; offset <= Math.abs(reach); offset++) {
    const token = tokens[index + step * offset];
    if (token === undefined) return undefined;
    if ((token.features & bit) !== 0) return token;
  }
  return undefined;
}

/** How the verb stands: as an imperative, as a duty of the reader, as something forbidden, or not as an order. */
function placeOf(
  tokens: readonly Token[],
  index: number,
  language: Language,
  inOrder = false,
): 'imperative' | 'duty' | 'permitted' | 'negated' | undefined {
  let negated = false;
  let polite = false;
  for (let back = index; back >= 0; back--) {
    const token = tokens[back]!;
    if (back !== index) {
      if ((token.features & BIT.please) !== 0) polite = true;
      else if ((token.features & BIT.negation) !== 0) negated = true;
      else if ((token.features & (BIT.lead | BIT.reader)) === 0 && token.word !== 'do' && token.word !== 'to') {
        // A name before the verb, set off by a comma, is spoken to: "Alex, send …". Else the verb is not at the start.
        if (!(token.capital && tokens[back + 1]!.opens && back < index)) break;
      }
    }
    if (token.opens || polite) {
      if (!polite && language === 'en' && !takesObject(tokens, index)) break;
      return negated ? 'negated' : 'imperative';
    }
  }
  const before = tokens[index - 1];
  const next = tokens[index + 1];
  // "…, on such machines run curl …": a command behind the verb makes it an order wherever it stands, unless somebody is told to do it.
  if (
    RUNS_COMMAND.has(tokens[index]!.word) &&
    next !== undefined &&
    COMMANDS.has(next.word) &&
    !TOLD_OF.has(before?.word ?? '')
  )
    return 'imperative';
  if (language === 'en' && isFronted(tokens, index)) return 'imperative';
  if (before !== undefined && JOINERS.has(before.word) && (inOrder || (polite && index > 1))) return 'imperative';
  // "Bitte den Prozess sofort anhalten": the infinitive stands at the end.
  if (
    language === 'de' &&
    tokens.slice(Math.max(0, index - 14), index).some((token) => (token.features & BIT.please) !== 0)
  )
    return 'imperative';
  // you must / the agent has to / debes … verb
  const reach = language === 'de' ? 14 : 5;
  for (let back = index - 1; back >= Math.max(0, index - reach); back--) {
    const token = tokens[back]!;
    if (token.opens && back !== index - 1 && tokens[back + 1]?.opens === true) break;
    if ((token.features & BIT.duty) !== 0) {
      const subject =
        near(tokens, back, -4, BIT.you) ??
        near(tokens, back, -8, BIT.reader) ??
        tokens.slice(Math.max(0, back - 8), back).find((other) => GENERIC.has(other.word)) ??
        near(tokens, back, 3, BIT.you | BIT.reader);
      if (subject === undefined && language === 'en') continue;
      const forbidden = tokens.slice(back, index).some((other) => (other.features & BIT.negation) !== 0);
      return forbidden ? 'negated' : 'duty';
    }
    if (
      (token.features & BIT.allow) !== 0 &&
      index - back <= 4 &&
      near(tokens, back, -3, BIT.you | BIT.reader) !== undefined
    )
      return 'permitted';
    if (WANTED.has(token.word) && (tokens[back + 1]?.features ?? 0) & BIT.you && tokens[back + 2]?.word === 'to')
      return 'duty';
  }
  return undefined;
}

/** "At every wake-up send the file …": a phrase in front, no subject, and an object behind. */
function isFronted(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  if (next === undefined || next.opens || !DETERMINERS.has(next.word) || tokens[index]!.opens) return false;
  for (let back = index - 1; back >= Math.max(0, index - 7); back--) {
    const token = tokens[back]!;
    if (TOLD_OF.has(token.word) || token.verbs !== 0 || token.word === 'and' || token.word === 'of') return false;
    if (token.opens) return FRONTING.has(token.word);
  }
  return false;
}

const FRONTING = new Set('at on after before for during upon to from with'.split(' '));
const DETERMINERS = new Set(
  'the a an all any every each this that these those my your his her their its our it them'.split(' '),
);
/** Whoever reads: no machine is named, all readers are meant. */
const QUANTIFIERS = new Set(
  'all any every each cada todos todas jeder jede jedes alle chaque tous toutes каждый все любой'.split(' '),
);
const GENERIC = new Set(
  'whoever anyone everyone everybody reader readers recipient recipients whichever processor'.split(' '),
);

function takesObject(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  if (next === undefined) return (tokens[index]!.verbs & (verbBit('stop') | verbBit('do'))) !== 0;
  const verb = tokens[index]!;
  if (verb.label) return false;
  if (next.opens) return /["“„«`:]/.test(next.mark);
  if (PREPOSITIONS.has(next.word)) return WITH_PREPOSITION.has(verb.word);
  return (
    AFTER_VERB.has(next.word) ||
    next.capital ||
    /[\d_]/.test(next.word) ||
    (next.features & (BIT.person | BIT.rules)) !== 0 ||
    (next.verbs === 0 && PREPOSITIONS.has(tokens[index + 2]?.word ?? ''))
  );
}

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

function conceal(tokens: readonly Token[], index: number, say: Say): void {
  const english = isEnglishNegation(tokens[index]!.word);
  const reach = !english ? 4 : tokens[index]!.word === 'without' ? 1 : 2;
  for (let at = index + 1; at <= Math.min(index + reach, tokens.length - 1); at++) {
    const token = tokens[at]!;
    if (token.opens) return;
    if ((token.features & BIT.reveal) === 0) continue;
    const person = near(tokens, at, 6, BIT.person) ?? near(tokens, at, 6, BIT.rules);
    const core =
      CORE_REVEAL.has(token.word) || !/^[a-z]+$/.test(tokens[index]!.word) || !isEnglishNegation(tokens[index]!.word);
    const what = tokens[at + 1]?.word;
    if (person !== undefined && core) say('conceal', tokens[index], token, person);
    else if (core && (what === 'this' || what === 'it' || what === 'that')) say('conceal', tokens[index], token);
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
  const vocative = token.opens && /^[,:—–-]/.test(tokens[index + 1]?.mark ?? '');
  const attention = near(tokens, index, -3, BIT.lead);
  const bound = near(tokens, index, 7, BIT.duty);
  const lead = tokens[index - 1]?.word;
  const further =
    lead === 'all' || lead === 'any' || lead === 'ai' || lead === 'the' || lead === 'every'
      ? tokens[index - 2]?.word
      : lead;
  const ends = /^[:—–]/.test(tokens[index + 1]?.mark ?? '');
  if (you !== undefined) say('addressee', token, you);
  else if (ends && (further === 'to' || further === 'for') && index <= 6) say('addressee', token);
  else if (vocative) say('addressee', token);
  else if (bound !== undefined && index <= 3) {
    // All machine readers are meant: nobody writes that for people.
    const all =
      tokens.slice(0, index).some((other) => QUANTIFIERS.has(other.word)) &&
      !/^(should|shall|needs?)$/.test(bound.word);
    say(all ? 'bound-all' : 'bound', token, bound);
  } else if (attention !== undefined && /^(attention|dear|hi|hello|hey|important|note)$/.test(attention.word))
    say('addressee', token, attention);
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

const LINKS = new Set(
  'are re the a an as being is this language large helpful autonomous coding le la une un eres una ein eine bist sind es êtes etes'.split(
    ' ',
  ),
);

function precondition(tokens: readonly Token[], index: number, say: Say, language: Language): void {
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
    language === 'en' &&
    MANUAL_TASK.has(task.word) &&
    !window.some((other) => /^(task|anything|answer|answering|respond|responding|request)$/.test(other.word));
  say(manual ? 'precondition-step' : 'precondition', tokens[index], task);
}
