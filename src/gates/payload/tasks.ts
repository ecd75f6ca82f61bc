import { isObject, type JsonObject, stringAt } from '../../base/json.ts';
import { ASYNC_LAUNCHED } from '../../hosts/phrases.ts';
import { MESSAGE_TOOL, SPAWN_TOOLS } from '../../hosts/tools.ts';
import type { TranscriptRecord } from '../../wire/record.ts';
import { callsIn, type Lane, resultsIn, type ToolCall, type ToolResult } from './lane.ts';

/** Agents at work in the background, as Stop and SubagentStop list them. [FACTS section 6] */
export interface BackgroundTasks {
  /** Running at a place of the timeline; an agent counts as running up to its notification. */
  at(order: number): JsonObject[];
  /** Schedules of the session that were made and not taken back, as `session_crons` lists them; undefined where none ever was. */
  cronsAt(order: number): JsonObject[] | undefined;
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
  const crons: Run[] = [];
  for (const { order, record } of inOrder(lanes, orderOf)) {
    if (record.type === 'user') {
      for (const result of resultsIn(record)) {
        const call = calls.get(result.id);
        noteSchedule(crons, call, result, order);
        const workflow = workflowRun(call, result, order);
        if (workflow !== undefined) runs.push(workflow);
        const agent = launched(call, result);
        if (agent === undefined) continue;
        const described = stringAt(call?.input, 'description');
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
  const openAt = (list: readonly Run[], order: number): JsonObject[] =>
    list.filter((run) => run.from <= order && order < run.to).map((run) => run.entry);
  return {
    at: (order) => openAt(runs, order),
    cronsAt: (order) => (crons.length === 0 ? undefined : openAt(crons, order)),
  };
}

/** `CronCreate` says the id, the call the rest; `CronDelete` takes it back. [l-named-cron] */
function noteSchedule(crons: Run[], call: ToolCall | undefined, result: ToolResult, order: number): void {
  if (call === undefined || result.isError) return;
  if (call.name === 'CronDelete') {
    const id = stringAt(call.input, 'id');
    for (const cron of crons) if (cron.agent === id && cron.to === Number.POSITIVE_INFINITY) cron.to = order;
    return;
  }
  if (call.name !== 'CronCreate') return;
  const structured = isObject(result.record.toolUseResult) ? result.record.toolUseResult : undefined;
  const id = stringAt(structured, 'id');
  const schedule = stringAt(call.input, 'cron');
  const prompt = stringAt(call.input, 'prompt');
  if (id === undefined || schedule === undefined || prompt === undefined) return;
  const entry = { id, schedule, recurring: structured?.recurring === true, prompt };
  crons.push({ agent: id, from: order, to: Number.POSITIVE_INFINITY, entry });
}

/** [t-workflow] */
function workflowRun(call: ToolCall | undefined, result: ToolResult, order: number): Run | undefined {
  if (call?.name !== 'Workflow') return undefined;
  const structured = isObject(result.record.toolUseResult) ? result.record.toolUseResult : undefined;
  const id = stringAt(structured, 'taskId');
  if (id === undefined || stringAt(structured, 'status') !== 'async_launched') return undefined;
  const entry: JsonObject = { id, type: 'workflow', status: 'running' };
  const description = stringAt(structured, 'summary');
  const name = stringAt(structured, 'workflowName');
  if (description !== undefined) entry.description = description;
  if (name !== undefined) entry.name = name;
  return { agent: id, from: order, to: Number.POSITIVE_INFINITY, entry };
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
