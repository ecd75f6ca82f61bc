import type { AgentSketch } from '../wire/sketch.ts';
import { type Examples, fires, silent } from './example.ts';

const counting = (main: AgentSketch) =>
  main
    .user('Count in the background.')
    .calls(
      'Bash',
      { command: 'make count', run_in_background: true, description: 'Count' },
      { text: 'Command running in background with ID: bcount99.' },
    );

export const examples: Examples = {
  detector: 'unrecorded-input',
  fires: [
    fires('a notice with a number, while the task is still running', (main) =>
      counting(main)
        .says('It runs.')
        .endsTurn()
        .user('And?')
        .says('The notification says that it finished with 4711 gears.'),
    ),
    fires('the same in German', (main) =>
      counting(main).says('Läuft.').endsTurn().user('Und?').says('Die Benachrichtigung meldet 4711 Zahnräder.'),
    ),
  ],
  silent: [
    silent('the notice is recorded', 'the number stands in it', (main) => {
      const agent = counting(main);
      const toolUseId = agent.lastCallId;
      agent
        .says('It runs.')
        .endsTurn()
        .notification({ taskId: 'bcount99', toolUseId, summary: 'Background command "Count" completed: 4711' })
        .says('The notification says that it finished with 4711 gears.');
    }),
    silent('a text on notices in an interface', 'no task is running that one could be about', (main) =>
      main.user('What does the page show?').says('The notification says "4711 new gears" in the corner.'),
    ),
    silent('a number from a file', 'the file was read before', (main) =>
      counting(main)
        .calls('Read', { file_path: '/home/dev/mill/count.log' }, 'event: 4711 gears so far')
        .says('The event log says 4711 so far.'),
    ),
  ],
};
