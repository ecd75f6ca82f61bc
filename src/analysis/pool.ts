import type { CaseSource } from '../ingest/model.ts';
import type { CaseOutcome } from './analyse.ts';
import type { AnalysisOptions, CaseOptions } from './options.ts';
import type { OnEvent } from './replay.ts';
import { inSourceOrder } from './schedule.ts';

/** A thread loads the program anew, which costs about as much as analysing so many bytes. */
const BYTES_PER_THREAD = 4_000_000;
/**
 * Analysing makes many short-lived strings and objects: with the default of 16 MB per semi-space they survive into the old generation,
 * and collecting them there is a fifth of the time.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 96 };

/** Analyses whole cases and hands the outcomes out in the order of the sources, whatever the number of threads. */
export async function* eachCase(sources: readonly CaseSource[], options: AnalysisOptions): AsyncGenerator<CaseOutcome> {
  const bytesTotal = sources.reduce((sum, source) => sum + source.byteLength, 0);
  let bytesDone = 0;
  let casesDone = 0;
  const done = (source: CaseSource): void => {
    bytesDone += source.byteLength;
    casesDone += 1;
    options.onProgress?.({ bytesDone, bytesTotal, casesDone, casesTotal: sources.length });
  };
  const onEvent: OnEvent = (events, total) =>
    options.onProgress?.({
      bytesDone,
      bytesTotal,
      casesDone,
      casesTotal: sources.length,
      events: { done: events, total },
    });
  const threads = threadsFor(options, sources.length, bytesTotal);
  if (threads > 1) yield* inThreads(sources, options.case, threads, done, onEvent);
  else if (sources.length > 0) {
    const { analyseCase } = await import('./analyse.ts');
    for (const source of sources) {
      const outcome = await analyseCase(source, options.case, onEvent);
      done(source);
      yield outcome;
    }
  }
}

function threadsFor(
  { jobs, bytesPerThread = BYTES_PER_THREAD }: AnalysisOptions,
  cases: number,
  bytes: number,
): number {
  return Math.min(jobs, cases, Math.floor(bytes / bytesPerThread));
}

async function* inThreads(
  sources: readonly CaseSource[],
  options: CaseOptions,
  threads: number,
  done: (source: CaseSource) => void,
  onEvent: OnEvent,
): AsyncGenerator<CaseOutcome> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina<CaseSource, CaseOutcome>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    workerData: options,
    resourceLimits: RESOURCE_LIMITS,
    recordTiming: false,
  });
  pool.on('message', ({ done: events, total }: { done: number; total: number }) => onEvent(events, total));
  const run = async (source: CaseSource): Promise<CaseOutcome> => {
    const outcome = await pool.run(source);
    done(source);
    return outcome;
  };
  try {
    yield* inSourceOrder(sources, threads, (source) => source.byteLength, run);
  } finally {
    await pool.destroy();
  }
}
