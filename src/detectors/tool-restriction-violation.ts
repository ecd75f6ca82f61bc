import { stringAt } from '../base/json.ts';
import type { AgentId, Case } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import type { AgentDefinition } from '../result/gate.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { agentName, cited, type JudgedCall, judgedCalls, shortCall } from './gate/calls.ts';

const id = 'tool-restriction-violation';

/** What the host hands to every agent, whatever its list of tools says. */
const ALWAYS_THERE = new Set(['ToolSearch', 'StructuredOutput', 'SendMessage']);

export const toolRestrictionViolation: Detector = {
  ...CATALOGUE[id],
  *detect({ case: theCase, gate }: Investigation): Iterable<Claim> {
    const definitions = new Map((gate?.definitions ?? []).map((definition) => [definition.name, definition]));
    if (definitions.size === 0) return;
    const setting = settingOf(theCase);
    const found = new Map<string, { definition: AgentDefinition; calls: JudgedCall[] }>();
    for (const judged of judgedCalls(theCase)) {
      const { agent, toolName } = judged.call;
      const definition = definitions.get(typeOf(theCase, agent, setting) ?? '');
      if (definition === undefined || judged.fate === 'unusable' || !withheld(definition, toolName)) continue;
      const key = `${agent} ${toolName}`;
      const entry = found.get(key);
      if (entry === undefined) found.set(key, { definition, calls: [judged] });
      else entry.calls.push(judged);
    }
    for (const { definition, calls } of found.values()) yield claimOf(theCase, definition, calls);
  },
};

function claimOf(theCase: Case, definition: AgentDefinition, calls: readonly JudgedCall[]): Claim {
  const { call, result, ran } = calls[0]!;
  const list = definition.disallowedTools.some((entry) => names(entry, call.toolName)) ? 'disallows' : 'does not list';
  return {
    detector: id,
    message: `${agentName(theCase, call.agent)} called ${call.toolName}, which ${definition.path} ${list}: ${shortCall(call)}`,
    severity: 'high',
    confidence: 'high',
    primary: cited(call, `the definition ${list} ${call.toolName}`),
    related:
      result === undefined ? [] : [cited(result, ran ? 'the call came to its tool' : 'stopped, but not by the list')],
    agents: [call.agent],
    details: [
      `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} of ${call.toolName}; definition ${definition.name}`,
      'the definition is the one that was handed in: that it was the same at the time is not shown by the transcript',
    ],
  };
}

/** The agent that a whole session was started as. */
function settingOf(theCase: Case): string | undefined {
  for (const event of theCase.timeline) {
    if (event.kind === 'notice' && event.noticeType === 'record:agent-setting' && event.agent === theCase.agents.root) {
      return stringAt(event.attachment, 'agentSetting');
    }
  }
  return undefined;
}

function typeOf(theCase: Case, agent: AgentId, setting: string | undefined): string | undefined {
  return agent === theCase.agents.root ? setting : theCase.agents.get(agent)?.type;
}

function withheld({ tools, disallowedTools }: AgentDefinition, tool: string): boolean {
  if (disallowedTools.some((entry) => names(entry, tool))) return true;
  return (
    tools !== undefined && !ALWAYS_THERE.has(tool) && !tools.some((entry) => names(entry.replace(/\(.*\)$/s, ''), tool))
  );
}

/** `Bash`, `mcp__server`, `mcp__server__*`; an entry for some calls of a tool only (`Bash(git:*)`) does not withhold the tool. */
function names(entry: string, tool: string): boolean {
  if (entry === tool || entry === '*') return true;
  if ((entry === 'Task' || entry === 'Agent') && (tool === 'Task' || tool === 'Agent')) return true;
  if (!entry.startsWith('mcp__')) return false;
  return entry.endsWith('*') ? tool.startsWith(entry.slice(0, -1)) : tool.startsWith(`${entry}__`);
}
