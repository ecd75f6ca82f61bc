import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'notification-premature',
  fires: [
    fires('completed while it waits for its own command', (main) =>
      main
        .user('Start a helper.')
        .spawns({ as: 'long', brief: 'Run the long check.', background: true }, (agent) =>
          agent
            .calls(
              'Bash',
              { command: 'make check', run_in_background: true },
              'Command running in background with ID: b12345678.',
            )
            .says('The check runs in the background; I wait for it to finish.'),
        )
        .says('Started.')
        .endsTurn()
        .notification('long')
        .says('It waits.'),
    ),
  ],
  silent: [
    silent('completed with its result', 'it waits for nothing', (main) =>
      main
        .user('Start a helper.')
        .spawns({ as: 'sums', brief: 'Add up the columns of the ledger file.', background: true }, (agent) =>
          agent
            .calls('Read', { file_path: '/home/dev/mill/ledger.csv' }, '1;2')
            .says('The sum of all columns is three.'),
        )
        .says('Started.')
        .endsTurn()
        .notification('sums')
        .says('Three.'),
    ),
  ],
};
