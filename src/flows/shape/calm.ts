/** What looks like steering and is none: decisions to come, prohibitions, kept secrets, names of programs. */
import type { Token } from './clause.ts';
import { BIT, WORDS } from './lookup.ts';
import {
  ANYBODY,
  CONDITIONS,
  CREDENTIALS,
  JOINERS,
  LINKS,
  MAY,
  MINE,
  PREPOSITIONS,
  QUANTIFIERS,
  TOWARDS,
} from './markers.ts';
import { isMachine, isPassiveDuty } from './place.ts';

export function permittedAt(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, at) => token.verbs !== 0 && tokens.slice(Math.max(0, at - 3), at).some((other) => MAY.has(other.word)),
  );
}

/** A negation in front of the words that drop a check: what must not happen without it. */
export function isForbiddenWithout(tokens: readonly Token[]): boolean {
  const skip = tokens.findIndex((token) => (token.features & BIT.skip) !== 0);
  return tokens.slice(0, Math.max(0, skip)).some((token) => (token.features & BIT.negation) !== 0);
}

/** "Before the team has signed off", "must be approved by the owner": a decision that is to come is claimed by nobody. */
export function isAwaited(tokens: readonly Token[], claim: number, body: number): boolean {
  if (isPassiveDuty(tokens, claim) || tokens[claim - 1]?.word === 'be') return true;
  const first = Math.min(claim, body);
  for (let back = first; back >= Math.max(0, first - 6); back--) {
    const token = tokens[back]!;
    if (back < first && (CONDITIONS.has(token.word) || ((token.features & BIT.before) !== 0 && token.word !== 'first')))
      return true;
    if (token.opens) return false;
  }
  return false;
}

/** "Do not tell anybody your PIN", "… my name": a secret or a name is kept from all the world, not an act from its principal. */
export function isCredential(tokens: readonly Token[], reveal: number, person: Token): boolean {
  return (
    ANYBODY.has(person.word) &&
    tokens
      .slice(Math.max(0, reveal - 6), reveal + 7)
      .some((other) => CREDENTIALS.test(other.word) || MINE.has(other.word))
  );
}

/** "Confidential Information", "hidden fields": said of a thing, not of how something is to be done. */
export function isKindOf(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  return (
    /^(?:confidential|secret|hidden|invisible)$/.test(tokens[index]!.word) &&
    next !== undefined &&
    !next.opens &&
    !JOINERS.has(next.word) &&
    !PREPOSITIONS.has(next.word)
  );
}

/** "Stale bot:" tells which bot speaks; "coding agent:", "every assistant:" tell to whom. */
export function isName(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index]!;
  return (
    (before.features & (BIT.reader | BIT.lead | BIT.please | BIT.you)) === 0 &&
    !LINKS.has(before.word) &&
    !QUANTIFIERS.has(before.word) &&
    !TOWARDS.has(before.word) &&
    !isMachine(tokens, index) &&
    before.verbs === 0
  );
}

/** A name that somebody has given to a program, as against words for all machine readers ("ai-agents"). */
export function isHandle(word: string): boolean {
  const parts = word.split(/[-_]/);
  return (
    parts.length > 1 && parts.some((part) => !WORDS.get(part)?.some((entry) => (entry.features & BIT.reader) !== 0))
  );
}
