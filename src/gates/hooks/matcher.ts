import { runInNewContext } from 'node:vm';
import { type JsonObject, stringAt } from '../../base/json.ts';

/**
 * Which events a matcher names. Empty and `*` match all; words joined by `|` match exactly; anything else is a regular expression that may
 * match anywhere in the name. Source: host/FACTS section 6 (`Task` matches Agent calls; also `Agent`, `^Ag.*`, `Bash|Read`; SubagentStart
 * and SubagentStop match on the agent type).
 */

/** Hook event → member of the payload that its matcher is held against. Events that are not here ignore their matcher. */
const MATCHED_MEMBER: Readonly<Record<string, string>> = {
  PreToolUse: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
  PermissionRequest: 'tool_name',
  PermissionDenied: 'tool_name',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  Notification: 'notification_type',
  StopFailure: 'error',
  InstructionsLoaded: 'load_reason',
};
const SPAWN = ['Agent', 'Task'];
const PLAIN = /^[\w|, -]*$/;

export function hookMatches(matcher: string, payload: JsonObject): boolean {
  const member = MATCHED_MEMBER[stringAt(payload, 'hook_event_name') ?? ''];
  if (member === undefined || matcher === '' || matcher === '*') return true;
  const value = stringAt(payload, member);
  if (value === undefined) return false;
  const names = member === 'tool_name' && SPAWN.includes(value) ? SPAWN : [value];
  return names.some((name) => matches(matcher, name));
}

/** What is wrong with a matcher as text, or undefined. */
export function matcherProblem(matcher: string): string | undefined {
  if (matcher === '*' || PLAIN.test(matcher)) return undefined;
  try {
    new RegExp(matcher);
    return undefined;
  } catch {
    return 'is no valid regular expression: it matches nothing';
  }
}

const answers = new Map<string, boolean>();

function matches(matcher: string, name: string): boolean {
  if (PLAIN.test(matcher)) return matcher.split(/[|,]/).some((word) => word.trim() === name);
  const key = `${matcher}\u0000${name}`;
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = expressionMatches(matcher, name.slice(0, 256));
    answers.set(key, answer);
  }
  return answer;
}

/** An expression can backtrack for ever, and the name comes out of the evidence: it runs under a limit and then counts as no match. */
function expressionMatches(matcher: string, name: string): boolean {
  try {
    return runInNewContext('new RegExp(matcher).test(name)', { matcher, name }, { timeout: 200 }) === true;
  } catch {
    return false;
  }
}
