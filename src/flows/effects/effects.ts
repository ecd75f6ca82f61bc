import { type JsonValue, stringAt } from '../../base/json.ts';
import type { EventOf } from '../../case/model.ts';
import { READING_TOOLS, SHELL_TOOLS, WRITING_TOOLS } from '../../hosts/integrity.ts';
import { commandEffects } from '../bash/effects.ts';
import { isAbsolute, isUnder, resolvePath } from '../policy/paths.ts';
import { isSettingsPath, isStartUpPath } from '../policy/places.ts';
import { en } from '../shape/lexicon/en.ts';
import type { VerbClass } from '../shape/model.ts';
import type { CriticalKind, Effect, EffectKind } from './model.ts';

export type * from './model.ts';

const MAX_VALUES = 60;
const MAX_VALUE_CHARS = 2_000;

/** The effects of a tool call: built-in tools by table, shell commands by their parse, every other tool by the parts of its name. */
export function effectsOf(call: EventOf<'tool-call'>): readonly Effect[] {
  let found = memo.get(call);
  if (found === undefined) {
    found = read(call);
    memo.set(call, found);
  }
  return found;
}

const memo = new WeakMap<EventOf<'tool-call'>, readonly Effect[]>();

const QUIET_TOOLS = new Set(
  'TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet ToolSearch ExitPlanMode EnterPlanMode AskUserQuestion BashOutput TaskOutput KillShell KillBash ListMcpResourcesTool LSP EnterWorktree ExitWorktree CronList Agent Task'.split(
    ' ',
  ),
);

function read(call: EventOf<'tool-call'>): readonly Effect[] {
  const { toolName, input } = call;
  const values = valuesOf(input);
  const effect = (
    kind: EffectKind,
    critical: CriticalKind | undefined,
    summary: string,
    own: readonly string[] = values,
  ): Effect => ({
    kind,
    call,
    values: own,
    summary,
    grave: critical !== undefined && kind !== 'fetch' && kind !== 'execute',
    ...(critical === undefined ? {} : { critical }),
  });
  if (QUIET_TOOLS.has(toolName)) return [];
  const written = (WRITING_TOOLS[toolName] ?? [])
    .map((member) => stringAt(input, member))
    .find((path) => path !== undefined);
  if (written !== undefined) {
    if (isSettingsPath(written) || isStartUpPath(written))
      return [effect('grant', 'permission', `${toolName} ${written}`)];
    const outside = isOutsideProject(written, call.cwd);
    return [
      effect(
        outside ? 'write-outside' : 'write-inside',
        outside ? 'write-outside' : undefined,
        `${toolName} ${written}`,
      ),
    ];
  }
  if (READING_TOOLS[toolName] !== undefined)
    return [effect('read', undefined, `${toolName} ${values[0] ?? ''}`.trim())];
  if (toolName === 'WebFetch' || toolName === 'WebSearch') {
    return [
      effect('fetch', 'egress', `${toolName} ${stringAt(input, 'url') ?? stringAt(input, 'query') ?? ''}`.trim()),
    ];
  }
  if (toolName === 'SendMessage')
    return [effect('send', undefined, `SendMessage to ${stringAt(input, 'to') ?? 'an agent'}`)];
  if (SHELL_TOOLS.includes(toolName)) return shell(call, effect);
  return byName(toolName, effect);
}

type Make = (
  kind: EffectKind,
  critical: CriticalKind | undefined,
  summary: string,
  values?: readonly string[],
) => Effect;

function shell(call: EventOf<'tool-call'>, make: Make): Effect[] {
  const command = stringAt(call.input, 'command') ?? '';
  const effects = commandEffects(command, call.cwd);
  const summary = `${call.toolName}: ${command.slice(0, 160)}`;
  const found: Effect[] = [];
  for (const send of effects.sendsOutside) {
    found.push(
      make(
        'send',
        'egress',
        summary,
        [send.host, send.url, send.recipient, ...send.files, command].filter((value) => value !== undefined),
      ),
    );
  }
  for (const one of effects.readsOutside) {
    found.push(
      make(
        'fetch',
        'egress',
        summary,
        [one.host, one.url, command].filter((value) => value !== undefined),
      ),
    );
  }
  for (const one of effects.publishes)
    found.push(
      make(
        'publish',
        'publish',
        summary,
        [one.target, command].filter((value) => value !== undefined),
      ),
    );
  for (const one of effects.executes) {
    // A project's own build and tests are the everyday work of a coding agent.
    const everyday = one.kind === 'program' && one.from === 'file';
    const foreign = one.from === 'outside' || one.from === 'decoded' || one.kind === 'remote';
    const run = make('execute', everyday ? undefined : 'exec', summary, [one.value.slice(0, 300), command]);
    found.push(foreign && one.kind !== 'package' ? { ...run, grave: true } : run);
  }
  for (const one of effects.deletes) found.push(make('delete', 'exec', summary, [one.path, command]));
  for (const one of effects.permission) found.push(make('grant', 'permission', summary, [one.value, command]));
  for (const one of effects.writes) {
    if (isSettingsPath(one.path) || isStartUpPath(one.path))
      found.push(make('grant', 'permission', summary, [one.path]));
    else {
      const outside = isOutsideProject(one.path, call.cwd);
      found.push(
        make(outside ? 'write-outside' : 'write-inside', outside ? 'write-outside' : undefined, summary, [
          one.path,
          command,
        ]),
      );
    }
  }
  for (const one of effects.reads) found.push(make('read', undefined, summary, [one.path]));
  return found;
}

const VERB_BY_PART: ReadonlyMap<string, VerbClass> = new Map(
  (Object.entries(en.verbs) as [VerbClass, string][])
    .filter(([verb]) => verb !== 'tell' && verb !== 'do')
    .flatMap(([verb, words]) => words.split(' ').map((part) => [part, verb] as const))
    .reverse(),
);
const MONEY =
  /money|payment|transaction|invoice|fund|purchase|order|reservation|booking|hotel|flight|ticket|checkout|transfer|wallet|subscription/;
const RIGHTS =
  /permission|access|role|policy|member|invite|collaborator|password|credential|token|key|grant|share|owner|user/;
const KIND_OF: Readonly<Partial<Record<VerbClass, EffectKind>>> = {
  send: 'send',
  publish: 'publish',
  pay: 'pay',
  delete: 'delete',
  write: 'write-outside',
  execute: 'execute',
  grant: 'grant',
  fetch: 'fetch',
  read: 'read',
  stop: 'delete',
};
const CRITICAL_OF: Readonly<Record<EffectKind, CriticalKind | undefined>> = {
  send: 'egress',
  publish: 'publish',
  pay: 'egress',
  delete: 'exec',
  'write-inside': undefined,
  'write-outside': 'egress',
  execute: 'exec',
  grant: 'permission',
  fetch: undefined,
  read: undefined,
};

/** `mcp__mail__send_message` sends; `get_balance` reads. A name without a verb that we know is an effect nobody can name. */
function byName(toolName: string, make: Make): Effect[] {
  const own =
    toolName
      .replace(/^mcp__/, '')
      .split('__')
      .at(-1) ?? toolName;
  const parts = own
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const verb = parts.map((part) => VERB_BY_PART.get(part)).find((one) => one !== undefined);
  if (verb === undefined) return [make('execute', toolName.startsWith('mcp__') ? 'egress' : undefined, toolName)];
  const kinds = new Set<EffectKind>();
  const looks =
    /^(get|list|read|search|find|fetch|query|describe|show|view|lookup|check|count|is|has|summarize|detect|inspect|load)$/.test(
      parts[0] ?? '',
    );
  if (looks) kinds.add(parts[0] === 'fetch' ? 'fetch' : 'read');
  else {
    kinds.add(KIND_OF[verb] ?? 'execute');
    if (MONEY.test(own) && !kinds.has('delete')) kinds.add('pay');
    if (RIGHTS.test(own) && (verb === 'write' || verb === 'send' || verb === 'grant')) kinds.add('grant');
  }
  return [...kinds].map((kind) => make(kind, looks ? undefined : CRITICAL_OF[kind], toolName));
}

/** Outside the folder the agent works in. Scratch folders of the system and of the host are nobody's data. */
export function isOutsideProject(path: string, cwd: string | undefined): boolean {
  if (path.startsWith('~')) return true;
  if (!isAbsolute(path)) return path.startsWith('../');
  if (cwd === undefined || cwd === '') return false;
  const full = resolvePath(path, cwd);
  // A worktree's neighbours and parents are the same project's.
  const project = cwd.replace(/\/\.claude\/worktrees\/.*$/, '');
  if (isUnder(full, project)) return false;
  return (
    !/^(?:\/tmp\/|\/private\/tmp\/|\/var\/folders\/|\/dev\/)/.test(full) &&
    !/[/\\]\.claude[/\\](?:plans|projects)[/\\]/.test(full)
  );
}

function valuesOf(value: JsonValue, into: string[] = []): string[] {
  if (into.length >= MAX_VALUES) return into;
  if (typeof value === 'string') into.push(value.slice(0, MAX_VALUE_CHARS));
  else if (typeof value === 'number') into.push(String(value));
  else if (Array.isArray(value)) for (const item of value) valuesOf(item, into);
  else if (value !== null && typeof value === 'object') for (const item of Object.values(value)) valuesOf(item, into);
  return into;
}
