/** One scheduled run over made-up cases, for the test that kills it: argv = folder with one file per case, state file. Prints new findings. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseOutcome } from '../../src/analysis/analyse.ts';
import { RunState } from '../../src/analysis/state.ts';
import { digestOf } from '../../src/evidence/digest.ts';
import type { CaseSource } from '../../src/ingest/model.ts';
import { NO_COVERAGE } from '../../src/result/coverage.ts';
import { caseResult, finding } from '../report/sample.ts';

const [folder, path] = process.argv.slice(2) as [string, string];
const state = RunState.open(path, {});
const sources = readdirSync(folder)
  .sort()
  .map((name): CaseSource => {
    const location = join(folder, name);
    const artefact = { id: 'f1', kind: 'session' as const, path: name, location, alsoAt: [] };
    return { id: name, sessionId: name, rootPath: name, artefacts: [artefact], byteLength: 1, warnings: [] };
  });
const told: string[] = [];
for (const source of sources) {
  const kept = state.knows(source) ? state.recall(source) : undefined;
  const outcome = kept ?? analyse(source);
  if (kept === undefined) state.keep(source, outcome);
  for (const found of outcome.result.findings) if (state.isNew(source.id, found)) told.push(found.id);
}
told.push(...state.missing(sources).map((found) => found.id));
process.stdout.write(`${JSON.stringify(told)}\n`);
state.finish(false);
state.close();

function analyse(source: CaseSource): CaseOutcome {
  const { path: name, location } = source.artefacts[0]!;
  const digest = digestOf(location);
  const result = caseResult({
    id: source.id,
    artefacts: [{ id: 'f1', path: name, kind: 'session', ...digest }],
    findings: [finding(`F-${source.id}`)],
  });
  return { result, coverage: NO_COVERAGE, payloads: [] };
}
