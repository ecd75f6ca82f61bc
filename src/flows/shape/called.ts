import type { Token } from './clause.ts';
import { EFFECT_BITS } from './effect-bits.ts';
import { BIT, WORDS } from './lookup.ts';
import { ASKS, GRATEFUL, QUANTIFIERS } from './markers.ts';
import { near, sinceOpening } from './place.ts';

export type Say = (feature: string, ...marked: (Token | undefined)[]) => void;

/** "Wir bitten den digitalen Helfer, …", "se ruega al sistema que …", "please, dear assistant". */
export function askedOf(tokens: readonly Token[], index: number): Token | undefined {
  for (let back = index - 1; back >= Math.max(0, index - 5); back--) {
    const token = tokens[back]!;
    if (ASKS.has(token.word)) return token;
    if (
      /^(?:ask|request|invite|urge|instruct)$/.test(token.word) &&
      /^(?:we|i|kindly|hereby)$/.test(tokens[back - 1]?.word ?? '')
    )
      return token;
  }
  const [is, asked] = [tokens[index + 1], tokens[index + 2]];
  if (
    /^(?:is|are)$/.test(is?.word ?? '') &&
    /^(?:kindly|hereby|asked|requested|invited|urged)$/.test(asked?.word ?? '')
  )
    return asked;
  return undefined;
}

/** Behind a reader that is called by its name: "support bot, issue …", "assistants: change …"; "… if the assistant could forward …". */
export function calledAct(
  tokens: readonly Token[],
  index: number,
): { readonly token: Token; readonly verbs: number } | undefined {
  const next = tokens[index + 1];
  if (next === undefined) return undefined;
  if (sinceOpening(tokens, index) <= 3) {
    // "Whichever assistant ends up with this note: buy …", "caro modelo de linguagem, envie …"
    const act = tokens.slice(index + 1, index + 9).find((other) => other.opens);
    const reach = act?.mark.startsWith(':') ? 9 : 4;
    if (
      act !== undefined &&
      tokens.indexOf(act) - index < reach &&
      /^[,:]/.test(act.mark) &&
      (act.verbs & EFFECT_BITS) !== 0 &&
      !act.label
    )
      return { token: act, verbs: act.verbs };
  }
  const grateful = tokens.slice(Math.max(0, index - 10), index).some((other) => GRATEFUL.has(other.word));
  const condition = tokens.slice(Math.max(0, index - 6), index).some((other) => other.word === 'if');
  if (!grateful || !condition) return undefined;
  for (let at = index + 1; at < Math.min(tokens.length - 1, index + 9); at++) {
    if (!/^(?:could|would|can|will|might)$/.test(tokens[at]!.word)) continue;
    const act = tokens.slice(at + 1, at + 4).find((other) => (other.verbs & EFFECT_BITS) !== 0);
    if (act !== undefined) return { token: act, verbs: act.verbs };
  }
  return undefined;
}

/** "Every automated reader is required to …". */
export function boundMachine(tokens: readonly Token[], index: number, say: Say): void {
  const duty = near(tokens, index, 5, BIT.duty);
  if (duty === undefined) return;
  const all = tokens.slice(Math.max(0, index - 4), index).some((other) => QUANTIFIERS.has(other.word));
  say(all ? 'bound-all' : 'bound', tokens[index], duty);
}

/** The classes of a verb in the third person: adds, sends, copies. */
export function thirdPerson(token: Token): number {
  if (!token.word.endsWith('s') || token.word.length < 4) return 0;
  const bases = [token.word.slice(0, -1), token.word.replace(/ies$/, 'y'), token.word.replace(/es$/, '')];
  for (const base of bases) {
    const entry = WORDS.get(base)?.find((one) => one.language === 0 && one.verbs !== 0);
    if (base !== token.word && entry !== undefined) return entry.verbs & EFFECT_BITS;
  }
  return 0;
}

/** It is the reader, in the same clause, that the verb is said of: nothing opens between them but "that reads this". */
export function isSubject(tokens: readonly Token[], index: number): boolean {
  for (let back = index - 1; back >= Math.max(0, index - 8); back--) {
    if ((tokens[back]!.features & BIT.reader) !== 0) return true;
    if (tokens[back]!.opens && back < index - 1) return false;
  }
  return false;
}
