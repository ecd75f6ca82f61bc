import { statSync } from 'node:fs';
import { readBytes } from '../evidence/source.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import { FORMAT_NAMES } from '../wire/format.ts';
import type { Member } from './group.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { FoundFile } from './model.ts';
import { holds, lastValue, type Probe, probe } from './probe.ts';
import { reasonOf } from './walk.ts';

export type Identity =
  | { readonly member: Member }
  /** Belongs to the session that `beside` belongs to, a place. Without one it is left out, for the given reason if any. */
  | {
      readonly beside: string;
      readonly file: FoundFile;
      readonly layout: Layout;
      readonly otherwise?: ExtractionWarning;
    }
  /** A team's inbox: of every session that has an agent of that name. */
  | { readonly inbox: Member }
  | { readonly skipped: ExtractionWarning; readonly file: FoundFile };

const HEAD_BYTES = 1 << 14;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Which session a file belongs to, and as what. Undefined: no file of the host, not worth a word. */
export function identify(file: FoundFile, maxLineBytes: number): Identity | undefined {
  const layout = layoutOf(file.place) ?? layoutByContent(file);
  if (layout === undefined) return undefined;
  const { kind, folder, session } = layout;
  if (session !== undefined && kind !== 'sidechain' && kind !== 'unknown') {
    return { member: { file, kind, sessionId: session, folder, name: layout.name, byteLength: lengthOf(file) } };
  }
  if (kind === 'inbox')
    return { inbox: { file, kind, sessionId: '', folder, name: layout.name, byteLength: lengthOf(file) } };
  if (kind === 'agent-meta') return { beside: file.place.replace(/\.meta\.json$/, '.jsonl'), file, layout };
  const stem = layout.name.replace(/^.*\//, '').replace(/\.jsonl?$/, '');
  let seen: Probe;
  try {
    seen = probe(file.location, maxLineBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return skip(
      file,
      'unreadable',
      `the file cannot be read: ${reasonOf(error)}; give read permission, or run as its owner`,
    );
  }
  if (seen.byteLength === 0) {
    const empty = warning(file, 'empty-file', 'the file is empty');
    return kind === 'sidechain'
      ? { skipped: empty, file }
      : { beside: `${folder}/${stem}`, file, layout, otherwise: empty };
  }
  if (seen.format !== 'claude-code') {
    if (seen.format !== undefined)
      return skip(
        file,
        'foreign-format',
        `this is ${FORMAT_NAMES[seen.format]}, not a transcript; nothing is concluded from it`,
      );
    if (seen.broken !== undefined && (kind === 'sidechain' || UUID.test(stem) || beginsRecord(file))) {
      const message = `${seen.broken.message}; no whole record in the file, which was not analysed`;
      return { skipped: { ...seen.broken, message, path: file.path }, file };
    }
    return skip(file, 'not-a-transcript', 'no transcript record among the first ones; the file was not analysed');
  }
  const { byteLength } = seen;
  const isChild =
    kind === 'sidechain'
      ? seen.agentId !== undefined || session !== undefined || !seen.hasChain
      : seen.agentId !== undefined;
  if (isChild || kind === 'sidechain') {
    const sessionId = session ?? seen.sessionId ?? stem;
    return { member: { file, kind: 'sidechain', sessionId, folder, name: layout.name, byteLength } };
  }
  if (!seen.hasChain && seen.sessionId === undefined)
    return skip(file, 'notes-only', 'session notes without any session record');
  return {
    member: {
      file,
      kind: 'session',
      sessionId: rootId(file, stem, seen),
      folder,
      name: 'session',
      byteLength,
      ...(seen.firstUuid === undefined ? {} : { firstUuid: seen.firstUuid }),
    },
  };
}

/** Whether the file begins as transcripts do, however its first record ends. */
function beginsRecord(file: FoundFile): boolean {
  try {
    const head = readBytes(file.location, 0, HEAD_BYTES).toString('latin1');
    return head.includes('"parentUuid":') || (head.includes('"sessionId":') && head.includes('"type":'));
  } catch {
    return false;
  }
}

/** Some exports hold a transcript as one JSON array under another name. Files are not searched for it, only their first bytes. */
function layoutByContent(file: FoundFile): Layout | undefined {
  const slash = file.place.lastIndexOf('/');
  const layout: Layout = {
    kind: 'unknown',
    folder: file.place.slice(0, Math.max(0, slash)),
    name: file.place.slice(slash + 1),
  };
  if (file.named) return layout;
  if (!file.place.endsWith('.json')) return undefined;
  try {
    const head = readBytes(file.location, 0, HEAD_BYTES).toString('latin1');
    return head.includes('"sessionId"') && head.includes('"uuid"') ? layout : undefined;
  } catch {
    return undefined;
  }
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

/** What a file that lies beside a member is, once that member is known. */
export function besideMember(file: FoundFile, layout: Layout, sessionId: string): Member {
  const isRoot = layout.kind === 'unknown';
  const kind = isRoot ? 'session' : 'agent-meta';
  const name = isRoot ? 'session' : layout.name;
  return { file, kind, sessionId, folder: layout.folder, name, byteLength: lengthOf(file) };
}

function lengthOf(file: FoundFile): number {
  if (typeof file.location !== 'string') return file.location.length;
  return statSync(file.location, { throwIfNoEntry: false })?.size ?? 0;
}

function skip(file: FoundFile, code: string, message: string): Identity {
  return { skipped: warning(file, code, message), file };
}

function warning(file: FoundFile, code: string, message: string): ExtractionWarning {
  return { code, message, path: file.path, line: 0, byteStart: 0, byteEnd: 0 };
}
