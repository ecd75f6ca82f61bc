import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns } from '../../src/analysis/turns.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { tracing } from '../../src/flows/trace.ts';
import { built } from '../case/built.ts';

test('between two texts that are traced the event loop turns, so that a signal is heard in the middle of a session', async () => {
  const { case: record } = built({}, (main) => {
    for (let index = 0; index < 6; index += 1)
      main.spawns({ brief: `Count the gears of lot ${index}.` }, (child) => child.says('9'));
  });
  let turns = 0;
  let going = true;
  const count = (): void => {
    turns += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  const flows = await inTurns(tracing(record, DEFAULT_POLICY), 0);
  going = false;
  assert.ok(turns >= 6, `${turns} turns`);
  assert.ok(flows.flows.length > 0);
});
