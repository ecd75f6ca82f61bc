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

/** An English verb as a participle: an order only behind `must be` and its like. */
export const PARTICIPLE = 1 << FEATURES.length;

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
        .replace(/[\u0300-\u036f\u064b-\u0655\u0640]/g, '')
        .replaceAll('’', "'")
        .replaceAll('ı', 'i');
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

const NONE: readonly WordEntry[] = [];
/** Plural of an imperative, and pronouns behind one: ejecuten, executem, ejecútalo, inviarlo. */
const VERB_ENDINGS = /^(.{3,})(?:n|m|les?|los?|las?|me|nos|li|gli|ci)$/;
const ROMANCE: ReadonlySet<number> = new Set(
  WORD_LEXICONS.flatMap((lexicon, index) => (/^(?:es|pt|it)$/.test(lexicon.language) ? [index] : [])),
);

/**
 * What a word does, also where something is stuck to it: an article or a pronoun before an apostrophe (`l'agent`), a first part before
 * a hyphen (`KI-Agent`, for what it names only), the German `zu` inside an infinitive (`auszuführen`), Arabic and, the, to before a word.
 */
export function entriesFor(word: string): readonly WordEntry[] {
  const own = WORDS.get(word) ?? derived.get(word);
  if (own !== undefined) return own;
  if (word.length < 4) return NONE;
  if (derived.size > MAX_DERIVED) derived.clear();
  const found = derive(word);
  derived.set(word, found);
  return found;
}

/** Texts repeat their words: what was worked out for one is kept, up to so many. */
const MAX_DERIVED = 50_000;
const derived = new Map<string, readonly WordEntry[]>();

function derive(word: string): readonly WordEntry[] {
  const apostrophe = word.indexOf("'");
  if (apostrophe > 0 && apostrophe < 7 && apostrophe < word.length - 2) {
    const behind = WORDS.get(word.slice(apostrophe + 1));
    if (behind !== undefined) return behind;
  }
  const hyphen = word.lastIndexOf('-');
  // KI-System, AI-tool, IA-agente: what it is made of says that it is a machine.
  if (hyphen > 0 && hyphen <= 3 && /^(?:ai|ki|ia|llm|gpt|yz)-/.test(word)) return MACHINE_READER;
  if (hyphen > 0) return (WORDS.get(word.slice(hyphen + 1)) ?? NONE).map((entry) => ({ ...entry, verbs: 0 }));
  const participle = participleOf(word);
  if (participle !== undefined) return participle;
  const stem = VERB_ENDINGS.exec(word);
  if (stem !== null) {
    const forms = (WORDS.get(stem[1]!) ?? NONE).filter((entry) => entry.verbs !== 0 && ROMANCE.has(entry.language));
    if (forms.length > 0) return forms;
  }
  if (READER_COMPOUND.test(word) || READER_STEM.test(word)) return MACHINE_READER;
  const zu = word.indexOf('zu', 2);
  if (zu > 0 && word.length - zu > 5) {
    const infinitive = (WORDS.get(word.slice(0, zu) + word.slice(zu + 2)) ?? NONE).filter((entry) => entry.verbs !== 0);
    if (infinitive.length > 0) return infinitive;
  }
  if (word.charCodeAt(0) >= 0x620 && word.charCodeAt(0) <= 0x6ff) {
    const bare = /^(?:و|ف)?(?:ال|بال|لل|ل|ب)?/.exec(word)![0];
    if (bare !== '') return WORDS.get(word.slice(bare.length)) ?? NONE;
  }
  return NONE;
}

/** A machine reader, whatever language the clause turns out to be in. */
const MACHINE_READER: readonly WordEntry[] = WORD_LEXICONS.map((_lexicon, language) => ({
  language,
  features: BIT.reader,
  verbs: 0,
}));
/** Sprachassistent, taalmodellen, softwareagent. */
const READER_COMPOUND = /^.{3,20}(?:assistent|agent|modell?|assistant|chatbot)(?:en|er|s|i|e|n)?$/;
/** Machine readers in the cases of languages that have them, and in languages of which nothing else is known here. */
const READER_STEM =
  /^(?:ассистент|асистент|помощник|помічник|субагент|чат-?бот|ии-агент|нейросет|нейромереж|asystent|asistent|agent(?=em|owi|ow|ami|ach|om|y|u)|chatbot|asistan|ajan|asszisztens|nyelvi|tekoaly|tekoäly|kielimalli|avustaj|sprakmodell|språkmodell|sprogmodel|spraakmodel|βοηθ|μοντελ|מודל|העוזר|לעוזר|הסוכן|הבינה)\p{L}{0,7}$/u;

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  'sent send put put written write built build made make paid pay bought buy given give taken take gotten get'
    .split(' ')
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1]!] as const] : [])),
);

function participleOf(word: string): readonly WordEntry[] | undefined {
  const bases =
    IRREGULAR.get(word) !== undefined
      ? [IRREGULAR.get(word)!]
      : word.length > 4 && word.endsWith('ed')
        ? [word.slice(0, -1), word.slice(0, -2), word.slice(0, -3)]
        : [];
  for (const base of bases) {
    const entries = (WORDS.get(base) ?? NONE).filter((entry) => entry.language === 0 && entry.verbs !== 0);
    if (entries.length > 0) return entries.map(({ verbs }) => ({ language: 0, features: PARTICIPLE, verbs }));
  }
  return undefined;
}

export interface RunTable {
  readonly language: Language;
  readonly pattern: RegExp;
  readonly entries: ReadonlyMap<string, { readonly features: number; readonly verbs: number }>;
}

/** Korean verbal nouns make other nouns with one more syllable: 게시 is to publish, 게시판 the board, 댓글란 the field for comments. */
const NO_NOUN = '(?![판물표실금문권률율원처란])';

/** One alternation per language, longest entries first, so that a text is read once. */
export const RUNS: readonly RunTable[] = RUN_LEXICONS.map((lexicon) => {
  const entries = entriesOf(lexicon);
  const words = [...entries.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const behind = lexicon.language === 'ko' ? NO_NOUN : '';
  return {
    language: lexicon.language,
    pattern: new RegExp(`(?:${words.map(literal).join('|')})${behind}`, 'gi'),
    entries,
  };
});

function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

export function verbsOf(mask: number): VerbClass[] {
  return VERB_CLASSES.filter((_verb, index) => (mask & (1 << index)) !== 0);
}

export const verbBit = (verb: VerbClass): number => 1 << VERB_CLASSES.indexOf(verb);
