import { buildCase } from '../case/build.ts';
import { DETECTORS, detect } from '../detectors/index.ts';
import { traceFlows } from '../flows/trace.ts';
import { replayCase } from '../gates/replay.ts';
import { findCases } from '../ingest/find.ts';
import type { CaseSource, FoundCases } from '../ingest/model.ts';
import { readCase } from '../ingest/read-case.ts';
import { addCoverage, NO_COVERAGE } from '../result/coverage.ts';
import { type CaseResult, type Coverage, REPORT_SCHEMA, type Report } from '../result/report.ts';
import { VERSION } from '../result/version.ts';
import { assemble } from './assemble.ts';
import { linkCases } from './link.ts';
import type { AnalysisOptions, CaseOptions } from './options.ts';
import { eachCase } from './pool.ts';
import { RecordBytes } from './record-bytes.ts';
import { settle } from './settle.ts';

/** The whole program: bytes → records → case → flows → claims → findings, events → decisions, all → one plain result. */
export async function analyse(paths: readonly string[], options: AnalysisOptions): Promise<Analysis> {
  const found = await findCases(paths, options.find);
  return { found, outcomes: eachCase(found.sources, options) };
}

export async function analyseCase(source: CaseSource, options: CaseOptions): Promise<CaseOutcome> {
  const { input, coverage } = readCase(source, options);
  const record = buildCase(input);
  const flows = traceFlows(record, options.policy);
  const claims = detect({ case: record, flows }, options.policy);
  const bytes = new RecordBytes(source);
  try {
    const findings = settle(claims, record, bytes);
    const replays = await replayCase(record, flows, options);
    return assemble(source, record, flows, findings, replays, coverage, options);
  } finally {
    bytes.close();
  }
}
