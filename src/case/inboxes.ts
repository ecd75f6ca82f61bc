import { isObject, stringAt } from '../base/json.ts';
import type { CaseFile } from '../wire/input.ts';
import type { Inbox, InboxEntry } from './model.ts';

/** The inbox files among a case's files, by team and owner as their paths name them. */
export function inboxesOf(files: readonly CaseFile[]): Inbox[] {
  return files.flatMap((file) => {
    const name = /([^/\\!]+)[/\\]inboxes[/\\]([^/\\]+)\.json$/.exec(file.artefact.path);
    if (file.artefact.kind !== 'inbox' || name === null) return [];
    const rows = Array.isArray(file.json) ? file.json : [];
    const entries = rows.flatMap((row, index): InboxEntry[] => {
      if (!isObject(row)) return [];
      const from = stringAt(row, 'from');
      const text = stringAt(row, 'text');
      if (from === undefined || text === undefined) return [];
      const timestamp = stringAt(row, 'timestamp');
      const record = { artefact: file.artefact.id, byteStart: 0, byteEnd: file.artefact.byteLength, line: 1 };
      return [
        { from, text, ...(timestamp === undefined ? {} : { timestamp }), cite: { record, pointer: `/${index}/text` } },
      ];
    });
    return [{ team: name[1]!, owner: name[2]!, entries }];
  });
}
