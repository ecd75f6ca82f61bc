import type { JsonObject, JsonValue } from '../base/json.ts';
import { decode } from '../evidence/decode.ts';
import type { TranscriptRecord } from './record.ts';

/**
 * Results from this size on stay bytes until somebody looks. The structured result of a tool repeats what the text says and
 * makes up more than a third of real archives; most of it is never asked for.
 */
export const DEFERRED_BYTES = 2048;

interface Held {
  bytes: Buffer | undefined;
  value: JsonValue | undefined;
}

const HELD = Symbol('toolUseResult, as it lies in the file');

// One getter for all records: with a closure each, every record would get a hidden class of its own.
const deferred: PropertyDescriptor & ThisType<{ [HELD]: Held }> = {
  get() {
    const held = this[HELD];
    if (held.bytes !== undefined) {
      held.value = parse(held.bytes);
      held.bytes = undefined;
    }
    return held.value;
  },
  enumerable: true,
  configurable: true,
};

/** Lets `toolUseResult` of a record and of its raw line be parsed when first read. `bytes` must not be shared. */
export function deferResult(record: TranscriptRecord, bytes: Buffer): void {
  const held: Held = { bytes, value: undefined };
  defer(record.raw, held);
  if (record.type === 'user') defer(record, held);
}

/** Whether a record has a structured result at all; does not parse it. */
export function hasResult(record: TranscriptRecord & { readonly toolUseResult?: JsonValue }): boolean {
  return bytesOf(record) !== undefined || record.toolUseResult !== undefined;
}

/** False only if the structured result of a raw line was never parsed and its bytes do not hold these words (ASCII that JSON never escapes). */
export function resultMayHold(raw: JsonObject, words: string): boolean {
  return bytesOf(raw)?.includes(words) ?? true;
}

function bytesOf(target: object): Buffer | undefined {
  return (target as { [HELD]?: Held })[HELD]?.bytes;
}

function defer(target: JsonObject | TranscriptRecord, held: Held): void {
  Object.defineProperty(target, HELD, { value: held });
  Object.defineProperty(target, 'toolUseResult', deferred);
}

function parse(bytes: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(decode(bytes, 0, bytes.length)) as JsonValue;
  } catch {
    return undefined;
  }
}
