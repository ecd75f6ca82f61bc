import { Cursor, isLetterOrDigit, OPENERS, SQUARE_OPENERS } from './fold.ts';
import { SQUARE_TOKENS, TAGS } from './forms.ts';
import { hiddenRuns } from './hidden.ts';
import { lineForm } from './lines.ts';
import type { Disguise, MarkupHit } from './model.ts';
import { type Bracket, readName } from './name.ts';

/**
 * Every control form in a text, in order of place. One pass; behind each bracket and each line start a bounded number of
 * characters is folded, so time is linear in the text whatever it holds.
 */
export function controlMarkup(text: string): MarkupHit[] {
  const hits: MarkupHit[] = [];
  const { length } = text;
  let busyUntil = 0;
  let lineStart = true;
  for (let at = 0; at < length; at += 1) {
    if (lineStart) {
      lineStart = false;
      if (at >= busyUntil) {
        const line = lineForm(text, at);
        if (line !== undefined) {
          hits.push(line);
          busyUntil = line.end;
        }
      }
    }
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029 || unit === 0x85) {
      lineStart = true;
      continue;
    }
    if (at < busyUntil) continue;
    let hit: MarkupHit | undefined;
    if (unit === 0x3c) hit = tag(text, at, at + 1, 'angle', NONE);
    else if (unit === 0x5b) hit = isOther(text, at + 1) ? undefined : tag(text, at, at + 1, 'square', NONE);
    else if (unit === 0x26 || unit === 0x25 || unit === 0x5c) hit = encodedOpener(text, at);
    else if (unit === 0x28 || unit === 0x7b)
      hit = isOther(text, at + 1) ? undefined : tag(text, at, at + 1, 'round', NONE);
    else if (unit > 0x7f) hit = dressedOpener(text, at);
    if (hit === undefined) continue;
    hits.push(hit);
    busyUntil = hit.end;
  }
  for (const run of hiddenRuns(text)) {
    const inner = controlMarkup(run.decoded)[0];
    if (inner === undefined) continue;
    if (hits.some((hit) => hit.start < run.end && run.start < hit.end)) continue;
    hits.push({
      ...inner,
      start: run.start,
      end: run.end,
      disguise: [...inner.disguise, run.disguise].sort(),
      decoded: run.decoded,
    });
  }
  return hits.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Hits that stand over the seam of texts which a model reads one after another: `<system-rem` | `inder>`. */
export function markupOverSeams(parts: readonly string[]): { part: number; hit: MarkupHit }[] {
  const found: { part: number; hit: MarkupHit }[] = [];
  for (let part = 0; part + 1 < parts.length; part += 1) {
    const left = parts[part]!.slice(-80);
    const right = parts[part + 1]!.slice(0, 200);
    for (const hit of controlMarkup(left + right)) {
      if (hit.start >= left.length || hit.end <= left.length) continue;
      const start = parts[part]!.length - left.length + hit.start;
      found.push({
        part,
        hit: { ...hit, start, end: parts[part]!.length, disguise: [...hit.disguise, 'split-blocks'] },
      });
    }
  }
  return found;
}

const NONE: readonly Disguise[] = [];

function tag(
  text: string,
  start: number,
  at: number,
  bracket: Bracket,
  seen: Iterable<Disguise>,
): MarkupHit | undefined {
  const named = readName(text, at, bracket, seen);
  if (named === undefined) return undefined;
  return {
    start,
    end: named.end,
    form: named.token ? 'token' : 'tag',
    name: named.form.name,
    family: named.form.family,
    strength: named.form.strength,
    closing: named.closing,
    disguise: [...named.disguise].sort(),
    neutralised: named.neutralised,
  };
}

/** First two letters of the names that square, round and curly brackets may hold. */
const PAIRS = new Set([...TAGS.values(), ...SQUARE_TOKENS.values()].map((form) => form.key.slice(0, 2)));

/** Two ASCII letters behind a bracket that begin no such name: the case of nearly every bracket of source code. */
function isOther(text: string, at: number): boolean {
  const first = text.charCodeAt(at) | 0x20;
  const second = text.charCodeAt(at + 1) | 0x20;
  if (first < 0x61 || first > 0x7a) {
    // `[1]`, `()`, `["`: no name begins so.
    const unit = text.charCodeAt(at);
    return (
      unit < 0x80 &&
      unit !== 0x20 &&
      unit !== 0x2f &&
      unit !== 0x5c &&
      unit !== 0x26 &&
      unit !== 0x25 &&
      unit !== 0x0a &&
      unit !== 0x1b
    );
  }
  return second >= 0x61 && second <= 0x7a && !PAIRS.has(String.fromCharCode(first, second));
}

function encodedOpener(text: string, at: number): MarkupHit | undefined {
  const next = text.charCodeAt(at + 1);
  // Cheap look before folding: `&l`, `&#`, `&a`, `&L`, `%3`, `%2`, `%5`, `\u`, `\x`, `\U`, `\\`.
  if (
    !(next === 0x23 || next === 0x32 || next === 0x33 || next === 0x35 || next === 0x5c || isLetterOrDigit(next | 0x20))
  )
    return undefined;
  const cursor = new Cursor(text, at);
  const code = cursor.next();
  if (code === 0x3c) return tag(text, at, cursor.at, 'angle', cursor.seen);
  if (code === 0x5b && cursor.at > at + 1) return tag(text, at, cursor.at, 'square', cursor.seen);
  return undefined;
}

function dressedOpener(text: string, at: number): MarkupHit | undefined {
  const point = text.codePointAt(at)!;
  const width = point > 0xffff ? 2 : 1;
  if (OPENERS.has(point)) return tag(text, at, at + width, 'angle', ['brackets']);
  if (SQUARE_OPENERS.has(point)) return tag(text, at, at + width, 'square', ['brackets']);
  return undefined;
}
