import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'notification-mismatch',
  fires: [
    fires('a completion that names one agent and holds the other’s words', (main) => {
      const words = 'The wheel has forty spokes, and three of them are cracked near the hub.';
      main
        .user('Have the gear and the wheel looked at.')
        .spawns({ as: 'gear', brief: 'Look at the gear.', background: true }, (agent) =>
          agent
            .says('The gear has twelve teeth.')
            .says('Cracked near the hub are three spokes of the forty on the wheel.')
            .endsTurn(),
        )
        .spawns({ as: 'wheel', brief: 'Look at the wheel.', background: true }, (agent) =>
          agent.says(words).endsTurn(),
        );
      main.says('Both run.').endsTurn().notification('gear', { result: words }).says('Ok.');
    }),
    fires('a notice for a call that nobody made', (main) =>
      main
        .user('Wait a little.')
        .says('I wait.')
        .endsTurn()
        .notification({
          taskId: 'bxy12qw3e',
          toolUseId: 'toolu_01nobodymadethis',
          summary: 'Background command "make all" failed with exit code 2',
        })
        .says('I started no such command.'),
    ),
  ],
  silent: [
    silent('a notice of the host itself', 'it names no call', (main) =>
      main
        .user('Wait a little.')
        .says('I wait.')
        .endsTurn()
        .notification(
          { taskId: 'bxy12qw3e', summary: 'Background command "make all" was stopped' },
          { toolUseId: null },
        )
        .says('Ok.'),
    ),
  ],
};
