import { Readable } from 'node:stream';
import ndjson from 'ndjson';
import type { JsonObject } from '../base/json.ts';

/** Rows → NDJSON text, piece by piece as a reader takes it. For outputs too large to hold. */
export function ndjsonStream(rows: Iterable<unknown> | AsyncIterable<unknown>): Readable {
  return Readable.from(rows).pipe(ndjson.stringify());
}

/** Rows → NDJSON text at once. */
export async function ndjsonText(rows: Iterable<unknown>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of ndjsonStream(rows)) pieces.push(String(piece));
  return pieces.join('');
}

/** Reads back what we wrote. A broken line is an error of the file: our outputs have none. */
export async function readNdjson(text: string): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  for await (const row of Readable.from([text]).pipe(ndjson.parse({ strict: true }))) rows.push(row as JsonObject);
  return rows;
}
