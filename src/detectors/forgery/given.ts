import type { Case, Text } from '../../case/model.ts';
import { isHuman } from '../../flows/acted/judge.ts';
import { quotedRanges } from '../../flows/markup/quoting.ts';
import type { FlowGraph } from '../../flows/model.ts';
import { RETRIEVES } from './work-lexicon.ts';

/** A brief told apart: the matter that it hands over to be worked on, and what it asks. */
export interface Handed {
  /** The brief without the matter whose origin or marks prove it to be such; places are kept. */
  readonly request: string;
  readonly matter: string;
}

/** Less than this is a name or a phrase and no matter to work on. Characters of eastern scripts count twice. */
const LEAST = 40;
/** So far into a brief a colon leads to its matter. */
const LEAD_CHARS = 400;
const COLON = /(?<!\d)[:：](?=\s|[^\s/\\\d])/u;
const EASTERN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/gu;

/**
 * What a brief gives its reader, by three marks: the words came in earlier (a document, a page, another agent's report), they
 * stand between quote marks or in a fence, or a colon leads to them. Undefined where a brief gives nothing.
 */
export function handedOver(analysed: Case, flows: FlowGraph, brief: Text): Handed | undefined {
  const { value } = brief;
  const proved = new Uint8Array(value.length);
  const take = (start: number, end: number): void => {
    if (weightOf(value.slice(Math.max(0, start), end)) >= LEAST) proved.fill(1, Math.max(0, start), end);
  };
  const original = brief.copyOf === undefined ? brief : (analysed.texts[brief.copyOf] ?? brief);
  const { by } = original.origin;
  const base = original.cite.chars?.[0] ?? 0;
  if (original.value === value)
    for (const flow of flows.into(original)) {
      const source = flow.source.origin.by;
      // What its own author said before is no matter from elsewhere, and a person's words are the request itself.
      if (isHuman(flow.source)) continue;
      if (source.kind === 'agent' && by.kind === 'agent' && source.agent === by.agent) continue;
      for (const one of flow.evidence)
        if (one.tier !== 'context' && one.tier !== 'token' && one.to.chars !== undefined)
          take(one.to.chars[0] - base, one.to.chars[1] - base);
    }
  for (const range of quotedRanges(value)) take(range.start, range.end);
  const colon = behindColon(value);
  // Of a paste some lines may be too common to be traced: what stands behind the same colon was pasted with the rest.
  if (colon < value.length && sumOf(proved, colon) * 3 >= value.length - colon) take(colon, value.length);
  let request = '';
  let matter = '';
  for (let at = 0; at < value.length; at += 1) {
    request += proved[at] === 1 ? ' ' : value[at]!;
    if (proved[at] === 1) matter += value[at]!;
  }
  // Nothing proves that such words are matter: they have to be statements, several of them, with nothing left to find out.
  if (matter === '' && isStated(value, colon)) matter = value.slice(colon);
  return matter === '' ? undefined : { request, matter };
}

/** Where the first colon of a brief ends that leads to something; the text's length without one. */
function behindColon(text: string): number {
  const colon = COLON.exec(text.slice(0, LEAD_CHARS));
  return colon === null ? text.length : colon.index + 1;
}

function isStated(text: string, from: number): boolean {
  const rest = text.slice(from);
  return (
    weightOf(rest) >= LEAST &&
    (rest.match(/[.!。！।؟](?=\s|$|[^\s\w])/gu)?.length ?? 0) >= 2 &&
    !/[?？]|\b(?:find|answer|determine|figure out)\b/iu.test(text)
  );
}

function sumOf(flags: Uint8Array, from: number): number {
  let sum = 0;
  for (let at = from; at < flags.length; at += 1) sum += flags[at]!;
  return sum;
}

/** Whether a request can be met from the matter alone: it names no file or address and asks for no search and no run. */
export function staysInside({ request }: Handed): boolean {
  return !NAMES_PLACE.test(request) && !RETRIEVES.test(request);
}

/** A path, a file or an address; `billing/account/other` is a choice. */
const NAMES_PLACE =
  /(?<![\w.])(?:~|\.{1,2})?\/[\w.-]{2,}|\b[\w-]+\/[\w./-]*\.\w{1,5}\b|\b(?:src|lib|tests?|docs|app|packages)\/|\b[\w-]{2,}\.[a-z]{2,5}\b|https?:/iu;

function weightOf(text: string): number {
  return text.trim().length + (text.match(EASTERN)?.length ?? 0);
}

const SHORT_WORD = /(?<![\p{L}\p{M}])\p{Script=Latin}{1,4}(?![\p{L}\p{M}])/gu;

/**
 * Whether two texts may be of one language: the same script, and in Latin letters some of the short words that hold its sentences
 * together. Only a no is telling.
 */
export function mayShareLanguage(one: string, other: string): boolean {
  const scripts = [scriptOf(one), scriptOf(other)];
  if (scripts[0] !== scripts[1]) return false;
  if (scripts[0] !== 'latin') return true;
  const short = (text: string): Set<string> => new Set(text.toLowerCase().match(SHORT_WORD) ?? []);
  const [mine, theirs] = [short(one), short(other)];
  let shared = 0;
  for (const word of mine) if (theirs.has(word)) shared += 1;
  const least = Math.min(mine.size, theirs.size);
  return least < 12 || shared * 8 >= least;
}

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['kana', /[\u3040-\u30ff]/gu],
  ['han', /[\u3400-\u9fff]/gu],
  ['hangul', /[\uac00-\ud7af]/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['thai', /\p{Script=Thai}/gu],
];

/** The script of most of a text's first words; `kana` as soon as a fair part is kana, as Japanese mixes it with Han. */
function scriptOf(text: string): string {
  const window = text.slice(0, 4_000);
  const letters = window.match(/\p{L}/gu)?.length ?? 0;
  for (const [name, pattern] of SCRIPTS) {
    const count = window.match(pattern)?.length ?? 0;
    if (count * (name === 'kana' ? 6 : 2) > letters) return name;
  }
  return 'latin';
}
