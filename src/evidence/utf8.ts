import type { ByteRange } from './locate.ts';

/**
 * Bytes of UTF-16 units [from, to) of the JSON string content in `bytes[start, end)`. Counts units exactly as a decoder does:
 * malformed UTF-8 gives one U+FFFD per maximal broken part (WHATWG Encoding), as Node's own decoding of the line did.
 */
export function unitsToBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  from: number,
  to: number,
): ByteRange | undefined {
  let index = start;
  let units = 0;
  let rangeStart = -1;
  let lastStart = start;
  while (index < end && units < to) {
    const byte = bytes[index]!;
    let length = 1;
    let width = 1;
    if (byte === 92) length = bytes[index + 1] === 117 ? 6 : 2;
    else if (byte >= 0x80) {
      length = sequenceLength(bytes, index, end);
      if (length === 4) width = 2;
    }
    if (rangeStart < 0 && units + width > from) rangeStart = index;
    lastStart = index;
    index += length;
    units += width;
  }
  if (units < to) return undefined;
  if (from === to) {
    // An empty range is a place: before the unit `from`.
    const place = units > to ? lastStart : index;
    return { start: place, end: place };
  }
  return { start: rangeStart, end: index };
}

/** Bytes that a decoder takes at once: a whole sequence (2 to 4), or the broken part that becomes one U+FFFD. */
function sequenceLength(bytes: Uint8Array, index: number, end: number): number {
  const lead = bytes[index]!;
  const needed =
    lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
  if (needed === 0) return 1;
  let lower = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let upper = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let taken = 1; taken <= needed; taken += 1) {
    const byte = index + taken < end ? bytes[index + taken]! : 0;
    if (byte < lower || byte > upper) return taken;
    lower = 0x80;
    upper = 0xbf;
  }
  return needed + 1;
}
