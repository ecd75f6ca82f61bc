import { isObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { decode } from '../evidence/decode.ts';
import { type ByteLocation, readBytes } from '../evidence/source.ts';
import type { TranscriptRecord } from './record.ts';

/**
 * Results from this size on are let go after reading and read from the file again when somebody asks. The structured result of
 * a tool repeats what the text says and makes up more than a third of real archives; next to none of it is ever asked for.
 */
export const DEFERRED_UNITS = 2048;

interface Held {
  /** Where the line is; undefined once it was read again. */
  location: ByteLocation | undefined;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly namesPath: boolean;
  value: JsonValue | undefined;
}

const HELD = Symbol('toolUseResult, as it lies in the file');

/** Members that the host fills with paths. */
const PATH_MEMBERS = ['transcriptDir', 'persistedOutputPath'];

// One getter for all records: with a closure each, every record would get a hidden class of its own.
const deferred: PropertyDescriptor & ThisType<{ [HELD]: Held }> = {
  get() {
    const held = this[HELD];
    if (held.location !== undefined) {
      held.value = readAgain(held.location, held);
      held.location = undefined;
    }
    return held.value;
  },
  enumerable: true,
  configurable: true,
};

/** Lets go of `toolUseResult` of a record and of its raw line, whose bytes lie at `location`. */
export function deferResult(record: TranscriptRecord, location: ByteLocation): void {
  const { byteStart, byteEnd } = record.span;
  const result = record.raw['toolUseResult'];
  const namesPath = isObject(result) && PATH_MEMBERS.some((name) => Object.hasOwn(result, name));
  const held: Held = { location, byteStart, byteEnd, namesPath, value: undefined };
  defer(record.raw, held);
  if (record.type === 'user') defer(record, held);
}

/** Whether a record has a structured result at all; does not read it. */
export function hasResult(record: TranscriptRecord & { readonly toolUseResult?: JsonValue }): boolean {
  return heldBy(record)?.location !== undefined || record.toolUseResult !== undefined;
}

/** False only if the structured result of a raw line was let go and names no path of the host's. */
export function resultMayNamePath(raw: JsonObject): boolean {
  return heldBy(raw)?.namesPath ?? true;
}

function heldBy(target: object): Held | undefined {
  return (target as { [HELD]?: Held })[HELD];
}

function defer(target: JsonObject | TranscriptRecord, held: Held): void {
  Object.defineProperty(target, HELD, { value: held });
  Object.defineProperty(target, 'toolUseResult', deferred);
}

/** Undefined where the file is gone by now, or other than it was. */
function readAgain(location: ByteLocation, { byteStart, byteEnd }: Held): JsonValue | undefined {
  try {
    const line = JSON.parse(decode(readBytes(location, byteStart, byteEnd))) as JsonValue;
    return isObject(line) ? line['toolUseResult'] : undefined;
  } catch {
    return undefined;
  }
}
