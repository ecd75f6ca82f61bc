import type { ArtefactKind } from '../evidence/span.ts';

/** What the place of a file says about it. Where the place says nothing its records must. */
export interface Layout {
  readonly kind: ArtefactKind | 'unknown';
  /** Folder that holds `<session>.jsonl`: a project folder of the host, or whatever folder somebody copied it to. */
  readonly folder: string;
  /** Session folder the file lies in, for the nested layout. */
  readonly session?: string;
  /** Name of the file inside its session: stable however the evidence was copied. */
  readonly name: string;
}

/**
 * Layouts of the host (FACTS section 1, VERSIONS section 1): `<session>.jsonl`; `agent-<id>.jsonl` beside it (2.0.28 to 2.1.1);
 * `<session>/subagents/**`, `<session>/workflows/*.json`, `<session>/tool-results/*` (from 2.1.2); beside `projects` the inbox files of
 * teams, `teams/<team>/inboxes/<agent>.json` (cc#88332), of no one session. Undefined: not our file.
 */
export function layoutOf(place: string): Layout | undefined {
  const parts = place.split('/');
  const file = parts.at(-1)!;
  for (let index = parts.length - 2; index >= 1; index -= 1) {
    const kind = nestedKind(parts[index]!, parts.slice(index + 1));
    if (kind === undefined) continue;
    const folder = parts.slice(0, index - 1).join('/');
    return { kind, folder, session: parts[index - 1]!, name: parts.slice(index).join('/') };
  }
  const folder = parts.slice(0, -1).join('/');
  if (parts.at(-4) === 'teams' && parts.at(-2) === 'inboxes' && file.endsWith('.json'))
    return { kind: 'inbox', folder: parts.slice(0, -4).join('/'), name: parts.slice(-4).join('/') };
  if (/^agent-.+\.meta\.json$/.test(file)) return { kind: 'agent-meta', folder, name: file };
  if (/^agent-.+\.jsonl$/.test(file)) return { kind: 'sidechain', folder, name: file };
  if (file.endsWith('.jsonl')) return { kind: 'unknown', folder, name: file };
  return undefined;
}

function nestedKind(directory: string, rest: readonly string[]): ArtefactKind | undefined {
  const file = rest.at(-1)!;
  switch (directory) {
    case 'subagents':
      if (file.endsWith('.meta.json')) return 'agent-meta';
      if (file === 'journal.jsonl') return 'workflow';
      return file.endsWith('.jsonl') ? 'sidechain' : 'other';
    case 'workflows':
      if (rest.length === 1 && file.endsWith('.json')) return 'workflow';
      return rest.length === 2 && rest[0] === 'scripts' ? 'other' : undefined;
    case 'tool-results':
      return rest.length === 1 ? 'spilled-result' : undefined;
    default:
      return undefined;
  }
}
