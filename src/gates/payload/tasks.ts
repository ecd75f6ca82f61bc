import { isObject, type JsonObject, stringAt } from '../../base/json.ts';
import { ASYNC_LAUNCHED } from '../../hosts/phrases.ts';
import { MESSAGE_TOOL, SPAWN_TOOLS } from '../../hosts/tools.ts';
import type { TranscriptRecord } from '../../wire/record.ts';
import { callsIn, type Lane, resultsIn, type ToolCall, type ToolResult } from './lane.ts';

/** Agents at work in the background, as Stop and SubagentStop list them. [FACTS section 6] */
export interface BackgroundTasks {
  /** Running at a place of the timeline; an agent counts as running up to its notification. */
  at(order: number): JsonObject[];
}

interface Run {
  readonly agent: string;
  readonly from: number;
  to: number;
  readonly entry: JsonObject;
}

export function backgroundTasks(
  lanes: readonly Lane[],
  orderOf: (record: TranscriptRecord) => number,
): BackgroundTasks {
  const types = new Map(lanes.map((lane) => [lane.agent.id, lane.agent.type]));
  const descriptions = new Map(
    lanes.flatMap(({ agent }) => (agent.description === undefined ? [] : [[agent.id, agent.description]])),
  );
  const calls = new Map<string, ToolCall>();
  for (const lane of lanes) {
    for (const record of lane.records) {
      if (record.type === 'assistant') for (const call of callsIn(record)) calls.set(call.id, call);
    }
  }
  const runs: Run[] = [];
  for (const { order, record } of inOrder(lanes, orderOf)) {
    if (record.type === 'user') {
      for (const result of resultsIn(record)) {
        const agent = launched(calls.get(result.id), result);
        if (agent === undefined) continue;
        const described = stringAt(calls.get(result.id)?.input, 'description');
        if (described !== undefined && !descriptions.has(agent)) descriptions.set(agent, described);
        const entry: JsonObject = { id: agent, type: 'subagent', status: 'running' };
        if (descriptions.has(agent)) entry.description = descriptions.get(agent)!;
        if (types.get(agent)) entry.agent_type = types.get(agent)!;
        runs.push({ agent, from: order, to: Number.POSITIVE_INFINITY, entry });
      }
    } else if (record.type === 'queue-operation' && record.operation === 'enqueue') {
      const agent = /<task-id>([^<]{1,100})<\/task-id>/.exec(record.content ?? '')?.[1];
      for (const run of runs) if (run.agent === agent && run.to === Number.POSITIVE_INFINITY) run.to = order;
    }
  }
  // Oldest first, as the host lists them; few at a time, so a walk is cheap.
  return { at: (order) => runs.filter((run) => run.from <= order && order < run.to).map((run) => run.entry) };
}

function inOrder(
  lanes: readonly Lane[],
  orderOf: (record: TranscriptRecord) => number,
): { readonly order: number; readonly record: TranscriptRecord }[] {
  const found = lanes.flatMap((lane) =>
    lane.records
      .filter((record) => record.type === 'user' || record.type === 'queue-operation')
      .map((record) => ({ order: orderOf(record), record })),
  );
  return found.sort((a, b) => a.order - b.order);
}

/** The agent that a call set to work in the background: a new one, or a finished one that was asked again. */
function launched(call: ToolCall | undefined, result: ToolResult): string | undefined {
  // Asked first: to parse the structured result of every call would cost more than all the rest.
  if (call === undefined || !(SPAWN_TOOLS.has(call.name) || call.name === MESSAGE_TOOL)) return undefined;
  const structured = isObject(result.record.toolUseResult) ? result.record.toolUseResult : undefined;
  if (SPAWN_TOOLS.has(call.name)) {
    if (structured?.isAsync !== true && !result.text.startsWith(ASYNC_LAUNCHED)) return undefined;
    return stringAt(structured, 'agentId') ?? /\bagentId: (\w{1,100})/.exec(result.text)?.[1];
  }
  return stringAt(structured, 'resumedAgentId') ?? /"resumedAgentId":"(\w{1,100})"/.exec(result.text)?.[1];
}
