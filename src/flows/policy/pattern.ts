import { compilePattern, type Pattern } from '../../base/pattern.ts';

/** Text longer than this is not looked at by a policy's patterns: a command line, not a file. */
const MAX_TEXT_CHARS = 200_000;
const compiled = new Map<string, Pattern>();

/** Whether a pattern of a policy matches anywhere in the text. Patterns were checked when the policy was read. */
export function matchesPattern(pattern: string, text: string): boolean {
  let found = compiled.get(pattern);
  if (found === undefined) {
    found = compilePattern(pattern);
    compiled.set(pattern, found);
  }
  return found.test(text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text);
}
