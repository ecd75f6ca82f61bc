/** What the structure of a line shows that its parsed value does not. One object, reused: read it before the next survey. */
export interface Survey {
  /** A key that an object holds twice; JSON.parse keeps the last value in silence. */
  duplicate: string | undefined;
  protoKey: boolean;
  /** UTF-16 units of the last top-level `toolUseResult`; 0 without one. */
  resultLength: number;
}

const survey: Survey = { duplicate: undefined, protoKey: false, resultLength: 0 };

const QUOTE = 34;
const BACKSLASH = 92;

/** Keys of all open objects, innermost last: hash and place of each. */
const MAX_KEYS = 1 << 12;
const MAX_DEPTH = 1 << 8;
const hashes = new Int32Array(MAX_KEYS);
const places = new Int32Array(MAX_KEYS);
/** Where the keys of each open object begin in them; negative for an array. */
const frames = new Int32Array(MAX_DEPTH);

const PROTO = hashOf('__proto__');
const RESULT = hashOf('toolUseResult');
const DATA = hashOf('data');

/**
 * Walks over the keys of `text`, an object that JSON.parse has accepted. The insides of a top-level `toolUseResult` and of the
 * `data` of progress records are stepped over: they are half of all bytes, and no evidence hangs on a repeated key there.
 * Objects of more than 256 keys are not compared in full.
 */
export function surveyLine(text: string): Survey {
  survey.duplicate = undefined;
  survey.protoKey = false;
  survey.resultLength = 0;
  let depth = 0;
  let used = 0;
  let mayBeKey = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) {
      const open = index;
      if (!mayBeKey) {
        index = stringEnd(text, index + 1);
        continue;
      }
      mayBeKey = false;
      let hash = 17;
      let escaped = false;
      for (index += 1; text.charCodeAt(index) !== QUOTE; index += 1) {
        const inside = text.charCodeAt(index);
        hash = (Math.imul(hash, 31) + inside) | 0;
        if (inside === BACKSLASH) {
          escaped = true;
          index += 1;
        }
      }
      if (escaped) hash = hashOf(keyAt(text, open));
      if (hash === PROTO && keyAt(text, open) === '__proto__') survey.protoKey = true;
      if (survey.duplicate === undefined) {
        const base = frames[depth]!;
        if (isRepeated(text, open, hash, base, used)) survey.duplicate = keyAt(text, open);
        else if (used < MAX_KEYS && used - base < 256) {
          hashes[used] = hash;
          places[used] = open;
          used += 1;
        }
      }
      if (depth === 1 && (hash === RESULT || hash === DATA)) {
        const start = text.indexOf(':', index) + 1;
        const end = valueEnd(text, start);
        if (hash === RESULT) survey.resultLength = end - start;
        index = end - 1;
      }
    } else if (unit === 123) {
      depth += 1;
      if (depth >= MAX_DEPTH) return survey;
      frames[depth] = used;
      mayBeKey = true;
    } else if (unit === 91) {
      depth += 1;
      if (depth >= MAX_DEPTH) return survey;
      frames[depth] = -1 - used;
      mayBeKey = false;
    } else if (unit === 125 || unit === 93) {
      const frame = frames[depth]!;
      used = frame < 0 ? -1 - frame : frame;
      depth -= 1;
      mayBeKey = false;
    } else if (unit === 44) mayBeKey = frames[depth]! >= 0;
  }
  return survey;
}

function isRepeated(text: string, open: number, hash: number, base: number, used: number): boolean {
  for (let other = base; other < used; other += 1) {
    if (hashes[other] === hash && keyAt(text, places[other]!) === keyAt(text, open)) return true;
  }
  return false;
}

/** The key whose quote is at `open`, decoded. */
function keyAt(text: string, open: number): string {
  const key = text.slice(open, stringEnd(text, open + 1) + 1);
  return key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1);
}

/** Index of the closing quote of a string whose content begins at `from`. */
function stringEnd(text: string, from: number): number {
  for (let index = from; ; ) {
    const quote = text.indexOf('"', index);
    if (quote < 0) return text.length;
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
    index = quote + 1;
  }
}

/** Behind the value that begins at or after `from`; white space in front of what follows may be counted in. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) index = stringEnd(text, index + 1);
    else if (unit === 123 || unit === 91) depth += 1;
    else if (unit === 125 || unit === 93) {
      depth -= 1;
      if (depth <= 0) return depth < 0 ? index : index + 1;
    } else if (unit === 44 && depth === 0) return index;
  }
  return text.length;
}

function hashOf(text: string): number {
  let hash = 17;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
