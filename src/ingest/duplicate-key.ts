import { stringEnd } from '../evidence/json-scan.ts';
import { keyAt } from '../evidence/locate.ts';

const hashes = new Int32Array(1 << 12);
const places = new Int32Array(1 << 12);
const frames = new Int32Array(1 << 8);

/** A key that an object of the JSON text in `bytes[start, end)` holds twice, at any depth; undefined if there is none. */
export function duplicateKey(bytes: Buffer, start: number, end: number): string | undefined {
  let depth = 0;
  /** Keys of all open objects, innermost last; a frame begins at frames[depth]. -1 marks an array. */
  let used = 0;
  let mayBeKey = false;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index]!;
    if (byte === 34) {
      const open = index;
      if (!mayBeKey) {
        index = stringEnd(bytes, index + 1, end);
        if (index < 0) return undefined;
        continue;
      }
      mayBeKey = false;
      let hash = 17;
      index += 1;
      for (; index < end && bytes[index] !== 34; index += 1) {
        hash = (Math.imul(hash, 31) + bytes[index]!) | 0;
        if (bytes[index] === 92) index += 1;
      }
      const base = frames[depth]!;
      for (let other = base; other < used; other += 1) {
        if (hashes[other] === hash) {
          const key = keyAt(bytes, open, index);
          const before = places[other]!;
          if (keyAt(bytes, before, stringEnd(bytes, before + 1, end)) === key) return key;
        }
      }
      // Objects of thousands of keys are no records: comparing all of them would cost the square.
      if (used < hashes.length && used - base < 256) {
        hashes[used] = hash;
        places[used] = open;
        used += 1;
      }
    } else if (byte === 123) {
      depth += 1;
      if (depth >= frames.length) return undefined;
      frames[depth] = used;
      mayBeKey = true;
    } else if (byte === 91) {
      depth += 1;
      if (depth >= frames.length) return undefined;
      frames[depth] = -1 - used;
      mayBeKey = false;
    } else if (byte === 125 || byte === 93) {
      const frame = frames[depth]!;
      used = frame < 0 ? -1 - frame : frame;
      depth -= 1;
      mayBeKey = false;
    } else if (byte === 44) mayBeKey = depth > 0 && frames[depth]! >= 0;
  }
  return undefined;
}
