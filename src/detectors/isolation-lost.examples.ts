import { type Examples, fires, silent } from './example.ts';

const MAIN = '/home/dev/mill';
const edit = (path: string) => ({ file_path: path, old_string: '11', new_string: '12' });

export const examples: Examples = {
  detector: 'isolation-lost',
  fires: [
    fires('isolation asked for, and the parent’s folder in every record', (main) =>
      main
        .user('Let an isolated helper fix the gear.')
        .spawns({ as: 'fix', brief: 'Fix the gear.', input: { isolation: 'worktree' } }, (child) =>
          child.calls('Edit', edit(`${MAIN}/src/gear.ts`)).says('Fixed.'),
        )
        .says('It is fixed.'),
    ),
    fires('the child’s folder moves to the main checkout, and it commits', (main) =>
      main
        .user('Let an isolated helper fix the gear.')
        .spawns({ as: 'fix', brief: 'Fix the gear.', worktree: 'kept' }, (child) =>
          child
            .calls('Bash', { command: 'make', description: 'Build' }, 'ok')
            .movesTo(MAIN)
            .calls('Bash', { command: 'git commit -am gear', description: 'Commit' }, '[main 1f2e3d4] gear')
            .says('Fixed.'),
        )
        .says('It is fixed.'),
    ),
  ],
  silent: [
    silent('a child in its own tree', 'it was given one and stays there', (main) =>
      main
        .user('Let an isolated helper fix the gear.')
        .spawns({ as: 'fix', brief: 'Fix the gear.', worktree: 'kept' }, (child) =>
          child
            .calls('Bash', { command: 'git commit -am gear', description: 'Commit' }, '[gear 1f2e3d4] gear')
            .says('Fixed.'),
        )
        .says('It is fixed.'),
    ),
    silent('a child without isolation', 'nobody asked for it', (main) =>
      main
        .user('Let a helper fix the gear.')
        .spawns({ as: 'fix', brief: 'Fix the gear.' }, (child) =>
          child.calls('Edit', edit(`${MAIN}/src/gear.ts`)).says('Fixed.'),
        )
        .says('It is fixed.'),
    ),
    silent('the main agent walks into a worktree and back', 'its own commands say so', (main) => {
      const tree = `${MAIN}/.claude/worktrees/try`;
      main
        .user('Look at the worktree try.')
        .calls('Bash', { command: `cd ${tree}`, description: 'Go there' }, '')
        .movesTo(tree)
        .calls('Bash', { command: 'ls', description: 'Look' }, 'src')
        .says('It holds src.');
    }),
  ],
};
