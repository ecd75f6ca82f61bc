/** Which places are outside, which calls are sinks, and what is excepted. Plain data: a policy is read, never run. */

export type SinkKind = 'egress' | 'exec' | 'write' | 'permission' | 'publish';
export const SINK_KINDS: readonly SinkKind[] = ['egress', 'exec', 'write', 'permission', 'publish'];

/** Calls by tool name (globs), by words of a shell command (patterns), or by what the shell parser says a command does. */
export interface CallRules {
  readonly tools: readonly string[];
  readonly bashPatterns: readonly string[];
  /** Also every shell command that the parser finds to have this effect. Off in manifests that only know patterns. */
  readonly bashEffects: boolean;
}

export interface SourceRules extends CallRules {
  /** Globs of files whose content is outside text; relative ones count from any working directory of the case. */
  readonly readPaths: readonly string[];
}

export interface TrustPin {
  readonly path: string;
  readonly identity: { readonly kind: 'sha256' | 'git_commit'; readonly hash: string };
  readonly reason: string;
}

export interface Capability {
  /** Globs of agent types. */
  readonly agents: readonly string[];
  /** Globs of tools that such an agent may not call once it has seen outside text. */
  readonly denyAfterOutside: readonly string[];
  readonly reason: string;
}

export interface TrustPolicy {
  readonly name: string;
  readonly sources: SourceRules;
  readonly sinks: Readonly<Record<SinkKind, CallRules>>;
  readonly ask: CallRules;
  readonly pins: readonly TrustPin[];
  /** Tools a world projects to its agents (globs); a call of another tool is outside the manifest. Empty: no statement. */
  readonly projectedTools: readonly string[];
  readonly capabilities: readonly Capability[];
  /** Tools (globs) that are no source although `sources.tools` names them. */
  readonly trustedTools: readonly string[];
  /** Hosts whose answers are not outside text (registrable domains or full names, `*.` for all below). */
  readonly trustedHosts: readonly string[];
  /** Extra secrets: globs of paths and names of kinds with their patterns. */
  readonly secrets: { readonly paths: readonly string[]; readonly patterns: Readonly<Record<string, string>> };
}

export const NO_CALLS: CallRules = { tools: [], bashPatterns: [], bashEffects: false };

/** Words in an MCP tool's name that say that it sends or writes: `mcp__*` tools with one of them are egress. */
const SENDING = [
  'send',
  'post',
  'create',
  'update',
  'write',
  'upload',
  'publish',
  'reply',
  'comment',
  'invite',
  'share',
  'save',
  'add',
  'submit',
  'push',
  'delete',
  'remove',
  'transfer',
  'pay',
  'schedule',
  'merge',
  'forward',
  'insert',
  'put',
];
const cased = (word: string): string[] => [word, word[0]!.toUpperCase() + word.slice(1)];
const MCP_SENDING = SENDING.flatMap(cased).map((word) => `mcp__*${word}*`);

export const DEFAULT_POLICY: TrustPolicy = {
  name: 'default',
  sources: {
    tools: ['WebFetch', 'WebSearch', 'mcp__*', 'ReadMcpResourceTool'],
    readPaths: ['repos/**', 'untrusted/**'],
    bashPatterns: [],
    bashEffects: true,
  },
  sinks: {
    egress: { tools: ['WebFetch', 'WebSearch', ...MCP_SENDING], bashPatterns: [], bashEffects: true },
    exec: { tools: [], bashPatterns: [], bashEffects: true },
    write: { tools: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'], bashPatterns: [], bashEffects: true },
    permission: { tools: [], bashPatterns: [], bashEffects: true },
    publish: { tools: [], bashPatterns: [], bashEffects: true },
  },
  ask: NO_CALLS,
  pins: [],
  projectedTools: [],
  capabilities: [],
  trustedTools: [],
  trustedHosts: [],
  secrets: { paths: [], patterns: {} },
};

const word = (name: string): string => `(^|[^\\w-])${name}([^\\w-]|$)`;

/** The manifest that the taint-floor hook was published with: fewer sources, network commands by their names. */
export const PUBLISHED_POLICY: TrustPolicy = {
  ...DEFAULT_POLICY,
  name: 'published',
  sources: { tools: ['WebFetch'], readPaths: ['repos/**', 'untrusted/**'], bashPatterns: [], bashEffects: false },
  sinks: {
    egress: {
      tools: ['WebFetch'],
      bashPatterns: ['curl', 'wget', 'nc', 'ncat', 'telnet', 'ssh', 'scp', 'sftp'].map(word),
      bashEffects: false,
    },
    exec: NO_CALLS,
    write: NO_CALLS,
    permission: NO_CALLS,
    publish: NO_CALLS,
  },
  ask: {
    tools: [],
    bashPatterns: ['rm\\s+-rf', 'rm\\s+-fr', word('sudo'), word('mkfs(\\.\\w+)?'), 'dd\\s+if='],
    bashEffects: false,
  },
};
