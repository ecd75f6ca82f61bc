import { sketch } from '../wire/sketch.ts';
import { type Examples, silent } from './example.ts';

const NAME = 'orphaned agent';
const withChild = () =>
  sketch({ name: NAME, startContext: false }, (main) =>
    main
      .user('Read the notes.')
      .spawns({ as: 'sums', brief: 'Add up the columns.' }, (agent) => agent.says('Three.'))
      .says('Done.'),
  );
const without = () => sketch({ name: NAME, startContext: false }, (main) => main.user('Read the notes.').says('Done.'));

export const examples: Examples = {
  detector: 'orphaned-agent',
  fires: [
    {
      name: 'a child’s file in a session that started none',
      draw: () => [
        ...without().files,
        ...withChild().files.filter((file) => /subagents\/agent-[^/]+\.jsonl$/.test(file.path)),
      ],
    },
  ],
  silent: [
    silent('a child with its call', 'the call names it', (main) =>
      main
        .user('Read the notes.')
        .spawns({ as: 'sums', brief: 'Add up the columns.' }, (agent) => agent.says('Three.'))
        .says('Done.'),
    ),
  ],
};
