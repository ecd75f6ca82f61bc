import {
  arrayAt,
  booleanAt,
  isObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  stringAt,
} from '../../base/json.ts';
import { isProblem, type PermissionRule, parseRule, type RuleVerdict } from '../permissions/rule.ts';
import { matcherProblem } from './matcher.ts';

/** One hook program as settings name it. */
export interface HookCommand {
  /** Hook event it is registered for (`PreToolUse`, …). */
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
  /** Started without a shell, with these arguments. */
  readonly args?: readonly string[];
  /** Permission-rule text that the call must match as well. */
  readonly condition?: string;
  readonly timeoutMs?: number;
  /** Runs beside the host, which does not wait: it can decide nothing. */
  readonly runsAsync: boolean;
}

export interface SettingsProblem {
  /** JSON pointer into the settings file. */
  readonly pointer: string;
  readonly problem: string;
}

export interface HostSettings {
  readonly rules: readonly PermissionRule[];
  readonly defaultMode: string;
  readonly hooks: readonly HookCommand[];
  /** Everything that the host would ignore or trip over. Nothing here stops a replay. */
  readonly problems: readonly SettingsProblem[];
}

export const NO_SETTINGS: HostSettings = { rules: [], defaultMode: 'default', hooks: [], problems: [] };

const PERMISSION_KEYS = [
  'allow',
  'ask',
  'deny',
  'defaultMode',
  'additionalDirectories',
  'disableBypassPermissionsMode',
];
const HOOK_KEYS = [
  'type',
  'command',
  'args',
  'if',
  'timeout',
  'async',
  'asyncRewake',
  'statusMessage',
  'once',
  'shell',
];

/** Reads the parts of a Claude Code settings.json that decide about calls: permission rules and command hooks. */
export function readSettings(value: JsonValue): HostSettings {
  const problems: SettingsProblem[] = [];
  if (!isObject(value)) return { ...NO_SETTINGS, problems: [{ pointer: '', problem: 'is not a JSON object' }] };
  const permissions = objectAt(value, 'permissions');
  for (const key of Object.keys(permissions ?? {})) {
    if (!PERMISSION_KEYS.includes(key))
      problems.push({ pointer: `/permissions/${key}`, problem: 'is no key that the host knows' });
  }
  const rules = (['allow', 'ask', 'deny'] as const).flatMap((verdict) => readRules(permissions, verdict, problems));
  const hooks = booleanAt(value, 'disableAllHooks') === true ? [] : readHooks(objectAt(value, 'hooks'), problems);
  return { rules, defaultMode: stringAt(permissions, 'defaultMode') ?? 'default', hooks, problems };
}

function readRules(
  permissions: JsonObject | undefined,
  verdict: RuleVerdict,
  problems: SettingsProblem[],
): PermissionRule[] {
  return (arrayAt(permissions, verdict) ?? []).flatMap((text, index) => {
    const pointer = `/permissions/${verdict}/${index}`;
    if (typeof text !== 'string') {
      problems.push({ pointer, problem: 'is not a string' });
      return [];
    }
    const rule = parseRule(verdict, text);
    if (!isProblem(rule)) return [rule];
    problems.push({ pointer, problem: `${JSON.stringify(text)} ${rule.problem}` });
    return [];
  });
}

function readHooks(hooks: JsonObject | undefined, problems: SettingsProblem[]): HookCommand[] {
  return Object.entries(hooks ?? {}).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) {
      problems.push({ pointer: `/hooks/${event}`, problem: 'is not a list of matcher groups' });
      return [];
    }
    return groups.flatMap((group, index) => readGroup(event, group, `/hooks/${event}/${index}`, problems));
  });
}

function readGroup(event: string, group: JsonValue, pointer: string, problems: SettingsProblem[]): HookCommand[] {
  if (!isObject(group)) {
    problems.push({ pointer, problem: 'is not an object' });
    return [];
  }
  const matcher = stringAt(group, 'matcher') ?? '';
  const broken = matcherProblem(matcher);
  if (broken !== undefined)
    problems.push({ pointer: `${pointer}/matcher`, problem: `${JSON.stringify(matcher)} ${broken}` });
  return (arrayAt(group, 'hooks') ?? []).flatMap((hook, index) => {
    const at = `${pointer}/hooks/${index}`;
    if (!isObject(hook)) {
      problems.push({ pointer: at, problem: 'is not an object' });
      return [];
    }
    const type = stringAt(hook, 'type') ?? '';
    const command = stringAt(hook, 'command');
    if (type !== 'command') {
      problems.push({
        pointer: at,
        problem: `hooks of type ${JSON.stringify(type)} are not run: only command hooks are`,
      });
      return [];
    }
    if (command === undefined || command.trim() === '') {
      problems.push({ pointer: at, problem: 'names no command' });
      return [];
    }
    for (const key of Object.keys(hook)) {
      if (!HOOK_KEYS.includes(key)) problems.push({ pointer: `${at}/${key}`, problem: 'is no key of a command hook' });
    }
    return [hookOf(event, matcher, hook, command)];
  });
}

function hookOf(event: string, matcher: string, hook: JsonObject, command: string): HookCommand {
  const seconds = numberAt(hook, 'timeout');
  const args = arrayAt(hook, 'args')?.filter((arg) => typeof arg === 'string');
  const condition = stringAt(hook, 'if');
  return {
    event,
    matcher,
    command,
    ...(args === undefined ? {} : { args }),
    ...(condition === undefined ? {} : { condition }),
    ...(seconds === undefined || !(seconds > 0) ? {} : { timeoutMs: Math.round(seconds * 1000) }),
    runsAsync: booleanAt(hook, 'async') === true || booleanAt(hook, 'asyncRewake') === true,
  };
}
