import { statSync } from 'node:fs';
import type { ExtractionWarning } from '../evidence/span.ts';
import { FORMAT_NAMES } from '../wire/format.ts';
import type { Member } from './group.ts';
import { layoutOf } from './layout.ts';
import type { FoundFile } from './model.ts';
import { holds, lastValue, type Probe, probe } from './probe.ts';
import { reasonOf } from './walk.ts';

export type Identity = { readonly member: Member } | { readonly reason: string; readonly warning?: ExtractionWarning };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Which session a file belongs to, and as what. Undefined: no file of the host, not worth a word. */
export function identify(file: FoundFile, maxLineBytes: number): Identity | undefined {
  const layout = layoutOf(file.place);
  if (layout === undefined) return undefined;
  const { kind, folder, session } = layout;
  if (session !== undefined && kind !== 'sidechain' && kind !== 'unknown') {
    return { member: { file, kind, sessionId: session, folder, name: layout.name, byteLength: lengthOf(file) } };
  }
  if (kind === 'agent-meta') return metaBeside(file, layout.folder, layout.name, maxLineBytes);
  let seen: Probe;
  try {
    seen = probe(file.location, maxLineBytes);
  } catch (error) {
    return skip(
      file,
      'unreadable',
      `the file cannot be read: ${reasonOf(error)}; give read permission, or run as its owner`,
    );
  }
  if (seen.byteLength === 0) return skip(file, 'empty-file', 'the file is empty');
  if (seen.format !== 'claude-code') {
    if (seen.format !== undefined)
      return skip(
        file,
        'foreign-format',
        `this is ${FORMAT_NAMES[seen.format]}, not a transcript; nothing is concluded from it`,
      );
    return skip(file, 'not-a-transcript', 'no transcript record among the first ones; the file was not analysed');
  }
  const { byteLength } = seen;
  const isChild =
    kind === 'sidechain'
      ? seen.agentId !== undefined || session !== undefined || !seen.hasChain
      : seen.agentId !== undefined;
  const stem = layout.name.replace(/^.*\//, '').replace(/\.jsonl$/, '');
  if (isChild || kind === 'sidechain') {
    const sessionId = session ?? seen.sessionId ?? stem;
    return { member: { file, kind: 'sidechain', sessionId, folder, name: layout.name, byteLength } };
  }
  if (!seen.hasChain && seen.sessionId === undefined)
    return skip(file, 'notes-only', 'session notes without any session record');
  return {
    member: { file, kind: 'session', sessionId: rootId(file, stem, seen), folder, name: 'session', byteLength },
  };
}

/**
 * The id of a root file. The host names the file after the session; in files made by --fork-session the copied rows keep the
 * old id (2.0.50 to 2.1.38), so a name that any record bears is the id. Of a renamed copy the last record's id is taken.
 */
function rootId(file: FoundFile, stem: string, seen: Probe): string {
  if (seen.sessionId === undefined || seen.sessionId === stem) return stem;
  if (UUID.test(stem) && holds(file.location, `"sessionId":"${stem}"`)) return stem;
  return lastValue(file.location, 'sessionId') ?? seen.sessionId;
}

/** `agent-<id>.meta.json` beside `agent-<id>.jsonl` belongs where that file belongs. */
function metaBeside(file: FoundFile, folder: string, name: string, maxLineBytes: number): Identity | undefined {
  if (typeof file.location !== 'string') return undefined;
  try {
    const { sessionId } = probe(file.location.replace(/\.meta\.json$/, '.jsonl'), maxLineBytes);
    if (sessionId === undefined) return undefined;
    return { member: { file, kind: 'agent-meta', sessionId, folder, name, byteLength: lengthOf(file) } };
  } catch {
    return undefined;
  }
}

function lengthOf(file: FoundFile): number {
  if (typeof file.location !== 'string') return file.location.length;
  return statSync(file.location, { throwIfNoEntry: false })?.size ?? 0;
}

function skip(file: FoundFile, code: string, message: string): Identity {
  return { reason: message, warning: { code, message, path: file.path, line: 0, byteStart: 0, byteEnd: 0 } };
}
