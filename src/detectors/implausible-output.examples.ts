import { type Examples, fires, silent } from './example.ts';

export const examples: Examples = {
  detector: 'implausible-output',
  fires: [
    fires('an edit’s result that is none', (main) =>
      main
        .user('Set the teeth to 13.')
        .calls(
          'Edit',
          { file_path: '/home/dev/mill/gear.ts', old_string: 'teeth = 12', new_string: 'teeth = 13' },
          { text: 'Service answered: try later', structured: null },
        )
        .calls('Read', { file_path: '/home/dev/mill/gear.ts' }, '1\texport const teeth = 12;')
        .says('It did not work.'),
    ),
  ],
  silent: [
    silent('an edit that failed with the host’s error', 'an error is an honest result', (main) =>
      main
        .user('Set the teeth to 13.')
        .calls(
          'Edit',
          { file_path: '/home/dev/mill/gear.ts', old_string: 'teeth = 11', new_string: 'teeth = 13' },
          { error: 'String to replace not found in file.' },
        )
        .says('It did not work.'),
    ),
  ],
};
