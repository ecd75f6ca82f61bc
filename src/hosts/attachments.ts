/**
 * Attachments: context that the host writes into the conversation. What each type is, and whether the model sees it on versions
 * that do not say (`rendered` says it from 2.1.301 on). Sources: FACTS sections 4 and 6, TRANSCRIPTS section 2.
 */
export interface AttachmentKind {
  readonly channel: 'injected' | 'memory' | 'hook' | 'notice' | 'file';
  /** Members that hold the words where there is no `rendered`: pointers below `/attachment`, tried in order. */
  readonly words: readonly string[];
  /** Shown to the model where the record does not say. */
  readonly shown: boolean;
}

const context = (...words: string[]): AttachmentKind => ({ channel: 'injected', words, shown: true });
const notice = (...words: string[]): AttachmentKind => ({ channel: 'notice', words, shown: true });
const hook = (shown: boolean, ...words: string[]): AttachmentKind => ({ channel: 'hook', words, shown });
const silent: AttachmentKind = { channel: 'notice', words: [], shown: false };

export const ATTACHMENTS: Readonly<Record<string, AttachmentKind>> = {
  instructions: context(),
  nested_memory: context(),
  environment: context(),
  model: context('/text'),
  session_context: context('/context/gitStatus'),
  date: notice(),
  date_change: notice(),
  remote_session_change: notice('/commit', '/pr'),
  deferred_tools_delta: notice(),
  deferred_tools_record: silent,
  agent_listing_delta: context('/addedLines'),
  skill_listing: context('/content'),
  mcp_instructions_delta: context('/addedBlocks'),
  command_permissions: silent,
  auto_mode: notice(),
  auto_mode_exit: notice(),
  plan_mode: notice(),
  plan_file_reference: context('/planContent'),
  prompt_snapshot: silent,
  file: { channel: 'file', words: ['/content/file/content'], shown: true },
  edited_text_file: { channel: 'file', words: ['/snippet'], shown: true },
  compact_file_reference: silent,
  read_truncation_notice: notice('/text'),
  task_status: notice('/deltaSummary'),
  task_reminder: notice(),
  todo_reminder: notice(),
  total_tokens_reminder: notice('/text'),
  silent_turn_reminder: notice('/text'),
  companion_intro: notice('/text'),
  invoked_skills: context('/skills'),
  hook_additional_context: hook(true, '/content'),
  hook_blocking_error: hook(true, '/blockingError/blockingError'),
  hook_stopped_continuation: hook(true, '/message'),
  hook_success: hook(false, '/content', '/stdout'),
  hook_non_blocking_error: hook(false, '/stderr', '/stdout'),
  hook_system_message: hook(false, '/content'),
  hook_cancelled: hook(false),
  hook_deferred_tool: hook(false),
};

/** A type that no list names: the host put it there, what it holds is not known. */
export const UNKNOWN_ATTACHMENT: AttachmentKind = { channel: 'injected', words: ['/content', '/text'], shown: true };

/** `type` of a file in an `instructions` or `nested_memory` attachment that the program or its agents write. [h-persist] */
export const MEMORY_TYPES: readonly string[] = ['AutoMem', 'TeamMem'];
