import { type Examples, fires, silent } from './example.ts';

const GONE = '00000000-0000-4000-a000-00000000dead';

export const examples: Examples = {
  detector: 'chain-break',
  fires: [
    fires('a prompt whose parent was never written', (main) =>
      main
        .user('Read the gear module.')
        .says('Twelve teeth.')
        .endsTurn()
        .after(GONE)
        .user('And the belt?')
        .says('One belt.'),
    ),
  ],
  silent: [
    silent('a compaction whose boundary has no parent', 'the host writes it so, and names the logical parent', (main) =>
      main
        .user('Read the gear module.')
        .says('Twelve teeth.')
        .endsTurn()
        .compacts('The gear has twelve teeth.')
        .user('And the belt?')
        .says('One belt.'),
    ),
    silent('a parent lost right behind a compaction', 'hosts are known to lose it there: a statement', (main) =>
      main
        .user('Read the gear module.')
        .says('Twelve teeth.')
        .endsTurn()
        .compacts('The gear has twelve teeth.', { parent: GONE })
        .says('Next is the belt.'),
    ),
  ],
};
