/** Record types that are session notes, by what they say. Types that no list names are kept and counted as unknown. */

/** Notes that repeat or count what stands elsewhere: no event of their own. */
export const SILENT_RECORDS: ReadonlySet<string> = new Set([
  'file-history-snapshot',
  'file-history-delta',
  'last-prompt',
  'tools-used',
  'atis-latch',
  'cost-state',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'pr-link',
  'frame-link',
  'mode',
]);

/** Notes on where the session stands: shown on the timeline as notices. */
export const NOTED_RECORDS: ReadonlySet<string> = new Set([
  'agent-setting',
  'bridge-session',
  'fork-context-ref',
  'relocated',
  'teleported-from',
  'worktree-state',
]);

export const PERMISSION_MODE_RECORD = 'permission-mode';

/** Agents by the start of their id. [TRANSCRIPTS section 1 fact 4] */
export const HOST_AGENTS: readonly { readonly prefix: string; readonly kind: 'compaction' | 'side-question' }[] = [
  { prefix: 'acompact', kind: 'compaction' },
  { prefix: 'aside_question', kind: 'side-question' },
  { prefix: 'aprompt_suggestion', kind: 'side-question' },
];

/** Members of a record that the host rewrites when it copies it into another file. [TRANSCRIPTS section 1 fact 4, FACTS section 5] */
export const COPY_CHANGES: ReadonlySet<string> = new Set([
  'agentId',
  'cwd',
  'gitBranch',
  'isSidechain',
  'parentUuid',
  'promptId',
  'requestSessionId',
  'sessionId',
  'session_id',
  'slug',
  'toolUseResult',
  'version',
]);

/** Entry points of headless runs; every other named one has a person at it. */
export const HEADLESS_ENTRYPOINT = /^sdk/;
