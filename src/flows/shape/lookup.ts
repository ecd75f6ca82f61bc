import { RUN_LEXICONS, WORD_LEXICONS } from './lexicon/index.ts';
import { type Language, type Lexicon, VERB_CLASSES, type VerbClass } from './model.ts';

/** Features of words as bits, so that a clause is judged by masks. */
export const FEATURES = [
  'lead',
  'please',
  'negation',
  'duty',
  'you',
  'reader',
  'ignore',
  'prior',
  'rules',
  'reveal',
  'person',
  'secretly',
  'body',
  'claim',
  'allow',
  'before',
  'task',
  'skip',
  'check',
  'common',
  'imperative',
] as const;
export type Feature = (typeof FEATURES)[number];
export const BIT: Readonly<Record<Feature, number>> = Object.fromEntries(
  FEATURES.map((feature, index) => [feature, 1 << index]),
) as Record<Feature, number>;

export interface WordEntry {
  readonly language: number;
  readonly features: number;
  /** Bits in the order of VERB_CLASSES. */
  readonly verbs: number;
}

function entriesOf(lexicon: Lexicon): Map<string, { features: number; verbs: number }> {
  const table = new Map<string, { features: number; verbs: number }>();
  const at = (word: string): { features: number; verbs: number } => {
    let entry = table.get(word);
    if (entry === undefined) {
      entry = { features: 0, verbs: 0 };
      table.set(word, entry);
    }
    return entry;
  };
  for (const feature of FEATURES) {
    const words = feature === 'imperative' ? (lexicon.imperative ?? '') : lexicon[feature];
    for (const word of split(words, lexicon)) at(word).features |= BIT[feature];
  }
  VERB_CLASSES.forEach((verb, index) => {
    for (const word of split(lexicon.verbs[verb], lexicon)) at(word).verbs |= 1 << index;
  });
  return table;
}

function split(words: string, lexicon: Lexicon): string[] {
  return words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (WORD_LEXICONS.includes(lexicon) ? fold(word) : word.toLowerCase()));
}

/** Lower case without accents: people and attackers leave them out. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('’', "'");
}

/** Word → what it does, per language that has it. */
export const WORDS: ReadonlyMap<string, readonly WordEntry[]> = (() => {
  const words = new Map<string, WordEntry[]>();
  WORD_LEXICONS.forEach((lexicon, language) => {
    for (const [word, entry] of entriesOf(lexicon)) {
      const list = words.get(word);
      if (list === undefined) words.set(word, [{ language, ...entry }]);
      else list.push({ language, ...entry });
    }
  });
  return words;
})();

export interface RunTable {
  readonly language: Language;
  readonly pattern: RegExp;
  readonly entries: ReadonlyMap<string, { readonly features: number; readonly verbs: number }>;
}

/** One alternation per language, longest entries first, so that a text is read once. */
export const RUNS: readonly RunTable[] = RUN_LEXICONS.map((lexicon) => {
  const entries = entriesOf(lexicon);
  const words = [...entries.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return { language: lexicon.language, pattern: new RegExp(words.map(literal).join('|'), 'gi'), entries };
});

function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

export function verbsOf(mask: number): VerbClass[] {
  return VERB_CLASSES.filter((_verb, index) => (mask & (1 << index)) !== 0);
}

export const verbBit = (verb: VerbClass): number => 1 << VERB_CLASSES.indexOf(verb);
