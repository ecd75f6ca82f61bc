import assert from 'node:assert/strict';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AnalysisOptions } from '../../src/analysis/options.ts';
import { analyse } from '../../src/analysis/run.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { generateArchive } from '../bench/generate.ts';
import { scratch } from '../cli/run.ts';

const corpus = fileURLToPath(new URL('../../../corpus', import.meta.url));
/** A tenth of the corpus: enough for cases to overtake each other. */
const folders = readdirSync(corpus)
  .filter((_, index) => index % 10 === 0)
  .map((name) => join(corpus, name));

async function results(jobs: number): Promise<{ texts: string[]; progress: number[] }> {
  const progress: number[] = [];
  const options: AnalysisOptions = {
    find: {},
    case: {
      policy: DEFAULT_POLICY,
      parts: { findings: true, flows: true, timeline: true, briefs: true },
      replay: { gates: [{ kind: 'taint-floor', key: 'session' }], allowExec: false, allowNetwork: false, timeoutMs: 0 },
    },
    jobs,
    bytesPerThread: 1,
    onProgress: ({ casesDone, bytesDone, bytesTotal, casesTotal, events }) => {
      if (events !== undefined) {
        assert.ok(events.done <= events.total && casesDone < casesTotal);
        return;
      }
      progress.push(casesDone);
      if (casesDone === casesTotal) assert.equal(bytesDone, bytesTotal);
    },
  };
  const { outcomes } = await analyse(folders, options);
  const texts: string[] = [];
  for await (const outcome of outcomes) texts.push(JSON.stringify(outcome));
  return { texts, progress };
}

test('threads give what one thread gives, byte for byte and in the same order', async () => {
  const alone = await results(1);
  const together = await results(3);
  assert.ok(alone.texts.length > 30, `only ${alone.texts.length} cases`);
  assert.deepEqual(together.texts, alone.texts);
  assert.deepEqual(
    together.progress,
    Array.from({ length: alone.texts.length }, (_, index) => index + 1),
  );
});

test('a session that needs more memory than a thread may have costs itself, and says so', async (context) => {
  const folder = scratch(context);
  const made = generateArchive(folder, { megabytes: 40, giant: true });
  assert.ok(made.bytes > 30e6);
  cpSync(folders[0]!, join(folder, 'small'), { recursive: true });
  const { outcomes } = await analyse([folder], {
    find: {},
    case: { policy: DEFAULT_POLICY, parts: { findings: true, flows: true } },
    jobs: 2,
    bytesPerThread: 1,
    megabytesPerThread: 48,
  });
  const lost: boolean[] = [];
  for await (const { result, coverage } of outcomes) {
    const warning = result.warnings.find(({ code }) => code === 'not-analysed');
    lost.push(warning !== undefined);
    if (warning === undefined) assert.ok(result.agents.length > 0);
    else {
      assert.match(warning.message, /more memory than a thread may have .*--max-old-space-size/);
      assert.ok(coverage.limits.some((limit) => limit.endsWith('out of memory')));
    }
  }
  assert.deepEqual(lost.filter(Boolean).length, 1, 'the large one, and no other');
  assert.ok(lost.length > 1);
});
