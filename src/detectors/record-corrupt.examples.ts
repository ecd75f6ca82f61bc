import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'record-corrupt',
  fires: [
    fires('NUL bytes between two records', (main) =>
      main
        .user('Count the gears.')
        .says('Eleven.')
        .endsTurn()
        .bytes(`${'\0'.repeat(200)}\n`)
        .user('And belts?')
        .says('One.'),
    ),
    fires('a line that is no record', (main) =>
      main
        .user('Count the gears.')
        .says('Eleven.')
        .endsTurn()
        .bytes('{"type":"user","mess\n')
        .user('And belts?')
        .says('One.'),
    ),
  ],
  silent: [
    silent('a text that shows two records', 'the line itself is whole', (main) =>
      main.user('Show two.').says('{"type":"user"}{"type":"user"} and \\u0000'),
    ),
  ],
};
