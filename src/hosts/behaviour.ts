import { type FactTable, OLDEST, startingWith } from './fact.ts';

/** How the host acts: spawning, hooks, permissions. `V1`, `V2`: VERSIONS sections 1, 2; `F6`: FACTS section 6. */

export const SPAWN_TOOL_OFFERED: FactTable<'Task' | 'Agent'> = [
  { since: OLDEST, value: 'Task', source: 'V1' },
  { since: '2.1.63', after: '2.1.61', value: 'Agent', source: 'V2' },
];

export type SpawnMode = 'foreground' | 'background';
/** Headless default of a spawn that does not say. */
export const SPAWN_DEFAULT: FactTable<SpawnMode> = [
  { since: OLDEST, value: 'foreground', source: 'V1 k2-mcp-default-spawn' },
  { since: '2.1.198', value: 'background', source: 'V2 k2 (2.1.197 is the neighbour without)' },
];
/** Interactive: `run_in_background:false` is dropped before PreToolUse sees the input. */
export const INTERACTIVE_ALWAYS_BACKGROUND = startingWith('2.1.233', 'V2 p-interactive', '2.1.215');

/** How deep agents may nest: 0 = children may not spawn; undefined = no stop met (8 deep seen). */
export const NESTING: FactTable<number | undefined> = [
  { since: OLDEST, value: 0, source: 'V1 e-nested' },
  { since: '2.1.172', value: undefined, source: 'V2 (2.1.170 is the neighbour without)' },
  { since: '2.1.197', after: '2.1.173', value: 5, source: 'V2' },
  { since: '2.1.217', after: '2.1.215', value: 0, source: 'V2: also 2.1.218' },
  { since: '2.1.219', value: 3, source: 'V2' },
];

/** Deny and ask rules beat a hook's `allow`. Before, the hook opened what the rules closed. */
export const RULES_BEAT_HOOK_ALLOW = startingWith('2.1.77', 'V2 j2 (2.1.76 is the neighbour without)');
/** A hook's `ask` beats an allow rule. Before, the call ran. Headless, an ask that stands is a refusal. */
export const HOOK_ASK_BEATS_ALLOW_RULE = startingWith('2.1.86', 'V2 j2', '2.1.84');
export const HOOK_DEFER = startingWith('2.1.119', 'V2 j', '2.1.76');

/** What `updatedInput` of a PreToolUse hook does. */
export type InputRewrite = 'ignored' | 'lost-if-a-silent-hook-ends-last' | 'kept';
export const UPDATED_INPUT: FactTable<InputRewrite> = [
  { since: OLDEST, value: 'ignored', source: 'V1 j, j3' },
  { since: '2.0.14', after: '1.0.119', value: 'kept', source: 'V1 j3' },
  { since: '2.0.24', after: '2.0.14', value: 'lost-if-a-silent-hook-ends-last', source: 'V2 j3: 2.0.24 to 2.1.100' },
  { since: '2.1.107', after: '2.1.100', value: 'kept', source: 'V2 j3' },
];
export const UPDATED_TOOL_OUTPUT = startingWith('2.1.173', 'V2 j', '2.1.119');

/** How a hook's denial reads in the tool result. */
export type DenialText = 'blocked-by-hook' | 'reason' | 'hook-error';
export const DENIAL_TEXT: FactTable<DenialText> = [
  { since: OLDEST, value: 'blocked-by-hook', source: 'V1 j2: "Bash operation blocked by hook:⏎- reason"' },
  { since: '2.0.50', after: '2.0.14', value: 'reason', source: 'V1 j2' },
  { since: '2.1.301', after: '2.1.261', value: 'hook-error', source: 'V1 j2: "PreToolUse:Bash hook error: reason"' },
];

/** UserPromptSubmit fires for machine-made prompts (notifications, peers). */
export type PromptHookForNotices = 'never' | 'when-woken' | 'mid-turn-too';
export const PROMPT_HOOK_FOR_NOTICES: FactTable<PromptHookForNotices> = [
  { since: OLDEST, value: 'never', source: 'V1 c' },
  { since: '2.1.76', after: '2.1.38', value: 'when-woken', source: 'V1 c' },
  { since: '2.1.261', after: '2.1.233', value: 'mid-turn-too', source: 'V2 c' },
];

/** In all versions seen: a hook that fails, times out or answers nonsense lets the call go on. [V1 j2; F6] */
export const HOOK_FAILURE_GOES_ON = true;
/** In all versions seen, tool hooks fire for a child's calls, with the parent's session_id and transcript_path. [V1 a, j2] */
export const HOOKS_REACH_CHILDREN = true;
