import { objectAt, stringAt } from '../base/json.ts';
import type { Case, EventOf, TimelineEvent } from '../case/model.ts';
import type { CaseInput } from '../wire/input.ts';
import type { AttachmentRecord } from '../wire/record.ts';
import { type CallFate, fateOf } from './payload/denial.ts';
import { refusesCall } from './payload/input.ts';
import { resultsIn, type ToolResult } from './payload/lane.ts';

/** What the transcript says became of a call, and what the hooks of the time are recorded to have done. */
export interface RecordedCall {
  readonly fate: CallFate;
  /** In words: `ran`, `denied by a hook`, `ran; a hook timed out`, … */
  readonly words: string;
  /** A person said yes to this call. */
  readonly consented: boolean;
  /** A hook put text into the model's context at this call. */
  readonly hookContext: boolean;
}

const WORDS: Readonly<Record<CallFate, string>> = {
  ran: 'ran',
  failed: 'ran and failed',
  unusable: 'turned down by the host',
  'denied-by-hook': 'denied by a hook',
  'denied-by-rule': 'denied by a rule',
  refused: 'refused at a prompt',
  interrupted: 'stopped while it ran',
  open: 'no result recorded',
};

/** Hook outcomes that attachments record. [FACTS section 6] */
const HOOK_WORDS: Readonly<Record<string, string>> = {
  hook_non_blocking_error: 'a hook failed and the host went on',
  hook_cancelled: 'a hook was cancelled',
  hook_blocking_error: 'a hook objected',
  hook_stopped_continuation: 'a hook ended the turn',
  hook_deferred_tool: 'a hook put it off',
  hook_additional_context: 'a hook added context',
  hook_system_message: 'a hook told the person something',
};

const known = new WeakMap<CaseInput, RecordedCalls>();

/** Read once per case: every gate is set beside the same record. */
export function recordedCallsIn(input: CaseInput): RecordedCalls {
  let calls = known.get(input);
  if (calls === undefined) {
    calls = new RecordedCalls(input);
    known.set(input, calls);
  }
  return calls;
}

export class RecordedCalls {
  readonly #results = new Map<string, ToolResult>();
  readonly #hooks = new Map<string, AttachmentRecord[]>();
  readonly #cases = new Map<string, RecordedCall>();

  constructor(input: CaseInput) {
    for (const file of input.files) {
      for (const record of file.records) {
        if (record.type === 'user') {
          for (const result of resultsIn(record))
            if (!this.#results.has(result.id)) this.#results.set(result.id, result);
        } else if (record.type === 'attachment') {
          const id = stringAt(record.attachment, 'toolUseID');
          if (id === undefined || !record.attachmentType.startsWith('hook_')) continue;
          const list = this.#hooks.get(id);
          if (list === undefined) this.#hooks.set(id, [record]);
          else list.push(record);
        }
      }
    }
  }

  of(call: EventOf<'tool-call'>): RecordedCall {
    const known = this.#cases.get(call.toolUseId);
    if (known !== undefined) return known;
    const result = this.#results.get(call.toolUseId);
    const hooks = this.#hooks.get(call.toolUseId) ?? [];
    const hookRefused = hooks.some(
      (hook) => hook.attachmentType === 'hook_blocking_error' || refusesCall(stringAt(hook.attachment, 'stdout') ?? ''),
    );
    const fate = fateOf(result, { toolName: call.toolName, version: call.version, hookRefused });
    const source = stringAt(objectAt(result?.record.raw, 'permissionDecision'), 'source') ?? '';
    const recorded: RecordedCall = {
      fate,
      words: [WORDS[fate], ...new Set(hooks.map(wordsOf).filter((words) => words !== ''))].join('; '),
      consented: fate === 'ran' && source.startsWith('user'),
      hookContext: hooks.some((hook) => hook.attachmentType === 'hook_additional_context'),
    };
    this.#cases.set(call.toolUseId, recorded);
    return recorded;
  }
}

function wordsOf(hook: AttachmentRecord): string {
  if (hook.attachmentType === 'hook_cancelled')
    return hook.attachment.timedOut === true ? 'a hook timed out' : 'a hook was cancelled';
  return HOOK_WORDS[hook.attachmentType] ?? '';
}

/** The call behind an event of a tool phase. */
export function callBehind(theCase: Case, event: TimelineEvent): EventOf<'tool-call'> | undefined {
  if (event.kind === 'tool-call') return event;
  const id = event.kind === 'tool-result' || event.kind === 'spawn' ? event.call : undefined;
  const call = id === undefined ? undefined : theCase.event(id);
  return call?.kind === 'tool-call' ? call : undefined;
}
