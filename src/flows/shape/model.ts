/** The shape of an order, apart from where it stands and who wrote it. Ranges are UTF-16 units of the text that was read. */

export const LANGUAGES = [
  'en',
  'ja',
  'zh',
  'es',
  'de',
  'fr',
  'ko',
  'ru',
  'pt',
  'it',
  'nl',
  'pl',
  'tr',
  'id',
  'ar',
  'hi',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a verb asks for. `tell` is speech of the reader, `stop` ends or drops work, `do` is any other doing. */
export type VerbClass =
  | 'send'
  | 'publish'
  | 'pay'
  | 'delete'
  | 'write'
  | 'execute'
  | 'grant'
  | 'fetch'
  | 'read'
  | 'tell'
  | 'stop'
  | 'do';
export const VERB_CLASSES: readonly VerbClass[] = [
  'send',
  'publish',
  'pay',
  'delete',
  'write',
  'execute',
  'grant',
  'fetch',
  'read',
  'tell',
  'stop',
  'do',
];

export type ShapeKind = 'order' | 'authority' | 'permission' | 'markup' | 'decisive-slot';

/**
 * `strong`: speaks to a machine reader, overrides, conceals, claims authority over it, or hangs an act on its task.
 * `plain`: an order for an effect, as people also give each other. `weak`: an order without an effect of its own.
 */
export type ShapeStrength = 'strong' | 'plain' | 'weak';

export type SlotKind = 'url' | 'email' | 'host' | 'path' | 'command' | 'account' | 'amount' | 'name' | 'tool';

/** A value that decides what an order does: who gets it, where it goes, what runs. */
export interface Slot {
  readonly kind: SlotKind;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface ShapeHit {
  readonly start: number;
  readonly end: number;
  /** The clause that orders, where clauses around it speak with it. */
  readonly core?: readonly [start: number, end: number];
  /** The words by which it speaks to a machine reader, overrides or conceals, and orders. */
  readonly said?: readonly [start: number, end: number];
  readonly kind: ShapeKind;
  readonly strength: ShapeStrength;
  /** `any`: read by what was done, not by its words. */
  readonly language: Language | 'markup' | 'any';
  /** The features that made it one: `override`, `conceal`, `addressee`, `precondition`, `imperative`, … */
  readonly features: readonly string[];
  /** Words that carried the features, in order. */
  readonly words: readonly (readonly [start: number, end: number])[];
  readonly verbs: readonly VerbClass[];
  readonly slots: readonly Slot[];
}

export interface Shape {
  /** `orders` where there are hits; `unknown` for a long text in a script or language without lexicon. */
  readonly status: 'orders' | 'none' | 'unknown';
  readonly hits: readonly ShapeHit[];
  /** Languages whose words were found, most frequent first. */
  readonly languages: readonly Language[];
}

/**
 * Words of one language by what they do in an order. For languages with spaces between words the entries are folded single words;
 * for the others (and Korean, whose endings stick to the stem) they are substrings, and `imperative` holds the endings.
 */
export interface Lexicon {
  readonly language: Language;
  readonly verbs: Readonly<Record<VerbClass, string>>;
  /** May stand before an imperative at the start of a clause. */
  readonly lead: string;
  readonly please: string;
  readonly negation: string;
  /** must, should, have to. */
  readonly duty: string;
  readonly you: string;
  /** Words for a machine reader. */
  readonly reader: string;
  readonly ignore: string;
  readonly prior: string;
  readonly rules: string;
  readonly reveal: string;
  readonly person: string;
  readonly secretly: string;
  /** Who claims to speak or to have decided. */
  readonly body: string;
  readonly claim: string;
  readonly allow: string;
  readonly before: string;
  readonly task: string;
  readonly skip: string;
  readonly check: string;
  /** Frequent small words: which language a clause is in. */
  readonly common: string;
  /** Endings that make an order of a stem (ja, ko), or words that make one of the clause (zh). */
  readonly imperative?: string;
}
