/** Control markup: the tags and line marks by which the host and its model tell each other who speaks. */

export interface ControlTag {
  readonly name: string;
  /** What the host uses it for. */
  readonly use: string;
  /** Whether the hand-back neutraliser of 2.1.332 breaks it up. [FACTS section 3, b2-forged-catalogue] */
  readonly neutralised: boolean;
}

export const CONTROL_TAGS: readonly ControlTag[] = [
  { name: 'system-reminder', use: 'host context and reminders', neutralised: true },
  { name: 'system_reminder', use: 'look-alike of system-reminder', neutralised: true },
  { name: 'task-notification', use: 'a background task ended', neutralised: true },
  { name: 'agent-notification', use: 'a background agent ended (2.0.76)', neutralised: false },
  { name: 'function_results', use: 'tool results on the wire', neutralised: true },
  { name: 'local-command-stdout', use: 'output of a slash command', neutralised: true },
  { name: 'local-command-stderr', use: 'output of a slash command', neutralised: false },
  { name: 'local-command-caveat', use: 'words before local command records', neutralised: false },
  { name: 'command-name', use: 'a slash command was run', neutralised: true },
  { name: 'command-message', use: 'a slash command was run', neutralised: false },
  { name: 'command-args', use: 'arguments of a slash command', neutralised: false },
  { name: 'bash-input', use: 'a shell line that the user ran', neutralised: false },
  { name: 'bash-stdout', use: 'its output', neutralised: false },
  { name: 'bash-stderr', use: 'its output', neutralised: false },
  { name: 'teammate-message', use: 'words of another agent of a team', neutralised: true },
  { name: 'agent-message', use: 'words of an agent of this session', neutralised: true },
  { name: 'cross-session-message', use: 'words of another session', neutralised: true },
  { name: 'channel', use: 'words from a channel (`channel source=`)', neutralised: true },
  { name: 'fetched-web-content', use: 'a page that was fetched', neutralised: true },
  { name: 'persisted-output', use: 'a result too large to show', neutralised: true },
  { name: 'tool_use_error', use: 'a tool call that the host refused', neutralised: true },
  { name: 'fork-boilerplate', use: 'orders to a fork of the main agent', neutralised: false },
  { name: 'tools-used-before-summary', use: 'host note on a hand-back', neutralised: false },
  { name: 'usage', use: 'trailer of a hand-back', neutralised: false },
  { name: 'session-start-hook', use: 'hook context (1.0.x)', neutralised: false },
  { name: 'user-prompt-submit-hook', use: 'hook context (1.0.x)', neutralised: false },
  { name: 'post-tool-use-hook', use: 'hook context (1.0.x)', neutralised: false },
  { name: 'total_tokens', use: 'host note on the budget', neutralised: false },
];

export interface LineMark {
  /** The literal words a line begins with. */
  readonly text: string;
  readonly use: string;
  readonly neutralised: boolean;
}

/** Line starts that pass for a speaker or for the host. [FACTS section 3] */
export const LINE_MARKS: readonly LineMark[] = [
  { text: 'Human:', use: 'turn of a person', neutralised: true },
  { text: 'Assistant:', use: 'turn of the model', neutralised: true },
  { text: 'System:', use: 'turn of the system', neutralised: false },
  { text: 'User:', use: 'turn of a person', neutralised: false },
  { text: '[harness:', use: 'host note on a hand-back', neutralised: true },
  { text: '[Subagent hand-back]', use: 'frame of a hand-back', neutralised: true },
  { text: '[SYSTEM NOTIFICATION - NOT USER INPUT]', use: 'head of a notification on the wire', neutralised: false },
  { text: '[Workflow harness', use: 'frame of a computed brief', neutralised: false },
  { text: '[Request interrupted by user', use: 'interruption', neutralised: false },
  {
    text: 'This session is being continued from a previous conversation',
    use: 'compaction summary',
    neutralised: false,
  },
  {
    text: 'The coordinator sent a message while you were working:',
    use: 'message into a running agent',
    neutralised: false,
  },
  { text: 'Another Claude session sent a message', use: 'message from a peer', neutralised: false },
  { text: 'The user sent a new message while you were working:', use: 'queued prompt', neutralised: false },
];

/** Pattern names in the host's note on a hand-back; the list is open. [FACTS section 3] */
export const NOTE_PATTERNS: readonly string[] = [
  'system-reminder-tag',
  'harness-envelope-tag',
  'harness-signal-tag',
  'channel-source-tag',
  'marker-prefix-forgery',
  'frame-prefix-forgery',
];
