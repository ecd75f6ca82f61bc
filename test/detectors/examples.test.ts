import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildCase } from '../../src/case/build.ts';
import { CATALOGUE } from '../../src/detectors/catalogue.ts';
import type { Claim } from '../../src/detectors/claim.ts';
import type { Example, Examples } from '../../src/detectors/example.ts';
import { DETECTORS } from '../../src/detectors/index.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { traceFlows } from '../../src/flows/trace.ts';
import { inputsOf } from '../wire/sketched.ts';
import { gateEvidence } from './gate-evidence.ts';

const folder = new URL('../../src/detectors/', import.meta.url);
const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.examples.js'));

async function claimsOf(id: string, example: Example): Promise<Claim[]> {
  const detector = DETECTORS.find((one) => one.id === id);
  assert.ok(detector, `no detector ${id}`);
  const claims: Claim[] = [];
  for (const input of inputsOf(example.draw())) {
    const analysed = buildCase(input);
    const flows = traceFlows(analysed, DEFAULT_POLICY);
    const gate = example.gate === undefined ? {} : { gate: await gateEvidence(example.gate, analysed, input, flows) };
    claims.push(...detector.detect({ case: analysed, flows, ...gate }));
  }
  return claims;
}

/** Hook programs are shut in by Linux namespaces: where those cannot be had, examples that bring programs say nothing. */
const hooksRun = process.platform === 'linux';

test('who is listed runs, and who runs is listed', () =>
  assert.deepEqual(
    DETECTORS.map((detector) => detector.id),
    Object.keys(CATALOGUE),
  ));

test('examples are found at all', () => assert.ok(files.length >= 12, `${files.length} files of examples`));

for (const file of files) {
  const { examples } = (await import(new URL(file, folder).href)) as { examples: Examples };
  test(`${examples.detector}: fires and near misses`, async () => {
    assert.equal(`${examples.detector}.examples.js`, file);
    assert.ok(examples.fires.length > 0 && examples.silent.length > 0, 'both sides are needed');
    for (const example of examples.fires) {
      if (example.gate?.scripts !== undefined && !hooksRun) continue;
      const alarms = (await claimsOf(examples.detector, example)).filter((claim) => claim.severity !== 'info');
      assert.ok(alarms.length > 0, `does not fire: ${example.name}`);
      for (const claim of alarms) assert.ok(claim.detector === examples.detector && claim.message.length > 20);
    }
    for (const example of examples.silent) {
      if (example.gate?.scripts !== undefined && !hooksRun) continue;
      const alarms = (await claimsOf(examples.detector, example)).filter((claim) => claim.severity !== 'info');
      assert.deepEqual(
        alarms.map((claim) => claim.message),
        [],
        `not silent: ${example.name} (${example.because})`,
      );
    }
  });
}
