import { QUIET, WRAPPERS } from './commands.ts';
import { fileCommand } from './files.ts';
import { forgeCommand } from './git.ts';
import { type Argument, type CommandEffects, EMPTY, merge, type Stream } from './model.ts';
import { networkCommand } from './network.ts';
import { readOptions } from './options.ts';
import { programCommand } from './programs.ts';
import { Shell, spoken } from './walk.ts';

export type * from './model.ts';

const MEMO_LIMIT = 4_096;
const memo = new Map<string, CommandEffects>();

/**
 * What a shell command reads, sends, runs, writes, deletes, publishes and permits, by its text alone. Never runs anything; what
 * the text does not tell is listed under `unknown`, so that an empty answer means "nothing of that kind", not "not understood".
 */
export function commandEffects(command: string, cwd?: string): CommandEffects {
  const key = `${cwd ?? ''}\n${command}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const shell = new Shell(cwd, dispatch);
  const effects = shell.result(shell.source(command, undefined));
  if (memo.size >= MEMO_LIMIT) memo.clear();
  memo.set(key, effects);
  return effects;
}

function dispatch(shell: Shell, words: readonly Argument[], stdin: Stream): Stream {
  const [first, ...args] = words;
  if (first === undefined) return EMPTY;
  const name = first.value.replace(/^\\/, '').split('/').at(-1) ?? '';
  shell.names.push(name);
  if (!first.known && first.stream.literal === undefined) {
    shell.unknown.push({ name: first.value, reason: 'the name of the command is not in its text', at: first.at });
    if (first.stream.outside.length > 0) {
      shell.executes.push({ kind: 'code', value: first.value, from: 'outside', language: 'shell', at: first.at });
    }
    return { ...merge(...args.map((arg) => arg.stream)), unknown: true };
  }
  if (WRAPPERS.has(name)) return wrapped(shell, name, args, stdin);
  if (name === 'echo' || name === 'printf') {
    const said = args.filter((arg, index) => !(index < 2 && /^-[neE]+$/.test(arg.value)));
    return spoken(said);
  }
  if (QUIET.has(name) || name === 'cd')
    return name === 'env' || name === 'printenv' ? { ...EMPTY, variables: ['*'] } : EMPTY;
  const done =
    fileCommand(shell, name, args, stdin) ??
    forgeCommand(shell, name, args, stdin) ??
    programCommand(shell, name, args, stdin, first.at) ??
    networkCommand(shell, name, args, stdin) ??
    permissionCommand(shell, name, args, first);
  if (done !== undefined) return done;
  const local = first.value.includes('/');
  const from = shell.fetchedInto(first) === undefined ? 'file' : 'outside';
  if (local) shell.executes.push({ kind: 'script', value: first.value, from, at: first.at });
  else shell.executes.push({ kind: 'program', value: name, from: 'unknown', at: first.at });
  shell.unknown.push({
    name,
    reason: local ? 'what the script does is not in the command' : 'no table knows this command',
    at: first.at,
  });
  return { ...merge(stdin, ...args.map((arg) => arg.stream)), unknown: true };
}

/** A command that starts another one: read what it starts, and note what it changes itself. */
function wrapped(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream {
  const spec = WRAPPERS.get(name)!;
  const options = readOptions(args, spec.valueFlags, true);
  let rest = options.operands.slice(spec.before);
  if (name === 'env' || name === 'sudo' || name === 'doas' || name === 'dotenv') {
    while (rest.length > 0 && /^[A-Za-z_]\w*=/.test(rest[0]!.value)) rest = rest.slice(1);
  }
  if (name === 'sudo' || name === 'doas') {
    shell.permission.push({
      kind: 'privilege',
      value: rest[0]?.value ?? name,
      at: rest[0]?.at ?? args[0]?.at ?? [0, 0],
    });
  }
  if (rest.length === 0) {
    const inline = options.valuesOf('-S')[0];
    if (inline !== undefined) return shell.source(inline.value, inline.at, stdin);
    return name === 'env' ? { ...EMPTY, variables: ['*'] } : EMPTY;
  }
  if (name === 'xargs' || name === 'parallel') {
    const passed: Argument = { value: '', known: false, variables: stdin.variables, stream: stdin, at: rest[0]!.at };
    return shell.run([...rest, passed], EMPTY);
  }
  if (name === 'watch' && rest.length === 1) return shell.source(rest[0]!.value, rest[0]!.at, stdin);
  return shell.run(rest, stdin);
}

function permissionCommand(shell: Shell, name: string, args: readonly Argument[], first: Argument): Stream | undefined {
  const value = [name, ...args.map((arg) => arg.value)].join(' ').slice(0, 300);
  switch (name) {
    case 'chmod':
    case 'setfacl':
    case 'chattr':
      shell.permission.push({ kind: 'mode', value, at: first.at });
      return EMPTY;
    case 'chown':
    case 'chgrp':
      shell.permission.push({ kind: 'owner', value, at: first.at });
      return EMPTY;
    case 'su':
    case 'passwd':
    case 'usermod':
    case 'useradd':
    case 'visudo':
    case 'setcap': {
      shell.permission.push({ kind: 'privilege', value, at: first.at });
      const code = readOptions(args, '-c -s').valuesOf('-c')[0];
      return code === undefined ? EMPTY : shell.source(code.value, code.at);
    }
    case 'ssh-copy-id':
    case 'ssh-keygen':
    case 'ssh-add':
    case 'security':
      shell.permission.push({ kind: 'key', value, at: first.at });
      return EMPTY;
    case 'crontab':
    case 'at':
    case 'systemctl':
    case 'launchctl':
    case 'schtasks':
    case 'service':
      if (/\b(-l|list|status|is-active|print)\b/.test(value)) return EMPTY;
      shell.permission.push({ kind: 'schedule', value, at: first.at });
      return EMPTY;
    case 'kill':
    case 'pkill':
    case 'killall':
    case 'reboot':
    case 'shutdown':
      shell.executes.push({ kind: 'program', value, from: 'literal', at: first.at });
      shell.unknown.push({ name, reason: 'ends other programs', at: first.at });
      return EMPTY;
    default:
      return undefined;
  }
}
