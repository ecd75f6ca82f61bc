import { buildCase } from '../case/build.ts';
import { titleOf } from '../detectors/catalogue.ts';
import type { Claim } from '../detectors/claim.ts';
import type { FlowGraph, Investigation, Label } from '../flows/model.ts';
import { tracing } from '../flows/trace.ts';
import type { RebuiltEvent } from '../gates/payload/model.ts';
import type { GateSpec } from '../gates/spec.ts';
import { changedSince } from '../ingest/change.ts';
import type { CaseSource } from '../ingest/model.ts';
import { readingCase } from '../ingest/read-case.ts';
import type { CaseResult, Coverage } from '../result/report.ts';
import { assemble, coverageOf } from './assemble.ts';
import { claimsOf } from './detect.ts';
import { pathsTo, withFirstStops } from './first-stop.ts';
import { linkSummary } from './linking/summary.ts';
import type { CaseOptions } from './options.ts';
import { RecordBytes } from './record-bytes.ts';
import { askedGates, type OnEvent, stoppingGates } from './replay.ts';
import { settle, settleEach } from './settle.ts';
import { inTurns, turn } from './turns.ts';

export interface CaseOutcome {
  readonly result: CaseResult;
  readonly coverage: Coverage;
  /** What a hook would have been sent, where that was asked for. */
  readonly payloads: readonly RebuiltEvent[];
}

/** What stands in records that were copied from another session of the run is told there, once. */
function* ownClaims(investigation: Investigation, claims: Claim[]): Generator<undefined, void> {
  const { case: record } = investigation;
  for (const claim of claimsOf(investigation)) {
    if (claim.ofCopies === true || !record.isInherited(claim.primary.cite.record)) claims.push(claim);
    yield;
  }
}

/** The whole program: bytes → records → case → flows → claims → findings, and events → decisions, into one plain result per case. */
export async function analyseCase(source: CaseSource, options: CaseOptions, onEvent?: OnEvent): Promise<CaseOutcome> {
  const read = await inTurns(readingCase(source, options));
  const record = buildCase(read.input);
  await turn();
  const flows = needsFlows(options) ? await inTurns(tracing(record, options.policy)) : NO_FLOWS;
  const bytes = new RecordBytes(source);
  try {
    const replayed = await askedGates(record, read.input, flows, options.policy, bytes, options.replay, {
      ...(source.taintBefore === undefined ? {} : { taintBefore: source.taintBefore }),
      ...(onEvent === undefined ? {} : { onEvent }),
    });
    const gate = replayed.gate === undefined ? {} : { gate: replayed.gate };
    const investigation = { case: record, flows, policy: options.policy, ...gate };
    const claims: Claim[] = [];
    if (options.parts.findings === true) await inTurns(ownClaims(investigation, claims));
    const forOthers = options.parts.links === true ? claims.filter((claim) => claim.open !== undefined) : [];
    const settled = settle(
      claims.filter((claim) => !forOthers.includes(claim)),
      { case: record, bytes, titleOf },
    );
    const asked = options.replay?.gates ?? [];
    const paths = pathsTo(settled, flows.flows, record);
    const stoppers =
      settled.length === 0
        ? []
        : await stoppingGates(record, read.input, flows, options.policy, bytes, asked, paths.events, replayed.rebuilt);
    const findings = withFirstStops(settled, paths, [...replayed.replays, ...stoppers]);
    const open = settleEach(forOthers, { case: record, bytes, titleOf });
    const links =
      options.parts.links === true ? linkSummary({ ...investigation, record, bytes, claims, open }) : undefined;
    const result = assemble({
      source,
      record,
      flows,
      findings,
      replayed,
      options,
      ...(links === undefined ? {} : { links }),
    });
    result.warnings.push(...changedSince(read.marks));
    return { result, payloads: replayed.payloads, coverage: coverageOf(read.coverage, record, flows) };
  } finally {
    bytes.close();
  }
}

/** A tree or a timeline needs no flows, and tracing them is most of the work. */
function needsFlows({ parts, focus, replay }: CaseOptions): boolean {
  return (
    replay?.gates.some(usesFlows) === true ||
    parts.flows === true ||
    parts.briefs === true ||
    parts.findings === true ||
    focus !== undefined
  );
}

const NOTHING: Label = { integrity: 'host', secrecy: 'public', sources: [] };
const NO_FLOWS: FlowGraph = {
  flows: [],
  into: () => [],
  outOf: () => [],
  labelsOf: () => ({ carried: NOTHING, possible: NOTHING }),
};

/** The other gates look at calls and state alone. */
function usesFlows(gate: GateSpec): boolean {
  return (
    gate.kind === 'channel-split' || gate.kind === 'capability' || (gate.kind === 'taint-floor' && gate.key === 'flow')
  );
}
