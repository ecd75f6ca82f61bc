import type { JsonObject, JsonValue } from '../../base/json.ts';
import { type HostShape, READ_REMINDER } from './host.ts';

/** What came of a call. A plain string is the tool's text; the host's own shape around it is added by tool and version. */
export interface CallResult {
  readonly text?: string;
  /** Content blocks as they stand, for results that are no plain text. */
  readonly blocks?: readonly JsonObject[];
  /** The call failed with this text (`is_error`). */
  readonly error?: string;
  readonly denied?: Denial;
  /** Replaces `toolUseResult`; null leaves it out. */
  readonly structured?: JsonValue;
  /** How the call came to run; written where the version records it. Default: a rule of the project's settings. */
  readonly permission?: 'rule' | 'once' | 'mode' | 'hook' | 'none';
  readonly tookMs?: number;
  /** Hooks that left a record around this call. */
  readonly hooks?: readonly HookTrace[];
  /** The result was too large: this much stands in the spill file, `text` is only its preview. */
  readonly spilled?: string;
  /** Extra fields of the record, as they stand. */
  readonly extra?: JsonObject;
}

/**
 * `user`: a person refused at the prompt. `rule`: a deny rule. `prompt`: nobody there to ask (headless). `hook`: a PreToolUse hook
 * said no. `classifier`: auto mode's check. `interrupted`: stopped while running.
 */
export interface Denial {
  readonly by: 'user' | 'rule' | 'prompt' | 'hook' | 'classifier' | 'interrupted';
  readonly reason?: string;
  /** The session goes on without the interruption line. */
  readonly goesOn?: boolean;
}

export interface HookTrace {
  readonly event: 'PreToolUse' | 'PostToolUse';
  readonly kind:
    | 'success'
    | 'non-blocking-error'
    | 'cancelled'
    | 'blocking-error'
    | 'additional-context'
    | 'system-message';
  readonly command?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly timeoutMs?: number;
  readonly content?: string;
}

const USER_REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
const STOPPED_RUNNING = `${USER_REJECTED} Correction to the text above: this call was stopped while running, not refused before it ran.`;

export function denialText(host: HostShape, tool: string, input: JsonObject, denial: Denial): string {
  const reason = denial.reason ?? 'not allowed here';
  if (denial.by === 'user') return USER_REJECTED;
  if (denial.by === 'interrupted') return host.turnOrigin ? STOPPED_RUNNING : USER_REJECTED;
  if (denial.by === 'prompt') return `Claude requested permissions to use ${tool}, but you haven't granted it yet.`;
  if (denial.by === 'classifier')
    return `Permission for this action was denied by the Claude Code auto mode classifier. Reason: ${reason}`;
  if (denial.by === 'rule')
    return typeof input.command === 'string'
      ? `Permission to use ${tool} with command ${input.command} has been denied.`
      : `Permission to use ${tool} has been denied.`;
  if (host.layout === 'in-file') return `${tool} operation blocked by hook:\n- ${reason}`;
  return host.permissionDecision ? `PreToolUse:${tool} hook error: ${reason}` : reason;
}

/** `tool_result.content` and `toolUseResult` of a call that went well. */
export function resultShape(
  host: HostShape,
  tool: string,
  input: JsonObject,
  result: CallResult,
): { readonly content: JsonValue; readonly structured: JsonValue | undefined; readonly hasErrorField: boolean } {
  const text = result.text ?? '';
  const given = result.structured;
  const shape = (content: JsonValue, structured: JsonValue | undefined, hasErrorField = false) => ({
    content,
    structured: given === undefined ? structured : given === null ? undefined : given,
    hasErrorField,
  });
  if (result.blocks) return shape([...result.blocks], [...result.blocks]);
  const path = String(input.file_path ?? input.path ?? '');
  switch (tool) {
    case 'Read': {
      const lines = text.split('\n');
      const numbered = lines
        .map((line, i) => (host.readArrow ? `${String(i + 1).padStart(6)}→${line}` : `${i + 1}\t${line}`))
        .join('\n');
      const file = { filePath: path, content: text, numLines: lines.length, startLine: 1, totalLines: lines.length };
      const tail = host.readReminder === null ? '' : `\n\n${READ_REMINDER[host.readReminder]}\n`;
      return shape(text === '' ? reminderOfEmptyFile : numbered + tail, { type: 'text', file });
    }
    case 'Bash': {
      const structured: JsonObject = { stdout: text, stderr: '', interrupted: false, isImage: false };
      if (host.layout !== 'in-file' && host.notification !== 'agent-notification') structured.noOutputExpected = false;
      return shape(text === '' && host.turnOrigin ? '(Bash completed with no output)' : text, structured, true);
    }
    case 'Write':
      return shape(text || `File created successfully at: ${path}`, {
        type: 'create',
        filePath: path,
        content: input.content ?? '',
        structuredPatch: [],
        originalFile: null,
      });
    case 'Edit':
      return shape(text || `The file ${path} has been updated successfully.`, {
        filePath: path,
        oldString: input.old_string ?? '',
        newString: input.new_string ?? '',
        originalFile: null,
        structuredPatch: [
          {
            oldStart: 1,
            oldLines: 1,
            newStart: 1,
            newLines: 1,
            lines: [`-${String(input.old_string ?? '')}`, `+${String(input.new_string ?? '')}`],
          },
        ],
        userModified: false,
        replaceAll: false,
      });
    case 'Grep': {
      const lines = text.split('\n');
      return shape(text, { mode: 'content', numFiles: 0, filenames: [], content: text, numLines: lines.length });
    }
    case 'Glob': {
      const filenames = text.split('\n').filter((name) => name !== '');
      return shape(text, { filenames, durationMs: 12, numFiles: filenames.length, truncated: false });
    }
    case 'WebFetch':
      return shape(text, {
        bytes: text.length,
        code: 200,
        codeText: 'OK',
        result: text,
        durationMs: 840,
        url: input.url ?? '',
      });
    case 'WebSearch':
      return shape(text, { query: input.query ?? '', results: [text], durationSeconds: 1.4 });
    default:
      if (tool.startsWith('mcp__')) return shape([{ type: 'text', text }], [{ type: 'text', text }]);
      return shape(text, {});
  }
}

const reminderOfEmptyFile = '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>';

/** The permission record of a call that ran. */
export function permissionRecord(result: CallResult): JsonObject | undefined {
  if (result.permission === 'none') return undefined;
  if (result.permission === 'once')
    return { decision: 'accept', source: 'user_temporary', grantScope: 'once', reasonCode: 'unknown' };
  if (result.permission === 'hook')
    return { decision: 'accept', source: 'hook', reasonType: 'hook', reasonCode: 'hook:PreToolUse' };
  if (result.permission === 'mode') return { decision: 'accept', source: 'config', reasonType: 'mode' };
  return { decision: 'accept', source: 'config', reasonType: 'rule', ruleSource: 'projectSettings' };
}

export function denialRecord(denial: Denial): JsonObject | undefined {
  if (denial.by === 'hook')
    return { decision: 'reject', source: 'hook', reasonType: 'hook', reasonCode: 'hook:PreToolUse' };
  if (denial.by === 'rule')
    return { decision: 'reject', source: 'config', reasonType: 'rule', ruleSource: 'projectSettings' };
  if (denial.by === 'prompt') return { decision: 'reject', source: 'config' };
  return undefined;
}

/** The attachment that a hook's outcome leaves from 2.1.97 on. */
export function hookAttachment(trace: HookTrace, tool: string, toolUseId: string): JsonObject {
  const common = { hookName: `${trace.event}:${tool}`, toolUseID: toolUseId, hookEvent: trace.event };
  const command = trace.command ?? '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh';
  const durationMs = trace.durationMs ?? 61;
  switch (trace.kind) {
    case 'success':
      return {
        type: 'hook_success',
        ...common,
        content: trace.content ?? '',
        stdout: trace.stdout ?? '',
        stderr: trace.stderr ?? '',
        exitCode: trace.exitCode ?? 0,
        command,
        durationMs,
      };
    case 'non-blocking-error':
      return {
        type: 'hook_non_blocking_error',
        ...common,
        stderr: trace.stderr ?? '',
        stdout: trace.stdout ?? '',
        exitCode: trace.exitCode ?? 1,
        command,
        durationMs,
      };
    case 'cancelled':
      return {
        type: 'hook_cancelled',
        ...common,
        command,
        durationMs,
        ...(trace.timeoutMs === undefined ? {} : { timedOut: true, timeoutMs: trace.timeoutMs }),
      };
    case 'blocking-error':
      return { type: 'hook_blocking_error', ...common, blockingError: { blockingError: trace.content ?? '', command } };
    case 'additional-context':
      return { type: 'hook_additional_context', content: [trace.content ?? ''], ...common };
    case 'system-message':
      return { type: 'hook_system_message', content: trace.content ?? '', ...common };
  }
}

/** `toolDenialKind`, from 2.1.198 on. */
export function denialKind(denial: Denial): string | undefined {
  if (denial.by === 'hook' || denial.by === 'rule') return 'permission-rule';
  // What a refusal by auto mode's check is called was not seen. [FACTS section 10]
  if (denial.by === 'classifier') return undefined;
  return 'user-rejected';
}
