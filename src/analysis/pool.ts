import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
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
const YOUNG_MEGABYTES = 96;
/** All threads together may fill this share of the machine's memory; the default of a thread is too little for a session of a gigabyte. */
const SHARE_OF_MEMORY = 0.7;
/** A single session of this size gets a thread too, although nothing is gained in time: signals are heard, and running out of memory is survived. */
const LONG_BYTES = 64_000_000;

/**
 * Percent that the old generation may grow between two collections, by the size of the largest session. V8 takes up to four times what is
 * live where memory is plenty. Of a long session much is live, and every collection pays; between ten thousand tiny ones what is
 * live is the program itself, and to collect it after every few of them was a third of the time.
 */
const GROWTH_PERCENT = [
  { fromBytes: 32_000_000, percent: 20 },
  { fromBytes: 256_000, percent: 50 },
];

/**
 * Bytecode that a function runs through before it is compiled with care; V8 takes 67 584. This program is wide and flat: compiled so early,
 * functions are compiled again and again as they meet more kinds of values, and the compiler's threads take a third of the processor time
 * of a short run. Code that is not worth that yet runs as plain machine code instead of being interpreted.
 */
const COMPILING = ['--interrupt-budget=600000', '--always-sparkplug'];

/** Analyses whole cases and hands the outcomes out in the order of the sources, whatever the number of threads. */
export async function* eachCase(sources: readonly CaseSource[], options: AnalysisOptions): AsyncGenerator<CaseOutcome> {
  const largest = sources.reduce((most, source) => Math.max(most, source.byteLength), 0);
  const growth = GROWTH_PERCENT.find(({ fromBytes }) => largest >= fromBytes);
  if (growth !== undefined) setFlagsFromString(`--heap-growing-percent=${growth.percent}`);
  for (const flag of COMPILING) setFlagsFromString(flag);
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
  if (threads > 1 || (threads === 1 && options.jobs > 1 && bytesTotal >= LONG_BYTES))
    yield* inThreads(sources, options, threads, done, onEvent);
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
  { case: options, megabytesPerThread }: AnalysisOptions,
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
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      maxOldGenerationSizeMb: megabytesPerThread ?? Math.floor((SHARE_OF_MEMORY * totalmem()) / 2 ** 20 / threads),
    },
    recordTiming: false,
  });
  pool.on('message', ({ done: events, total }: { done: number; total: number }) => onEvent(events, total));
  const run = async (source: CaseSource): Promise<CaseOutcome> => {
    const outcome = await pool.run(source).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      return outOfMemory(source, options);
    });
    done(source);
    return outcome;
  };
  try {
    yield* inSourceOrder(sources, threads, (source) => source.byteLength, run);
  } finally {
    await pool.destroy();
  }
}

/** A case that needs more memory than there is costs itself, not the run: it is there, empty, and says why. */
async function outOfMemory(source: CaseSource, options: CaseOptions): Promise<CaseOutcome> {
  const { analyseCase } = await import('./analyse.ts');
  const { result, coverage, payloads } = await analyseCase(
    { ...source, artefacts: [] },
    { ...options, replay: undefined },
  );
  const message = `the session (${source.byteLength} bytes) needs more memory than a thread may have and was not analysed; use --jobs 1 with NODE_OPTIONS=--max-old-space-size=<MB>, or a larger machine`;
  const warning = { code: 'not-analysed', message, path: source.rootPath, line: 0, byteStart: 0, byteEnd: 0 };
  return {
    result: { ...result, warnings: [...result.warnings, warning] },
    coverage: { ...coverage, limits: [...coverage.limits, `${source.rootPath}: out of memory`] },
    payloads,
  };
}
