import { booleanAt, type JsonObject, stringAt } from '../base/json.ts';
import { LineReader } from '../evidence/lines.ts';
import { type ByteLocation, type ByteSource, openBytes } from '../evidence/source.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import { formatOf, type LogFormat } from '../wire/format.ts';
import { ObjectReader } from './objects.ts';
import { WarningLog } from './warnings.ts';

/** What a look at a file's first records says. */
export interface Probe {
  readonly byteLength: number;
  /** undefined: no record of any known program among the first ones. */
  readonly format: LogFormat | undefined;
  /** Of the first record that has one. */
  readonly sessionId: string | undefined;
  /** Of a record with `isSidechain: true`. */
  readonly agentId: string | undefined;
  /** A record of the chain (`user`, `assistant`, …) was met, not only session notes. */
  readonly hasChain: boolean;
  /** Of the first record that has one. */
  readonly firstUuid: string | undefined;
  readonly objects: number;
  /** Where no whole object was met: what is wrong with the first one. Without a path. */
  readonly broken: ExtractionWarning | undefined;
}

/** Records looked at before a file counts as no transcript. Real ones show their format in the first three. */
const HEAD_RECORDS = 40;
const HEAD_CHUNK_BYTES = 1 << 16;
/** Warnings that tell of a record that was begun and cannot be read. */
const LOSSES: ReadonlySet<string> = new Set(['torn-tail', 'malformed-line', 'spliced-record', 'line-too-long']);

/** Throws the system's error if the file cannot be opened. */
export function probe(location: ByteLocation, maxLineBytes: number): Probe {
  const source = openBytes(location);
  try {
    const reader = new LineReader(source, { chunkBytes: HEAD_CHUNK_BYTES, maxLineBytes, digest: false });
    const formats = new Set<LogFormat>();
    let sessionId: string | undefined;
    let agentId: string | undefined;
    let hasChain = false;
    let firstUuid: string | undefined;
    let objects = 0;
    const look = (value: JsonObject): boolean => {
      objects += 1;
      const format = formatOf(value);
      if (format !== undefined) formats.add(format);
      if (format === 'claude-code') {
        sessionId ??= stringAt(value, 'sessionId');
        if (booleanAt(value, 'isSidechain') === true) agentId ??= stringAt(value, 'agentId');
        firstUuid ??= stringAt(value, 'uuid');
        hasChain ||= stringAt(value, 'uuid') !== undefined || value['message'] !== undefined;
      }
      return objects < HEAD_RECORDS && !(sessionId !== undefined && hasChain);
    };
    const log = new WarningLog('');
    new ObjectReader(reader, log, look, maxLineBytes).run();
    const broken = objects === 0 ? log.finish().find(({ code }) => LOSSES.has(code)) : undefined;
    const format = formats.has('claude-code') ? 'claude-code' : [...formats][0];
    return { byteLength: source.byteLength, format, sessionId, agentId, hasChain, firstUuid, objects, broken };
  } finally {
    source.close();
  }
}

/** Whether the bytes hold `needle` anywhere. */
export function holds(location: ByteLocation, needle: string): boolean {
  const source = openBytes(location);
  try {
    const pattern = Buffer.from(needle);
    const buffer = Buffer.allocUnsafe(Math.max(pattern.length, Math.min(source.byteLength, 1 << 20)) + pattern.length);
    let kept = 0;
    for (let position = 0; ; ) {
      const got = source.read(buffer, kept, buffer.length - kept, position);
      if (got === 0) return false;
      const view = buffer.subarray(0, kept + got);
      if (view.includes(pattern)) return true;
      position += got;
      kept = Math.min(view.length, pattern.length - 1);
      buffer.copyWithin(0, view.length - kept, view.length);
    }
  } finally {
    source.close();
  }
}

/** Value of the first `"key":"…"` in the file. */
export function firstValue(location: ByteLocation, key: string): string | undefined {
  const source = openBytes(location);
  try {
    const pattern = `"${key}":"`;
    for (let bytes = 1 << 16; ; bytes *= 8) {
      const head = Buffer.allocUnsafe(Math.min(bytes, source.byteLength));
      const view = head.subarray(0, source.read(head, 0, head.length, 0));
      const at = view.indexOf(pattern);
      const close = at < 0 ? -1 : view.indexOf('"', at + pattern.length);
      if (close >= 0) return view.toString('utf8', at + pattern.length, close);
      if (bytes >= source.byteLength || bytes > 1 << 27) return undefined;
    }
  } finally {
    source.close();
  }
}

/** Value of the last `"key":"…"` in the file; values hold no escapes (ids, timestamps). */
export function lastValue(location: ByteLocation, key: string): string | undefined {
  const source = openBytes(location);
  try {
    const pattern = `"${key}":"`;
    for (let bytes = 1 << 16; ; bytes *= 8) {
      const start = Math.max(0, source.byteLength - bytes);
      const tail = readAll(source, start);
      const at = tail.lastIndexOf(pattern);
      const close = at < 0 ? -1 : tail.indexOf('"', at + pattern.length);
      if (close >= 0) return tail.toString('utf8', at + pattern.length, close);
      if (start === 0 || bytes > 1 << 27) return undefined;
    }
  } finally {
    source.close();
  }
}

function readAll(source: ByteSource, from: number): Buffer {
  const bytes = Buffer.allocUnsafe(source.byteLength - from);
  let filled = 0;
  while (filled < bytes.length) {
    const got = source.read(bytes, filled, bytes.length - filled, from + filled);
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}
