import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'notification-missing',
  fires: [
    fires('an end that is told late', (main) =>
      main
        .user('Start a helper.')
        .spawns({ as: 'sums', brief: 'Add up the columns of the ledger file.', background: true }, (agent) =>
          agent
            .calls('Read', { file_path: '/home/dev/mill/ledger.csv' }, '1;2')
            .says('The sum of all columns is three.'),
        )
        .says('Started.')
        .endsTurn()
        .user('And the manual?')
        .says('It is fine.')
        .endsTurn()
        .notification('sums', { waitMs: 1_200_000 })
        .says('Three.'),
    ),
  ],
  silent: [
    silent('an end that is told at once', 'seconds lie between', (main) =>
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
