import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'notification-mismatch',
  fires: [
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
