import { skipSpace, stringEnd, valueEnd } from './json-scan.ts';
import { unitsToBytes } from './utf8.ts';

/** Half-open byte range inside a line. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes of the value that an RFC 6901 pointer names, quotes and brackets included; undefined if nothing is there.
 * Of a repeated key the last one counts, as in JSON.parse. Offsets are relative to `line`.
 */
export function locate(line: Uint8Array, pointer: string): ByteRange | undefined {
  let start = skipSpace(line, 0, line.length);
  let end = valueEnd(line, start, line.length);
  if (end < 0 || end === start) return undefined;
  if (pointer === '') return { start, end };
  if (!pointer.startsWith('/')) return undefined;
  for (const token of pointer.slice(1).split('/')) {
    const step = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const child =
      line[start] === 123
        ? memberOf(line, start, end, step)
        : line[start] === 91
          ? itemOf(line, start, end, step)
          : undefined;
    if (child === undefined) return undefined;
    ({ start, end } = child);
  }
  return { start, end };
}

/**
 * The bytes of UTF-16 units [from, to) of a JSON string value that lies at `value` (quotes included). A unit written as an
 * escape is its whole escape; half of a four-byte character is the whole character. Undefined if the value is no string or
 * has fewer units.
 */
export function locateChars(
  line: Uint8Array,
  value: ByteRange,
  [from, to]: readonly [number, number],
): ByteRange | undefined {
  if (line[value.start] !== 34 || from < 0 || to < from) return undefined;
  return unitsToBytes(line, value.start + 1, value.end - 1, from, to);
}

function memberOf(line: Uint8Array, objectStart: number, objectEnd: number, key: string): ByteRange | undefined {
  let found: ByteRange | undefined;
  let index = skipSpace(line, objectStart + 1, objectEnd);
  while (index < objectEnd && line[index] === 34) {
    const keyEnd = stringEnd(line, index + 1, objectEnd);
    if (keyEnd < 0) return undefined;
    const matches = keyAt(line, index, keyEnd) === key;
    const colon = skipSpace(line, keyEnd + 1, objectEnd);
    const start = skipSpace(line, colon + 1, objectEnd);
    const end = valueEnd(line, start, objectEnd);
    if (end < 0 || end === start) return undefined;
    if (matches) found = { start, end };
    index = skipSpace(line, end, objectEnd);
    if (line[index] !== 44) break;
    index = skipSpace(line, index + 1, objectEnd);
  }
  return found;
}

function itemOf(line: Uint8Array, arrayStart: number, arrayEnd: number, step: string): ByteRange | undefined {
  if (!/^(?:0|[1-9][0-9]*)$/.test(step)) return undefined;
  let remaining = Number(step);
  let index = skipSpace(line, arrayStart + 1, arrayEnd);
  while (index < arrayEnd && line[index] !== 93) {
    const end = valueEnd(line, index, arrayEnd);
    if (end < 0 || end === index) return undefined;
    if (remaining === 0) return { start: index, end };
    remaining -= 1;
    index = skipSpace(line, end, arrayEnd);
    if (line[index] !== 44) break;
    index = skipSpace(line, index + 1, arrayEnd);
  }
  return undefined;
}

/** The key between the quotes at `open` and `close`, decoded. */
export function keyAt(line: Uint8Array, open: number, close: number): string {
  const text = Buffer.from(line.buffer, line.byteOffset + open + 1, close - open - 1).toString('utf8');
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
