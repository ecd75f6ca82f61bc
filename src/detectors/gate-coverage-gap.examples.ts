import type { HookTrace } from '../wire/sketch.ts';
import { child, type Examples, fires, type GateFixture, silent, withGate } from './example.ts';

const watches = (matcher: string): GateFixture => ({
  settings: { hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'sh guard.sh' }] }] } },
});
const PATCH = '*** Update File: src/mill/gear.ts\n-teeth = 12\n+teeth = 13';
const traced: HookTrace = {
  event: 'PreToolUse',
  kind: 'additional-context',
  command: 'sh guard.sh',
  content: 'the shell is watched',
};
const listings = ['ls src', 'ls test', 'ls docs'];

export const examples: Examples = {
  detector: 'gate-coverage-gap',
  fires: [
    withGate(
      watches('Read|Grep'),
      fires('one call holds one call of another tool', (main) =>
        child(main.user('Look it up.'), 'Twelve.', (agent) =>
          agent.calls('batch', { invocations: [{ tool: 'read', args: { file_path: 'src/gear.ts' } }] }, 'teeth = 12'),
        ).says('Twelve.'),
      ),
    ),
    withGate(
      watches('Bash|Read'),
      fires('few calls of each tool, and none of them shows the hook', (main) => {
        main.user('List all.').calls('Bash', { command: 'ls' }, { text: 'src', hooks: [traced] });
        child(main, 'Two folders.', (agent) => {
          for (const command of listings.slice(0, 2)) agent.calls('Bash', { command }, 'a.ts');
          agent.calls('Read', { file_path: 'src/a.ts' }, 'teeth');
        }).says('Two.');
      }),
    ),
    withGate(
      watches('Edit|Write'),
      fires('a tool that no matcher names writes by a patch', (main) =>
        child(main.user('Give the gear a tooth more.'), 'Done.', (agent) =>
          agent.calls('mcp__editor__apply', { patch: PATCH }, 'applied'),
        ).says('Done.'),
      ),
    ),
    withGate(
      watches('Bash|Write'),
      fires('one call holds others', (main) =>
        child(main.user('Clean the folder.'), 'Done.', (agent) =>
          agent.calls(
            'mcp__batch__run',
            {
              calls: [
                { tool: 'Bash', parameters: { command: 'rm -r out' } },
                { tool: 'Write', parameters: { file_path: 'out/a', content: 'x' } },
              ],
            },
            'both ran',
          ),
        ).says('Done.'),
      ),
    ),
    withGate(
      watches('Bash'),
      fires('the hook speaks at the parent’s calls and at none of the child’s', (main) => {
        main.user('List all.').calls('Bash', { command: 'ls' }, { text: 'src', hooks: [traced] });
        child(main, 'Three folders.', (agent) => {
          for (const command of listings) agent.calls('Bash', { command }, 'a.ts');
        }).says('Three.');
      }),
    ),
  ],
  silent: [
    withGate(
      watches('Edit|Write'),
      silent('a list with one named entry', 'a form is no call', (main) =>
        child(main.user('Fill the form.'), 'Filled.', (agent) =>
          agent.calls('mcp__forms__fill', { fields: [{ name: 'teeth', input: { value: 12 } }] }, 'filled'),
        ).says('Filled.'),
      ),
    ),
    withGate(
      watches('Bash'),
      silent('an edit under a guard of the shell alone', 'file tools were left out by choice', (main) =>
        child(main.user('Note it.'), 'Noted.', (agent) =>
          agent.calls('Write', { file_path: '/home/dev/mill/notes.md', content: 'x' }, 'ok'),
        ).says('Done.'),
      ),
    ),
    withGate(
      watches('Edit|Write'),
      silent('a tool that no matcher names looks something up', 'it changes nothing', (main) =>
        child(main.user('Look it up.'), 'Twelve.', (agent) =>
          agent.calls('mcp__editor__search', { query: 'teeth' }, 'teeth = 12'),
        ).says('Twelve.'),
      ),
    ),
    withGate(
      watches('Bash'),
      silent(
        'two calls without a word of the hook',
        'so few may be chance: a hook that passes leaves nothing',
        (main) => {
          main.user('List all.').calls('Bash', { command: 'ls' }, { text: 'src', hooks: [traced] });
          child(main, 'Two folders.', (agent) => {
            for (const command of listings.slice(0, 2)) agent.calls('Bash', { command }, 'a.ts');
          }).says('Two.');
        },
      ),
    ),
    withGate(
      watches('Bash'),
      silent('no call of anybody shows the hook', 'a hook that says nothing leaves nothing', (main) => {
        main.user('List all.').calls('Bash', { command: 'ls' }, 'src');
        child(main, 'Three folders.', (agent) => {
          for (const command of listings) agent.calls('Bash', { command }, 'a.ts');
        }).says('Three.');
      }),
    ),
  ],
};
