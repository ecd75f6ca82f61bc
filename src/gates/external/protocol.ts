import type { HookRun } from '../hooks/run.ts';

/** Lines that program and driver write to each other: one JSON object each. */

export interface StartHook {
  readonly id: number;
  readonly command: string;
  /** Started without a shell, with these arguments. */
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly timeoutMs: number;
}

export type ToDriver = { readonly start: StartHook } | { readonly cancel: number };

/** First line of a driver: how far it is shut in. */
export interface Isolation {
  /** No network but an own loopback. */
  readonly network: boolean;
  /** Nothing outside the replay's folder can be written. */
  readonly files: boolean;
  /** Processes that a hook leaves behind end with the driver. */
  readonly processes: boolean;
}

export type FromDriver =
  | { readonly ready: Isolation }
  | { readonly id: number; readonly run: HookRun; readonly durationMs: number };

/** Bytes kept of each of stdout and stderr. What is above is thrown away and said. */
export const KEPT_BYTES = 1 << 20;
/** Bytes after which a program that goes on printing is ended. */
export const FLOOD_BYTES = 64 << 20;
