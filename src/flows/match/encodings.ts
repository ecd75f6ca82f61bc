import { cipherViews } from './ciphers.ts';
import { codesOf } from './codes.ts';
import { hexValue, isHex } from './escapes.ts';
import { type BytePlaces, nested, readBytes, type View } from './view.ts';

/** Layers that are undone one inside the other. */
const DEPTH = 3;
/** Views of one text, all layers together, and how many characters they may hold for each character of the text. */
const MOST_VIEWS = 400;
const GROWTH = 3;
const SHORTEST_RUN = 20;
const SHORTEST_VIEW = 10;

export interface Views {
  readonly views: readonly View[];
  /** Not everything that looks encoded was undone. */
  readonly cut: boolean;
}

/** Everything readable that stands encoded inside a text, to three layers. Linear: every layer is shorter than what it was read from. */
export function viewsOf(text: string): Views {
  // Evidence asks for the views of one text many times in a row.
  if (text !== lastText) {
    last = readViews(text);
    lastText = text;
  }
  return last;
}

let lastText: string | undefined;
let last: Views = { views: [], cut: false };

function readViews(text: string): Views {
  const views: View[] = [];
  let left = text.length * GROWTH + 4096;
  let cut = false;
  let layer = decodeOnce(text);
  for (let depth = 1; layer.length > 0; depth++) {
    const next: View[] = [];
    for (const view of layer) {
      if (views.length >= MOST_VIEWS || left < view.text.length) {
        cut = true;
        break;
      }
      left -= view.text.length;
      views.push(view);
      const inner = decodeOnce(view.text, view);
      if (depth < DEPTH) for (const one of inner) next.push(nested(view, one));
      else if (inner.length > 0) cut = true;
    }
    layer = next;
  }
  return { views, cut };
}

/** The encodings that may stand in a text, one layer of them. */
function decodeOnce(text: string, inner?: View): View[] {
  const views: View[] = [];
  const keep = (view: View | undefined) => {
    if (view !== undefined && view.text.length >= SHORTEST_VIEW) views.push(view);
  };
  runs(text, keep);
  numberLists(text, keep);
  codePoints(text, keep);
  percent(text, keep);
  hiddenCharacters(text, keep);
  // A passage that was turned round once would look turned round again.
  if (inner?.transforms.at(-1) !== 'rot13' && inner?.transforms.at(-1) !== 'reversed') views.push(...cipherViews(text));
  return views;
}

type Keep = (view: View | undefined) => void;

const OTHER = 0;
const HEX = 1;
const BASE64 = 2;
const CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[0-9a-fA-F]/.test(character)) CLASS[code] = HEX;
  else if (/[A-Za-z0-9+/_-]/.test(character)) CLASS[code] = BASE64;
}

/** Long runs of one alphabet: base64 (also its URL form, also wrapped in lines), hexadecimal, base32. */
function runs(text: string, keep: Keep): void {
  const codes = codesOf(text);
  const length = text.length;
  let at = 0;
  // A run that starts here covers the place `SHORTEST_RUN - 1` further on: looking there first skips most of the text.
  while (at + SHORTEST_RUN <= length) {
    let back = at + SHORTEST_RUN - 1;
    while (back >= at && inRun(codes[back]!)) back--;
    if (back >= at) {
      at = back + 1;
      continue;
    }
    const start = at;
    at += SHORTEST_RUN;
    while (inRun(codes[at]!)) at++;
    const end = wrapped(text, codes, start, at);
    // `0x` in front of all the digits.
    const digits = codes[start] === 48 && codes[start + 1] === 120 ? start + 2 : start;
    if (onlyHex(text, digits, at) && (at - digits) % 2 === 0) keep(hexadecimal(text, digits, at));
    keep(base64(text, start, end));
    if (/^[A-Z2-7]+$/.test(text.slice(start, Math.min(at, start + 64)))) keep(base32(text, start, at));
    at = Math.max(at, end) + 1;
  }
}

function inRun(code: number): boolean {
  return code < 128 && CLASS[code] !== OTHER;
}

/** Where a run that was broken into lines ends: lines of one length, then a last one that is not longer. */
function wrapped(text: string, codes: Uint16Array, start: number, end: number): number {
  const width = end - start;
  if (width < 40) return end;
  let last = end;
  for (;;) {
    const gap = lineBreak(text, codes, last);
    if (gap === 0) return last;
    let at = last + gap;
    const from = at;
    while (inRun(codes[at]!)) at++;
    const size = at - from;
    if (size === 0 || size > width) return last;
    last = at;
    if (size < width) return last;
  }
}

/** Length of a line break at `at`, real or escaped, with the white space that starts the next line. */
function lineBreak(text: string, codes: Uint16Array, at: number): number {
  let end = at;
  if (codes[end] === 13) end++;
  if (codes[end] === 10) end++;
  else if (text.startsWith('\\n', end)) end += 2;
  else if (text.startsWith('\\r\\n', end)) end += 4;
  if (end === at) return 0;
  while (end - at < 32 && (codes[end] === 32 || codes[end] === 9)) end++;
  return end - at;
}

function onlyHex(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (CLASS[text.charCodeAt(at)] !== HEX) return false;
  return true;
}

function hexadecimal(text: string, start: number, end: number): View | undefined {
  const size = (end - start) >> 1;
  const bytes = new Uint8Array(size);
  for (let byte = 0; byte < size; byte++) bytes[byte] = hexValue(text, start + 2 * byte, 2);
  return readBytes(bytes, size, { start: (byte) => start + 2 * byte, end: (byte) => start + 2 * byte + 2 }, 'hex');
}

const SIX_BITS = new Int8Array(128).fill(-1);
for (let code = 65; code <= 90; code++) SIX_BITS[code] = code - 65;
for (let code = 97; code <= 122; code++) SIX_BITS[code] = code - 71;
for (let code = 48; code <= 57; code++) SIX_BITS[code] = code + 4;
SIX_BITS[43] = SIX_BITS[45] = 62;
SIX_BITS[47] = SIX_BITS[95] = 63;

function base64(text: string, start: number, end: number): View | undefined {
  if (!readable(text, start)) return undefined;
  const places = new Uint32Array(end - start);
  const bytes = new Uint8Array(Math.floor(((end - start) * 3) / 4) + 3);
  let url = false;
  let held = 0;
  let bits = 0;
  let count = 0;
  let size = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const value = code < 128 ? SIX_BITS[code]! : -1;
    if (value < 0) {
      if (code === 92) at++;
      continue;
    }
    if (code === 45 || code === 95) url = true;
    places[count++] = at;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[size++] = (held >> bits) & 0xff;
    }
  }
  const range: BytePlaces = {
    start: (byte) => places[Math.floor((byte * 4) / 3)]!,
    end: (byte) => places[Math.min(count - 1, Math.floor((byte * 4 + 3) / 3))]! + 1,
  };
  return readBytes(bytes, size, range, url ? 'base64url' : 'base64');
}

/** Whether the first twelve bytes of a base64 run are text: most long words and paths fail here, for the price of sixteen look-ups. */
function readable(text: string, start: number): boolean {
  let odd = 0;
  let zeros = 0;
  for (let group = 0; group < 16; group += 4) {
    let held = 0;
    for (let step = 0; step < 4; step++)
      held = (held << 6) | Math.max(0, SIX_BITS[text.charCodeAt(start + group + step)] ?? 0);
    for (const byte of [(held >> 16) & 0xff, (held >> 8) & 0xff, held & 0xff]) {
      if (byte === 0) zeros++;
      else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) odd++;
      else if (byte === 0x7f || byte === 0xc0 || byte === 0xc1 || byte > 0xf4) odd++;
    }
  }
  return odd === 0 && (zeros === 0 || zeros >= 5);
}

function base32(text: string, start: number, end: number): View | undefined {
  const bytes = new Uint8Array(Math.floor(((end - start) * 5) / 8) + 1);
  let held = 0;
  let bits = 0;
  let size = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const value = code >= 65 && code <= 90 ? code - 65 : code >= 50 && code <= 55 ? code - 24 : -1;
    if (value < 0) return undefined;
    held = ((held << 5) | value) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[size++] = (held >> bits) & 0xff;
    }
  }
  const range: BytePlaces = {
    start: (byte) => start + Math.floor((byte * 8) / 5),
    end: (byte) => Math.min(end, start + Math.floor((byte * 8 + 7) / 5) + 1),
  };
  return readBytes(bytes, size, range, 'base32');
}

/** Twelve or more byte values in a row: `73, 103, 110`, `49 67 6e`, `0x49,0x67`, `\x49\x67` (bounded repeats only: no backtracking). */
const DECIMAL_LIST = /\d{2,3}(?:[,;\s]{1,3}\d{2,3}){11,}/g;
const HEX_LIST = /(?:0x|\\x)?[0-9a-fA-F]{2}(?:(?:[,;:\s-]{1,2}(?:0x|\\x)?|\\x)[0-9a-fA-F]{2}){11,}/g;

/** Characters of the shortest list: twelve times two digits and a sign between. */
const SHORTEST_LIST = 35;
const IN_LIST = new Uint8Array(128);
for (let code = 0; code < 128; code++) if (/[0-9a-fA-FxX,;:\s\\-]/.test(String.fromCharCode(code))) IN_LIST[code] = 1;

/** Whether there is a stretch of nothing but digits and signs of a list. Looks at few places of a text without one, as `runs`. */
function mayHoldList(text: string): boolean {
  const codes = codesOf(text);
  const last = text.length - SHORTEST_LIST;
  for (let at = 0; at <= last; ) {
    let back = at + SHORTEST_LIST - 1;
    // Not all white space is ASCII.
    while (back >= at && (codes[back]! < 128 ? IN_LIST[codes[back]!] === 1 : codes[back]! < 0x3001)) back--;
    if (back < at) return true;
    at = back + 1;
  }
  return false;
}

function numberLists(text: string, keep: Keep): void {
  if (!mayHoldList(text)) return;
  for (const [pattern, radix, name] of [
    [DECIMAL_LIST, 10, 'char-codes'],
    [HEX_LIST, 16, 'hex'],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const base = match.index;
      const bytes: number[] = [];
      const places: [number, number][] = [];
      for (const number of match[0].matchAll(radix === 10 ? /\d+/g : /[0-9a-fA-F]{2}(?![xX])/g)) {
        const value = Number.parseInt(number[0], radix);
        if (value > 255) break;
        bytes.push(value);
        places.push([base + number.index, base + number.index + number[0].length]);
      }
      const range = { start: (byte: number) => places[byte]![0], end: (byte: number) => places[byte]![1] };
      keep(readBytes(Uint8Array.from(bytes), bytes.length, range, name));
    }
  }
}

const CODE_POINTS = /U\+[0-9A-F]{4,6}(?:[\s,;]{0,2}U\+[0-9A-F]{4,6}){7,}/gi;

/** Characters by their Unicode names: `U+0049 U+0067`. */
function codePoints(text: string, keep: Keep): void {
  if (!text.includes('U+') && !text.includes('u+')) return;
  for (const match of text.matchAll(CODE_POINTS)) {
    const bytes: number[] = [];
    const places: [number, number][] = [];
    for (const one of match[0].matchAll(/U\+([0-9A-F]{4,6})/gi)) {
      const point = Number.parseInt(one[1]!, 16);
      const start = match.index + one.index;
      for (const byte of Buffer.from(String.fromCodePoint(point <= 0x10ffff ? point : 0xfffd))) {
        bytes.push(byte);
        places.push([start, start + one[0].length]);
      }
    }
    const range = { start: (byte: number) => places[byte]![0], end: (byte: number) => places[byte]![1] };
    keep(readBytes(Uint8Array.from(bytes), bytes.length, range, 'code-points'));
  }
}

/** Tokens with three or more `%XX`: each is decoded whole, `+` as a blank. */
function percent(text: string, keep: Keep): void {
  let at = text.indexOf('%');
  while (at >= 0) {
    let start = at;
    while (start > 0 && at - start < 2048 && isUrlCharacter(text.charCodeAt(start - 1))) start--;
    let end = at;
    let escapes = 0;
    while (end < text.length && isUrlCharacter(text.charCodeAt(end))) {
      if (isEscape(text, end)) escapes++;
      end++;
    }
    if (escapes >= 3) {
      const bytes = new Uint8Array(end - start);
      const places = new Uint32Array(end - start);
      let size = 0;
      for (let from = start; from < end; size++) {
        places[size] = from;
        if (isEscape(text, from)) {
          bytes[size] = hexValue(text, from + 1, 2);
          from += 3;
        } else {
          const code = text.charCodeAt(from++);
          bytes[size] = code === 43 ? 32 : code;
        }
      }
      const range: BytePlaces = {
        start: (byte) => places[byte]!,
        end: (byte) => places[byte]! + (isEscape(text, places[byte]!) ? 3 : 1),
      };
      keep(readBytes(bytes, size, range, 'url'));
    }
    at = text.indexOf('%', Math.max(end, at + 1));
  }
}

function isEscape(text: string, at: number): boolean {
  return text.charCodeAt(at) === 37 && isHex(text.charCodeAt(at + 1)) && isHex(text.charCodeAt(at + 2));
}

function isUrlCharacter(code: number): boolean {
  return (
    code > 32 && code < 127 && code !== 34 && code !== 39 && code !== 60 && code !== 62 && code !== 92 && code !== 96
  );
}

/** Text that no reader sees: Unicode tag characters spell ASCII, variation selectors spell bytes. */
function hiddenCharacters(text: string, keep: Keep): void {
  if (text.includes('\udb40'))
    keep(spelled(text, 'tag-characters', (point) => (point >= 0xe0020 && point <= 0xe007e ? point - 0xe0000 : -1)));
  if (/[\ufe00-\ufe0f]{4}|(?:\udb40[\udd00-\uddef]){4}/.test(text)) {
    keep(
      spelled(text, 'variation-selectors', (point) =>
        point >= 0xfe00 && point <= 0xfe0f
          ? point - 0xfe00
          : point >= 0xe0100 && point <= 0xe01ef
            ? point - 0xe0100 + 16
            : -1,
      ),
    );
  }
}

function spelled(text: string, name: string, byteOf: (point: number) => number): View | undefined {
  const bytes: number[] = [];
  const places: number[] = [];
  const sizes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800) continue;
    const point = text.codePointAt(at)!;
    const byte = byteOf(point);
    if (byte >= 0) {
      bytes.push(byte);
      places.push(at);
      sizes.push(point > 0xffff ? 2 : 1);
    }
    if (point > 0xffff) at++;
  }
  const range = { start: (byte: number) => places[byte]!, end: (byte: number) => places[byte]! + sizes[byte]! };
  return readBytes(Uint8Array.from(bytes), bytes.length, range, name);
}
