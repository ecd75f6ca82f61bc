import { stringAt } from '../base/json.ts';
import type { AgentId, Case, Text } from '../case/model.ts';
import { callOf } from './policy/calls.ts';

/** Where the host keeps what a background agent says: `<temp>/<project>/tasks/<agent id>.output` (2.0.64 on). */
const OUTPUT_FILE = /[/\\]tasks[/\\]([A-Za-z0-9_-]{4,64})\.output$/;

/** The agent whose words the host keeps in this file. */
export function agentOfOutputFile(path: string, within: Case): AgentId | undefined {
  const id = OUTPUT_FILE.exec(path)?.[1];
  return id === undefined ? undefined : within.agents.get(id)?.id;
}

/** The background agent whose output file a result was read from, by a read or by a command that names it. */
export function agentReadFromFile(text: Text, within: Case): AgentId | undefined {
  if (text.origin.channel !== 'tool') return undefined;
  const input = callOf(text, within)?.input;
  const named = stringAt(input, 'file_path') ?? stringAt(input, 'command') ?? stringAt(input, 'path');
  if (named === undefined || !named.includes('.output')) return undefined;
  for (const word of named.slice(0, 20_000).split(/[\s'"|;&<>()]+/)) {
    const agent = agentOfOutputFile(word, within);
    if (agent !== undefined && agent !== text.agent) return agent;
  }
  return undefined;
}
