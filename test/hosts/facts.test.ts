import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isObject, type JsonObject, stringAt } from '../../src/base/json.ts';
import * as behaviour from '../../src/hosts/behaviour.ts';
import { type FactTable, factAt } from '../../src/hosts/fact.ts';
import { COMMON_FIELDS, HOOK_EVENTS, hookEventAt } from '../../src/hosts/hooks.ts';
import { profileFor } from '../../src/hosts/profile.ts';
import * as transcripts from '../../src/hosts/transcripts.ts';
import { byVersion } from '../../src/hosts/version.ts';

test('rows of every table stand in order of version, and name a source', () => {
  const tables = [...Object.entries(transcripts), ...Object.entries(behaviour)].filter(([, value]) =>
    Array.isArray(value),
  );
  assert.ok(tables.length > 25);
  for (const [name, table] of tables as [string, FactTable<unknown>][]) {
    for (const [index, row] of table.entries()) {
      assert.notEqual(row.source, '', name);
      if (index > 0) assert.ok(byVersion(table[index - 1]!.since, row.since) < 0, `${name}: ${row.since}`);
      if (row.after !== undefined)
        assert.ok(byVersion(row.after, row.since) < 0, `${name}: ${row.after} → ${row.since}`);
    }
  }
});

test('a fact holds from the first version seen with it; between the last without and that one it is a guess', () => {
  const at = (version: string) => factAt(transcripts.NOTIFICATION_RESULT, version);
  assert.deepEqual([at('2.1.88').value, at('2.1.88').certain], ['raw', true]);
  assert.deepEqual([at('2.1.89').value, at('2.1.89').certain], ['raw', false]);
  assert.deepEqual([at('2.1.90').value, at('2.1.90').certain], ['escaped', true]);
  assert.deepEqual([at('9.9.9').value, factAt(transcripts.LAYOUT, undefined).certain], ['neutralised', false]);
});

test('the borders that were found by running neighbours', () => {
  const change = <T>(of: (profile: ReturnType<typeof profileFor>) => T, before: string, after: string): [T, T] => [
    of(profileFor(before)),
    of(profileFor(after)),
  ];
  assert.deepEqual(
    change((p) => p.layout, '2.0.26', '2.0.28'),
    ['in-file', 'sibling'],
  );
  assert.deepEqual(
    change((p) => p.layout, '2.1.1', '2.1.2'),
    ['sibling', 'subfolder'],
  );
  assert.deepEqual(
    change((p) => p.agentId, '2.1.49', '2.1.50'),
    ['a + 6 hex', 'a + 16 hex'],
  );
  assert.deepEqual(
    change((p) => p.handBack, '2.1.209', '2.1.210'),
    ['trailer', 'neutralised'],
  );
  assert.deepEqual(
    change((p) => p.handBack, '2.1.276', '2.1.277'),
    ['neutralised', 'framed'],
  );
  assert.deepEqual(
    change((p) => p.rulesBeatHookAllow, '2.1.76', '2.1.77'),
    [false, true],
  );
  assert.deepEqual(
    change((p) => p.hookAskBeatsAllowRule, '2.1.84', '2.1.86'),
    [false, true],
  );
  assert.deepEqual(
    change((p) => p.spawnDefault, '2.1.197', '2.1.198'),
    ['foreground', 'background'],
  );
  assert.deepEqual(
    change((p) => p.nesting, '2.1.170', '2.1.172'),
    [0, undefined],
  );
  assert.deepEqual(
    change((p) => p.nesting, '2.1.218', '2.1.219'),
    [0, 3],
  );
});

const recordings = fileURLToPath(new URL('../../../../shared/host/recordings', import.meta.url));
const skip = existsSync(recordings) ? false : 'no recordings beside the repository';

test('hook payloads of the recordings have the fields that the tables name, and no others', { skip }, () => {
  const seen = new Map<string, Set<string>>();
  let payloads = 0;
  for (const { version, payload } of payloadsIn(recordings)) {
    payloads += 1;
    const name = stringAt(payload, 'hook_event_name')!;
    const event = hookEventAt(name, version);
    assert.ok(event !== undefined, `${version} sent ${name}`);
    const known = new Set<string>([...COMMON_FIELDS, ...event.fields.map((field) => field.name)]);
    // A main session started with --agent names its type in every event.
    for (const key of Object.keys(payload))
      assert.ok(known.has(key) || OPEN.has(key), `${version} ${name} sent ${key}`);
    const inAgent = payload['agent_id'] !== undefined;
    for (const field of event.fields) {
      if (field.when === 'sometimes' || (field.when === 'agent' && !inAgent)) continue;
      if (payload[field.name] !== undefined) continue;
      const key = `${name}.${field.name}`;
      seen.set(key, (seen.get(key) ?? new Set()).add(version));
    }
  }
  assert.ok(payloads > 1000, `${payloads} payloads`);
  // Optional at the host's own choice, in the way that VERSIONS and FACTS say.
  const open = [...seen.keys()].sort();
  assert.deepEqual(
    open,
    ['SessionEnd.prompt_id', 'Stop.last_assistant_message'].filter((key) => open.includes(key)),
  );
  assert.equal(HOOK_EVENTS.length, new Set(HOOK_EVENTS.map((event) => event.name)).size);
});

const OPEN: ReadonlySet<string> = new Set([
  'agent_type',
  'context_tokens',
  'seconds_since_last_response',
  'prompt_cache_likely_expired',
  'estimated_cache_write_usd',
]);

function* payloadsIn(folder: string): Generator<{ version: string; payload: JsonObject }> {
  for (const name of readdirSync(folder).sort()) {
    const older = /^older-(.+)$/.exec(name)?.[1];
    const logs =
      older === undefined
        ? [join(folder, name)]
        : readdirSync(join(folder, name)).map((inner) => join(folder, name, inner));
    for (const log of logs) {
      const path = join(log, 'hooks.jsonl');
      if (!existsSync(path)) continue;
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const value: unknown = line === '' ? undefined : JSON.parse(line);
        if (isObject(value) && isObject(value['stdin'])) yield { version: older ?? '2.1.332', payload: value['stdin'] };
      }
    }
  }
}
