import { buildCase } from '../../../src/case/build.ts';
import type { Case } from '../../../src/case/model.ts';
import type { FlowGraph } from '../../../src/flows/model.ts';
import { DEFAULT_POLICY, type TrustPolicy } from '../../../src/flows/policy/policy.ts';
import { traceFlows } from '../../../src/flows/trace.ts';
import type { RebuiltEvent } from '../../../src/gates/payload/model.ts';
import { rebuildHookEvents } from '../../../src/gates/payload/rebuild.ts';
import { type ReplayPlan, replayCase } from '../../../src/gates/replay-case.ts';
import { findCases } from '../../../src/ingest/find.ts';
import { readCase } from '../../../src/ingest/read-case.ts';
import type { Replay } from '../../../src/result/replay.ts';
import type { CaseInput } from '../../../src/wire/input.ts';

export interface BenchCase {
  readonly case: Case;
  readonly input: CaseInput;
  readonly flows: FlowGraph;
  readonly events: readonly RebuiltEvent[];
}

/** Cases under a folder, with their events rebuilt: what a gate is asked about. */
export function* casesUnder(folder: string): Generator<BenchCase> {
  for (const source of findCases([folder]).sources) {
    const { input } = readCase(source);
    const theCase = buildCase(input);
    yield {
      case: theCase,
      input,
      flows: traceFlows(theCase, DEFAULT_POLICY),
      events: rebuildHookEvents(theCase, input, { inherited: true }),
    };
  }
}

export async function decisions(
  one: BenchCase,
  plan: Pick<ReplayPlan, 'gates'> & Partial<ReplayPlan>,
  policy: TrustPolicy = DEFAULT_POLICY,
): Promise<readonly Replay[]> {
  const { replays } = await replayCase(
    { ...one, policy, rebuilt: one.events, evidence: { read: () => undefined } },
    { allowExec: false, allowNetwork: false, ...plan },
  );
  return replays;
}
