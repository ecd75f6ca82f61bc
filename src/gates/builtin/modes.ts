/** What the built-in gates can be told on the command line; apart from them, so that reading a command line loads no gate. */
export const GUARD_MODES = ['advise', 'strict', 'off'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];
export const SPLIT_MODES = ['evidence', 'strict'] as const;
export type SplitMode = (typeof SPLIT_MODES)[number];
