import { skipSpace, stringEnd } from './json-scan.ts';

// What may come next in the text.
const VALUE = 0;
const FIRST_ITEM = 1;
const FIRST_KEY = 2;
const KEY = 3;
const AFTER_VALUE = 4;

const MAX_DEPTH = 512;
const isArray = new Uint8Array(MAX_DEPTH);

/**
 * End of the JSON value that begins at `from`, -1 if JSON.parse would not take it (or if it is nested very deep). Several times
 * as fast as parsing, for values that nobody may ever look at. Control characters are not looked for: see `hasControl`.
 */
export function checkedEnd(bytes: Buffer, from: number, end: number): number {
  let depth = 0;
  let expects = VALUE;
  let index = from;
  let backslash = bytes.indexOf(92, from);
  for (;;) {
    index = skipSpace(bytes, index, end);
    if (index >= end) return -1;
    const byte = bytes[index]!;
    if (expects === AFTER_VALUE) {
      if (byte === 44) expects = isArray[depth] === 1 ? VALUE : KEY;
      else if (byte === (isArray[depth] === 1 ? 93 : 125)) {
        depth -= 1;
        if (depth === 0) return index + 1;
      } else return -1;
      index += 1;
      continue;
    }
    if (byte === 34) {
      const close = stringEnd(bytes, index + 1, end);
      if (close < 0) return -1;
      if (backslash >= 0 && backslash < close) {
        backslash = escapesEnd(bytes, backslash < index ? bytes.indexOf(92, index) : backslash, close);
        if (backslash === -2) return -1;
      }
      index = close + 1;
      if (expects === KEY || expects === FIRST_KEY) {
        index = skipSpace(bytes, index, end);
        if (bytes[index] !== 58) return -1;
        index += 1;
        expects = VALUE;
        continue;
      }
      expects = AFTER_VALUE;
    } else if (expects === FIRST_KEY && byte === 125) {
      depth -= 1;
      index += 1;
      expects = AFTER_VALUE;
    } else if (expects === KEY || expects === FIRST_KEY) return -1;
    else if (byte === 123 || byte === 91) {
      depth += 1;
      if (depth >= MAX_DEPTH) return -1;
      isArray[depth] = byte === 91 ? 1 : 0;
      expects = byte === 91 ? FIRST_ITEM : FIRST_KEY;
      index += 1;
      continue;
    } else if (expects === FIRST_ITEM && byte === 93) {
      depth -= 1;
      index += 1;
      expects = AFTER_VALUE;
    } else {
      index = scalarEnd(bytes, index, end);
      if (index < 0) return -1;
      expects = AFTER_VALUE;
    }
    if (depth === 0) return index;
  }
}

/** Whether any byte is a control character, which inside a string JSON.parse refuses. White space between values counts too. */
export function hasControl(bytes: Buffer): boolean {
  const aligned = bytes.length < 8 ? bytes.length : (4 - (bytes.byteOffset & 3)) & 3;
  const words =
    bytes.length < 8
      ? NO_WORDS
      : new Uint32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    // The high bit of a byte is set where it was below 0x20 and had no high bit of its own.
    if (
      ((word - 0x20202020) & ~word & 0x80808080) !== 0 &&
      hasControlByte(bytes, aligned + index * 4, aligned + index * 4 + 4)
    )
      return true;
  }
  return hasControlByte(bytes, 0, aligned) || hasControlByte(bytes, aligned + words.length * 4, bytes.length);
}

const NO_WORDS = new Uint32Array(0);

/** Of four bytes at once the one above a control character may look like one, too: such words are looked at again. */
function hasControlByte(bytes: Buffer, from: number, end: number): boolean {
  for (let index = from; index < end; index += 1) if (bytes[index]! < 32) return true;
  return false;
}

/** Checks the escapes from `backslash` to `close`; gives the first backslash behind, -1 if there is none, -2 for a bad one. */
function escapesEnd(bytes: Buffer, backslash: number, close: number): number {
  let at = backslash;
  while (at >= 0 && at < close) {
    switch (bytes[at + 1]) {
      case 117:
        for (let digit = at + 2; digit < at + 6; digit += 1) if (digit >= close || !isHex(bytes[digit]!)) return -2;
        at += 6;
        break;
      case 34:
      case 47:
      case 92:
      case 98:
      case 102:
      case 110:
      case 114:
      case 116:
        at += 2;
        break;
      default:
        return -2;
    }
    if (bytes[at] !== 92) at = bytes.indexOf(92, at);
  }
  return at;
}

/** End of a number or of true, false, null; -1 for anything else. */
function scalarEnd(bytes: Buffer, from: number, end: number): number {
  let index = from;
  while (index < end && index - from < 400 && isScalar(bytes[index]!)) index += 1;
  return SCALAR.test(bytes.toString('latin1', from, index)) ? index : -1;
}

const SCALAR = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;

function isScalar(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) ||
    (byte >= 97 && byte <= 122) ||
    byte === 45 ||
    byte === 43 ||
    byte === 46 ||
    byte === 69
  );
}

function isHex(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102) || (byte >= 65 && byte <= 70);
}
