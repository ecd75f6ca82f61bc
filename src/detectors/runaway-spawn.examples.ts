import type { AgentSketch } from '../wire/sketch.ts';
import { type Examples, fires, silent } from './example.ts';

/** A chain in which each agent starts the next one. */
function chain(agent: AgentSketch, levels: number): AgentSketch {
  return levels === 0
    ? agent
    : agent.spawns({ as: `level-${levels}`, brief: `Part ${levels} of the work.` }, (next) => {
        chain(next, levels - 1);
        next.says(`Part ${levels} is done.`);
      });
}

export const examples: Examples = {
  detector: 'runaway-spawn',
  fires: [
    fires('a chain of twelve on a host without a stop', (main) => chain(main.user('Count the parts.'), 12), {
      version: '2.1.173',
    }),
  ],
  silent: [
    silent('three levels', 'the host allows three', (main) => chain(main.user('Count the parts.'), 3)),
    silent(
      'twelve side by side',
      'a person’s agent may start many children; none lies deep',
      (main) => {
        main.user('Count the parts.');
        for (let part = 0; part < 12; part += 1)
          main.spawns({ as: `part-${part}`, brief: `Count part ${part}.` }, (agent) => agent.says(`${part}`));
        main.says('Counted.');
      },
      { version: '2.1.173' },
    ),
  ],
};
