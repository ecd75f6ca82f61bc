import { clip } from '../../base/clean.ts';
import { isObject, type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import type { Case, EventOf, TimelineEvent } from '../../case/model.ts';
import type { Citation } from '../../evidence/span.ts';
import { type CallFate, fateOf } from '../../hosts/fate.ts';
import type { Cited } from '../claim.ts';

/** A record that a hook left at a call. */
export interface HookTrace {
  readonly event: TimelineEvent;
  /** `hook_success`, `hook_cancelled`, … */
  readonly type: string;
  readonly hookEvent: string;
  readonly command: string;
  readonly attachment: JsonObject;
}

/** A call with what became of it and what the hooks of the time left beside it. */
export interface JudgedCall {
  readonly call: EventOf<'tool-call'>;
  readonly result: EventOf<'tool-result'> | undefined;
  readonly fate: CallFate;
  /** It came to its tool, whatever the tool made of it. */
  readonly ran: boolean;
  /** Somebody or something said no before it ran. */
  readonly denied: boolean;
  /** A person said yes to this one call. */
  readonly consented: boolean;
  readonly hooks: readonly HookTrace[];
}

const memo = new WeakMap<Case, readonly JudgedCall[]>();

/** Every call of a case, in timeline order. */
export function judgedCalls(theCase: Case): readonly JudgedCall[] {
  let found = memo.get(theCase);
  if (found === undefined) {
    const traces = tracesOf(theCase);
    found = theCase.timeline.flatMap((event) => (event.kind === 'tool-call' ? [judge(event, theCase, traces)] : []));
    memo.set(theCase, found);
  }
  return found;
}

const byId = new WeakMap<Case, ReadonlyMap<string, JudgedCall>>();

/** The call of an id; of several the first. */
export function judgedCallOf(theCase: Case, toolUseId: string): JudgedCall | undefined {
  let index = byId.get(theCase);
  if (index === undefined) {
    index = new Map([...judgedCalls(theCase)].reverse().map((judged) => [judged.call.toolUseId, judged]));
    byId.set(theCase, index);
  }
  return index.get(toolUseId);
}

function tracesOf(theCase: Case): ReadonlyMap<string, readonly HookTrace[]> {
  const traces = new Map<string, HookTrace[]>();
  for (const event of theCase.timeline) {
    const attachment = event.kind === 'notice' || event.kind === 'injection' ? event.attachment : undefined;
    const type = stringAt(attachment, 'type') ?? '';
    const id = stringAt(attachment, 'toolUseID');
    if (attachment === undefined || id === undefined || !type.startsWith('hook_')) continue;
    const blocking = stringAt(objectAt(attachment, 'blockingError'), 'command');
    const trace: HookTrace = {
      event,
      type,
      hookEvent: stringAt(attachment, 'hookEvent') ?? '',
      command: stringAt(attachment, 'command') ?? blocking ?? '',
      attachment,
    };
    const list = traces.get(id);
    if (list === undefined) traces.set(id, [trace]);
    else list.push(trace);
  }
  return traces;
}

function judge(
  call: EventOf<'tool-call'>,
  theCase: Case,
  traces: ReadonlyMap<string, readonly HookTrace[]>,
): JudgedCall {
  const event = call.result === undefined ? undefined : theCase.event(call.result);
  const result = event?.kind === 'tool-result' ? event : undefined;
  const hooks = traces.get(call.toolUseId) ?? [];
  const words =
    result === undefined
      ? undefined
      : {
          isError: result.isError,
          text: result.texts.map((text) => text.value).join('\n'),
          denialKind: result.denialKind,
          decision: result.permission?.decision,
          reasonCode: result.permission?.reasonCode,
        };
  const fate = fateOf(words, { toolName: call.toolName, version: call.version, hookRefused: hooks.some(refuses) });
  return {
    call,
    result,
    fate,
    ran: fate === 'ran' || fate === 'failed',
    denied: fate === 'denied-by-hook' || fate === 'denied-by-rule' || fate === 'refused',
    consented: fate === 'ran' && result?.permission?.source?.startsWith('user') === true,
    hooks,
  };
}

function refuses(trace: HookTrace): boolean {
  if (trace.hookEvent !== 'PreToolUse') return false;
  if (trace.type === 'hook_blocking_error') return true;
  const answer = answerOf(trace);
  const decision = stringAt(objectAt(answer, 'hookSpecificOutput'), 'permissionDecision');
  return decision === 'deny' || decision === 'ask' || stringAt(answer, 'decision') === 'block';
}

/** The JSON that a hook printed, where it printed any. */
export function answerOf(trace: HookTrace): JsonObject | undefined {
  const stdout = stringAt(trace.attachment, 'stdout') ?? '';
  if (!stdout.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The hook was given up: it ran into its limit, as far as the record tells. */
export function ranIntoLimit({ type, attachment }: HookTrace): boolean {
  if (type !== 'hook_cancelled') return false;
  const limit = numberAt(attachment, 'timeoutMs');
  return attachment.timedOut === true || (limit !== undefined && (numberAt(attachment, 'durationMs') ?? 0) >= limit);
}

export function citeOf(event: TimelineEvent): Citation {
  return event.texts[0]?.cite ?? { record: event.span, pointer: '' };
}

export function cited(event: TimelineEvent, note: string): Cited {
  return { cite: citeOf(event), note };
}

const NAMED_BY = ['command', 'file_path', 'notebook_path', 'url', 'path', 'query', 'pattern', 'description', 'prompt'];

/** `Bash git push origin`: enough to recognise a call. */
export function shortCall({ toolName, input }: EventOf<'tool-call'>): string {
  const member = NAMED_BY.map((name) => stringAt(input, name)).find((value) => value !== undefined);
  const what = clip((member ?? '').replace(/\s+/g, ' '), 80);
  return what === '' ? toolName : `${toolName} ${what}`;
}

/** How an agent is called in a sentence. */
export function agentName(theCase: Case, id: string): string {
  if (id === theCase.agents.root) return 'the main session';
  const type = theCase.agents.get(id)?.type;
  return `${type === undefined || type === '' ? 'agent' : type} ${id.slice(0, 8)}`;
}
