import { isObject, type JsonObject, type JsonValue, stringAt } from '../../base/json.ts';
import { valueAt } from '../../hosts/fact.ts';
import { HOOK_TOOL_NAME } from '../../hosts/hooks.ts';
import { profileFor } from '../../hosts/profile.ts';
import { MESSAGE_ADDED_MEMBERS, MESSAGE_TOOL, SPAWN_TOOLS } from '../../hosts/tools.ts';

export interface HostCall {
  readonly name: string;
  readonly input: JsonObject;
  /** Whether the host changed what the model wrote before it asked. */
  readonly rewritten: boolean;
}

/**
 * A call as PreToolUse shows it, from the call as the transcript keeps it. The host renames the spawning tool, and where every spawn of an
 * interactive session goes to the background it drops the member that asks for something else. [FACTS sections 0, 2; VERSIONS section 1]
 */
export function asHostSeesIt(
  name: string,
  input: JsonObject,
  version: string | undefined,
  interactive: boolean,
): HostCall {
  if (!SPAWN_TOOLS.has(name)) return { name, input, rewritten: false };
  const hostName = valueAt(HOOK_TOOL_NAME, version);
  const dropped =
    interactive && profileFor(version).interactiveAlwaysBackground && Object.hasOwn(input, 'run_in_background');
  if (!dropped) return { name: hostName, input, rewritten: hostName !== name };
  const { run_in_background: _dropped, ...rest } = input;
  return { name: hostName, input: rest, rewritten: true };
}

/** What a hook printed at one event of a call, and how long it took. */
export interface HookOutput {
  readonly event: string;
  readonly stdout: string;
  readonly durationMs: number;
  readonly refuses: boolean;
}

/** The input that a hook put in the place of the model's. Of several the one that ended last counts. [j3-two-hooks] */
export function rewrittenBy(outputs: readonly HookOutput[]): JsonObject | undefined {
  let last: { readonly input: JsonObject; readonly durationMs: number } | undefined;
  for (const { stdout, durationMs } of outputs) {
    const answer = parse(stdout);
    const specific = isObject(answer) ? answer.hookSpecificOutput : undefined;
    const input =
      isObject(specific) && stringAt(specific, 'hookEventName') === 'PreToolUse' ? specific.updatedInput : undefined;
    if (isObject(input) && (last === undefined || durationMs >= last.durationMs)) last = { input, durationMs };
  }
  return last?.input;
}

/** Members that the host adds to a message before it asks are gone again when the tool runs. [c-background, r-messages-web] */
export function withoutAdded(name: string, input: JsonObject): JsonObject {
  if (name !== MESSAGE_TOOL || !Object.hasOwn(input, 'recipient')) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => !MESSAGE_ADDED_MEMBERS.has(key)));
}

/** Whether a PreToolUse hook's answer says no, or asks where nobody may be there to say yes. */
export function refusesCall(stdout: string): boolean {
  const answer = parse(stdout);
  if (!isObject(answer)) return false;
  const specific = isObject(answer.hookSpecificOutput) ? answer.hookSpecificOutput : undefined;
  const decision = stringAt(specific, 'permissionDecision');
  return decision === 'deny' || decision === 'ask' || answer.decision === 'block';
}

/** Whether a PostToolUse hook put other output in the place of the tool's: the recorded result is then not what the hook was shown. */
export function replacesOutput(stdout: string): boolean {
  const answer = parse(stdout);
  const specific = isObject(answer) ? answer.hookSpecificOutput : undefined;
  return isObject(specific) && Object.hasOwn(specific, 'updatedToolOutput');
}

function parse(text: string): JsonValue | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
