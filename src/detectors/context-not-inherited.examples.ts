import type { AgentSketch } from '../wire/sketch.ts';
import { type Examples, fires, silent } from './example.ts';

const MEMORY = '/home/dev/.claude/projects/-home-dev-mill/memory/MEMORY.md';
const OLD = '- The gear has eleven teeth.';
const NEW = '- The gear has twelve teeth.';

function session(main: AgentSketch, childHas: string | undefined, writes: boolean): void {
  main.user('The gear has twelve teeth now. Remember that and let a helper check it.');
  main.instructions({ path: MEMORY, type: 'AutoMem', content: OLD });
  if (writes) main.calls('Write', { file_path: MEMORY, content: NEW });
  main
    .spawns({ as: 'check', description: 'Check', brief: 'Check the gear.' }, (child) => {
      if (childHas !== undefined) child.instructions({ path: MEMORY, type: 'AutoMem', content: childHas });
      child.says('Checked.');
    })
    .says('It is checked.');
}

export const examples: Examples = {
  detector: 'context-not-inherited',
  fires: [fires('a child has memory as it was before its parent changed it', (main) => session(main, OLD, true))],
  silent: [
    silent('a child has the new state', 'it is what was written last', (main) => session(main, NEW, true)),
    silent('nothing was changed', 'the old state is the only one', (main) => session(main, OLD, false)),
    silent('no record of memory in the child', 'absence of a record is a statement only', (main) =>
      session(main, undefined, false),
    ),
  ],
};
