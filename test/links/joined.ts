import { analyseCase } from '../../src/analysis/analyse.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { casesAmong } from '../../src/ingest/find.ts';
import { Join, type Joined } from '../../src/links/join.ts';
import type { StoredRows } from '../../src/links/rows.ts';
import type { CaseResult } from '../../src/result/report.ts';
import { archive, type Sketch } from '../../src/wire/sketch.ts';

/** The results of sketched sessions that lie in one archive, with their summaries. */
export async function resultsOf(...sketches: readonly Sketch[]): Promise<CaseResult[]> {
  const files = archive(...sketches);
  const found = casesAmong(files.map(({ path, bytes }) => ({ path, place: `/${path}`, location: bytes })));
  const results: CaseResult[] = [];
  for (const source of found.sources) {
    const { result } = await analyseCase(source, { policy: DEFAULT_POLICY, parts: { findings: true, links: true } });
    results.push(result);
  }
  return results;
}

export async function joined(results: readonly CaseResult[], rows?: StoredRows): Promise<Joined> {
  const join = new Join(rows);
  // What a shard saves is what another process reads.
  for (const result of results) await join.add(JSON.parse(JSON.stringify(result)) as CaseResult);
  return join.finish();
}
