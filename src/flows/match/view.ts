/** Another reading of a text: what stands in it once an encoding is undone, with the way back to the text's own characters. */
export interface View {
  readonly text: string;
  /** For each UTF-16 unit of the view: where its source characters start and end in the text. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Encodings that were undone, outermost first. */
  readonly transforms: readonly string[];
}

/** The characters of the text that `[from, to)` of the view was read from. */
export function toText(view: View, from: number, to: number): [number, number] {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  // A view may run backwards; only its ends can be extreme, whatever lies between.
  for (const at of [from, to - 1]) {
    start = Math.min(start, view.starts[at]!);
    end = Math.max(end, view.ends[at]!);
  }
  return [start, end];
}

/** A view of a view, as a view of the text. */
export function nested(outer: View, inner: View): View {
  const starts = new Uint32Array(inner.starts.length);
  const ends = new Uint32Array(inner.ends.length);
  for (let at = 0; at < starts.length; at++) {
    const [start, end] = toText(outer, inner.starts[at]!, Math.max(inner.ends[at]!, inner.starts[at]! + 1));
    starts[at] = start;
    ends[at] = end;
  }
  return { text: inner.text, starts, ends, transforms: [...outer.transforms, ...inner.transforms] };
}

/** Where the characters that a byte was read from start and end. */
export interface BytePlaces {
  start(byte: number): number;
  end(byte: number): number;
}

/**
 * Bytes as text with the offsets of each character; undefined where they are not text (more than one in ten characters is a control or
 * is no UTF-8). UTF-16 is recognised by its zero bytes.
 */
export function readBytes(bytes: Uint8Array, size: number, places: BytePlaces, transform: string): View | undefined {
  let zeros = 0;
  const probe = Math.min(size, 64);
  for (let at = 1; at < probe; at += 2) if (bytes[at] === 0) zeros++;
  const wide = probe >= 8 && zeros > probe / 4;
  // A character never has more UTF-16 units than bytes.
  const units = new Uint16Array(size);
  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  let out = 0;
  let odd = 0;
  let count = 0;
  for (let at = 0; at < size; ) {
    let point = bytes[at]!;
    let length = 1;
    if (wide) {
      point |= (bytes[at + 1] ?? 0) << 8;
      length = 2;
    } else if (point >= 0x80) {
      const wanted = point >= 0xf0 ? 4 : point >= 0xe0 ? 3 : point >= 0xc2 ? 2 : 0;
      let value = wanted === 0 ? -1 : point & (0x7f >> wanted);
      for (let next = 1; next < wanted && value >= 0; next++) {
        const byte = at + next < size ? bytes[at + next]! : 0;
        value = (byte & 0xc0) === 0x80 ? (value << 6) | (byte & 0x3f) : -1;
      }
      if (value >= 0 && value <= 0x10ffff) {
        point = value;
        length = wanted;
      } else point = 0xfffd;
    }
    const control = point < 32 && point !== 9 && point !== 10 && point !== 13 && point !== 27;
    if (control || point === 0xfffd || point === 127) odd++;
    count++;
    // A picture shows itself within a few bytes: do not read megabytes of it.
    if ((count === 12 || count === 64 || count === 1024) && odd * 10 > count) return undefined;
    const start = places.start(at);
    const end = places.end(Math.min(at + length, size) - 1);
    if (point > 0xffff) {
      units[out] = 0xd800 + ((point - 0x10000) >> 10);
      starts[out] = start;
      ends[out++] = end;
      point = 0xdc00 + ((point - 0x10000) & 0x3ff);
    }
    units[out] = point;
    starts[out] = start;
    ends[out++] = end;
    at += length;
  }
  if (count === 0 || odd * 10 > count) return undefined;
  const text = Buffer.from(units.buffer, 0, 2 * out).toString('utf16le');
  return { text, starts: starts.subarray(0, out), ends: ends.subarray(0, out), transforms: [transform] };
}
