import { type FactTable, OLDEST } from './fact.ts';
import { compareVersions, parseVersion } from './version.ts';

/** Hook events and their stdin, by version. Every payload has `session_id`, `transcript_path`, `cwd`, `hook_event_name`. */

export interface HookField {
  readonly name: string;
  /** First version seen with it, and the last without where they are no neighbours. */
  readonly since: string;
  readonly after?: string;
  /** Sent only in an agent (`agent`), only in the main session (`main`), or only at times (`sometimes`: `why` says when). */
  readonly when?: 'agent' | 'main' | 'sometimes';
  readonly why?: string;
}

export interface HookEvent {
  readonly name: string;
  readonly since: string;
  readonly after?: string;
  /** What the matcher of the settings is compared with. */
  readonly matches?: 'tool_name' | 'agent_type' | 'source' | 'trigger' | 'notification_type' | 'reason';
  readonly fields: readonly HookField[];
}

export const COMMON_FIELDS = ['session_id', 'transcript_path', 'cwd', 'hook_event_name'] as const;

const mode: HookField = { name: 'permission_mode', since: '2.0.14', after: '1.0.90' };
const effort: HookField = {
  name: 'effort',
  since: '2.1.172',
  after: '2.1.119',
  when: 'sometimes',
  why: 'models that have effort levels: {level}',
};
const promptId: HookField = {
  name: 'prompt_id',
  since: '2.1.197',
  after: '2.1.172',
  when: 'sometimes',
  why: 'once the session had a prompt; not when a deferred call is taken up again on resume',
};
const toolUseId: HookField = { name: 'tool_use_id', since: '2.0.50', after: '2.0.42' };
const duration: HookField = { name: 'duration_ms', since: '2.1.119', after: '2.1.77' };
const mcpServer: HookField = {
  name: 'mcp_server',
  since: '2.1.332',
  after: '2.1.301',
  when: 'sometimes',
  why: 'calls of an MCP tool: {name, source}',
};
const lastMessage: HookField = { name: 'last_assistant_message', since: '2.1.47' };
const background: HookField = { name: 'background_tasks', since: '2.1.145', after: '2.1.140' };
const crons: HookField = { name: 'session_crons', since: '2.1.145', after: '2.1.140' };
const always = (name: string, since: string = OLDEST): HookField => ({ name, since });

/** `agent_id` is the only sure sign of a child: a main session started with `--agent` has `agent_type` too. */
const inAgent: readonly HookField[] = [
  { name: 'agent_id', since: '2.1.64', when: 'agent' },
  { name: 'agent_type', since: '2.1.64', when: 'agent', why: 'also in a main session started with --agent' },
];
const asAgent: HookField = {
  name: 'agent_type',
  since: '2.1.64',
  when: 'sometimes',
  why: 'a main session started with --agent',
};
const tool: readonly HookField[] = [
  always('tool_name'),
  always('tool_input'),
  mode,
  toolUseId,
  effort,
  promptId,
  mcpServer,
];

/** Source: hooks.jsonl of the recordings of each version; beginnings from VERSIONS section 2; FACTS section 6. */
export const HOOK_EVENTS: readonly HookEvent[] = [
  { name: 'PreToolUse', since: OLDEST, matches: 'tool_name', fields: [...tool, ...inAgent] },
  {
    name: 'PostToolUse',
    since: OLDEST,
    matches: 'tool_name',
    fields: [...tool, always('tool_response'), duration, ...inAgent],
  },
  {
    name: 'PostToolUseFailure',
    since: '2.0.76',
    after: '2.0.50',
    matches: 'tool_name',
    fields: [...tool, always('error'), always('is_interrupt'), duration, ...inAgent],
  },
  {
    name: 'PostToolBatch',
    since: '2.1.119',
    after: '2.1.77',
    fields: [always('tool_calls'), mode, effort, promptId, ...inAgent],
  },
  {
    name: 'PermissionRequest',
    since: '2.0.76',
    after: '2.0.50',
    matches: 'tool_name',
    // No tool_use_id in any version seen.
    fields: [
      always('tool_name'),
      always('tool_input'),
      always('permission_suggestions'),
      mode,
      { ...effort, since: '2.1.197' },
      promptId,
      ...inAgent,
    ],
  },
  {
    name: 'PermissionDenied',
    since: '2.1.332',
    after: '2.1.301',
    matches: 'tool_name',
    fields: [...tool, always('reason'), ...inAgent],
  },
  { name: 'UserPromptSubmit', since: OLDEST, fields: [always('prompt'), mode, promptId, asAgent] },
  {
    name: 'UserPromptExpansion',
    since: '2.1.332',
    after: '2.1.301',
    fields: [
      always('expansion_type'),
      always('command_name'),
      always('command_args'),
      always('command_source'),
      always('prompt'),
      mode,
      promptId,
    ],
  },
  {
    name: 'SessionStart',
    since: OLDEST,
    matches: 'source',
    fields: [
      always('source'),
      { name: 'model', since: '2.1.38', after: '2.0.76', when: 'sometimes', why: 'interactive, resume' },
      { ...promptId, why: 'source compact' },
      asAgent,
    ],
  },
  { name: 'SessionEnd', since: OLDEST, matches: 'reason', fields: [always('reason'), promptId, asAgent] },
  {
    name: 'SubagentStart',
    since: '2.0.50',
    after: '2.0.42',
    matches: 'agent_type',
    // No prompt, no tool_use_id, no parent: the call is found by meta.json or the call's result.
    fields: [always('agent_id'), always('agent_type'), promptId],
  },
  {
    name: 'SubagentStop',
    since: OLDEST,
    matches: 'agent_type',
    fields: [
      always('stop_hook_active'),
      mode,
      { name: 'agent_id', since: '2.0.42', after: '2.0.28' },
      { name: 'agent_transcript_path', since: '2.0.42', after: '2.0.28' },
      { name: 'agent_type', since: '2.1.38', after: '2.0.76' },
      { ...lastMessage, when: 'sometimes', why: 'absent when the agent ended without words' },
      background,
      crons,
      effort,
      promptId,
    ],
  },
  {
    name: 'Stop',
    since: OLDEST,
    fields: [always('stop_hook_active'), mode, lastMessage, background, crons, effort, promptId, asAgent],
  },
  {
    name: 'StopFailure',
    since: '2.1.332',
    after: '2.1.301',
    fields: [always('error'), always('last_assistant_message'), effort, promptId, ...inAgent],
  },
  {
    name: 'PreCompact',
    since: OLDEST,
    matches: 'trigger',
    fields: [always('trigger'), always('custom_instructions'), promptId, ...inAgent],
  },
  {
    name: 'PostCompact',
    since: '2.1.76',
    after: '2.1.38',
    matches: 'trigger',
    fields: [always('trigger'), always('compact_summary'), promptId],
  },
  {
    name: 'InstructionsLoaded',
    since: '2.1.76',
    after: '2.1.38',
    fields: [
      always('file_path'),
      always('memory_type'),
      always('load_reason'),
      { name: 'trigger_file_path', since: '2.1.332', after: '2.1.233', when: 'sometimes', why: 'nested files' },
      {
        name: 'effort',
        since: '2.1.332',
        after: '2.1.233',
        when: 'sometimes',
        why: 'nested files, read during a turn',
      },
      promptId,
    ],
  },
  {
    name: 'Notification',
    since: OLDEST,
    matches: 'notification_type',
    fields: [
      always('message'),
      { name: 'notification_type', since: '2.0.76', after: '1.0.90' },
      { ...promptId, since: '2.1.233', after: '2.1.119' },
    ],
  },
  {
    name: 'MessageDisplay',
    since: '2.1.172',
    after: '2.1.119',
    fields: [always('turn_id'), always('message_id'), always('index'), always('final'), always('delta'), promptId],
  },
  { name: 'CwdChanged', since: '2.1.332', fields: [always('old_cwd'), always('new_cwd'), promptId] },
  { name: 'WorktreeCreate', since: '2.1.332', fields: [always('name'), promptId] },
];

/** Names that a `tool_name` matcher takes for the same tool: hooks of newer hosts say `Agent` whatever the model wrote. */
export const HOOK_TOOL_NAME: FactTable<'Task' | 'Agent'> = [
  { since: OLDEST, value: 'Task', source: 'VERSIONS section 1: spawning tool as offered' },
  {
    since: '2.1.63',
    after: '2.1.61',
    value: 'Agent',
    source: 'FACTS section 2 (l-named-cron): Task is renamed for hooks',
  },
];

export interface HookEventAt {
  readonly name: string;
  readonly matches?: HookEvent['matches'];
  readonly fields: readonly HookField[];
}

const known = new Map<string, HookEventAt | undefined>();

/** The event as a version sends it, or undefined where that version has no such event. */
export function hookEventAt(name: string, version: string | undefined): HookEventAt | undefined {
  const key = `${name} ${version ?? ''}`;
  if (known.has(key)) return known.get(key);
  const found = lookUp(name, version);
  // Versions are few, but a hostile transcript may name a new one in every record.
  if (known.size < 4096) known.set(key, found);
  return found;
}

function lookUp(name: string, version: string | undefined): HookEventAt | undefined {
  const event = HOOK_EVENTS.find((candidate) => candidate.name === name);
  if (event === undefined || !reached(event.since, version)) return undefined;
  const fields = event.fields.filter((field) => reached(field.since, version));
  return { name, fields, ...(event.matches === undefined ? {} : { matches: event.matches }) };
}

function reached(since: string, version: string | undefined): boolean {
  const parts = parseVersion(version);
  return parts === undefined || compareVersions(parts, parseVersion(since)!) >= 0;
}
