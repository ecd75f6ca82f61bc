import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'notification-duplicate',
  fires: [
    fires('a completion told again, with nothing in between', (main) =>
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
        .says('Three.')
        .endsTurn()
        .notification('sums', { result: 'And one more thing: the file has a banner.' })
        .says('Noted.'),
    ),
  ],
  silent: [
    silent('asked again and completed again', 'a message reached it in between', (main) =>
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
        .sends('sums', 'And the mean?', { answers: (agent) => agent.says('One and a half.') })
        .says('Asked.')
        .endsTurn()
        .notification('sums')
        .says('One and a half.'),
    ),
  ],
};
