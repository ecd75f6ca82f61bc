import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AnalysisOptions } from '../../src/analysis/options.ts';
import { analyse } from '../../src/analysis/run.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';

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
