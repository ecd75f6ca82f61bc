import { parentPort, workerData } from 'node:worker_threads';
import type { CaseSource } from '../ingest/model.ts';
import { analyseCase, type CaseOutcome } from './analyse.ts';
import type { CaseOptions } from './options.ts';

/** A message to the main thread costs more than a built-in gate's answer. */
const EVENTS_BETWEEN = 64;

/** What runs in each thread of the pool: a case is read, analysed and forgotten here; only its result leaves. */
export default function work(source: CaseSource): Promise<CaseOutcome> {
  return analyseCase(source, workerData as CaseOptions, (done, total) => {
    if (done % EVENTS_BETWEEN === 0) parentPort?.postMessage({ done, total });
  });
}
