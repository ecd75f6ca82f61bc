import { isUnder, resolvePath } from '../policy/paths.ts';
import {
  type Argument,
  type CommandEffects,
  type CommandRange,
  EMPTY,
  type Execution,
  type FileDelete,
  type FileRead,
  type FileWrite,
  type GitAct,
  merge,
  type OutsideRead,
  type OutsideSend,
  type PermissionChange,
  type Publication,
  type Stream,
  type UnknownEffect,
  type WriteSource,
} from './model.ts';
import {
  parseShell,
  type ShellCommand,
  type ShellPipeline,
  type ShellRedirect,
  type ShellScript,
  type ShellStage,
  type ShellWord,
} from './parse.ts';

/** Dispatches one command by its name: given by `effects.ts`, so that the walk knows no command itself. */
export type Dispatch = (shell: Shell, args: readonly Argument[], stdin: Stream) => Stream;

/** Shells inside shells are followed this deep; below it the text is an unknown effect. */
const MAX_NESTING = 8;
/** A command line of very many words is read up to this many commands. */
const MAX_COMMANDS = 5_000;

/** The state of reading one command line, and what has been found. */
export class Shell {
  readonly readsOutside: OutsideRead[] = [];
  readonly sendsOutside: OutsideSend[] = [];
  readonly executes: Execution[] = [];
  readonly reads: FileRead[] = [];
  readonly writes: FileWrite[] = [];
  readonly deletes: FileDelete[] = [];
  readonly publishes: Publication[] = [];
  readonly permission: PermissionChange[] = [];
  readonly git: GitAct[] = [];
  readonly unknown: UnknownEffect[] = [];
  readonly names: string[] = [];
  cwd: string | undefined;
  private variables = new Map<string, Argument>();
  private nesting = 0;
  private commands = 0;
  /** Inside nested text, whose own offsets mean nothing to the reader: the word that held it. */
  private frame: CommandRange | undefined;
  private readonly dispatch: Dispatch;

  constructor(cwd: string | undefined, dispatch: Dispatch) {
    this.cwd = cwd;
    this.dispatch = dispatch;
  }

  /** Reads text as shell source. `at` is the word that held it; undefined for the command itself. */
  source(text: string, at: CommandRange | undefined, stdin: Stream = EMPTY): Stream {
    if (this.nesting >= MAX_NESTING) {
      this.unknown.push({ name: 'shell', reason: 'nested too deeply', at: at ?? [0, text.length] });
      return { ...EMPTY, unknown: true };
    }
    const script = parseShell(text);
    const outer = this.frame;
    if (at !== undefined) this.frame = outer ?? at;
    for (const reason of script.errors) {
      this.unknown.push({ name: 'shell', reason: `not readable: ${reason}`, at: this.frame ?? [0, text.length] });
    }
    this.nesting += 1;
    const out = this.script(script, stdin);
    this.nesting -= 1;
    this.frame = outer;
    return out;
  }

  run(args: readonly Argument[], stdin: Stream): Stream {
    return this.dispatch(this, args, stdin);
  }

  path(argument: Argument | string): string {
    return resolvePath(typeof argument === 'string' ? argument : argument.value, this.cwd);
  }

  read(argument: Argument): void {
    if (argument.value !== '' && argument.value !== '-' && !argument.value.startsWith('/dev/')) {
      this.reads.push({ path: this.path(argument), at: argument.at });
    }
  }

  /** Reads operand files and yields what they add to a stream. */
  readAll(files: readonly Argument[]): Stream {
    for (const file of files) this.read(file);
    return merge(
      ...files.map((file) => file.stream),
      ...files.map((file) => this.fetchedInto(file)),
      files.length === 0
        ? undefined
        : { ...EMPTY, files: files.filter((file) => file.value !== '-').map((file) => this.path(file)) },
    );
  }

  /** What an earlier part of the command put there from outside: a file read back in the same breath. */
  fetchedInto(argument: Argument): Stream | undefined {
    const path = this.path(argument);
    const write = this.writes.findLast((one) => one.from.kind === 'outside' && isUnder(path, one.path));
    return write?.from.read === undefined ? undefined : { ...EMPTY, outside: [write.from.read] };
  }

  write(argument: Argument, append: boolean, from: WriteSource): void {
    if (/^\/dev\/(null|std\w+|tty|fd\/\d+)$/.test(argument.value) || argument.value === '-') return;
    this.writes.push({ path: this.path(argument), append, from, at: argument.at });
  }

  private script(script: ShellScript, stdin: Stream): Stream {
    return merge(...script.pipelines.map((pipeline) => this.pipeline(pipeline, stdin)));
  }

  private pipeline(pipeline: ShellPipeline, stdin: Stream): Stream {
    let stream = stdin;
    for (const stage of pipeline.stages) stream = this.stage(stage, stream);
    return stream;
  }

  private stage(stage: ShellStage, stdin: Stream): Stream {
    if (stage.kind === 'simple') return this.simple(stage.command, stdin);
    const before = { cwd: this.cwd, variables: this.variables };
    if (stage.own) this.variables = new Map(this.variables);
    const input = this.inputs(stage.redirects, stdin);
    const out = merge(...stage.pipelines.map((pipeline) => this.pipeline(pipeline, input)));
    if (stage.own) {
      this.cwd = before.cwd;
      this.variables = before.variables;
    }
    return this.outputs(stage.redirects, out);
  }

  private simple(command: ShellCommand, stdin: Stream): Stream {
    this.commands += 1;
    if (this.commands > MAX_COMMANDS) {
      if (this.commands === MAX_COMMANDS + 1) {
        this.unknown.push({ name: 'shell', reason: `read up to ${MAX_COMMANDS} commands`, at: this.place(command) });
      }
      return EMPTY;
    }
    for (const { name, value } of command.assignments) {
      if (value === undefined) this.variables.delete(name);
      else this.variables.set(name, this.word(value));
    }
    const args = command.words.map((word) => this.word(word));
    const input = this.inputs(command.redirects, stdin);
    if (args.length === 0) return this.outputs(command.redirects, EMPTY);
    if (args[0]!.value === 'cd' || args[0]!.value === 'pushd') this.enter(args[1]);
    return this.outputs(command.redirects, this.run(args, input));
  }

  private enter(target: Argument | undefined): void {
    if (target === undefined || target.value === '~') this.cwd = undefined;
    else if (target.value === '-' || !target.known) this.cwd = undefined;
    else this.cwd = resolvePath(target.value, this.cwd);
  }

  private place(node: { readonly start: number; readonly end: number }): CommandRange {
    return this.frame ?? [node.start, node.end];
  }

  private word(word: ShellWord): Argument {
    let value = '';
    let known = true;
    const variables: string[] = [];
    const streams: Stream[] = [];
    for (const part of word.parts) {
      if (part.kind === 'literal') value += part.value;
      else if (part.kind === 'variable') {
        const bound = this.variables.get(part.name);
        if (bound !== undefined) {
          value += bound.value;
          known &&= bound.known;
          variables.push(...bound.variables);
          streams.push(bound.stream);
        } else if (part.fallback !== undefined) {
          const fallback = this.word(part.fallback);
          value += fallback.value;
          known = false;
          variables.push(part.name, ...fallback.variables);
          streams.push(fallback.stream);
        } else {
          value += part.text;
          known = false;
          variables.push(part.name);
        }
      } else if (part.kind === 'other') {
        value += part.text;
        known = false;
      } else {
        const outer = this.frame;
        this.frame = this.place(word);
        const out = this.script(part.script, EMPTY);
        this.frame = outer;
        for (const reason of part.script.errors) {
          this.unknown.push({ name: 'substitution', reason: `not readable: ${reason}`, at: this.place(word) });
        }
        streams.push(out);
        if (part.kind === 'substitution' && out.literal !== undefined) value += out.literal.trimEnd();
        else {
          value += part.text;
          known = false;
        }
      }
    }
    return { value, known, variables, stream: merge(...streams), at: this.place(word) };
  }

  private inputs(redirects: readonly ShellRedirect[], stdin: Stream): Stream {
    let input = stdin;
    for (const redirect of redirects) {
      if (redirect.body !== undefined) {
        const body = this.word(redirect.body);
        input = { ...body.stream, literal: body.value, variables: [...body.stream.variables, ...body.variables] };
      } else if (redirect.target !== undefined && /^<>?$/.test(redirect.operator)) {
        const target = this.word(redirect.target);
        const socket = this.socket(target);
        if (socket !== undefined) {
          input = { ...EMPTY, outside: [socket] };
        } else {
          input = merge(target.stream, this.readAll([target]));
        }
      }
    }
    return input;
  }

  private outputs(redirects: readonly ShellRedirect[], out: Stream): Stream {
    let rest = out;
    for (const redirect of redirects) {
      if (redirect.target === undefined || !/^(&?>>?|>\||>&|<>)$/.test(redirect.operator)) continue;
      const target = this.word(redirect.target);
      if (/^\d*-?$/.test(target.value)) continue;
      const socket = this.socket(target);
      if (socket !== undefined) {
        this.send({ tool: '/dev/tcp', host: socket.host, at: target.at }, out);
        rest = EMPTY;
      } else if (redirect.operator !== '<>') {
        const errors = redirect.descriptor === 2;
        this.write(target, redirect.operator.endsWith('>>'), errors ? { kind: 'program' } : sourceOf(out));
        if (!errors) rest = EMPTY;
      }
    }
    return rest;
  }

  private socket(target: Argument): OutsideRead | undefined {
    const match = /^\/dev\/(?:tcp|udp)\/([^/]+)\/([^/]+)$/.exec(target.value);
    if (match === null) return undefined;
    const read: OutsideRead = { tool: '/dev/tcp', host: match[1]!, at: target.at };
    this.readsOutside.push(read);
    return read;
  }

  /** Notes that streams leave for a place outside. */
  send(
    what: { tool: string; url?: string | undefined; host?: string | undefined; recipient?: string; at: CommandRange },
    ...carried: (Stream | undefined)[]
  ): void {
    const stream = merge(...carried);
    this.sendsOutside.push({
      tool: what.tool,
      ...(what.url === undefined ? {} : { url: what.url }),
      ...(what.host === undefined ? {} : { host: what.host }),
      ...(what.recipient === undefined ? {} : { recipient: what.recipient }),
      data: stream.literal === undefined ? [] : [stream.literal],
      files: [...new Set(stream.files)],
      variables: [...new Set(stream.variables)],
      at: what.at,
    });
  }

  result(output: Stream): CommandEffects {
    return {
      readsOutside: distinct(this.readsOutside),
      sendsOutside: distinct(this.sendsOutside),
      executes: distinct(this.executes),
      reads: distinct(this.reads),
      writes: this.writes,
      deletes: this.deletes,
      publishes: this.publishes,
      permission: this.permission,
      git: distinct(this.git),
      unknown: this.unknown,
      output: { outside: output.outside, files: [...new Set(output.files)], unknown: output.unknown },
      names: this.names,
      ...(this.cwd === undefined ? {} : { cwd: this.cwd }),
    };
  }
}

/** One entry per thing and place: nested texts are read more than once. */
function distinct<T extends { readonly at: CommandRange }>(entries: readonly T[]): T[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = JSON.stringify(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Where the bytes of a written file come from, the least trusted first. */
export function sourceOf(stream: Stream): WriteSource {
  if (stream.outside.length > 0) return { kind: 'outside', read: stream.outside[0]! };
  if (stream.files.length > 0) {
    return { kind: 'files', paths: stream.files, ...(stream.literal === undefined ? {} : { text: stream.literal }) };
  }
  if (stream.literal !== undefined) return { kind: 'literal', text: stream.literal };
  return { kind: stream.unknown ? 'unknown' : 'program' };
}

/** The words of an argument list as a stream: what they spell, and what substitutions and variables put into them. */
export function spoken(args: readonly Argument[], separator = ' '): Stream {
  return {
    ...merge(...args.map((arg) => arg.stream)),
    literal: args.map((arg) => arg.value).join(separator),
    variables: args.flatMap((arg) => [...arg.variables, ...arg.stream.variables]),
  };
}
