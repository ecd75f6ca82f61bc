import { controlMarkup } from '../markup/scan.ts';
import { EFFECT_BITS } from './effect-bits.ts';
import { type Judged, judge } from './judge.ts';
import { WORD_LEXICONS } from './lexicon/index.ts';
import { verbBit, verbsOf } from './lookup.ts';
import {
  LANGUAGES,
  type Language,
  type Shape,
  type ShapeHit,
  type ShapeKind,
  type ShapeStrength,
  type Slot,
} from './model.ts';
import { readRuns } from './runs.ts';
import { slotsIn } from './slots.ts';
import { readWords } from './words.ts';

export type * from './model.ts';

/** Clauses this near to an order speak with it: how many on either side, and how many characters away. */
const NEAR_CLAUSES = 2;
const NEAR_CHARS = 250;
const STRONG = 2.5;

/** How much each feature says that a machine reader is being steered, beside the order itself. */
const WEIGHT: Readonly<Record<string, number>> = {
  override: 3,
  conceal: 3,
  'override-mentioned': 0.75,
  addressee: 1.5,
  called: 1.5,
  told: 0.25,
  bound: 0.5,
  retask: 1.25,
  mode: 0.5,
  'bound-all': 1.25,
  authority: 1.25,
  precondition: 1.5,
  'precondition-step': 0.2,
  unchecked: 1,
  'unchecked-step': 0.25,
  permission: 0.5,
  secretly: 0.75,
  hush: 0.5,
  urgency: 0.5,
  permitted: 0.5,
  duty: 0.5,
  tool: 0.15,
};

/** Finds the places of a text that have the shape of an order. Pure; linear in the length of the text. */
export function orderShape(original: string): Shape {
  const text = withoutEscapes(original);
  const reading = readWords(text);
  const judged: Judged[] = [];
  for (const clause of reading.clauses) {
    const one = judge(clause);
    if (one !== undefined) judged.push(towards(one, text));
  }
  judged.push(...readRuns(text).map((one) => towards(one, text)));
  judged.sort((a, b) => a.start - b.start || a.end - b.end);
  const hits = hitsOf(judged, text);
  for (const markup of controlMarkup(original)) {
    hits.push({
      start: markup.start,
      end: markup.end,
      kind: 'markup',
      strength: markup.strength === 'strong' ? 'strong' : 'weak',
      language: 'markup',
      features: ['markup'],
      words: [[markup.start, markup.end]],
      verbs: [],
      slots: [],
    });
  }
  hits.sort((a, b) => a.start - b.start || a.end - b.end);
  return {
    status: hits.length > 0 ? 'orders' : isUnread(text, reading.common, reading.words) ? 'unknown' : 'none',
    hits,
    languages: languagesOf(judged, reading.common),
  };
}

const ADDRESSES: ReadonlySet<string> = new Set(['email', 'url', 'account']);

/**
 * A machine reader is called on, and the sentence names an address: whatever the verb, known or not, something is to go there.
 */
function towards(one: Judged, text: string): Judged {
  const calls = one.features.has('called') || one.features.has('reads-this');
  if (!calls || (one.ordered & EFFECT_BITS) !== 0) return one;
  const end = endOfPiece(text, one.end);
  // Where to read on is told to every reader; an address that is no page is where something is to go.
  const bound = ['called', 'bound', 'bound-all', 'conceal', 'duty'].some((feature) => one.features.has(feature));
  const slot = slotsIn(text.slice(one.start, end), one.start).find(
    (each) => each.kind === 'email' || each.kind === 'account' || (bound && ADDRESSES.has(each.kind)),
  );
  if (slot === undefined) return one;
  return {
    ...one,
    ordered: one.ordered | verbBit('send'),
    features: new Set([...one.features, 'towards']),
    words: [...one.words, [slot.start, slot.end] as const],
  };
}

/**
 * Escapes of JSON and YAML as the signs they stand for, without moving anything: tool answers are often a dump, and a word behind
 * `\\n` is a word.
 */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\\r?\n[ \t]*\\?/g, (all) => ' '.repeat(all.length))
    .replace(/\\([nrt"'\\])/g, (_all, sign) =>
      sign === 'n' || sign === 'r' ? ' \n' : sign === 't' ? '  ' : ` ${sign === '\\' ? ' ' : sign}`,
    );
}

/** Orders that steer their reader, each with the clauses around it that say so; every other clause that orders by itself. */
function hitsOf(judged: readonly Judged[], text: string): ShapeHit[] {
  const steering: { from: number; to: number }[] = [];
  for (let index = 0; index < judged.length; index++) {
    const range = steeringAround(judged, index, text);
    if (range === undefined) continue;
    const last = steering.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else steering.push(range);
  }
  const strong = steering.flatMap(({ from, to }) => steeringHit(judged.slice(from, to + 1), text));
  const taken = new Set(
    steering.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_none, offset) => from + offset)),
  );
  return [...strong, ...judged.flatMap((one, index) => (taken.has(index) ? [] : single(one, text)))];
}

/** The clauses that make this one an order to a machine reader, or undefined. */
function steeringAround(
  judged: readonly Judged[],
  index: number,
  text: string,
): { from: number; to: number } | undefined {
  const here = judged[index]!;
  const alone = here.features.has('override') || here.features.has('conceal');
  if (here.ordered === 0 && !alone) return undefined;
  let from = index;
  let to = index;
  const joins = (first: Judged, second: Judged): boolean =>
    !isNextItem(text, first.start, second.start) || speaks(first) || speaks(second);
  while (
    from > 0 &&
    index - from < NEAR_CLAUSES &&
    here.start - judged[from - 1]!.end <= NEAR_CHARS &&
    joins(judged[from - 1]!, judged[from]!)
  )
    from -= 1;
  while (
    to + 1 < judged.length &&
    to - index < NEAR_CLAUSES &&
    judged[to + 1]!.start - here.end <= NEAR_CHARS &&
    joins(judged[to]!, judged[to + 1]!)
  )
    to += 1;
  const around = judged.slice(from, to + 1);
  const features = new Set(around.flatMap((one) => [...one.features]));
  const ordered = around.reduce((mask, one) => mask | one.ordered, 0);
  // Switching a check off is an effect of its own.
  const effect = (ordered & EFFECT_BITS) !== 0 || (ordered !== 0 && features.has('unchecked'));
  let score = effect ? 1 : ordered !== 0 ? 0.5 : 0;
  for (const feature of features) score += WEIGHT[feature] ?? 0;
  // Permission or authority alone, without an order that has an effect, is a statement about rights: common in manuals.
  if (score < STRONG || (!alone && !effect && score < STRONG + 1)) return undefined;
  const telling = (one: Judged): boolean =>
    [...one.features].some((feature) => (WEIGHT[feature] ?? 0) >= 0.5) || (one.ordered & EFFECT_BITS) !== 0;
  while (from < index && !telling(judged[from]!)) from += 1;
  while (to > index && !telling(judged[to]!)) to -= 1;
  return { from, to };
}

const SPOKEN = ['addressee', 'called', 'override', 'conceal', 'retask', 'secretly'];

/** Says by itself that a machine reader is meant, or wants to override or conceal. */
function speaks(one: Judged): boolean {
  return SPOKEN.some((feature) => one.features.has(feature));
}

const ITEM = /^[ \t>]*(?:[-*•‣+]|\d{1,3}[.)])[ \t]+\S/;

/** Both stand in items of a list, and not in the same one: what one item says is not said of the other. */
function isNextItem(text: string, first: number, second: number): boolean {
  if (second <= first) return false;
  const lineOf = (at: number) => text.lastIndexOf('\n', at - 1) + 1;
  const [a, b] = [lineOf(first), lineOf(second)];
  return a !== b && ITEM.test(text.slice(a, a + 40)) && ITEM.test(text.slice(b, b + 40));
}

function steeringHit(parts: readonly Judged[], text: string): ShapeHit[] {
  const features = new Set(parts.flatMap((one) => [...one.features]));
  const ordered = parts.reduce((mask, one) => mask | one.ordered, 0);
  const start = parts[0]!.start;
  const end = Math.max(...parts.map((part) => part.end));
  const core =
    parts.find((part) => part.features.has('override') || part.features.has('conceal')) ??
    parts.find((part) => (part.ordered & EFFECT_BITS) !== 0) ??
    parts[0]!;
  const hit = make(
    parts,
    start,
    end,
    kindOf(features, ordered),
    'strong',
    slotsIn(text.slice(start, Math.min(end + 120, text.length)), start),
  );
  const spoken = parts.filter(speaks);
  const words = spoken.flatMap((part) => part.words);
  const said =
    words.length > 0 && spoken.some((part) => part.ordered !== 0)
      ? { said: [Math.min(...words.map(([from]) => from)), Math.max(...words.map(([, to]) => to))] as const }
      : {};
  return [{ ...hit, ...(parts.length === 1 ? {} : { core: [core.start, core.end] as const }), ...said }];
}

function kindOf(features: ReadonlySet<string>, ordered: number): ShapeKind {
  if (ordered !== 0 || features.has('override') || features.has('conceal')) return 'order';
  return features.has('permission') || features.has('unchecked') ? 'permission' : 'authority';
}

function single(one: Judged, text: string): ShapeHit[] {
  const effect = (one.ordered & EFFECT_BITS) !== 0;
  if (one.ordered === 0) {
    if (one.features.has('authority')) return [make([one], one.start, one.end, 'authority', 'weak', [])];
    if (one.features.has('permission') || one.features.has('unchecked'))
      return [make([one], one.start, one.end, 'permission', 'weak', [])];
    return [];
  }
  const end = endOfPiece(text, one.end);
  const slots = slotsIn(text.slice(one.start, end), one.start).filter(
    (slot) => !(one.words.some(([from, to]) => slot.start < to && from < slot.end) && slot.kind === 'name'),
  );
  // A question between people: nobody is ordered.
  const asks = one.features.has('asked') && !one.features.has('imperative') && !one.features.has('duty');
  const strength: ShapeStrength = effect && !asks ? 'plain' : 'weak';
  return [
    make(
      [one],
      one.start,
      Math.max(one.end, ...slots.map((slot) => slot.end)),
      decisive(one, slots) ? 'decisive-slot' : 'order',
      strength,
      slots,
    ),
  ];
}

function decisive(one: Judged, slots: readonly Slot[]): boolean {
  return (one.ordered & EFFECT_BITS) !== 0 && slots.some((slot) => slot.kind !== 'name' && slot.kind !== 'tool');
}

/** An address or a command may go on behind the last word of the clause. */
function endOfPiece(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < 200 && text.charCodeAt(end) > 32) end += 1;
  return end;
}

function make(
  parts: readonly Judged[],
  start: number,
  end: number,
  kind: ShapeKind,
  strength: ShapeStrength,
  slots: readonly Slot[],
): ShapeHit {
  const words = parts.flatMap((part) => part.words).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    start,
    end,
    kind,
    strength,
    language: parts[0]!.language,
    features: [...new Set(parts.flatMap((part) => [...part.features]))].sort(),
    words: words.filter((word, index) => index === 0 || word[0] !== words[index - 1]![0]),
    verbs: verbsOf(parts.reduce((mask, part) => mask | part.ordered, 0)),
    slots,
  };
}

function languagesOf(judged: readonly Judged[], common: readonly number[]): Language[] {
  const counts = new Map<Language, number>();
  WORD_LEXICONS.forEach((lexicon, index) => {
    if (common[index]! > 0) counts.set(lexicon.language, common[index]!);
  });
  for (const one of judged) counts.set(one.language, (counts.get(one.language) ?? 0) + 1);
  return LANGUAGES.filter((language) => counts.has(language)).sort((a, b) => counts.get(b)! - counts.get(a)!);
}

/** Letters enough for a sentence or two, and below this share of small words no language of ours. */
const LONG_TEXT_WORDS = 25;
const LONG_TEXT_LETTERS = 120;
const OWN_SHARE = 0.13;

/** A long text that none of the lexicons reads: another script, or another language in a script that we know. */
function isUnread(text: string, common: readonly number[], words: number): boolean {
  // Small words enough for one of our languages: the common case ends here.
  if (words >= LONG_TEXT_WORDS && Math.max(...common) / words >= OWN_SHARE) return false;
  const sample = text.slice(0, 20_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < LONG_TEXT_LETTERS) return false;
  const foreign =
    sample.match(
      /[^\P{L}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
    )?.length ?? 0;
  if (foreign > letters / 2) return true;
  if (words < LONG_TEXT_WORDS || Math.max(...common) / words >= OWN_SHARE) return false;
  // Program text has few small words too: it shows brackets and signs.
  const signs = sample.match(/[{}()[\]<>=;/\\_$#|&*+]/g)?.length ?? 0;
  const cased = sample.match(/[\p{Script=Latin}\p{Script=Cyrillic}]/gu)?.length ?? 0;
  return signs < letters / 25 && cased > letters / 2;
}
