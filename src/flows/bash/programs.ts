import { targetHost, urlsIn } from '../hosts.ts';
import {
  AGENT_PROGRAMS,
  CODE_READS,
  CODE_RUNS,
  CODE_SENDS,
  INTERPRETERS,
  PACKAGE_RUNNERS,
  RUNNERS,
  SHELLS,
} from './commands.ts';
import {
  type Argument,
  type CommandRange,
  EMPTY,
  type Execution,
  merge,
  type OutsideRead,
  type Stream,
} from './model.ts';
import { fetched } from './network.ts';
import { readOptions } from './options.ts';
import { type Shell, spoken } from './walk.ts';

/** Commands that run other text: shells, interpreters, other agents, packages, a project's own scripts. */
export function programCommand(
  shell: Shell,
  name: string,
  args: readonly Argument[],
  stdin: Stream,
  at: CommandRange,
): Stream | undefined {
  if (SHELLS.has(name)) return shellProgram(shell, name, args, stdin, at);
  const agent = AGENT_PROGRAMS.get(name);
  if (agent !== undefined) return agentProgram(shell, name, args, stdin, agent, at);
  if (INTERPRETERS.test(name)) return interpreter(shell, name, args, stdin, at);
  if (name === 'eval') return shell.source(args.map((arg) => arg.value).join(' '), at, stdin);
  if (name === 'source' || name === '.') {
    const file = args[0];
    if (file === undefined) return EMPTY;
    const outside = fetchedBefore(shell, file);
    shell.executes.push({
      kind: 'script',
      value: file.value,
      from: outside ? 'outside' : 'file',
      language: 'shell',
      at: file.at,
    });
    if (file.stream === EMPTY) shell.read(file);
    return { ...EMPTY, unknown: true };
  }
  if (PACKAGE_RUNNERS.has(name)) {
    const target = readOptions(args, '-p --package -c --call', true).operands[0];
    const read = fetched(shell, name, undefined, at);
    shell.executes.push({
      kind: 'package',
      value: target?.value ?? '',
      from: 'outside',
      language: name,
      at: target?.at ?? at,
    });
    return { ...read, unknown: true };
  }
  if (RUNNERS.has(name)) {
    shell.executes.push({
      kind: 'program',
      value: [name, ...args.map((arg) => arg.value)].join(' '),
      from: 'file',
      at,
    });
    shell.unknown.push({ name, reason: "runs the project's own files", at });
    return { ...EMPTY, unknown: true };
  }
  return undefined;
}

function originOf(stream: Stream): Execution['from'] {
  if (stream.outside.length > 0) return 'outside';
  if (stream.decoded) return 'decoded';
  if (stream.literal !== undefined && stream.files.length === 0) return 'literal';
  return stream.files.length > 0 ? 'file' : 'unknown';
}

function fetchedBefore(shell: Shell, script: Argument): boolean {
  return script.stream.outside.length > 0 || shell.fetchedInto(script) !== undefined;
}

function shellProgram(shell: Shell, name: string, args: readonly Argument[], stdin: Stream, at: CommandRange): Stream {
  const options = readOptions(args, '-o -O --rcfile --init-file', true);
  const [first] = options.operands;
  if (options.has('-c') && first !== undefined) {
    // The text may itself be a substitution: `bash -c "$(curl …)"` runs what the network answers.
    if (first.stream.outside.length > 0 || first.stream.files.length > 0 || first.stream.decoded) {
      shell.executes.push({
        kind: 'code',
        value: first.value,
        from: originOf(first.stream),
        language: name,
        at: first.at,
      });
    }
    return merge(shell.source(first.value, first.at, stdin), first.stream);
  }
  if (first !== undefined && !options.has('-s')) {
    const from = fetchedBefore(shell, first) ? 'outside' : 'file';
    shell.executes.push({ kind: 'script', value: first.value, from, language: name, at: first.at });
    if (first.stream === EMPTY) shell.read(first);
    shell.unknown.push({ name: first.value, reason: 'what the script does is not in the command', at: first.at });
    return { ...first.stream, unknown: true };
  }
  if (stdin === EMPTY) return EMPTY;
  shell.executes.push({
    kind: 'input',
    value: stdin.literal ?? stdin.outside[0]?.url ?? stdin.files.join(' '),
    from: originOf(stdin),
    language: name,
    at,
  });
  if (stdin.literal !== undefined) return merge(shell.source(stdin.literal, at), { ...EMPTY, outside: stdin.outside });
  return { ...stdin, unknown: true };
}

function interpreter(shell: Shell, name: string, args: readonly Argument[], stdin: Stream, at: CommandRange): Stream {
  const isPython = /^(python|pypy)/.test(name);
  const options = readOptions(
    args,
    isPython ? '-c -m -W -X -Q' : '-e -p --eval --print -r --require -I -M -f --import --loader -E',
    true,
  );
  const code = options.valuesOf(...(isPython ? ['-c'] : ['-e', '-p', '--eval', '--print', '-r', '-E'])).at(0);
  const flagged = code ?? options.flags.find((flag) => /^(--eval|--print|-Command|-c)$/i.test(flag.name))?.value;
  const subverb = /^(deno|bun)$/.test(name) ? options.operands[0]?.value : undefined;
  const operands =
    subverb !== undefined && /^(run|eval|x|test|install|add)$/.test(subverb)
      ? options.operands.slice(1)
      : options.operands;
  const inline = subverb === 'eval' ? operands[0] : flagged;
  if (inline !== undefined && !(name === 'php' && options.has('-f')))
    return program(shell, name, inline.value, inline.at, merge(inline.stream, stdin));
  const module = isPython ? options.valuesOf('-m')[0] : undefined;
  if (module !== undefined) {
    if (/^(pip|pipx|uv|poetry|twine)$/.test(module.value)) {
      const rest = args.slice(args.findIndex((arg) => arg.value === module.value));
      return shell.run(rest, stdin);
    }
    shell.executes.push({
      kind: 'program',
      value: `${name} -m ${module.value}`,
      from: 'file',
      language: name,
      at: module.at,
    });
    if (/^(http\.server|smtpd|ftplib|telnetlib)$/.test(module.value))
      shell.send({ tool: `${name} -m ${module.value}`, at: module.at });
    shell.unknown.push({ name: module.value, reason: 'what the module does is not in the command', at: module.at });
    return { ...EMPTY, unknown: true };
  }
  const script = operands[0];
  if (script !== undefined && script.value !== '-') {
    const from = fetchedBefore(shell, script) || /^https?:/.test(script.value) ? 'outside' : 'file';
    if (/^https?:/.test(script.value)) fetched(shell, name, script, at);
    shell.executes.push({ kind: 'script', value: script.value, from, language: name, at: script.at });
    if (script.stream === EMPTY) shell.read(script);
    shell.unknown.push({ name: script.value, reason: 'what the script does is not in the command', at: script.at });
    return { ...merge(script.stream), unknown: true };
  }
  if (stdin.literal !== undefined) return program(shell, name, stdin.literal, at, stdin);
  if (stdin === EMPTY) return EMPTY;
  shell.executes.push({
    kind: 'input',
    value: stdin.outside[0]?.url ?? stdin.files.join(' '),
    from: originOf(stdin),
    language: name,
    at,
  });
  return { ...stdin, unknown: true };
}

/** Program text in the command itself: read for the words that reach the network or run other programs. */
function program(shell: Shell, name: string, code: string, at: CommandRange, around: Stream): Stream {
  shell.executes.push({
    kind: 'code',
    value: code,
    from: originOf({ ...around, literal: around.literal ?? code }),
    language: name,
    at,
  });
  if (CODE_RUNS.test(code)) shell.unknown.push({ name, reason: 'the code runs other programs', at });
  for (const match of code.matchAll(/open\(\s*["']([^"']{1,300})["']\s*(?:,\s*["']([^"']*)["'])?/g)) {
    const file: Argument = { value: match[1]!, known: true, variables: [], stream: EMPTY, at };
    if (/[wax]/.test(match[2] ?? '')) shell.write(file, /a/.test(match[2] ?? ''), { kind: 'program' });
    else shell.read(file);
  }
  for (const match of code.matchAll(/(writeFile|appendFile|readFile)(?:Sync)?\(\s*["'`]([^"'`]{1,300})["'`]/g)) {
    const file: Argument = { value: match[2]!, known: true, variables: [], stream: EMPTY, at };
    if (match[1] === 'readFile') shell.read(file);
    else shell.write(file, match[1] === 'appendFile', { kind: 'program' });
  }
  if (!CODE_READS.test(code)) return { ...merge(around), unknown: true };
  const tool = `${name} (code)`;
  const urls = urlsIn(code);
  const reads: OutsideRead[] = urls.map((hit) => ({ tool, url: hit.url, host: hit.host.host, at }));
  if (reads.length === 0) {
    const host = /["']([\w-]+(?:\.[\w-]+)+)["']/.exec(code)?.[1];
    reads.push({ tool, ...(host !== undefined && targetHost(host) !== undefined ? { host } : {}), at });
  }
  shell.readsOutside.push(...reads);
  if (CODE_SENDS.test(code)) {
    shell.send(
      { tool, url: reads[0]!.url, host: reads[0]!.host, at },
      { ...EMPTY, literal: code, files: shell.reads.filter((file) => file.at === at).map((file) => file.path) },
    );
  }
  return { ...EMPTY, outside: reads, unknown: true };
}

function agentProgram(
  shell: Shell,
  name: string,
  args: readonly Argument[],
  stdin: Stream,
  spec: { readonly flags: readonly string[]; readonly verbs: readonly string[] },
  at: CommandRange,
): Stream {
  const options = readOptions(
    args,
    `${spec.flags.filter((flag) => flag !== '--print').join(' ')} --model -m --output-format --allowedTools --allowed-tools --disallowedTools --permission-mode --resume -r --session-id --append-system-prompt --system-prompt --settings --mcp-config --max-turns --agent --add-dir --input-format`,
  );
  const verb = options.operands[0];
  const afterVerb = verb !== undefined && spec.verbs.includes(verb.value);
  const flagged = options.valuesOf(...spec.flags)[0];
  const asked = flagged ?? options.operands[afterVerb ? 1 : 0];
  const headless = options.has(...spec.flags) || afterVerb || stdin !== EMPTY;
  if (!headless) {
    if (name === 'claude' && /^(mcp|config|plugin|update|doctor|install|--version)$/.test(verb?.value ?? '')) {
      shell.permission.push({ kind: 'settings', value: `claude ${verb!.value}`, at: verb!.at });
    }
    return { ...EMPTY, unknown: true };
  }
  const prompt = merge(stdin, asked === undefined ? undefined : spoken([asked]));
  if (options.has('--dangerously-skip-permissions', '--yolo', '--full-auto', '--allow-dangerously-skip-permissions')) {
    shell.permission.push({ kind: 'privilege', value: `${name} without permission checks`, at });
  }
  const from = prompt.outside.length > 0 ? 'outside' : prompt.files.length > 0 ? 'file' : 'literal';
  shell.executes.push({
    kind: 'agent',
    value: prompt.literal ?? prompt.files.join(' '),
    from,
    language: name,
    at: asked?.at ?? at,
  });
  return { ...EMPTY, outside: prompt.outside, unknown: true };
}
