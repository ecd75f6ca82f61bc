import { HOOK_DENIAL, INTERRUPTED, PERMISSION_REFUSED, REFUSED, SESSION_ENDED, TOOL_USE_ERROR } from './phrases.ts';
import { profileFor } from './profile.ts';

/** What became of a call, as far as its result tells. */
export type CallFate =
  /** It ran and gave a result. */
  | 'ran'
  /** It ran and failed. */
  | 'failed'
  /** The host turned it down before any hook: no such tool, invalid input, a call that the tool blocks at once. */
  | 'unusable'
  /** A hook said no. */
  | 'denied-by-hook'
  /** A rule, a mode or the host's own check said no. */
  | 'denied-by-rule'
  /** A person said no at a prompt, or nobody was there to ask. */
  | 'refused'
  /** Stopped while it ran. */
  | 'interrupted'
  /** No result was recorded. */
  | 'open';

/** What a result says, whoever reads it. */
export interface ResultWords {
  readonly isError: boolean;
  readonly text: string;
  readonly denialKind?: string | undefined;
  readonly decision?: string | undefined;
  readonly reasonCode?: string | undefined;
}

export interface CallFacts {
  readonly toolName: string;
  readonly version: string | undefined;
  /** A hook's recorded answer before the call was a refusal, or a question that nobody could answer. */
  readonly hookRefused: boolean;
}

const STOPPED_WHILE_RUNNING = 'this call was stopped while running';
const BARE_HOOK_DENIAL = /^\[[^\n]{1,500}?\]: /;
/** What a shell's own failure looks like, on versions that do not mark denials: a hook's reason can be any text. */
const SHELL_FAILURE = /^(?:Exit code \d|Command (?:timed out|was aborted)|Error: )/;

/** Sources: FACTS sections 4 and 6 (decisions and how they show), VERSIONS section 1 (text of a denial). */
export function fateOf(result: ResultWords | undefined, facts: CallFacts): CallFate {
  if (result === undefined) return 'open';
  if (!result.isError) return 'ran';
  const { text, denialKind } = result;
  if (text.startsWith(TOOL_USE_ERROR)) return 'unusable';
  if (INTERRUPTED.some((lead) => text === lead)) return 'interrupted';
  if (denialKind === 'interrupted' || text.startsWith(SESSION_ENDED) || text.includes(STOPPED_WHILE_RUNNING)) {
    return 'interrupted';
  }
  const denied = result.decision === 'reject';
  if (denied && result.reasonCode?.startsWith('hook:') === true) return 'denied-by-hook';
  if (HOOK_DENIAL.some((form) => form.test(text))) return 'denied-by-hook';
  // Exit code 2 on versions without a lead: "[command]: what it said". A server's own error may look like that too.
  if (BARE_HOOK_DENIAL.test(text) && (denialKind !== undefined || !facts.toolName.startsWith('mcp__'))) {
    return 'denied-by-hook';
  }
  if (text.startsWith(REFUSED)) return 'refused';
  if (PERMISSION_REFUSED.some((lead) => text.startsWith(lead))) {
    return text.startsWith('Permission to use ') ? 'denied-by-rule' : 'refused';
  }
  if (denialKind === 'user-rejected') return facts.hookRefused ? 'denied-by-hook' : 'refused';
  if (denialKind !== undefined || denied) return facts.hookRefused ? 'denied-by-hook' : 'denied-by-rule';
  if (facts.hookRefused) return 'denied-by-hook';
  const marked = profileFor(facts.version).marks.toolDenialKind;
  if (!marked && facts.toolName === 'Bash' && !SHELL_FAILURE.test(text)) return 'denied-by-hook';
  return 'failed';
}
