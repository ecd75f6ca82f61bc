import type { AgentSketch } from '../wire/sketch.ts';
import { type Examples, fires, silent } from './example.ts';

const MAIN = '/home/dev/mill';
const edit = (n: number) => ({ file_path: `${MAIN}/src/gear-${n}.ts`, old_string: '11', new_string: '12' });

/** A child edits twice, and `between` happens in its parent meanwhile. */
function meanwhile(main: AgentSketch, between: string): void {
  main
    .user('Let a helper change both gears in the background.')
    .spawns({ as: 'gears', brief: 'Change both gears.', background: true }, (child) =>
      child.calls('Edit', edit(1)).waits(120_000).calls('Edit', edit(2)).says('Both are changed.'),
    )
    .says('It is at work.')
    .endsTurn()
    .waits(50_000)
    .user('Now the other thing.')
    .calls('Bash', { command: between, description: 'The other thing' }, 'ok')
    .says('Done.')
    .endsTurn()
    .notification('gears')
    .says('Both gears are changed.');
}
const pair = (main: AgentSketch, second: string) =>
  main
    .user('Two helpers commit.')
    .reply((r) => {
      for (const [name, file, waits] of [
        ['one', '/tmp/mill/message.txt', 0],
        ['two', second, 20_000],
      ] as const)
        r.spawns({ as: name, description: name, brief: `Commit part ${name}.`, background: true }, (child) =>
          child
            .waits(waits)
            .calls('Write', { file_path: file, content: `part ${name}` })
            .waits(60_000)
            .calls('Bash', { command: `git commit -F ${file}`, description: 'Commit' }, '[main 1f2e3d4] part')
            .says('Committed.'),
        );
    })
    .says('Both are at work.')
    .endsTurn()
    .notification('one')
    .notification('two')
    .says('Both are committed.');

export const examples: Examples = {
  detector: 'cross-agent-interference',
  fires: [
    fires('the branch changes between two edits of a child', (main) => meanwhile(main, 'git switch other')),
    fires('a commit takes its message from a file that a sibling wrote over', (main) =>
      pair(main, '/tmp/mill/message.txt'),
    ),
  ],
  silent: [
    silent('a branch is listed', 'nothing is checked out', (main) => meanwhile(main, 'git branch --list')),
    silent('a new branch is made', 'what is checked out stays the same', (main) =>
      meanwhile(main, 'git checkout -b other'),
    ),
    silent('a checkout elsewhere', 'another folder', (main) => meanwhile(main, 'git -C /home/dev/loom switch other')),
    silent('files of the same name', 'each has a folder of its own', (main) => pair(main, '/tmp/mill/two/message.txt')),
  ],
};
