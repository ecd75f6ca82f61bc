import { isObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { bracketExtent, skipSpace } from '../evidence/json-scan.ts';

/** What a damaged stretch of bytes still holds. Offsets are relative to the stretch. */
export interface Recovery {
  /** Whole objects in order. */
  readonly pieces: readonly Piece[];
  /** Stretches between them that are part of no whole object. */
  readonly broken: readonly Broken[];
  readonly nulRuns: readonly Stretch[];
  /** The search was cut short: something recoverable may have been missed. */
  readonly exhausted: boolean;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Piece extends Stretch {
  readonly value: JsonObject;
}

export interface Broken extends Stretch {
  /** `head`: begins like an object; `fragment`: the rest of one, or no JSON at all. */
  readonly kind: 'head' | 'fragment';
  readonly insideString: boolean;
}

/** Keys that a record of any version begins with. Only there may a whole record begin in the middle of a torn one. */
const FIRST_KEYS = [
  'parentUuid',
  'logicalParentUuid',
  'type',
  'uuid',
  'sessionId',
  'session_id',
  'isSidechain',
  'message',
  'timestamp',
  'agentId',
  'cwd',
  'version',
  'userType',
  'leafUuid',
  'summary',
  'operation',
  'messageId',
  'requestId',
  'attachment',
  'data',
].map((key) => Buffer.from(`{"${key}"`));

/**
 * Finds every whole object in `bytes`: several on one line, one behind a torn one, one between NUL runs, elements of an array.
 * An object that begins inside a torn one counts only if `isRecord` holds, for content blocks are objects too.
 * Linear: the bytes walked in vain are bounded by a multiple of the input.
 */
export function recover(bytes: Buffer, isRecord: (value: JsonObject) => boolean): Recovery {
  const pieces: Piece[] = [];
  const broken: Broken[] = [];
  const nulRuns: Stretch[] = [];
  let budget = 32 * bytes.length + (1 << 20);
  let exhausted = false;

  const objectAt = (start: number, end: number): Piece | 'inside-string' | undefined => {
    const extent = bracketExtent(bytes, start, end);
    budget -= (extent.end < 0 ? end : extent.end) - start;
    if (extent.end < 0) return extent.insideString ? 'inside-string' : undefined;
    const value = parse(bytes, start, extent.end);
    return isObject(value) ? { start, end: extent.end, value } : 'inside-string';
  };

  const nextRecord = (from: number, end: number): Piece | undefined => {
    for (let index = bytes.indexOf('{"', from); index >= 0 && index < end; index = bytes.indexOf('{"', index + 1)) {
      if (!FIRST_KEYS.some((key) => startsWith(bytes, index, key))) continue;
      if (budget < 0) {
        exhausted = true;
        return undefined;
      }
      const found = objectAt(index, end);
      if (found !== undefined && found !== 'inside-string' && isRecord(found.value)) return found;
    }
    return undefined;
  };

  const scan = (segmentStart: number, segmentEnd: number) => {
    let index = skipSeparators(bytes, segmentStart, segmentEnd);
    while (index < segmentEnd) {
      const atObject = bytes[index] === 123;
      const whole = atObject ? objectAt(index, segmentEnd) : undefined;
      if (whole !== undefined && whole !== 'inside-string') {
        pieces.push(whole);
        index = whole.end;
      } else {
        const next = nextRecord(index + 1, segmentEnd);
        const end = next?.start ?? segmentEnd;
        broken.push({
          start: index,
          end,
          kind: atObject ? 'head' : 'fragment',
          insideString: whole === 'inside-string',
        });
        if (next === undefined) return;
        pieces.push(next);
        index = next.end;
      }
      index = skipSeparators(bytes, index, segmentEnd);
    }
  };

  let start = 0;
  while (start < bytes.length) {
    const nul = bytes.indexOf(0, start);
    const end = nul < 0 ? bytes.length : nul;
    scan(start, end);
    if (nul < 0) break;
    start = nul;
    while (start < bytes.length && bytes[start] === 0) start += 1;
    nulRuns.push({ start: nul, end: start });
  }
  return { pieces, broken, nulRuns, exhausted };
}

function startsWith(bytes: Buffer, at: number, start: Buffer): boolean {
  return at + start.length <= bytes.length && bytes.compare(start, 0, start.length, at, at + start.length) === 0;
}

function parse(bytes: Buffer, start: number, end: number): JsonValue | undefined {
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as JsonValue;
  } catch {
    return undefined;
  }
}

/** White space, and what stands between the elements of an array. */
function skipSeparators(bytes: Buffer, from: number, end: number): number {
  let index = skipSpace(bytes, from, end);
  while (index < end && (bytes[index] === 44 || bytes[index] === 91 || bytes[index] === 93)) {
    index = skipSpace(bytes, index + 1, end);
  }
  return index;
}
