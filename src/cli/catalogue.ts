import type { OptionName } from './options.ts';

export const GROUPS = ['Look', 'Replay', 'Hand over', 'Develop'] as const;

export interface CommandSpec {
  readonly name: string;
  readonly group: (typeof GROUPS)[number];
  readonly about: string;
  /** Operands in commander's notation. */
  readonly operands: string;
  readonly options: readonly OptionName[];
  readonly formats: readonly string[];
  /** Each works on the bundled corpus; a test runs them. */
  readonly examples: readonly string[];
}

const READING = [
  'local',
  'session',
  'agent',
  'since',
  'until',
  'jobs',
  'allowIncomplete',
  'maxLine',
  'maxRatio',
  'maxEntry',
  'tmp',
] as const;
const TALKING = ['format', 'redact', 'quiet', 'verbose', 'progress', 'color', 'config'] as const;
const CHOOSING = [
  'minSeverity',
  'minConfidence',
  'detector',
  'baseline',
  'suppressions',
  'asOf',
  'showSuppressed',
] as const;

/** Commands in the order of the help. The help, the completion, the config check and the tests are all made from this list. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'scan',
    group: 'Look',
    about: 'find what crossed a boundary and should not have (the default command)',
    operands: '[paths...]',
    options: [
      ...READING,
      ...CHOOSING,
      'failOn',
      'output',
      'force',
      'timeline',
      'policy',
      'gate',
      'taintKey',
      'project',
      'allowExec',
      'allowNetwork',
      'timeout',
      'hookLog',
      'state',
      'all',
      'shard',
      ...TALKING,
    ],
    formats: ['table', 'json', 'ndjson', 'sarif', 'html', 'md', 'timesketch'],
    examples: ['aftertaint scan corpus', 'aftertaint corpus/seed-three-agents-row-orders --fail-on high --format json'],
  },
  {
    name: 'tree',
    group: 'Look',
    about: 'who was there: agents, who made them, and how that is known',
    operands: '[paths...]',
    options: [...READING, 'ids', ...TALKING],
    formats: ['table', 'json', 'ndjson', 'dot', 'mermaid'],
    examples: ['aftertaint tree corpus', 'aftertaint tree --ids corpus'],
  },
  {
    name: 'timeline',
    group: 'Look',
    about: 'what happened, in order',
    operands: '[paths...]',
    options: [...READING, ...TALKING],
    formats: ['table', 'json', 'ndjson', 'timesketch'],
    examples: [
      'aftertaint timeline corpus/seed-three-agents-row-orders',
      'aftertaint timeline corpus/seed-three-agents-row-orders --format timesketch',
    ],
  },
  {
    name: 'flows',
    group: 'Look',
    about: 'which text went where, over which boundary',
    operands: '[paths...]',
    options: [...READING, 'briefs', 'from', 'to', 'channel', 'tier', 'policy', ...TALKING],
    formats: ['table', 'json', 'ndjson', 'mermaid', 'dot'],
    examples: [
      'aftertaint flows corpus --from outside',
      'aftertaint flows --briefs corpus/seed-three-agents-row-orders',
      'aftertaint flows corpus/seed-three-agents-row-orders --format mermaid',
    ],
  },
  {
    name: 'trace',
    group: 'Look',
    about: 'where a text (or a finding, a record) came from and where it went',
    operands: '<text> [paths...]',
    options: [...READING, 'policy', ...TALKING],
    formats: ['table', 'json', 'ndjson'],
    examples: ['aftertaint trace "system-reminder" corpus'],
  },
  {
    name: 'explain',
    group: 'Look',
    about: 'one finding as a story, with its bytes',
    operands: '<finding> [paths...]',
    options: [...READING, 'policy', ...TALKING],
    formats: ['table', 'json', 'ndjson'],
    examples: ['aftertaint explain first corpus/seed-three-agents-row-orders'],
  },
  {
    name: 'show',
    group: 'Look',
    about: 'one record: <path:line>, a record uuid or an event id',
    operands: '<place> [paths...]',
    options: [...READING, ...TALKING],
    formats: ['table', 'json', 'ndjson'],
    examples: ['aftertaint show root:1 corpus/seed-three-agents-row-orders'],
  },
  {
    name: 'replay',
    group: 'Replay',
    about: 'put the recorded events to a gate: which decision would each have received',
    operands: '[paths...]',
    options: [
      ...READING,
      'gate',
      'against',
      'taintKey',
      'policy',
      'hostProfile',
      'project',
      'allowExec',
      'allowNetwork',
      'timeout',
      'hookLog',
      'gateState',
      'emitPayloads',
      'expect',
      ...TALKING,
    ],
    formats: ['table', 'json', 'ndjson'],
    examples: [
      'aftertaint replay corpus/seed-three-agents-row-orders --taint-key session --taint-key tree',
      'aftertaint replay corpus/seed-three-agents-row-orders --gate taint-floor --format json',
    ],
  },
  {
    name: 'report',
    group: 'Hand over',
    about: 'render a saved report or case folder again, or transcripts directly',
    operands: '<saved> [paths...]',
    options: [...READING, ...CHOOSING, 'policy', 'failOn', ...TALKING],
    formats: ['table', 'json', 'ndjson', 'sarif', 'html', 'md', 'timesketch', 'mermaid', 'dot'],
    examples: ['aftertaint report corpus/seed-three-agents-row-orders --format md'],
  },
  {
    name: 'collect',
    group: 'Hand over',
    about: 'copy the evidence of sessions with digests, before the host cleans up',
    operands: '[paths...]',
    options: [...READING, 'into', 'force', 'quiet', 'verbose', 'config'],
    formats: [],
    examples: ['aftertaint collect corpus/seed-three-agents-row-orders -o /tmp/aftertaint-example-evidence --force'],
  },
  {
    name: 'carve',
    group: 'Hand over',
    about: 'the smallest transcripts that still show one finding, redacted, as a case to send on',
    operands: '<finding> [paths...]',
    options: [...READING, 'policy', 'into', 'force', 'redact', 'quiet', 'verbose', 'config'],
    formats: [],
    examples: ['aftertaint carve first corpus/seed-three-agents-row-orders -o /tmp/aftertaint-example-carve --force'],
  },
  {
    name: 'verify',
    group: 'Hand over',
    about: 're-read every cited byte of a saved report and compare the digests',
    operands: '<saved> [paths...]',
    options: ['evidence', 'format', 'quiet', 'verbose', 'color', 'config'],
    formats: ['table', 'json', 'ndjson'],
    examples: [
      'aftertaint scan corpus/seed-three-agents-row-orders --format json > /tmp/aftertaint-example.json && aftertaint verify /tmp/aftertaint-example.json --evidence corpus/seed-three-agents-row-orders',
    ],
  },
  {
    name: 'merge',
    group: 'Hand over',
    about: 'join the reports of shards into the one that a single run would have given',
    operands: '<reports...>',
    options: [...CHOOSING, 'failOn', 'output', 'force', 'allowIncomplete', ...TALKING],
    formats: ['table', 'json', 'ndjson', 'sarif', 'html', 'md', 'timesketch'],
    examples: [
      'aftertaint scan corpus/seed-three-agents-row-orders --shard 1/1 --format json > /tmp/aftertaint-shard.json && aftertaint merge /tmp/aftertaint-shard.json --format md',
    ],
  },
  {
    name: 'check',
    group: 'Develop',
    about: 'run corpus cases against what they expect',
    operands: '[paths...]',
    options: ['only', 'update', 'format', 'quiet', 'verbose', 'color', 'config', 'jobs'],
    formats: ['table', 'json', 'ndjson'],
    examples: ['aftertaint check corpus --only forged-reminder'],
  },
  {
    name: 'sketch',
    group: 'Develop',
    about: 'write a small transcript from the text format',
    operands: '<sketch>',
    options: ['into', 'force', 'quiet', 'config'],
    formats: [],
    examples: [],
  },
  {
    name: 'detectors',
    group: 'Develop',
    about: 'what is looked for, and why it matters',
    operands: '[id]',
    options: ['format', 'color', 'config'],
    formats: ['table', 'json', 'ndjson'],
    examples: ['aftertaint detectors'],
  },
  {
    name: 'schema',
    group: 'Develop',
    about: 'JSON Schema of an output',
    operands: '[name]',
    options: ['config'],
    formats: [],
    examples: ['aftertaint schema report', 'aftertaint schema finding'],
  },
  {
    name: 'completion',
    group: 'Develop',
    about: 'shell completion script',
    operands: '<shell>',
    options: ['config'],
    formats: [],
    examples: ['aftertaint completion bash'],
  },
];
