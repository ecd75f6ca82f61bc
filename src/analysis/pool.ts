import type { CaseSource } from '../ingest/model.ts';
import { analyseCase, type CaseOutcome } from './analyse.ts';
import type { AnalysisOptions } from './options.ts';

/** Analyses whole cases and hands the outcomes out in the order of the sources. */
export async function* eachCase(sources: readonly CaseSource[], options: AnalysisOptions): AsyncGenerator<CaseOutcome> {
  const bytesTotal = sources.reduce((sum, source) => sum + source.byteLength, 0);
  let bytesDone = 0;
  let casesDone = 0;
  for (const source of sources) {
    const outcome = await analyseCase(source, options.case);
    bytesDone += source.byteLength;
    casesDone += 1;
    options.onProgress?.({ bytesDone, bytesTotal, casesDone, casesTotal: sources.length });
    yield outcome;
  }
}
