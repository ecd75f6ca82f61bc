import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'unexplained-continuation',
  fires: [
    fires('a child that answers twice with nothing between', (main) =>
      main
        .user('Ask a helper for a colour.')
        .spawns({ as: 'colour', brief: 'Name a colour.' }, (child) =>
          child.says('Red.').endsTurn().waits(3_000).says('Blue.'),
        )
        .says('Blue.'),
    ),
  ],
  silent: [
    silent('a stop hook that sends it back', 'the hook’s words are a record', (main) =>
      main
        .user('Ask a helper for a colour.')
        .spawns({ as: 'colour', brief: 'Name a colour.' }, (child) =>
          child.says('Red.').endsTurn().stopHookFeedback('Not red, please.').says('Blue.'),
        )
        .says('Blue.'),
    ),
    silent('a text before a call of the same reply', 'one reply of two blocks', (main) =>
      main
        .user('Ask a helper for a colour.')
        .spawns({ as: 'colour', brief: 'Name a colour.' }, (child) =>
          child.says('I look it up.').calls('Read', { file_path: '/home/dev/mill/colour.md' }, 'blue').says('Blue.'),
        )
        .says('Blue.'),
    ),
  ],
};
