/**
 * Which trust a text has by the place where the host put it. Data with its sources; the order of the names is that of
 * `INTEGRITY_ORDER` (host > typed > caller > local > model > peer > tool > outside). A policy may only lower what stands here.
 */
export interface ChannelTrust {
  readonly channel: string;
  readonly integrity: 'host' | 'typed' | 'caller' | 'local' | 'model' | 'peer' | 'tool' | 'outside';
  /** First and last host version the row speaks of; open where the fact did not change in any version we know. */
  readonly from?: string;
  readonly until?: string;
  readonly why: string;
  readonly source: string;
}

export const CHANNEL_TRUST: readonly ChannelTrust[] = [
  {
    channel: 'typed',
    integrity: 'typed',
    why: 'origin.kind human or promptSource typed: a person at the keyboard; a long prompt may still be pasted',
    source: 'recordings p-interactive; versions before 2.1.200 lack the field, the place is all there is',
  },
  {
    channel: 'queued',
    integrity: 'typed',
    why: 'typed while the agent worked; the queue record says so',
    source: 'recordings p-interactive',
  },
  {
    channel: 'caller',
    integrity: 'caller',
    why: 'prompt of a headless run: whoever started the process, which may be a script with foreign text in it',
    source: 'recordings a-foreground (promptSource sdk)',
  },
  {
    channel: 'command',
    integrity: 'local',
    why: 'command text and stdout of a local command: picked by a person, written by files',
    source: 'recordings p-interactive',
  },
  {
    channel: 'injected',
    integrity: 'local',
    why: 'instruction files and skills: as trusted as the files behind them',
    source: 'recordings h-persist (instructions attachment)',
  },
  {
    channel: 'memory',
    integrity: 'local',
    why: 'memory files are loaded like instruction files; agents write them, so a write seen in the case lowers them',
    source: 'recordings h-persist (MEMORY.md)',
  },
  {
    channel: 'hook',
    integrity: 'local',
    why: 'printed by a program that the user installed',
    source: 'recordings j-hook-decisions',
  },
  { channel: 'notice', integrity: 'host', why: "the host's own words by place", source: 'recordings c-background' },
  {
    channel: 'peer',
    integrity: 'peer',
    why: 'another agent or session; carries no authority of the user',
    source: 'recordings r-messages-web; reported from 2.1.166 on',
  },
  {
    channel: 'summary',
    integrity: 'model',
    why: 'a compaction summary is written by a model and placed as user text',
    source: 'recordings i-resume-compact, i2-autocompact',
  },
  { channel: 'model', integrity: 'model', why: 'written by a model', source: 'recordings a-foreground' },
  {
    channel: 'tool',
    integrity: 'tool',
    why: 'output of a tool that neither the policy nor the table of local tools names',
    source: 'recordings k-mcp-results',
  },
  { channel: 'unknown', integrity: 'tool', why: 'nobody can tell; ranks as tool', source: 'DESIGN section 5' },
];

/** Built-in tools whose output is the host's own or comes from local files. Everything else ranks as `tool`. */
export const LOCAL_TOOLS: readonly string[] = [
  'Read',
  'Grep',
  'Glob',
  'LS',
  'Edit',
  'MultiEdit',
  'Write',
  'NotebookEdit',
  'NotebookRead',
  'TodoWrite',
  'TodoRead',
  'TaskCreate',
  'TaskUpdate',
  'TaskList',
  'TaskGet',
  'TaskStop',
  'KillShell',
  'KillBash',
  'ToolSearch',
  'ExitPlanMode',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitWorktree',
  'AskUserQuestion',
  'SendMessage',
  'CronCreate',
  'CronList',
  'CronDelete',
  'ListMcpResourcesTool',
  'LSP',
];

/** Tools that name one file or folder to be read, and the members of their input that hold it. */
export const READING_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Read: ['file_path'],
  NotebookRead: ['notebook_path'],
  Grep: ['path'],
  Glob: ['path'],
  LS: ['path'],
};

/** Tools that name the file they write. */
export const WRITING_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Write: ['file_path'],
  Edit: ['file_path'],
  MultiEdit: ['file_path'],
  NotebookEdit: ['notebook_path'],
};

/** Tools that run a shell command, and those that fetch the output of one started before. */
export const SHELL_TOOLS: readonly string[] = ['Bash', 'Monitor', 'PowerShell'];
export const SHELL_OUTPUT_TOOLS: readonly string[] = ['BashOutput', 'TaskOutput', 'AgentOutputTool'];
