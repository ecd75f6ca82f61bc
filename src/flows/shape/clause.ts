import type { Language } from './model.ts';

/** A word of a clause with what it does in the clause's language. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly word: string;
  readonly features: number;
  readonly verbs: number;
  /** An order may begin here: start of the clause, of a line, or behind a mark that opens one. */
  readonly opens: boolean;
  /** The mark before it, where one stands there. */
  readonly mark: string;
  /** A colon or an equals sign follows at once: the word is a label, not an order. */
  readonly label: boolean;
  /** The first part of an address, a path or a file name. */
  readonly glued: boolean;
  readonly capital: boolean;
}

export interface Clause {
  readonly start: number;
  readonly end: number;
  readonly language: Language;
  readonly tokens: readonly Token[];
}
