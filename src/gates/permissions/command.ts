import { wildcardMatches } from './wildcard.ts';

/**
 * A shell command against the text of a `Bash(…)` rule: exact, `prefix:*` (the same as `prefix *`), or `*` anywhere. A compound command is
 * judged by its parts: allow needs all of them, deny and ask need one.
 */
export interface CommandParts {
  /** Simple commands in order, each as it stands in the text; the whole text if the shell parser could not read it. */
  readonly parts: readonly string[];
  /** The parser understood the text; a command it did not understand is never allowed by a part. */
  readonly understood: boolean;
}
export type CommandSplitter = (command: string) => CommandParts;

/** Programs that only run another one: the host looks behind them. Options with a value are those of the tools' manuals. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  timeout: ['-s', '--signal', '-k', '--kill-after'],
  time: [],
  nice: ['-n'],
  nohup: [],
  stdbuf: ['-i', '-o', '-e'],
};
/** Variables whose value cannot change which program runs; others before a command keep an allow rule from matching. */
const HARMLESS =
  /^(?:LANG|LC_[A-Z]+|TZ|NODE_ENV|CI|NO_COLOR|FORCE_COLOR|TERM|COLUMNS|RUST_BACKTRACE|PYTHONUNBUFFERED)=/;

export function commandMatches(
  spec: string,
  command: string,
  verdict: 'allow' | 'other',
  split: CommandSplitter,
): boolean {
  const whole = command.trim();
  if (matchesSpec(spec, whole)) {
    // A whole-text match of a pattern must not swallow `; rm -rf x`: for allow every part has to match by itself.
    if (verdict === 'other' || !spec.includes('*')) return true;
  }
  const { parts, understood } = split(whole);
  if (verdict === 'allow') {
    return (
      understood && parts.length > 0 && parts.every((part) => forms(part, true).some((form) => matchesSpec(spec, form)))
    );
  }
  return parts.some((part) => forms(part, false).some((form) => matchesSpec(spec, form)));
}

/** Whether several allow rules together cover every part of a compound command. */
export function coversEveryPart(specs: readonly string[], command: string, split: CommandSplitter): boolean {
  const { parts, understood } = split(command.trim());
  return (
    understood &&
    parts.length > 0 &&
    parts.every((part) => forms(part, true).some((form) => specs.some((spec) => matchesSpec(spec, form))))
  );
}

function matchesSpec(spec: string, command: string): boolean {
  const prefix = spec.endsWith(':*') ? spec.slice(0, -2) : spec.endsWith(' *') ? spec.slice(0, -2) : undefined;
  if (prefix !== undefined) {
    if (prefix.includes('*')) return wildcardMatches(prefix, command) || wildcardMatches(`${prefix} *`, command);
    return command === prefix || command.startsWith(`${prefix} `) || command.startsWith(`${prefix}\n`);
  }
  return spec.includes('*') ? wildcardMatches(spec, command) : spec === command;
}

/** The part as written, and without assignments and wrappers before the program. */
function forms(part: string, onlyHarmless: boolean): string[] {
  const found = [part.trim()];
  let rest = found[0]!;
  for (let step = 0; step < 16; step += 1) {
    const next = withoutAssignment(rest, onlyHarmless) ?? withoutWrapper(rest);
    if (next === undefined || next === '') break;
    rest = next;
    found.push(rest);
  }
  return found;
}

function withoutAssignment(text: string, onlyHarmless: boolean): string | undefined {
  const assignment = /^[A-Za-z_]\w*=(?:'[^']*'|"[^"$`]*"|[^\s'"$`;&|]*)\s+/.exec(text);
  if (assignment === null || (onlyHarmless && !HARMLESS.test(text))) return undefined;
  return text.slice(assignment[0].length);
}

function withoutWrapper(text: string): string | undefined {
  const words = text.split(/\s+/);
  const valued = Object.hasOwn(WRAPPERS, words[0]!) ? WRAPPERS[words[0]!]! : undefined;
  if (valued === undefined) return undefined;
  let at = 1;
  while (at < words.length && words[at]!.startsWith('-')) at += valued.includes(words[at]!) ? 2 : 1;
  if (words[0] === 'timeout') at += 1;
  return words.slice(at).join(' ');
}
