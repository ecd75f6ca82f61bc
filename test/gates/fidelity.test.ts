import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Comparison, compareEvents, inversions } from './fidelity/compare.ts';
import { rebuiltUnder } from './fidelity/rebuilt.ts';
import { readEvents, recordingsUnder, type TrueEvent } from './fidelity/truth.ts';

/** The host's own hook events are the truth: every event is rebuilt from the transcripts beside it and compared field by field. */
const corpus = fileURLToPath(new URL('../../../corpus', import.meta.url));
const fixtures = fileURLToPath(new URL('../../../test/gates/fixtures/hook-events', import.meta.url));
const shared = fileURLToPath(new URL('../../../../shared/host/recordings', import.meta.url));

/** Fields that must equal what the host sent in every event. */
const SURE: Record<string, readonly string[]> = {
  PreToolUse: [
    'session_id',
    'cwd',
    'hook_event_name',
    'tool_name',
    'tool_input',
    'tool_use_id',
    'agent_id',
    'agent_type',
    'transcript_path',
  ],
  PostToolUse: ['cwd', 'tool_name', 'tool_use_id', 'agent_id', 'agent_type'],
  SubagentStart: ['agent_id', 'cwd'],
  SubagentStop: ['agent_id', 'agent_transcript_path', 'last_assistant_message', 'stop_hook_active', 'cwd'],
  Stop: ['last_assistant_message', 'stop_hook_active', 'cwd'],
  UserPromptSubmit: ['prompt', 'cwd', 'session_id'],
};

function breaches({ rows, invented }: Comparison): string[] {
  const wrong = rows
    .filter(
      (row) =>
        row.result === 'wrong' ||
        row.result === 'extra' ||
        (row.result === 'missing' && row.hookEvent === 'PreToolUse'),
    )
    .filter((row) => SURE[row.hookEvent]?.includes(row.field))
    .map(
      (row) =>
        `${row.hookEvent}.${row.field}: ${JSON.stringify(row.rebuilt)?.slice(0, 200)}, not ${JSON.stringify(row.truth)?.slice(0, 200)}`,
    );
  const tools = invented
    .filter((event) => event.hookEvent !== 'SubagentStop')
    .map((event) => `invented: ${event.hookEvent} ${event.toolUseId ?? event.eventId}`);
  return [...wrong, ...tools];
}

function missedCalls(comparison: Comparison): TrueEvent[] {
  return comparison.missed.filter((event) => event.hookEvent === 'PreToolUse');
}

for (const file of readdirSync(fixtures).sort()) {
  const name = file.replace(/\.jsonl$/, '');
  test(`rebuilt events equal the host's: ${name}`, () => {
    const truth = readEvents(join(fixtures, file));
    const rebuilt = rebuiltUnder(join(corpus, name, 'projects'));
    const comparison = compareEvents(truth, rebuilt);
    assert.deepEqual(missedCalls(comparison), []);
    assert.deepEqual(breaches(comparison), []);
    assert.ok(comparison.rows.length > 50, 'hardly anything was compared');
    const { wrong, pairs } = inversions(truth, rebuilt);
    // Calls of one reply start side by side: which comes first is the host's luck.
    assert.ok(wrong <= 1 + pairs * 0.02, `${wrong} of ${pairs} neighbours are in the other order`);
  });
}

test('rebuilt events equal the host’s over every recording', (t) => {
  if (!existsSync(shared)) return t.skip('the recordings of the real host are not beside this project');
  const found: string[] = [];
  const missed: string[] = [];
  let calls = 0;
  for (const recording of recordingsUnder(shared)) {
    const comparison = compareEvents(recording.events, rebuiltUnder(join(recording.folder, 'projects')));
    calls += recording.events.filter((event) => event.hookEvent === 'PreToolUse').length;
    missed.push(
      ...missedCalls(comparison).map((event) => `${recording.name}: ${JSON.stringify(event.stdin).slice(0, 200)}`),
    );
    found.push(...breaches(comparison).map((breach) => `${recording.name}: ${breach}`));
  }
  assert.ok(calls > 900);
  assert.deepEqual(missed, []);
  assert.deepEqual(found, []);
});
