import assert from 'node:assert/strict';
import { buildCase } from '../../src/case/build.ts';
import type { Case } from '../../src/case/model.ts';
import { DEFAULT_POLICY, type TrustPolicy } from '../../src/flows/policy/policy.ts';
import { traceFlows } from '../../src/flows/trace.ts';
import { type ReplayOutcome, type ReplayPlan, replayCase } from '../../src/gates/replay-case.ts';
import { type GateSpec, parseGate } from '../../src/gates/spec.ts';
import type { Replay } from '../../src/result/replay.ts';
import { type AgentSketch, type SketchConfig, sketch } from '../../src/wire/sketch.ts';
import { inputsOf } from '../wire/sketched.ts';

export type Script = (main: AgentSketch) => unknown;

export interface Replayed extends ReplayOutcome {
  readonly case: Case;
  /** Content of a sketched file, by the id of its artefact. */
  bytesOf(artefact: string): Uint8Array;
}

export interface Options extends Partial<Omit<ReplayPlan, 'gates'>> {
  readonly policy?: TrustPolicy;
  readonly host?: Partial<SketchConfig>;
  /** Damages the main transcript's text. */
  readonly edit?: (text: string) => string;
  /** Hooks may read the transcripts. */
  readonly reads?: boolean;
}

/** A sketch through gates, as `aftertaint replay` would put it to them. */
export async function replaySketch(
  script: Script,
  gates: readonly (string | GateSpec)[],
  options: Options = {},
): Promise<Replayed> {
  const { policy = DEFAULT_POLICY, host, reads, edit, ...plan } = options;
  const one = sketch({ name: 'replayed', startContext: false, cwd: '/home/dev/mill', ...host }, (main) => {
    script(main);
  });
  const edited = (bytes: Uint8Array) => new TextEncoder().encode(edit!(new TextDecoder().decode(bytes)));
  const files = one.files.map(({ path, bytes }) => ({
    path,
    bytes: edit === undefined || path !== one.rootPath ? bytes : edited(bytes),
  }));
  const [input, ...others] = inputsOf(files);
  assert.ok(input !== undefined && others.length === 0);
  const theCase = buildCase(input);
  const bytesOf = (artefact: string): Uint8Array => {
    const path = input.files.find((file) => file.artefact.id === artefact)?.artefact.path;
    return files.find((file) => file.path === path)!.bytes;
  };
  const evidence = {
    read: (artefact: string, start: number, end: number) =>
      reads === true ? bytesOf(artefact).subarray(start, end) : undefined,
  };
  const specs = gates.flatMap((gate) => (typeof gate === 'string' ? parseGate(gate) : [gate]));
  const outcome = await replayCase(
    { case: theCase, input, flows: traceFlows(theCase, policy), policy, evidence },
    { allowExec: false, allowNetwork: false, ...plan, gates: specs },
  );
  return { ...outcome, case: theCase, bytesOf };
}

/** The one decision before a call that starts so. */
export function before({ replays }: Pick<ReplayOutcome, 'replays'>, summary: string, log = 0): Replay {
  const found = replays.filter((replay) => replay.phase === 'before-tool' && replay.summary.startsWith(summary));
  assert.ok(found[log] !== undefined, `no decision before '${summary}'`);
  return found[log];
}
