import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, type JsonValue } from '../base/json.ts';
import type { Replay } from '../result/replay.ts';

/** What a live gate left behind for one session: a sidecar file that says whether, and by what, the session was tainted. */
export interface Sidecar {
  readonly file: string;
  /** Session ids that the file's name or content holds. */
  readonly sessions: readonly string[];
  readonly tainted: boolean;
  readonly causes: readonly string[];
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOST_FILES = 10_000;
const MOST_BYTES = 4 << 20;

/** Reads every small file below a state folder. The published gate's form is not fixed: JSON or words, the session in the name or inside. */
export function readSidecars(folder: string): Sidecar[] {
  const found: Sidecar[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const at = join(path, entry.name);
      if (entry.isDirectory()) visit(at);
      else if (entry.isFile() && found.length < MOST_FILES && statSync(at).size <= MOST_BYTES)
        found.push(readSidecar(at, folder));
    }
  };
  visit(folder);
  return found;
}

function readSidecar(path: string, folder: string): Sidecar {
  const text = readFileSync(path, 'utf8');
  const sessions = [...new Set([...(basename(path).match(UUID) ?? []), ...(text.match(UUID) ?? [])])];
  let value: JsonValue | undefined;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    value = undefined;
  }
  const causes = causesIn(value ?? text);
  return {
    file: path.slice(folder.length + 1),
    sessions,
    tainted: isTainted(value, text) || causes.length > 0,
    causes,
  };
}

function isTainted(value: JsonValue | undefined, text: string): boolean {
  if (value === undefined) return /\btaint/i.test(text);
  if (!isObject(value)) return Array.isArray(value) && value.length > 0;
  const mark = value.tainted ?? value.taint;
  return mark === true || (typeof mark === 'string' && mark !== '') || (Array.isArray(mark) && mark.length > 0);
}

function causesIn(value: JsonValue): string[] {
  const found: string[] = [];
  const visit = (inner: JsonValue): void => {
    if (typeof inner === 'string') {
      for (const match of inner.matchAll(/tainted by [^\n"]{1,400}/g)) found.push(match[0].trim());
    } else if (Array.isArray(inner)) inner.forEach(visit);
    else if (isObject(inner)) Object.values(inner).forEach(visit);
  };
  visit(value);
  return [...new Set(found)];
}

/** Where the live gate's state and the replayed floor disagree about a session, in words. */
export function compareSidecars(
  sidecars: readonly Sidecar[],
  sessions: readonly string[],
  replays: readonly Replay[],
): string[] {
  const causes = [
    ...new Set(
      replays
        .filter((replay) => replay.gate === 'taint-floor')
        .flatMap((replay) => (replay.cause === undefined ? [] : [replay.cause.text])),
    ),
  ];
  return sessions.flatMap((session): string[] => {
    const own = sidecars.filter((sidecar) => sidecar.sessions.includes(session));
    const live = own.flatMap((sidecar) => sidecar.causes);
    if (own.length === 0) {
      return causes.length === 0
        ? []
        : [
            `session ${session}: the gate left no state, but the replay lowers the floor (${causes[0]}): it did not run, or its file was removed`,
          ];
    }
    const tainted = own.some((sidecar) => sidecar.tainted);
    if (!tainted && causes.length > 0)
      return [`session ${session}: ${own[0]!.file} says clean, the replay says ${causes[0]}`];
    if (tainted && causes.length === 0)
      return [`session ${session}: ${own[0]!.file} says ${live[0] ?? 'tainted'}, the replay finds no cause`];
    const missing = causes.filter((cause) => live.length > 0 && !live.includes(cause));
    return missing.map((cause) => `session ${session}: the replay has a cause that ${own[0]!.file} lacks: ${cause}`);
  });
}
