import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isObject, type JsonObject, stringAt } from '../../src/base/json.ts';
import { buildCase } from '../../src/case/build.ts';
import type { Case, TimelineEvent } from '../../src/case/model.ts';
import { sameWords } from '../../src/case/same-words.ts';
import { findCases } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';

/** Against runs of the real host whose hooks were logged: what the hooks saw is the truth. */
const recordings = fileURLToPath(new URL('../../../../shared/host/recordings', import.meta.url));
const scenarios = existsSync(recordings) ? scenariosIn(recordings) : [];
const skip = scenarios.length === 0 ? 'no recordings beside the repository' : false;

test('recordings: calls, results and agents', { skip }, () => {
  for (const { name, cases } of scenarios.map(load)) {
    for (const of of cases) {
      for (const event of of.timeline) {
        if (event.kind === 'tool-result')
          assert.ok(event.call !== undefined, `${name} ${event.id}: result without its call`);
        if (event.kind === 'tool-call' && event.result === undefined) {
          // One run ended on purpose at a deferred call, one process was cut off.
          assert.match(
            name,
            /j-hook-decisions|c-background|k2-mcp|f-child|m-interrupt/,
            `${name} ${event.id}: call without result`,
          );
        }
        if (event.kind === 'spawn' && event.toolName !== 'Workflow') assertSpawned(of, event, name);
        for (const text of event.texts)
          assert.notEqual(text.origin.channel, 'unknown', `${name} ${event.id}: ${text.value.slice(0, 60)}`);
      }
      for (const agent of of.agents.agents) {
        if (agent.kind !== 'root') assert.ok(agent.link !== null, `${name} ${agent.id}: not linked`);
      }
      assert.equal(of.facts.unknownRecords, 0, name);
    }
  }
});

test('recordings: hooks saw the agents that were rebuilt, and their last words', { skip }, () => {
  let starts = 0;
  let lastWords = 0;
  for (const { name, cases, hooks } of scenarios.map(load)) {
    const agents = new Set(cases.flatMap((of) => of.agents.agents.map((agent) => agent.id)));
    for (const hook of hooks) {
      const event = stringAt(hook, 'hook_event_name');
      const agentId = stringAt(hook, 'agent_id');
      if (agentId === undefined) continue;
      // Agents that the host runs for itself leave no file: compaction, titles. They have no type.
      if (stringAt(hook, 'agent_type') === '' || !hasFile(hook, name)) continue;
      if (event === 'SubagentStart') {
        starts += 1;
        assert.ok(agents.has(agentId), `${name}: hook saw ${agentId}`);
      }
      const last = stringAt(hook, 'last_assistant_message');
      if (event !== 'SubagentStop' || last === undefined) continue;
      lastWords += 1;
      const replies = cases
        .flatMap((of) => of.eventsOf(agentId))
        .filter((told) => told.kind === 'reply' && !told.thinking);
      assert.ok(
        replies.some((reply) => reply.texts.some((text) => sameWords(text.value, last) || sameWords(last, text.value))),
        `${name}: ${agentId} ended with ${last.slice(0, 60)}`,
      );
    }
  }
  assert.ok(starts > 50 && lastWords > 40, `${starts} starts, ${lastWords} last words`);
});

test('recordings: what a hook saw of a call is the call that was rebuilt', { skip }, () => {
  let compared = 0;
  for (const { name, cases, hooks } of scenarios.map(load)) {
    for (const hook of hooks) {
      const toolUseId = stringAt(hook, 'tool_use_id');
      if (stringAt(hook, 'hook_event_name') !== 'PreToolUse' || toolUseId === undefined) continue;
      const call = cases.map((of) => of.call(toolUseId)).find((found) => found !== undefined);
      assert.ok(call !== undefined, `${name}: ${toolUseId}`);
      const agentId = stringAt(hook, 'agent_id');
      if (agentId !== undefined) assert.equal(call.agent, agentId, `${name}: ${toolUseId}`);
      compared += 1;
    }
  }
  assert.ok(compared > 200, `${compared} calls`);
});

test('recordings: each notification is told once, and prompts are what the hook was given', { skip }, () => {
  for (const { name, cases, hooks } of scenarios.map(load)) {
    const typed = hooks
      .filter((hook) => stringAt(hook, 'hook_event_name') === 'UserPromptSubmit')
      .map((hook) => stringAt(hook, 'prompt') ?? '')
      // Machine-made prompts, commands, and the one prompt that a hook refused: older hosts keep no record of it.
      .filter((prompt) => !prompt.startsWith('<') && !prompt.startsWith('/') && !prompt.includes('u-block'));
    const human = new Set(
      cases.flatMap((of) =>
        of.texts
          .filter((text) => ['typed', 'caller', 'queued'].includes(text.origin.channel))
          .map((text) => text.value),
      ),
    );
    for (const prompt of typed)
      assert.ok(human.has(prompt), `${name}: prompt of the hook is not a human's text: ${prompt}`);
    for (const of of cases) {
      const keys = of.timeline.flatMap((event) =>
        event.kind === 'notice' && event.noticeType === 'task-notification'
          ? [`${event.taskId} ${event.toolUseId} ${event.texts.map((text) => text.value).join('')}`]
          : [],
      );
      assert.equal(new Set(keys).size, keys.length, `${name}: a notification was told twice`);
    }
  }
});

function assertSpawned(of: Case, event: Extract<TimelineEvent, { kind: 'spawn' }>, name: string): void {
  if (event.child !== undefined) return;
  const call = of.call(event.toolUseId);
  const result = call?.result === undefined ? undefined : of.event(call.result);
  // No agent was made: refused, unknown type or tool. On 1.0.x an interrupted child leaves no row.
  assert.ok(result?.kind === 'tool-result', `${name} ${event.id}: no child`);
  assert.ok(
    result.isError || /copied|1\.0\.90|2\.0\.14/.test(`${name} ${of.hostVersions.join(' ')}`),
    `${name} ${event.id}: no child`,
  );
}

interface Scenario {
  readonly name: string;
  readonly folder: string;
}

interface Loaded {
  readonly name: string;
  readonly cases: readonly Case[];
  readonly hooks: readonly JsonObject[];
}

function scenariosIn(folder: string): Scenario[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (!statSync(path).isDirectory()) return [];
      if (existsSync(join(path, 'projects'))) return [{ name, folder: path }];
      return readdirSync(path)
        .sort()
        .filter((inner) => existsSync(join(path, inner, 'projects')))
        .map((inner) => ({ name: `${name}/${inner}`, folder: join(path, inner) }));
    });
}

const loaded = new Map<string, Loaded>();

function load({ name, folder }: Scenario): Loaded {
  let found = loaded.get(name);
  if (found === undefined) {
    const cases = findCases([join(folder, 'projects')]).sources.map((source) => buildCase(readCase(source).input));
    const log = join(folder, 'hooks.jsonl');
    const hooks = !existsSync(log)
      ? []
      : readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as JsonObject)
          .flatMap((line) => (isObject(line['stdin']) ? [line['stdin']] : []));
    found = { name, cases, hooks };
    loaded.set(name, found);
  }
  return found;
}

/** Whether the transcript that a SubagentStop names is among the recording's files. */
function hasFile(hook: JsonObject, name: string): boolean {
  const path = stringAt(hook, 'agent_transcript_path');
  if (path === undefined) return true;
  const tail = path.split('/projects/')[1];
  const scenario = scenarios.find((candidate) => candidate.name === name)!;
  return tail !== undefined && existsSync(join(scenario.folder, 'projects', tail));
}
