import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'transcript-missing',
  fires: [
    fires('a child’s file whose session has no main file any more', (main) => {
      main
        .user('Let a helper count.')
        .spawns({ as: 'count', brief: 'Count the gears.' }, (child) => child.says('Eleven.'));
      main.session.hidden.add(main.path);
    }),
  ],
  silent: [
    silent('a session without children', 'nothing of it is missing', (main) =>
      main.user('Count the gears.').says('Eleven.'),
    ),
    silent('a child without a file of its own', 'what came back of it is there: a statement', (main) =>
      main
        .user('Let a helper count.')
        .spawns({ as: 'count', brief: 'Count the gears.', withoutFile: true, withoutMeta: true }, (child) =>
          child.says('Eleven.'),
        )
        .says('Eleven.'),
    ),
  ],
};
