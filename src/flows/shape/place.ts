import type { Token } from './clause.ts';
import { BIT, verbBit } from './lookup.ts';
import {
  AFTER_VERB,
  COMMANDS,
  DETERMINERS,
  FRONTING,
  GENERIC,
  JOINERS,
  PREPOSITIONS,
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

/** How the verb stands: as an imperative, as a duty of the reader, as something forbidden, or not as an order. */
export function placeOf(
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
  if (PREPOSITIONS.has(next.word)) return WITH_PREPOSITION.has(verb.word);
  return (
    AFTER_VERB.has(next.word) ||
    next.capital ||
    /[\d_]/.test(next.word) ||
    (next.features & (BIT.person | BIT.rules)) !== 0 ||
    (next.verbs === 0 && PREPOSITIONS.has(tokens[index + 2]?.word ?? ''))
  );
}
