/** What one start of a hook program came to, before anybody has read its answer. */
export interface HookRun {
  readonly end:
    | { readonly kind: 'exit'; readonly code: number }
    | { readonly kind: 'signal'; readonly signal: string }
    | { readonly kind: 'timeout'; readonly afterMs: number }
    /** It never ran: no such program, not executable, no isolation. */
    | { readonly kind: 'not-started'; readonly problem: string }
    /** The replay was stopped. */
    | { readonly kind: 'aborted' };
  readonly stdout: string;
  readonly stderr: string;
  /** More was printed than is kept; the rest was thrown away. */
  readonly flooded: boolean;
}
