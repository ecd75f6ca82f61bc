import { stringAt } from '../../base/json.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import { SHELL_TOOLS } from '../../hosts/integrity.ts';
import { NO_SAY, type PureGate } from '../model.ts';
import { callOf } from './calls.ts';

/** What a shell command destroys or makes hard to undo, by name of the program and its words. The shell parser finds deletes and pushes. */
const PATTERNS: readonly (readonly [rule: string, pattern: RegExp])[] = [
  [
    'discards work',
    /\bgit\s+(?:-\S+\s+\S+\s+)*(?:reset\s+(?:\S+\s+)*--hard|clean\s+(?:\S+\s+)*-\w*f|checkout\s+(?:\S+\s+)*(?:--\s+\.|-f|--force)|restore\s+\.|stash\s+(?:drop|clear)|branch\s+(?:\S+\s+)*-D|update-ref\s+-d|reflog\s+expire|filter-branch|filter-repo)/,
  ],
  [
    'rewrites what others have',
    /\bgit\s+(?:-\S+\s+\S+\s+)*push\s+(?:\S+\s+)*(?:--force(?:-with-lease)?|-f\b|--mirror|--delete|\+\S+)/,
  ],
  ['deletes what it finds', /\bfind\b[^|;&]*\s-delete\b/],
  ['deletes what it finds', /\bfind\b[^|;&]*-exec(?:dir)?\s+rm\b/],
  ['opens everything', /\bchmod\s+(?:\S+\s+)*(?:-R|--recursive)\b[^|;&]*\b[0-7]?777\b/],
  ['writes a device', /\bdd\b[^|;&]*\bof=\/dev\/|\bmkfs(?:\.\w+)?\b|\bwipefs\b|\bshred\b|>\s*\/dev\/(?:sd|nvme|vd|hd)/],
  ['drops data', /\b(?:drop\s+(?:table|database|schema)|truncate\s+table|delete\s+from\s+\w+\s*(?:;|$|["']))/i],
  [
    'takes down what runs',
    /\b(?:terraform|tofu)\s+destroy\b|\bkubectl\s+delete\b|\bdocker\s+(?:system|volume)\s+prune\b|\bhelm\s+uninstall\b/,
  ],
  ['stops the machine', /\b(?:shutdown|reboot|halt|poweroff)\b/],
];

/** Asks a person before a command that cannot be taken back. */
export function askDestructive(): PureGate<null> {
  return {
    id: 'ask-destructive',
    start: null,
    step(state, request) {
      const call = callOf(request.payload);
      if (request.phase !== 'before-tool' || call === undefined) return { state, decision: NO_SAY };
      const command = SHELL_TOOLS.includes(call.tool) ? stringAt(call.input, 'command') : undefined;
      const why = command === undefined ? undefined : destroys(command, call.cwd);
      if (why === undefined) return { state, decision: { ...NO_SAY, basis: 'default' } };
      return {
        state,
        decision: {
          outcome: 'ask',
          reason: why,
          rules: ['destructive'],
          failedOpen: false,
          basis: 'rule',
          effect: 'unknown',
        },
      };
    },
  };
}

function destroys(command: string, cwd: string | undefined): string | undefined {
  const effects = commandEffects(command, cwd);
  const deleted = effects.deletes.find((one) => one.recursive);
  if (deleted !== undefined) return `deletes all below ${deleted.path}`;
  if (effects.publishes.some((one) => one.forced)) return 'rewrites what others have';
  return PATTERNS.find(([, pattern]) => pattern.test(command))?.[0];
}
