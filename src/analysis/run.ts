import type { Inputs } from '../ingest/inputs.ts';
import { openCases } from '../ingest/inputs.ts';
import type { CaseSource, FoundCases } from '../ingest/model.ts';
import type { CaseOutcome } from './analyse.ts';
import type { AnalysisOptions } from './options.ts';
import { isInShard } from './shard.ts';

export interface Analysis {
  readonly found: FoundCases;
  /** Limits that were reached while unpacking, in words. */
  readonly limits: readonly string[];
  /** In the order of the sources, each as soon as it and those before it are done. */
  readonly outcomes: AsyncIterable<CaseOutcome>;
}

/** Every case behind the paths. What analyses one is loaded with the first: a run that finds none, or leaves all to threads, needs it not. */
export async function analyse(paths: readonly string[], options: AnalysisOptions): Promise<Analysis> {
  const { found: all, inputs } = await openCases(paths, options.find);
  const { shard } = options;
  const found =
    shard === undefined ? all : { ...all, sources: all.sources.filter((source) => isInShard(source.sessionId, shard)) };
  // A session that is alone, and stays so, has nothing to tell others.
  const { parts } = options.case;
  const links =
    (parts.findings === true || parts.links === true) && (all.sources.length > 1 || options.state !== undefined);
  // Words that a detector calls forged are looked for in other sessions: a join needs the detectors, too.
  const joining = { ...parts, links, findings: links || parts.findings === true };
  const whole = links || parts.links === true ? { ...options, case: { ...options.case, parts: joining } } : options;
  return { found, limits: inputs.limits, outcomes: closing(withAncestors(found.sources, whole), inputs) };
}

/** What a gate over the whole tree needs to know of other sessions is worked out before the cases go to their threads. */
async function* withAncestors(sources: readonly CaseSource[], options: AnalysisOptions): AsyncGenerator<CaseOutcome> {
  const asksTree =
    options.case.replay?.gates.some((gate) => gate.kind === 'taint-floor' && gate.key === 'tree') === true;
  if (!asksTree || sources.length < 2) yield* withState(sources, options);
  else {
    const { withProcessAncestors } = await import('./ancestors.ts');
    yield* withState(await withProcessAncestors(sources, options.case), options);
  }
}

/** Cases that an earlier run knows are not analysed again; the rest is, and is remembered. The order stays that of the sources. */
async function* withState(sources: readonly CaseSource[], options: AnalysisOptions): AsyncGenerator<CaseOutcome> {
  if (sources.length === 0) return;
  const { eachCase } = await import('./pool.ts');
  const { state } = options;
  if (state === undefined) {
    yield* eachCase(sources, options);
    return;
  }
  const known = new Set(sources.filter((source) => state.knows(source)));
  const fresh = eachCase(
    sources.filter((source) => !known.has(source)),
    options,
  );
  for (const source of sources) {
    const kept = known.has(source) ? state.recall(source) : undefined;
    if (kept !== undefined) {
      yield kept;
      continue;
    }
    const outcome = known.has(source)
      ? await (await import('./analyse.ts')).analyseCase(source, options.case)
      : ((await fresh.next()).value as CaseOutcome);
    state.keep(source, outcome);
    yield outcome;
  }
}

/** What was unpacked from archives is needed until the last case is done. */
async function* closing<T>(items: AsyncIterable<T>, inputs: Inputs): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    inputs.close();
  }
}
