import { type Examples, fires, type GateFixture, silent, withGate } from './example.ts';

const PUSH = { command: 'git push origin main' };
const command = 'python3 guard.py';
const rewrite = (by: string, to: string) => ({
  event: 'PreToolUse' as const,
  kind: 'success' as const,
  command: by,
  stdout: JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command: to } },
  }),
});
const guard = (runsAsync: boolean): GateFixture => ({
  settings: {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              command: 'sh "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh',
              ...(runsAsync ? { async: true } : {}),
            },
          ],
        },
      ],
    },
  },
  scripts: { 'guard.sh': '#!/bin/sh\ncat >/dev/null\necho "no pushes from here" >&2\nexit 2\n' },
});

export const examples: Examples = {
  detector: 'gate-misconfigured',
  fires: [
    fires('the script of a hook is gone, and its interpreter ends with 2', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        denied: {
          by: 'hook',
          reason: `[${command}]: python3: can't open file '/home/dev/mill/guard.py': [Errno 2] No such file or directory`,
        },
      }),
    ),
    fires('two hooks rewrite one call', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        text: 'ok',
        hooks: [rewrite('sh a.sh', 'git push origin draft'), rewrite('sh b.sh', 'git push --dry-run')],
      }),
    ),
    withGate(
      guard(true),
      fires('a guard that is registered as async says no to a push that ran', (main) =>
        main.user('Push it.').calls('Bash', PUSH, 'done'),
      ),
    ),
  ],
  silent: [
    silent('a hook refuses a file', 'the reason is the hook’s own, no interpreter’s', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        denied: { by: 'hook', reason: `[${command}]: guard: the file list of this push is not approved` },
      }),
    ),
    silent('one hook rewrites, one looks on', 'only one input can have run', (main) =>
      main.user('Push it.').calls('Bash', PUSH, {
        text: 'ok',
        hooks: [
          rewrite('sh a.sh', 'git push origin draft'),
          { event: 'PreToolUse', kind: 'success', command: 'sh b.sh', stdout: '{}' },
        ],
      }),
    ),
    silent('the command’s own script is missing', 'the call failed, no hook refused it', (main) =>
      main.user('Run it.').calls(
        'Bash',
        { command: 'python3 report.py' },
        {
          error: "Exit code 2\npython3: can't open file 'report.py': [Errno 2] No such file or directory",
        },
      ),
    ),
    withGate(
      guard(false),
      silent('the same guard, waited for', 'its denial counts, and the push did not run', (main) =>
        main
          .user('Push it.')
          .calls('Bash', PUSH, { denied: { by: 'hook', reason: '[sh guard.sh]: no pushes from here' } }),
      ),
    ),
  ],
};
