import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'clock-anomaly',
  fires: [
    fires('a reply that is hours older than its prompt', (main) =>
      main
        .user('Read the gear module.')
        .waits(-4 * 3_600_000)
        .says('Twelve teeth.'),
    ),
  ],
  silent: [
    silent('a reply that is two minutes older', 'hosts write late what was queued: a statement', (main) =>
      main.user('Read the gear module.').waits(-130_000).says('Twelve teeth.'),
    ),
    silent('a long pause', 'time runs forward', (main) =>
      main
        .user('Read the gear module.')
        .waits(40 * 3_600_000)
        .says('Twelve teeth.'),
    ),
  ],
};
