/** What a shell command does to the world, as far as its text tells. Ranges are UTF-16 units of the command as recorded. */

export type CommandRange = readonly [start: number, end: number];

export interface OutsideRead {
  /** `curl`, `git clone`, `python (requests)`, … */
  readonly tool: string;
  readonly url?: string;
  readonly host?: string;
  readonly at: CommandRange;
}

export interface OutsideSend {
  readonly tool: string;
  readonly url?: string;
  readonly host?: string;
  readonly recipient?: string;
  /** Literal data in the command: bodies, messages, form fields. */
  readonly data: readonly string[];
  /** Files whose content is sent, also through a pipe or a substitution. */
  readonly files: readonly string[];
  /** Shell variables that become part of what is sent and whose value the command does not show. */
  readonly variables: readonly string[];
  readonly at: CommandRange;
}

export interface Execution {
  readonly kind: 'program' | 'script' | 'code' | 'input' | 'remote' | 'package' | 'agent';
  /** Path, code, package name or prompt. */
  readonly value: string;
  /** Where the executed text comes from. */
  readonly from: 'literal' | 'file' | 'outside' | 'decoded' | 'unknown';
  readonly language?: string;
  readonly at: CommandRange;
}

export interface FileRead {
  readonly path: string;
  readonly at: CommandRange;
}

export interface WriteSource {
  readonly kind: 'literal' | 'outside' | 'files' | 'program' | 'unknown';
  /** Text of a here-document, of `echo` words, … */
  readonly text?: string;
  readonly paths?: readonly string[];
  readonly read?: OutsideRead;
}

export interface FileWrite {
  readonly path: string;
  readonly append: boolean;
  readonly from: WriteSource;
  readonly at: CommandRange;
}

export interface FileDelete {
  readonly path: string;
  readonly recursive: boolean;
  readonly forced: boolean;
  readonly at: CommandRange;
}

export interface Publication {
  readonly kind:
    | 'git-push'
    | 'package'
    | 'pull-request'
    | 'release'
    | 'comment'
    | 'deployment'
    | 'image'
    | 'repository';
  readonly target?: string;
  readonly forced: boolean;
  readonly at: CommandRange;
}

/** A git command that changes a repository or what is checked out of it. */
export interface GitAct {
  /** `commit`, `checkout`, `switch`, `reset`, `stash`, … */
  readonly verb: string;
  /** The folder it works in, where the command's text tells. */
  readonly folder?: string;
  /** For `checkout` and `switch`: another branch or commit is checked out, not single files, and none is created. */
  readonly moves: boolean;
  readonly at: CommandRange;
}

export interface PermissionChange {
  readonly kind: 'mode' | 'owner' | 'privilege' | 'settings' | 'key' | 'schedule' | 'secret';
  readonly value: string;
  readonly at: CommandRange;
}

export interface UnknownEffect {
  readonly name: string;
  readonly reason: string;
  readonly at: CommandRange;
}

export interface CommandEffects {
  readonly readsOutside: readonly OutsideRead[];
  readonly sendsOutside: readonly OutsideSend[];
  readonly executes: readonly Execution[];
  readonly reads: readonly FileRead[];
  readonly writes: readonly FileWrite[];
  readonly deletes: readonly FileDelete[];
  readonly publishes: readonly Publication[];
  readonly permission: readonly PermissionChange[];
  readonly git: readonly GitAct[];
  /** Not "safe": what these parts do, the command's text does not tell. */
  readonly unknown: readonly UnknownEffect[];
  /** What the command's own output may hold: remote answers and contents of files. */
  readonly output: {
    readonly outside: readonly OutsideRead[];
    readonly files: readonly string[];
    readonly unknown: boolean;
  };
  /** Every command name in it, wrappers and nested shells included, in order. */
  readonly names: readonly string[];
  /** The folder the shell is in at the end, where the text tells. */
  readonly cwd?: string;
}

/** What runs through a pipe. */
export interface Stream {
  readonly outside: readonly OutsideRead[];
  readonly files: readonly string[];
  /** The text itself where the command spells it out. */
  readonly literal?: string;
  readonly variables: readonly string[];
  readonly decoded: boolean;
  readonly unknown: boolean;
}

export const EMPTY: Stream = { outside: [], files: [], variables: [], decoded: false, unknown: false };

export function merge(...streams: (Stream | undefined)[]): Stream {
  const present = streams.filter((stream) => stream !== undefined && stream !== EMPTY) as Stream[];
  if (present.length === 0) return EMPTY;
  if (present.length === 1) return present[0]!;
  const literals = present.map((stream) => stream.literal).filter((text) => text !== undefined);
  const merged: Stream = {
    outside: present.flatMap((stream) => stream.outside),
    files: present.flatMap((stream) => stream.files),
    variables: present.flatMap((stream) => stream.variables),
    decoded: present.some((stream) => stream.decoded),
    unknown: present.some((stream) => stream.unknown),
  };
  return literals.length === 0 ? merged : { ...merged, literal: literals.join('') };
}

/** A resolved word of a command. */
export interface Argument {
  readonly value: string;
  /** Every part is spelled out in the command. */
  readonly known: boolean;
  readonly variables: readonly string[];
  /** What substitutions inside the word bring in. */
  readonly stream: Stream;
  readonly at: CommandRange;
}
