/**
 * Opening words by which the host's own standing texts are known. Only short leads are kept. A text that begins so is known; whether
 * the host put it where it stands is for the place to say.
 */
const LEADS: readonly string[] = [
  "The TodoWrite tool hasn't been used recently",
  "The task tools haven't been used recently",
  'This is a reminder that your todo list is currently empty',
  'Your todo list has changed',
  'Whenever you read a file, you should consider',
  "As you answer the user's questions, you can use the following context",
  'Warning: the file exists but',
  'This memory is ',
  'The following deferred tools are now available',
  'The following deferred tools are no longer available',
  'The following skills are available for use with the Skill tool',
  'The following skills were invoked in this session',
  'The following MCP servers have provided instructions',
  'MCP Server Instructions',
  'Available agent types',
  'Plan mode is active',
  'Plan mode still active',
  'Auto mode is active',
  'The user sent a new message while you were working',
  'The user sent the following message',
  'The user opened the file',
  'The user selected the lines',
  'The user named this session',
  'This is a side question from the user',
  'You are operating in ',
  'Called the Read tool with the following input',
  'Result of calling the Read tool',
  'The date has changed',
  'Token usage:',
  'Note: The file ',
  'Note: ',
  'SessionStart hook additional context',
  'SessionStart:',
  'UserPromptSubmit hook additional context',
  'UserPromptSubmit hook success',
  'PreToolUse:',
  'PostToolUse:',
  'Stop hook ',
  'SubagentStart hook additional context',
  'A file was modified',
  'New diagnostic issues were detected',
  'Background command',
  'Background Bash',
  'Task ',
  'Contents of ',
  'claudeMd',
];

const PLAIN = LEADS.map((lead) => lead.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Whether a block's inner text begins like one of the host's standing texts. */
export function knownHostLead(inner: string): string | undefined {
  const head = inner
    .slice(0, 160)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const index = PLAIN.findIndex((lead) => lead.length >= 10 && head.startsWith(lead));
  return index < 0 ? undefined : LEADS[index];
}
