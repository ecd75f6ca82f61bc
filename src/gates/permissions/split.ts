import { parseShell, type ShellPart, type ShellPipeline, type ShellWord } from '../../flows/bash/parse.ts';
import type { CommandParts } from './command.ts';

/** The simple commands of a shell text, those inside substitutions and subshells too, as they stand in it. */
export function splitCommand(command: string): CommandParts {
  const script = parseShell(command);
  const parts: string[] = [];
  readPipelines(script.pipelines, command, parts, 0);
  const understood = script.errors.length === 0 && parts.length > 0;
  return { parts: parts.length === 0 ? [command] : parts, understood };
}

function readPipelines(pipelines: readonly ShellPipeline[], source: string, parts: string[], depth: number): void {
  if (depth > 12) return;
  for (const { stages } of pipelines) {
    for (const stage of stages) {
      if (stage.kind === 'group') {
        readPipelines(stage.pipelines, source, parts, depth + 1);
        continue;
      }
      const { command } = stage;
      const text = source.slice(command.start, command.end).trim();
      if (text !== '') parts.push(text);
      const words: (ShellWord | undefined)[] = [...command.assignments.map(({ value }) => value), ...command.words];
      for (const word of words) for (const part of word?.parts ?? []) readNested(part, parts, depth);
    }
  }
}

/** A substitution is a command of its own; its text starts behind the opening mark. */
function readNested(part: ShellPart, parts: string[], depth: number): void {
  if (part.kind === 'variable') {
    for (const inner of part.fallback?.parts ?? []) readNested(inner, parts, depth + 1);
    return;
  }
  if (part.kind !== 'substitution' && part.kind !== 'process') return;
  const text = part.text.replace(/^(?:\$\(|`|[<>]\()/, '').replace(/[)`]$/, '');
  const script = parseShell(text);
  if (script.errors.length > 0) parts.push(text.trim());
  else readPipelines(script.pipelines, text, parts, depth + 1);
}
