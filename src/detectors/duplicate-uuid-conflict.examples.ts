import type { JsonObject } from '../base/json.ts';
import { sketch } from '../wire/sketch.ts';
import { type Examples, silent } from './example.ts';

/** A second session that begins with the first one's records, under another id and with one text changed. */
function copied(change: (record: JsonObject) => JsonObject) {
  const first = sketch({ name: 'original', startContext: false }, (main) =>
    main.user('Count the gears.').says('Eleven.'),
  );
  const records = first.main.session.lines(first.main.path) as JsonObject[];
  const second = sketch({ name: 'copy', startContext: false, startsAtMs: 3_600_000 }, (main) => {
    for (const record of records)
      main.bytes(`${JSON.stringify(change({ ...record, sessionId: main.session.sessionId }))}\n`);
    main.after(String(records.at(-1)!.uuid));
    main.user('And belts?').says('One.');
  });
  return [...first.files, ...second.files];
}

export const examples: Examples = {
  detector: 'duplicate-uuid-conflict',
  fires: [
    {
      name: 'a copied prompt that asks for something else',
      draw: () =>
        copied((record) =>
          record.type === 'user' ? { ...record, message: { role: 'user', content: 'Delete the gears.' } } : record,
        ),
    },
  ],
  silent: [
    {
      name: 'a fork',
      because: 'only fields differ that the host rewrites in every copy',
      draw: () => copied((record) => ({ ...record, gitBranch: 'gears', promptId: 'p-2' })),
    },
    silent('one session', 'every uuid stands once', (main) => main.user('Count the gears.').says('Eleven.')),
  ],
};
