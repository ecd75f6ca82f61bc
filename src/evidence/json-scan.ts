/** A walk over JSON text as bytes: no values are made, only ends are found. Expects text that JSON.parse accepts, survives any other. */

const QUOTE = 34;
const BACKSLASH = 92;

/** Index of the closing quote of a string whose content begins at `from`; -1 if it does not end before `end`. */
export function stringEnd(bytes: Uint8Array, from: number, end: number): number {
  // A native search costs as much as eight steps of this loop, and most strings are longer.
  const near = Math.min(end, from + 8);
  let index = from;
  while (index < near) {
    const byte = bytes[index]!;
    if (byte === QUOTE) return index;
    index += byte === BACKSLASH ? 2 : 1;
  }
  while (index < end) {
    const quote = bytes.indexOf(QUOTE, index);
    if (quote < 0 || quote >= end) return -1;
    let backslashes = 0;
    while (quote - 1 - backslashes >= index && bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
    index = quote + 1;
  }
  return -1;
}

export interface Extent {
  /** Behind the last byte of the value; -1 if it is not closed before the end. */
  readonly end: number;
  /** If not closed: whether the text stops inside a string. Pretty-printed JSON never does that at a line's end. */
  readonly insideString: boolean;
}

const INSIDE_STRING: Extent = { end: -1, insideString: true };
const OPEN: Extent = { end: -1, insideString: false };

/** Where the object or array that begins at `from` closes. Kinds of bracket are not compared: JSON.parse does that. */
export function bracketExtent(bytes: Uint8Array, from: number, end: number): Extent {
  let depth = 0;
  for (let index = from; index < end; index += 1) {
    const byte = bytes[index]!;
    if (byte === QUOTE) {
      index = stringEnd(bytes, index + 1, end);
      if (index < 0) return INSIDE_STRING;
    } else if (byte === 123 || byte === 91) depth += 1;
    else if (byte === 125 || byte === 93) {
      depth -= 1;
      if (depth === 0) return { end: index + 1, insideString: false };
    }
  }
  return OPEN;
}

/** End of any JSON value that begins at `from` (no white space before it); -1 if it is not closed. */
export function valueEnd(bytes: Uint8Array, from: number, end: number): number {
  const first = bytes[from];
  if (first === QUOTE) {
    const quote = stringEnd(bytes, from + 1, end);
    return quote < 0 ? -1 : quote + 1;
  }
  if (first === 123 || first === 91) return bracketExtent(bytes, from, end).end;
  let index = from;
  while (index < end && !isDelimiter(bytes[index]!)) index += 1;
  return index;
}

export function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let index = from;
  while (index < end && isSpace(bytes[index]!)) index += 1;
  return index;
}

export function isSpace(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 13;
}

function isDelimiter(byte: number): boolean {
  return byte === 44 || byte === 125 || byte === 93 || isSpace(byte);
}
