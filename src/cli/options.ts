import type { FlowChannel, Tier } from '../flows/model.ts';
import { CONFIDENCES, SEVERITIES } from '../result/finding.ts';

/** Every flag of the program, once. The name is the long flag, the config key, and (in capitals) the environment variable. */
export interface OptionSpec {
  readonly flags: string;
  readonly about: string;
  readonly choices?: readonly string[];
  readonly default?: string | number | boolean;
  /** May be given more than once, or as a list in a config file. */
  readonly many?: boolean;
  readonly group: 'Input' | 'Selection' | 'Output' | 'Trust and gates' | 'Running';
  /** How a given text becomes a value; `whole` numbers are at least 1. */
  readonly parse?: 'whole' | 'bytes' | 'time';
}

/** Words of flows. A test holds them against the tracer: help and completion must not load it. */
const INTEGRITIES = ['host', 'typed', 'caller', 'local', 'model', 'peer', 'tool', 'outside'] as const;
const CHANNELS = [
  'spawn',
  'return',
  'message',
  'injected',
  'tool-result',
  'tool-input',
  'shared-file',
  'child-process',
  'compaction',
  'resume',
  'fork',
] as const satisfies readonly FlowChannel[];
const TIERS = ['verbatim', 'normalised', 'decoded', 'fuzzy', 'token', 'context'] as const satisfies readonly Tier[];

export const OPTIONS = {
  local: {
    flags: '--local',
    about: "also read this machine's own transcripts (CLAUDE_CONFIG_DIR, else ~/.claude and ~/.config/claude)",
    group: 'Input',
  },
  session: {
    flags: '--session <id>',
    about: 'only sessions whose id starts with this (repeatable)',
    many: true,
    group: 'Selection',
  },
  agent: {
    flags: '--agent <id>',
    about: 'only agents whose id starts with this (repeatable)',
    many: true,
    group: 'Selection',
  },
  since: {
    flags: '--since <time>',
    about: 'only sessions with a record at or after this ISO time',
    parse: 'time',
    group: 'Selection',
  },
  until: {
    flags: '--until <time>',
    about: 'only sessions with a record at or before this ISO time',
    parse: 'time',
    group: 'Selection',
  },
  minSeverity: {
    flags: '--min-severity <level>',
    about: 'leave out findings below this level',
    choices: SEVERITIES,
    group: 'Selection',
  },
  minConfidence: {
    flags: '--min-confidence <level>',
    about: 'leave out findings below this confidence',
    choices: CONFIDENCES,
    group: 'Selection',
  },
  detector: {
    flags: '--detector <id>',
    about: 'only findings of this detector or group (repeatable)',
    many: true,
    group: 'Selection',
  },
  baseline: {
    flags: '--baseline <report>',
    about: 'findings of this saved report are known: not counted, not shown',
    group: 'Selection',
  },
  suppressions: {
    flags: '--suppressions <file>',
    about: 'YAML list of {id | detector, statement, expires?}: known findings, each with its reason',
    group: 'Selection',
  },
  asOf: {
    flags: '--as-of <date>',
    about: 'date against which suppressions expire (default: never expired without it, and said so)',
    parse: 'time',
    group: 'Selection',
  },
  showSuppressed: { flags: '--show-suppressed', about: 'show known findings too, marked', group: 'Selection' },
  failOn: {
    flags: '--fail-on <level>',
    about: 'exit 1 if a finding at or above this level is left',
    choices: SEVERITIES,
    group: 'Output',
  },
  format: {
    flags: '-f, --format <name>',
    about: 'output format (default: table on a terminal, ndjson when piped)',
    group: 'Output',
  },
  output: {
    flags: '-o, --output <dir>',
    about: 'write a case folder: report, manifests with digests, timeline, HTML, SARIF',
    group: 'Output',
  },
  force: { flags: '--force', about: 'replace an existing output folder', group: 'Output' },
  redact: {
    flags: '--redact <level>',
    about: 'what to hide in outputs',
    choices: ['secrets', 'content', 'none'],
    group: 'Output',
  },
  timeline: { flags: '--timeline', about: 'put every event into json and ndjson too', group: 'Output' },
  quiet: { flags: '-q, --quiet', about: 'nothing on stderr but errors', group: 'Output' },
  verbose: { flags: '-v, --verbose', about: 'more on stderr: every warning, every limit', group: 'Output' },
  progress: {
    flags: '--progress <how>',
    about: 'progress on stderr',
    choices: ['auto', 'bar', 'plain', 'json', 'off'],
    default: 'auto',
    group: 'Output',
  },
  color: {
    flags: '--color <when>',
    about: 'colour (NO_COLOR is honoured)',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    group: 'Output',
  },
  policy: {
    flags: '--policy <file>',
    about: 'trust policy: aftertaint.policy.yaml or a cc-world.json; for replay also "published"',
    group: 'Trust and gates',
  },
  gate: {
    flags: '--gate <gate>',
    about: 'gate to ask: a built-in id, hook:<command>, settings:<file> (repeatable)',
    many: true,
    group: 'Trust and gates',
  },
  against: {
    flags: '--against <gate>',
    about: 'second gate, or policy:<file>, key:<taint key>, profile:<name>; shows where the two part (repeatable)',
    many: true,
    group: 'Trust and gates',
  },
  taintKey: {
    flags: '--taint-key <key>',
    about: 'state key of taint-floor (repeatable: compare keys)',
    choices: ['session', 'agent', 'tree', 'flow', 'sidecar', 'sidecar:project'],
    many: true,
    group: 'Trust and gates',
  },
  hostProfile: {
    flags: '--host-profile <name>',
    about: 'recorded, a profile name, or all',
    default: 'recorded',
    group: 'Trust and gates',
  },
  project: {
    flags: '--project <dir>',
    about: 'folder that hooks see as their project (copied; default: empty)',
    group: 'Trust and gates',
  },
  allowExec: { flags: '--allow-exec', about: 'run the hook programs of settings:<file>', group: 'Trust and gates' },
  allowNetwork: {
    flags: '--allow-network',
    about: 'run hook programs even where the network cannot be cut off',
    group: 'Trust and gates',
  },
  timeout: {
    flags: '--timeout <seconds>',
    about: 'time limit of one hook run',
    parse: 'whole',
    group: 'Trust and gates',
  },
  hookLog: {
    flags: '--hook-log <file>',
    about: 'raw hook events (NDJSON) instead of rebuilt payloads, compared with them',
    group: 'Trust and gates',
  },
  gateState: {
    flags: '--gate-state <dir>',
    about: 'taint sidecars of the real gate, compared with the replay',
    group: 'Trust and gates',
  },
  emitPayloads: {
    flags: '--emit-payloads',
    about: 'print what a hook would be sent, ask no gate',
    group: 'Trust and gates',
  },
  expect: {
    flags: '--expect <file>',
    about: 'expected decisions (NDJSON); a mismatch is exit 1 with a readable diff',
    group: 'Trust and gates',
  },
  jobs: { flags: '-j, --jobs <n>', about: 'worker threads (1: in this thread)', parse: 'whole', group: 'Running' },
  shard: { flags: '--shard <i/n>', about: 'only the i-th of n parts (by root session id), or auto', group: 'Running' },
  state: {
    flags: '--state <file>',
    about: 'analyse only what is new, grown or changed since the last run with this file',
    group: 'Running',
  },
  all: { flags: '--all', about: 'with --state: --fail-on looks at all findings, not only new ones', group: 'Running' },
  allowIncomplete: {
    flags: '--allow-incomplete',
    about: 'exit 0 although an input could not be read',
    group: 'Running',
  },
  maxLine: {
    flags: '--max-line <bytes>',
    about: 'longest line that is parsed (64M)',
    parse: 'bytes',
    group: 'Running',
  },
  maxRatio: {
    flags: '--max-ratio <n>',
    about: 'largest compression ratio of an archive',
    parse: 'whole',
    group: 'Running',
  },
  maxEntry: { flags: '--max-entry <bytes>', about: 'largest member of an archive', parse: 'bytes', group: 'Running' },
  tmp: { flags: '--tmp <dir>', about: 'folder for temporary files', group: 'Running' },
  config: { flags: '--config <file>', about: 'settings file (default: ./aftertaint.config.yaml)', group: 'Running' },
  ids: { flags: '--ids', about: 'session ids, agent ids, project and state folders, one per line', group: 'Output' },
  briefs: { flags: '--briefs', about: 'every brief with its share per origin, alarm or not', group: 'Output' },
  from: {
    flags: '--from <integrity>',
    about: 'only flows carried from this integrity (repeatable)',
    choices: INTEGRITIES,
    many: true,
    group: 'Selection',
  },
  to: {
    flags: '--to <agent>',
    about: 'only flows to agents whose id starts with this (repeatable)',
    many: true,
    group: 'Selection',
  },
  channel: {
    flags: '--channel <name>',
    about: 'only flows over this channel (repeatable)',
    choices: CHANNELS,
    many: true,
    group: 'Selection',
  },
  tier: {
    flags: '--tier <name>',
    about: 'only flows of this match tier (repeatable)',
    choices: TIERS,
    many: true,
    group: 'Selection',
  },
  only: {
    flags: '--only <text>',
    about: 'only corpus cases whose name holds this (repeatable)',
    many: true,
    group: 'Selection',
  },
  update: { flags: '--update', about: 'write what was found as what is expected', group: 'Output' },
  evidence: {
    flags: '--evidence <path>',
    about: 'where the evidence lies now (repeatable; default: as named in the report)',
    many: true,
    group: 'Input',
  },
  into: { flags: '-o, --output <path>', about: 'folder or file to write', group: 'Output' },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

/** `--min-severity <level>` → `min-severity`. */
export function longName(spec: OptionSpec): string {
  return /--([a-z-]+)/.exec(spec.flags)![1]!;
}
