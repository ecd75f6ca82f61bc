import { CONFUSABLES } from './confusables.ts';

/**
 * What one character is worth to the matcher: lower case, no accents, no compatibility form, look-alikes as the ASCII letter they look
 * like; everything that is neither letter nor digit is worth nothing. Both ends of a comparison go through this, so a fold may be coarse
 * (`0` and `o`, `1`, `i` and `l` are one class, `m` is `rn`: UTS #39 says so) as long as it is the same.
 */
const NOTHING = new Uint8Array(0);
const utf8 = new TextEncoder();

/** One code point never becomes longer than this (U+FDFA would be 33 bytes). */
export const LONGEST_FOLD = 24;

/** ASCII: 0 = worth nothing, `SPECIAL` = needs a look at its neighbours, else the folded unit. */
export const SPECIAL = 1;
export const ASCII_FOLD = new Uint8Array(128);
for (let code = 48; code <= 57; code++) ASCII_FOLD[code] = code;
for (let code = 97; code <= 122; code++) {
  ASCII_FOLD[code] = code;
  ASCII_FOLD[code - 32] = code;
}
for (const [from, to] of ['0o', '1l', 'il', 'Il'] as const) ASCII_FOLD[from!.charCodeAt(0)] = to!.charCodeAt(0);
for (const special of ['m', 'M', '\n', '\r', '\\', '&', '\x1b']) ASCII_FOLD[special.charCodeAt(0)] = SPECIAL;

const ASCII_UNITS = Array.from(ASCII_FOLD, (_, code) => Uint8Array.from(asciiUnits(code)));

const lookAlikes = new Map<number, string>();
for (const [ascii, distances] of Object.entries(CONFUSABLES)) {
  let point = 0;
  for (const distance of distances.split(' ')) {
    point += Number.parseInt(distance, 16);
    lookAlikes.set(point, ascii);
  }
}

const known: (Uint8Array | undefined)[] = [];
const beyond = new Map<number, Uint8Array>();

/** The folded units of a code point: ASCII, or the UTF-8 bytes of a letter that has no ASCII look-alike. */
export function foldCodePoint(point: number): Uint8Array {
  if (point < 0x10000) {
    const found = known[point];
    if (found !== undefined) return found;
    const made = makeFold(point);
    known[point] = made;
    return made;
  }
  let found = beyond.get(point);
  if (found === undefined) {
    found = makeFold(point);
    // Hostile text may hold every code point once; the table must not outgrow the text.
    if (beyond.size < 20_000) beyond.set(point, found);
  }
  return found;
}

/** As `foldCodePoint`, for what an escape stands for: an ASCII sign is no look-alike of a letter. */
export function unitsOf(point: number): Uint8Array {
  return point < 128 ? (ASCII_UNITS[point] ?? NOTHING) : foldCodePoint(point);
}

function makeFold(point: number): Uint8Array {
  if (point >= 0xd800 && point <= 0xdfff) return NOTHING;
  const character = String.fromCodePoint(point);
  // Hangul would fall apart into three letters each, ideographs have no case.
  if ((point >= 0xac00 && point <= 0xd7a3) || (point >= 0x3400 && point <= 0x9fff)) return utf8.encode(character);
  const direct = lookAlikes.get(point);
  const plain = direct ?? character.normalize('NFKD').toUpperCase().toLowerCase();
  const units: number[] = [];
  for (const part of plain) {
    const at = part.codePointAt(0)!;
    const ascii = at < 128 ? part : lookAlikes.get(at);
    if (ascii !== undefined) for (const letter of ascii) units.push(...asciiUnits(letter.charCodeAt(0)));
    else if (isLetter(part)) units.push(...utf8.encode(part));
    if (units.length > LONGEST_FOLD) break;
  }
  return units.length === 0 ? NOTHING : Uint8Array.from(units.slice(0, LONGEST_FOLD));
}

function asciiUnits(code: number): number[] {
  if (code === 109 || code === 77) return [114, 110];
  const unit = ASCII_FOLD[code]!;
  return unit > SPECIAL ? [unit] : [];
}

/** Accents and kana voicing marks go; vowel signs of Indic, Thai or Arabic script are letters to us. */
function isLetter(character: string): boolean {
  const point = character.codePointAt(0)!;
  return /^[\p{L}\p{N}\p{M}]$/u.test(character) && !ACCENTS.some(([first, last]) => point >= first && point <= last);
}

/** Blocks of combining marks that any letter may carry, and variation selectors. */
const ACCENTS: readonly (readonly [number, number])[] = [
  [0x300, 0x36f],
  [0x483, 0x487],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0x3099, 0x309a],
  [0xfe00, 0xfe0f],
  [0xfe20, 0xfe2f],
  [0xe0100, 0xe01ef],
];
