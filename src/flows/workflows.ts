import type { Agent, Case, Text } from '../case/model.ts';

const runs = new WeakMap<Case, ReadonlyMap<string, readonly Agent[]>>();

/**
 * The agents whose words a workflow may have put into what it handed back: its script made one text of them, and the record does not say
 * who wrote which part. Empty for every other text.
 */
export function workflowAuthors(text: Text, within: Case): readonly Agent[] {
  const { channel, by, toolUseId } = text.origin;
  if (channel !== 'model' || by.kind !== 'unknown' || toolUseId === undefined) return [];
  let known = runs.get(within);
  if (known === undefined) {
    const found = new Map<string, Agent[]>();
    for (const agent of within.agents.agents) {
      const call = agent.kind === 'workflow' ? agent.spawnedBy?.toolUseId : undefined;
      if (call === undefined) continue;
      const list = found.get(call);
      if (list === undefined) found.set(call, [agent]);
      else list.push(agent);
    }
    known = found;
    runs.set(within, known);
  }
  return known.get(toolUseId) ?? [];
}
