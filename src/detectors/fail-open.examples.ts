import { type Examples, fires, silent } from './example.ts';

const PUSH = { command: 'git push origin main' };
const command = 'sh guard.sh';

export const examples: Examples = {
  detector: 'fail-open',
  fires: [
    fires('the hook is given up at its limit and the push runs', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        text: 'done',
        hooks: [{ event: 'PreToolUse', kind: 'cancelled', command, durationMs: 5000, timeoutMs: 5000 }],
      }),
    ),
    fires('the hook cannot be started', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        text: 'done',
        hooks: [{ event: 'PreToolUse', kind: 'non-blocking-error', command, stderr: 'sh: not found', exitCode: 127 }],
      }),
    ),
  ],
  silent: [
    silent('the hook had nothing against it', 'it ended in time with a word of its own', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        text: 'done',
        hooks: [{ event: 'PreToolUse', kind: 'success', command, exitCode: 0 }],
      }),
    ),
    silent('the hook after the call fails', 'nothing was left to decide', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        text: 'done',
        hooks: [{ event: 'PostToolUse', kind: 'non-blocking-error', command, stderr: 'sh: not found', exitCode: 127 }],
      }),
    ),
  ],
};
