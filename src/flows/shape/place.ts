import type { Token } from './clause.ts';
import { BIT, PARTICIPLE, verbBit } from './lookup.ts';
import {
  AFTER_VERB,
  ASKING,
  ASSIGNMENTS,
  COMMANDS,
  DETERMINERS,
  FRONTING,
  GENERIC,
  JOINERS,
  MACHINE,
  MACHINE_NOUN,
  PARTICLES,
  PREPOSITIONS,
  REMINDED,
  RUNS_COMMAND,
  TOLD_OF,
  WANTED,
  WITH_PREPOSITION,
} from './markers.ts';
import type { Language } from './model.ts';

/** The nearest token within reach (negative: before) that has one of the features. */
export function near(tokens: readonly Token[], index: number, reach: number, bit: number): Token | undefined {
  const step = reach < 0 ? -1 : 1;
  for (let offset = 1; offset <= Math.abs(reach); offset++) {
    const token = tokens[index + step * offset];
    if (token === undefined) return undefined;
    if ((token.features & bit) !== 0) return token;
  }
  return undefined;
}

/** "An automated reader", "sistema automático": what is called automatic is no person. */
export function isMachine(tokens: readonly Token[], index: number): boolean {
  if (!MACHINE_NOUN.test(tokens[index]!.word)) return false;
  return [tokens[index - 1], tokens[index - 2], tokens[index + 1]].some(
    (other) => other !== undefined && MACHINE.test(other.word),
  );
}

/** Words since the last place where an order may begin. */
export function sinceOpening(tokens: readonly Token[], index: number): number {
  let back = index;
  while (back > 0 && !tokens[back]!.opens) back -= 1;
  return index - back;
}

/** How the verb stands: as an imperative, as a duty of the reader, as something forbidden, or not as an order. */
export function placeOf(
  tokens: readonly Token[],
  index: number,
  language: Language,
  inOrder = false,
): 'imperative' | 'asked' | 'duty' | 'permitted' | 'negated' | undefined {
  let negated = false;
  let polite = false;
  if ((tokens[index]!.features & PARTICIPLE) !== 0) return isPassiveDuty(tokens, index) ? 'duty' : undefined;
  // Turkish says verb and duty in one word.
  if (language !== 'en' && (tokens[index]!.features & BIT.duty) !== 0) return 'duty';
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
  // "be sure to send", "could you also send", "your new task is to send"
  if (before?.word === 'to' && REMINDED.has(tokens[index - 2]?.word ?? '')) return 'imperative';
  if (before?.word === 'to' && retasked(tokens, index)) return 'duty';
  for (let back = index - 1; back >= Math.max(0, index - 4); back--) {
    const token = tokens[back]!;
    if ((token.features & BIT.you) !== 0 && ASKING.has(tokens[back - 1]?.word ?? '')) return 'asked';
    if ((token.features & (BIT.lead | BIT.please)) === 0) break;
  }
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
  if (language === 'en' && isPassiveDuty(tokens, index)) return 'duty';
  if (language === 'de' && isToBeDone(tokens, index)) return 'duty';
  // you must / the agent has to / debes … verb
  const reach = language === 'de' ? 14 : 5;
  for (let back = index - 1; back >= Math.max(0, index - reach); back--) {
    const token = tokens[back]!;
    if (token.opens && back !== index - 1 && tokens[back + 1]?.opens === true) break;
    if ((token.features & BIT.duty) !== 0) {
      const subject =
        near(tokens, back, -4, BIT.you) ??
        near(tokens, back, -8, BIT.reader) ??
        tokens
          .slice(Math.max(0, back - 8), back)
          .find((other, at) => GENERIC.has(other.word) || isMachine(tokens, Math.max(0, back - 8) + at)) ??
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
    if (WANTED.has(token.word) && isAsked(tokens, back, index)) return 'duty';
  }
  return undefined;
}

/** "The pipeline expects every consumer to …", "we need you to …"; "ask the agent to" is said to a person. */
function isAsked(tokens: readonly Token[], wanted: number, index: number): boolean {
  const to = tokens.findIndex((other, at) => at > wanted + 1 && at < index && other.word === 'to');
  if (to < 0) return false;
  const finite = /s$/.test(tokens[wanted]!.word) || /^(?:i|we|they)$/.test(tokens[wanted - 1]?.word ?? '');
  const who = finite ? BIT.you | BIT.reader : BIT.you;
  return tokens
    .slice(wanted + 1, to)
    .some((other) => (other.features & who) !== 0 || (finite && GENERIC.has(other.word)));
}

/** "The tables have to be uploaded", "curl … must run": the thing is named, not who does it. */
export function isPassiveDuty(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  const further = tokens[index - 2]?.word ?? '';
  if (before === undefined) return false;
  if (before.word === 'be') return /^(?:must|shall|should|to)$/.test(further);
  const must = before.word === 'must' || (before.word === 'to' && /^(?:has|have|needs?)$/.test(further));
  return (
    must && RUNS_COMMAND.has(tokens[index]!.word) && tokens.slice(0, index).some((other) => COMMANDS.has(other.word))
  );
}

/** "X ist auszuführen", "die Zweige sind zu löschen". */
function isToBeDone(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]!;
  if (tokens[index - 1]?.word !== 'zu' && !/^.{2,5}zu.{4}/.test(token.word)) return false;
  return tokens
    .slice(Math.max(0, index - 14), Math.min(tokens.length, index + 3))
    .some((other) => /^(?:ist|sind|hat|haben|bleibt)$/.test(other.word));
}

/** "your (new) task is to …": the verb is what the reader's work is said to be. */
export function retasked(tokens: readonly Token[], index: number): boolean {
  const is = tokens[index - 2]?.word;
  if (is !== 'is' && is !== 'are' && is !== 'becomes') return false;
  for (let back = index - 3; back >= Math.max(0, index - 6); back--) {
    if (ASSIGNMENTS.has(tokens[back]!.word))
      return near(tokens, back, -4, BIT.you) !== undefined || tokens[back - 1]?.word === 'new';
  }
  return false;
}

/** "At every wake-up send the file …": a phrase in front, no subject, and an object behind. */
function isFronted(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  if (next === undefined || next.opens || !DETERMINERS.has(next.word) || tokens[index]!.opens) return false;
  for (let back = index - 1; back >= Math.max(0, index - 7); back--) {
    const token = tokens[back]!;
    // "any change": a verb's word behind a determiner is a noun.
    const isNoun = DETERMINERS.has(tokens[back - 1]?.word ?? '');
    if (TOLD_OF.has(token.word) || (token.verbs !== 0 && !isNoun) || token.word === 'and') return false;
    if (token.opens) return FRONTING.has(token.word);
  }
  return false;
}

function takesObject(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  if (next === undefined) return (tokens[index]!.verbs & (verbBit('stop') | verbBit('do'))) !== 0;
  const verb = tokens[index]!;
  if (verb.label) return false;
  if (next.opens) return /["“„«`:']/.test(next.mark);
  // "set up automatic forwarding": the particle belongs to the verb, its object stands behind.
  const beyond = tokens[index + 2];
  if (PARTICLES.has(next.word) && beyond !== undefined && !beyond.opens && !PREPOSITIONS.has(beyond.word)) return true;
  if (PREPOSITIONS.has(next.word)) return WITH_PREPOSITION.has(verb.word);
  return (
    next.glued ||
    AFTER_VERB.has(next.word) ||
    next.capital ||
    /[\d_]/.test(next.word) ||
    (next.features & (BIT.person | BIT.rules)) !== 0 ||
    (next.verbs === 0 && PREPOSITIONS.has(tokens[index + 2]?.word ?? ''))
  );
}
