/** Tools whose calls and results mean more than a result: they make agents, carry messages, or hand a child's words over. */

/** Make a subagent. `Task` is the older name, still taken. [FACTS section 2] */
export const SPAWN_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent']);
export const SKILL_TOOL = 'Skill';
export const WORKFLOW_TOOL = 'Workflow';
export const MESSAGE_TOOL = 'SendMessage';
/** Read the output of a background task; the input names it. [b3-forged-task-output] */
export const TASK_OUTPUT_TOOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ['TaskOutput', ['task_id']],
  ['AgentOutputTool', ['agentId', 'agent_id', 'task_id']],
]);
export const ASK_USER_TOOL = 'AskUserQuestion';
/** Members that the host adds to a recorded SendMessage input: they repeat `to` and `message`. [FACTS section 4] */
export const MESSAGE_ADDED_MEMBERS: ReadonlySet<string> = new Set(['type', 'recipient', 'recipient_kind', 'content']);
