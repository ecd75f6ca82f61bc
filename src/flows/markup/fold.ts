import type { Disguise } from './model.ts';

/**
 * One character of a text as a model would read it, whatever it is dressed in. A cursor and not a normalised copy of the text: only
 * the few characters behind a bracket are ever folded, so a text of 10 MB costs one pass and no second string.
 */

/** Letters of other scripts that look like an ASCII letter, grouped by that letter (from the UTS #39 confusables, letters only). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аɑαᴀ⍺ᎪАΑ',
  b: 'ЬƄᏏВΒᏴʙ',
  c: 'сϲᴄСϹᏟⅽ',
  d: 'ԁᏧᎠⅾɗժ',
  e: 'еҽ℮ЕΕᎬᴇє',
  f: 'ẝſϝꬵғ',
  g: 'ɡցᏀԌɢ',
  h: 'һհᏂНΗᎻʜ',
  i: 'іιɩıӏІΙᎥⅰɪ',
  j: 'јϳЈᎫᴊ',
  k: 'кκᴋКΚᏦ',
  l: 'ⅼǀʟᏞ',
  m: 'мᴍМΜᎷⅿ',
  n: 'ոռɴΝпη',
  o: 'оοօᴏОΟՕσ०੦௦',
  p: 'рρᴘРΡᏢ',
  q: 'ԛգզ',
  r: 'гᴦʀᏒᎡг',
  s: 'ѕꜱЅᏚՏ',
  t: 'тᴛτТΤᎢ',
  u: 'υսᴜυՍц',
  v: 'ѵνᴠᏙⅴ',
  w: 'ѡԝᴡᏔա',
  x: 'хχХΧⅹ',
  y: 'уγʏүУΥҮ',
  z: 'ᴢᏃΖʐ',
};
const LOOK_ALIKE = new Map<string, string>();
for (const [letter, others] of Object.entries(LOOK_ALIKES)) for (const other of others) LOOK_ALIKE.set(other, letter);

export const OPENERS: ReadonlySet<number> = new Set([...'<＜﹤‹〈⟨〈❮❬«《˂ᐸ≺⧼⦑🞀'].map((char) => char.codePointAt(0)!));
export const CLOSERS: ReadonlySet<number> = new Set([...'>＞﹥›〉⟩〉❯❭»》˃ᐳ≻⧽⦒'].map((char) => char.codePointAt(0)!));
export const SQUARE_OPENERS: ReadonlySet<number> = new Set([...'[［【〔〖⟦'].map((char) => char.codePointAt(0)!));
const SQUARE_CLOSERS: ReadonlySet<number> = new Set([...']］】〕〗⟧'].map((char) => char.codePointAt(0)!));
const PIPES: ReadonlySet<number> = new Set([...'|｜│┃❘∣￨'].map((char) => char.codePointAt(0)!));
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0xa0, 0x3000, 0x202f, 0x205f, 0x1680]);
const DASHES: ReadonlySet<number> = new Set([...'-_‐‑‒–—−－﹣＿▁·.ー~'].map((char) => char.codePointAt(0)!));

/** What a folded character is, besides a letter or digit (its ASCII code) or any other ASCII character (its code). */
export const NOTHING = 0; // invisible: does not end a name
export const END = -1;
export const OTHER = -2; // visible, not foldable to ASCII
export const NEWLINE = 0x0a;

const foldedLetters = new Map<number, number>();

function foldPoint(point: number): number {
  const known = foldedLetters.get(point);
  if (known !== undefined) return known;
  const char = String.fromCodePoint(point);
  let value: number = OTHER;
  if (/[\p{Cf}\p{Mn}\p{Me}\p{Cc}\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800]/u.test(char)) value = NOTHING;
  else {
    const plain = char
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase();
    const look = LOOK_ALIKE.get(char) ?? LOOK_ALIKE.get(plain) ?? plain;
    if (look.length === 1 && look.charCodeAt(0) < 0x80) value = look.charCodeAt(0);
  }
  if (foldedLetters.size < 20_000) foldedLetters.set(point, value);
  return value;
}

const NAMED_ENTITIES: readonly (readonly [string, number])[] = [
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['amp', 0x26],
  ['quot', 0x22],
  ['lsqb', 0x5b],
  ['rsqb', 0x5d],
  ['lbrack', 0x5b],
  ['rbrack', 0x5d],
  ['hyphen', 0x2d],
  ['dash', 0x2d],
  ['lowbar', 0x5f],
  ['vert', 0x7c],
  ['verbar', 0x7c],
  ['colon', 0x3a],
  ['sol', 0x2f],
  ['langle', 0x3c],
  ['lang', 0x3c],
  ['laquo', 0x3c],
  ['zwnj', 0x200c],
  ['zwj', 0x200d],
  ['shy', 0xad],
  ['nbsp', 0x20],
];

/** Reads on from `at`, one folded character per call. `seen` collects how the characters were dressed. */
export class Cursor {
  readonly text: string;
  at: number;
  #seen: Set<Disguise> | undefined;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** How the characters read so far were dressed. Made when first asked for: most names wear nothing. */
  get seen(): Set<Disguise> {
    this.#seen ??= new Set();
    return this.#seen;
  }

  /** Folded ASCII code (letters in lower case), NOTHING, OTHER or END; moves `at` behind the character. */
  next(): number {
    const { text, at } = this;
    if (at >= text.length) return END;
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      if (unit >= 0x61 && unit <= 0x7a) {
        this.at = at + 1;
        return unit;
      }
      if (unit >= 0x41 && unit <= 0x5a) {
        this.at = at + 1;
        return unit + 0x20;
      }
      if (unit === 0x26) return this.#entity();
      if (unit === 0x25) return this.#percent();
      if (unit === 0x5c) return this.#escape();
      if (unit === 0x1b) return this.#ansi();
      this.at = at + 1;
      if (unit === 0x0d) return NEWLINE;
      if (unit < 0x20 && unit !== NEWLINE && unit !== 0x09) {
        this.seen.add('control-characters');
        return NOTHING;
      }
      return unit === 0x09 ? 0x20 : unit;
    }
    const point = text.codePointAt(at)!;
    this.at = at + (point > 0xffff ? 2 : 1);
    if (point === 0x2028 || point === 0x2029 || point === 0x85) return NEWLINE;
    return this.#dressed(point);
  }

  #dressed(point: number): number {
    if (point < 0x80) return foldAscii(point);
    if (OPENERS.has(point)) return this.#saw('brackets', 0x3c);
    if (CLOSERS.has(point)) return this.#saw('brackets', 0x3e);
    if (SQUARE_OPENERS.has(point)) return this.#saw('brackets', 0x5b);
    if (SQUARE_CLOSERS.has(point)) return this.#saw('brackets', 0x5d);
    if (PIPES.has(point)) return 0x7c;
    if (BLANKS.has(point) || (point >= 0x2000 && point <= 0x200a)) return this.#saw('spaces', 0x20);
    if (DASHES.has(point)) return 0x2d;
    if (point >= 0xe0020 && point <= 0xe007e) return this.#saw('tag-characters', foldAscii(point - 0xe0000));
    if (point >= 0xe0000 && point <= 0xe01ef) return this.#saw('tag-characters', NOTHING);
    const folded = foldPoint(point);
    if (folded === NOTHING) return this.#saw('zero-width', NOTHING);
    if (folded === OTHER) return OTHER;
    return this.#saw(point >= 0xff01 && point <= 0xff5e ? 'full-width' : 'homoglyphs', folded);
  }

  #saw(disguise: Disguise, value: number): number {
    this.seen.add(disguise);
    return value;
  }

  #entity(): number {
    const { text } = this;
    let at = this.at + 1;
    // Double and triple escaping: `&amp;lt;`.
    while (text.startsWith('amp;', at)) at += 4;
    if (text.charCodeAt(at) === 0x23) {
      const hex = (text.charCodeAt(at + 1) | 0x20) === 0x78;
      const digits = run(text, at + (hex ? 2 : 1), hex, 10);
      if (digits.value >= 0) {
        this.at = digits.end + (text.charCodeAt(digits.end) === 0x3b ? 1 : 0);
        return this.#saw('entities', this.#dressed(digits.value > 0x10ffff ? 0xfffd : digits.value));
      }
    }
    for (const [name, point] of NAMED_ENTITIES) {
      const end = at + name.length;
      if (text.charCodeAt(end) !== 0x3b) continue;
      if (text.slice(at, end).toLowerCase() !== name) continue;
      this.at = end + 1;
      return this.#saw('entities', point < 0x80 ? point : this.#dressed(point));
    }
    this.at += 1;
    return 0x26;
  }

  #percent(): number {
    const { text } = this;
    let at = this.at + 1;
    while (text.startsWith('25', at)) at += 2; // `%253C`
    const digits = run(text, at, true, 2);
    if (digits.end === at + 2 && digits.value < 0x80) {
      this.at = digits.end;
      return this.#saw('url-encoding', foldAscii(digits.value));
    }
    this.at += 1;
    return 0x25;
  }

  #escape(): number {
    const { text } = this;
    let at = this.at + 1;
    while (text.charCodeAt(at) === 0x5c && at < this.at + 4) at += 1;
    const kind = text.charCodeAt(at);
    if (kind === 0x75 || kind === 0x55 || kind === 0x78) {
      const braced = text.charCodeAt(at + 1) === 0x7b;
      const digits = run(text, at + (braced ? 2 : 1), true, kind === 0x78 && !braced ? 2 : kind === 0x55 ? 8 : 4);
      if (digits.value >= 0 && digits.end > at + 1 + (braced ? 1 : 1)) {
        this.at = digits.end + (braced && text.charCodeAt(digits.end) === 0x7d ? 1 : 0);
        return this.#saw('escapes', this.#dressed(digits.value > 0x10ffff ? 0xfffd : digits.value));
      }
    }
    if (kind === 0x6e || kind === 0x74 || kind === 0x72) {
      // An escaped line end inside a quoted string: ends a name like a real one does.
      this.at = at + 1;
      this.seen.add('escapes');
      return kind === 0x74 ? 0x20 : NEWLINE;
    }
    this.at = at;
    return this.#saw('backslash', NOTHING);
  }

  /** A terminal control sequence shows nothing: `ESC [ … letter`, `ESC ] … BEL`, at most 32 units long. */
  #ansi(): number {
    const { text } = this;
    let at = this.at + 1;
    const kind = text.charCodeAt(at);
    const limit = Math.min(text.length, at + 32);
    if (kind === 0x5b) {
      at += 1;
      while (at < limit && !(text.charCodeAt(at) >= 0x40 && text.charCodeAt(at) <= 0x7e)) at += 1;
      this.at = Math.min(at + 1, text.length);
    } else if (kind === 0x5d) {
      while (at < limit && text.charCodeAt(at) !== 7) at += 1;
      this.at = Math.min(at + 1, text.length);
    } else this.at = at;
    return this.#saw('ansi', NOTHING);
  }
}

function foldAscii(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

function run(text: string, from: number, hex: boolean, most: number): { value: number; end: number } {
  let value = -1;
  let at = from;
  while (at < from + most && at < text.length) {
    const unit = text.charCodeAt(at);
    const digit =
      unit >= 0x30 && unit <= 0x39
        ? unit - 0x30
        : hex && (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66
          ? (unit | 0x20) - 0x57
          : -1;
    if (digit < 0) break;
    value = Math.max(value, 0) * (hex ? 16 : 10) + digit;
    at += 1;
  }
  return { value, end: at };
}

export function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
