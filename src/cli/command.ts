import type { CommandSpec } from './catalogue.ts';
import type { ExitReason } from './exit.ts';
import type { Io, Output } from './io.ts';
import type { Settings } from './settings.ts';

/** One run of one command, everything decided. */
export interface Call {
  readonly spec: CommandSpec;
  readonly operands: readonly string[];
  readonly settings: Settings;
  readonly io: Io;
  /** Data. */
  readonly out: Output;
  /** Everything else. */
  readonly err: Output;
}

export type Run = (call: Call) => Promise<readonly ExitReason[]>;

/** Loaded only when called: a light command must not pay for a heavy one. */
export const RUNS: Record<string, () => Promise<{ run: Run }>> = {
  scan: () => import('./commands/scan.ts'),
  tree: () => import('./commands/tree.ts'),
  timeline: () => import('./commands/timeline.ts'),
  flows: () => import('./commands/flows.ts'),
  trace: () => import('./commands/trace.ts'),
  explain: () => import('./commands/explain.ts'),
  show: () => import('./commands/show.ts'),
  replay: () => import('./commands/replay.ts'),
  report: () => import('./commands/report.ts'),
  collect: () => import('./commands/collect.ts'),
  carve: () => import('./commands/carve.ts'),
  verify: () => import('./commands/verify.ts'),
  merge: () => import('./commands/merge.ts'),
  check: () => import('./commands/check.ts'),
  sketch: () => import('./commands/sketch.ts'),
  detectors: () => import('./commands/detectors.ts'),
  schema: () => import('./commands/schema.ts'),
  completion: () => import('./commands/completion.ts'),
};
