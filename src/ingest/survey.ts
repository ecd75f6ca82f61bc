import { checkedEnd } from '../evidence/json-check.ts';
import { stringEnd, valueEnd } from '../evidence/json-scan.ts';
import { keyAt } from '../evidence/locate.ts';

/** What the structure of a line shows that its parsed value does not. One object, reused: read it before the next survey. */
export interface Survey {
  /** A key that an object holds twice; JSON.parse keeps the last value in silence. */
  duplicate: string | undefined;
  protoKey: boolean;
  /** The value of a top-level `toolUseResult`, where the line is well-formed up to its end; else -1. */
  resultStart: number;
  resultEnd: number;
}

const survey: Survey = { duplicate: undefined, protoKey: false, resultStart: -1, resultEnd: -1 };

/** Keys of all open objects, innermost last: hash and offset of each. */
const MAX_KEYS = 1 << 12;
const MAX_DEPTH = 1 << 8;
const hashes = new Int32Array(MAX_KEYS);
const places = new Int32Array(MAX_KEYS);
/** Where the keys of each open object begin in them; negative for an array. */
const frames = new Int32Array(MAX_DEPTH);

const PROTO = hashOf(Buffer.from('__proto__'));
const RESULT = hashOf(Buffer.from('toolUseResult'));
const DATA = hashOf(Buffer.from('data'));

/**
 * Walks over the keys of the JSON object in `bytes[start, end)`. The insides of a top-level `toolUseResult` and of the `data`
 * of progress records are stepped over: they are half of all bytes, and no evidence hangs on a repeated key there.
 * Objects of more than 256 keys are not compared in full.
 */
export function surveyLine(bytes: Buffer, start: number, end: number): Survey {
  survey.duplicate = undefined;
  survey.protoKey = false;
  survey.resultStart = -1;
  survey.resultEnd = -1;
  let depth = 0;
  let used = 0;
  let mayBeKey = false;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index]!;
    if (byte === 34) {
      const open = index;
      if (!mayBeKey) {
        index = stringEnd(bytes, index + 1, end);
        if (index < 0) return survey;
        continue;
      }
      mayBeKey = false;
      let hash = 17;
      let escaped = false;
      for (index += 1; index < end && bytes[index] !== 34; index += 1) {
        hash = (Math.imul(hash, 31) + bytes[index]!) | 0;
        if (bytes[index] === 92) {
          escaped = true;
          index += 1;
        }
      }
      if (escaped) hash = hashOf(Buffer.from(keyAt(bytes, open, index)));
      if (hash === PROTO && keyAt(bytes, open, index) === '__proto__') survey.protoKey = true;
      if (survey.duplicate === undefined) {
        const base = frames[depth]!;
        if (isRepeated(bytes, open, index, end, hash, base, used)) survey.duplicate = keyAt(bytes, open, index);
        else if (used < MAX_KEYS && used - base < 256) {
          hashes[used] = hash;
          places[used] = open;
          used += 1;
        }
      }
      if (depth === 1 && (hash === RESULT || hash === DATA)) {
        index = stepOver(bytes, index + 1, end, hash === RESULT);
        if (index < 0) return survey;
      }
    } else if (byte === 123) {
      depth += 1;
      if (depth >= MAX_DEPTH) return survey;
      frames[depth] = used;
      mayBeKey = true;
    } else if (byte === 91) {
      depth += 1;
      if (depth >= MAX_DEPTH) return survey;
      frames[depth] = -1 - used;
      mayBeKey = false;
    } else if (byte === 125 || byte === 93) {
      if (depth === 0) return survey;
      const frame = frames[depth]!;
      used = frame < 0 ? -1 - frame : frame;
      depth -= 1;
      mayBeKey = false;
    } else if (byte === 44) mayBeKey = depth > 0 && frames[depth]! >= 0;
  }
  return survey;
}

function isRepeated(
  bytes: Buffer,
  open: number,
  close: number,
  end: number,
  hash: number,
  base: number,
  used: number,
): boolean {
  for (let other = base; other < used; other += 1) {
    if (hashes[other] !== hash) continue;
    const before = places[other]!;
    if (keyAt(bytes, before, stringEnd(bytes, before + 1, end)) === keyAt(bytes, open, close)) return true;
  }
  return false;
}

/** From behind a key: index of the last byte of its value; -1 if the value does not end. */
function stepOver(bytes: Buffer, from: number, end: number, isResult: boolean): number {
  let start = from;
  while (start < end && (bytes[start] === 58 || bytes[start] === 32)) start += 1;
  const close = isResult ? checkedEnd(bytes, start, end) : valueEnd(bytes, start, end);
  if (close < 0) return -1;
  if (isResult) {
    survey.resultStart = start;
    survey.resultEnd = close;
  }
  return close - 1;
}

function hashOf(bytes: Uint8Array): number {
  let hash = 17;
  for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}
