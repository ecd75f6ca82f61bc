import { stringAt } from '../../base/json.ts';
import type { EventOf } from '../../case/model.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import { effectsOf } from '../../flows/effects/effects.ts';
import { resolvePath } from '../../flows/policy/paths.ts';
import { SHELL_TOOLS, WRITING_TOOLS } from '../../hosts/integrity.ts';

/**
 * What two calls must share to be the same deed: the file that is written, the shell command but for white space, or else tool and input.
 * A shell command that writes or deletes a file is the same deed as a tool that does.
 */
export function deedsOf(call: EventOf<'tool-call'>): readonly string[] {
  const { toolName, input, cwd } = call;
  for (const member of WRITING_TOOLS[toolName] ?? []) {
    const path = stringAt(input, member);
    if (path !== undefined) return [`write ${resolvePath(path, cwd)}`];
  }
  const command = SHELL_TOOLS.includes(toolName) ? stringAt(input, 'command') : undefined;
  if (command === undefined) return [`${toolName} ${JSON.stringify(input)}`];
  const effects = commandEffects(command, cwd);
  return [
    `run ${command.trim().replace(/\s+/g, ' ')}`,
    ...effects.writes.map(({ path }) => `write ${resolvePath(path, cwd)}`),
    ...effects.deletes.map(({ path }) => `delete ${resolvePath(path, cwd)}`),
    ...effects.publishes.map(({ kind, target }) => `publish ${kind} ${target ?? ''}`),
  ];
}

/** It changes something: a file, another place, a right. Reading and looking do not. */
export function changes(call: EventOf<'tool-call'>): boolean {
  return effectsOf(call).some(({ kind }) => kind !== 'read' && kind !== 'fetch' && kind !== 'execute');
}

/** A command that cannot be taken back: recursive deletes, forced pushes, rights for everybody. */
export function isDestructive(call: EventOf<'tool-call'>): boolean {
  const command = SHELL_TOOLS.includes(call.toolName) ? stringAt(call.input, 'command') : undefined;
  if (command === undefined) return false;
  const effects = commandEffects(command, call.cwd);
  return (
    effects.deletes.some(({ recursive }) => recursive) ||
    effects.publishes.some(({ forced }) => forced) ||
    /\bfind\b[^|;&]*\s-delete\b|\bchmod\s+(?:\S+\s+)*(?:-R|--recursive)\b|\bmkfs|\bdd\b[^|;&]*\bof=\/dev\//.test(
      command,
    )
  );
}
