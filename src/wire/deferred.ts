import { isObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { decode } from '../evidence/decode.ts';
import { type ByteLocation, readBytes } from '../evidence/source.ts';

/**
 * Results from this size on are let go after reading and read from the file again when somebody asks. The structured result of a tool
 * repeats what the text says and makes up more than a third of real archives; next to none of it is ever asked for. To step over it
 * without parsing gains nothing: JSON.parse is as fast as finding its end, and sees damage inside of it.
 */
export const DEFERRED_UNITS = 2048;

/** Where the line lies whose `toolUseResult` was let go. */
export interface DeferredResult {
  readonly location: ByteLocation;
  readonly byteStart: number;
  readonly byteEnd: number;
  /** False only if no member of it bears the name of one that the host fills with a path. */
  readonly mayNamePath: boolean;
}

/** Members that the host fills with paths. */
export const PATH_MEMBERS = ['transcriptDir', 'persistedOutputPath'];

/**
 * Takes the structured result out of a line's value, which lies at `location`. Undefined where it is no user record: of the others nobody
 * knows what the member means.
 */
export function deferResult(
  raw: JsonObject,
  place: { readonly byteStart: number; readonly byteEnd: number },
  location: ByteLocation,
): DeferredResult | undefined {
  if (raw['type'] !== 'user') return undefined;
  const result = raw['toolUseResult'];
  const mayNamePath = isObject(result) && PATH_MEMBERS.some((name) => Object.hasOwn(result, name));
  // To delete the member would make the object three times as large.
  (raw as { toolUseResult?: JsonValue })['toolUseResult'] = undefined;
  return { location, byteStart: place.byteStart, byteEnd: place.byteEnd, mayNamePath };
}

/** What user records whose result was let go have in common: all of one shape, with nothing but a place in each. */
export const DEFERRED_RECORD = {
  get toolUseResult(): JsonValue | undefined {
    const { deferred } = this as { deferred?: DeferredResult };
    return deferred === undefined ? undefined : readAgain(deferred);
  },
};

/** Whether a record has a structured result at all; does not read it. */
export function hasResult(record: { readonly deferred?: DeferredResult; readonly toolUseResult?: JsonValue }): boolean {
  return record.deferred !== undefined || record.toolUseResult !== undefined;
}

/** The results that were asked for last: some are asked for several times in a row. */
const MOST_BYTES_KEPT = 8 << 20;
const recent = new Map<DeferredResult, JsonValue | undefined>();
let recentBytes = 0;

/** Undefined where the file is gone by now, or other than it was. */
function readAgain(deferred: DeferredResult): JsonValue | undefined {
  if (recent.has(deferred)) return recent.get(deferred);
  const result = resultOf(deferred);
  recent.set(deferred, result);
  recentBytes += deferred.byteEnd - deferred.byteStart;
  for (const oldest of recent.keys()) {
    if (recentBytes <= MOST_BYTES_KEPT || oldest === deferred) break;
    recent.delete(oldest);
    recentBytes -= oldest.byteEnd - oldest.byteStart;
  }
  return result;
}

function resultOf({ location, byteStart, byteEnd }: DeferredResult): JsonValue | undefined {
  try {
    const line = JSON.parse(decode(readBytes(location, byteStart, byteEnd))) as JsonValue;
    return isObject(line) ? line['toolUseResult'] : undefined;
  } catch {
    return undefined;
  }
}
