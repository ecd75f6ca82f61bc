import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { oneLine } from '../base/clean.ts';
import { nearestName } from '../base/nearest.ts';
import { plural, shellWord } from '../report/names.ts';
import { COMMANDS } from './catalogue.ts';
import type { Call } from './command.ts';
import { Complaint } from './exit.ts';

/** What is said where there is nothing to read: why, and what to type next. Loaded only then. */
export function noPath({ spec, operands }: Call): Complaint {
  const [first] = operands;
  const wanted = /^<(\w+)>/.exec(spec.operands)?.[1];
  // The first operand may be the path, and what was to be looked up in it be missing.
  if (wanted !== undefined && first !== undefined && existsSync(first))
    return new Complaint(`which ${wanted}? '${oneLine(first)}' is a path`, {
      hint: `aftertaint ${spec.name} ${wanted.toUpperCase()} ${shellWord(first)}`,
    });
  const before = wanted === undefined ? '' : `${shellWord(first ?? wanted.toUpperCase())} `;
  return new Complaint('no path was given', {
    hint: `name transcripts, folders or archives: aftertaint ${spec.name} ${before}~/.claude/projects, or --local for this machine's own`,
  });
}

/** For a path that is not there: the command or the neighbour that was most likely meant, else how to look for transcripts. */
export function nearestPath(path: string, mayBeCommand: boolean): string {
  const command = mayBeCommand
    ? nearestName(
        path,
        COMMANDS.map(({ name }) => name),
      )
    : undefined;
  if (command !== undefined) return `did you mean the command '${command}'?`;
  const folder = dirname(path);
  if (!existsSync(folder)) return nearestPath(folder, false);
  const close = nearestName(basename(path), readdirSync(folder));
  if (close !== undefined) return `did you mean ${shellWord(join(folder, close))}?`;
  return `find ${shellWord(folder)} -name '*.jsonl' lists what may be transcripts`;
}

/** Nothing to read: because of the path, or because of what was asked for. */
export function nothingFound({ settings, spec }: Call, paths: readonly string[], skipped: number): string {
  const where = paths.map(oneLine).join(', ');
  const words = paths.map(shellWord).join(' ');
  const others = skipped === 0 ? '' : ` (${plural(skipped, 'other file')} skipped)`;
  const narrowed = (['session', 'since', 'until'] as const).flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [value].flat().map((one) => `--${name} ${shellWord(String(one))}`);
  });
  if (narrowed.length > 0)
    return `aftertaint: no session under ${where} fits ${narrowed.join(' ')}${others}\nhelp: aftertaint tree ${words} lists all sessions with their times\n`;
  return `aftertaint: no Claude Code transcripts under ${where}${others}\nhelp: transcripts are .jsonl files as in ~/.claude/projects/<project>/<session>.jsonl; find ${words} -name '*.jsonl*' shows whether there are any${spec.name === 'report' ? '; a saved report is what scan --format json or -o DIR wrote' : ''}\n`;
}
