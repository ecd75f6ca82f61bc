/** What was handed in about gates besides the transcripts, and what they said: plain data that detectors may look at. */
import type { Replay } from './replay.ts';

/** One line of a log of hook events: what a hook was sent, and how it ended if the log says so. */
export interface LoggedHook {
  readonly hookEvent: string;
  readonly sessionId?: string;
  readonly agentId?: string;
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** As the host would have read the logged answer; absent where the log holds none. */
  readonly outcome?: Replay['outcome'];
  readonly reason?: string;
  /** 1-based line of the log. */
  readonly line: number;
}

/** A hook of the settings that were handed in, whether it was run or not. */
export interface KnownHook {
  readonly hookEvent: string;
  readonly matcher: string;
  readonly command: string;
  readonly runsAsync: boolean;
  readonly timeoutMs?: number;
}

/** An agent's definition file. */
export interface AgentDefinition {
  /** As spawned: `lister`, or `plug:lister` for one that a plugin brings. */
  readonly name: string;
  readonly path: string;
  /** Undefined: all tools. */
  readonly tools?: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly permissionMode?: string;
}

export interface GateEvidence {
  readonly replays: readonly Replay[];
  readonly hookLog: readonly LoggedHook[];
  readonly hooks: readonly KnownHook[];
  /** Texts of the permission rules. */
  readonly rules: readonly { readonly verdict: 'allow' | 'ask' | 'deny'; readonly text: string }[];
  readonly definitions: readonly AgentDefinition[];
}
