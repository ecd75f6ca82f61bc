import { type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import { startingWith, valueAt } from '../../hosts/fact.ts';
import { PERMISSION_REFUSED, REFUSED } from '../../hosts/phrases.ts';
import { hasResult } from '../../wire/deferred.ts';
import type { AssistantRecord, AttachmentRecord, TranscriptRecord, UserRecord } from '../../wire/record.ts';
import { type CallFate, fateOf } from './denial.ts';
import { DraftBuilder } from './draft.ts';
import type { Emitter } from './emit.ts';
import {
  asHostSeesIt,
  type HookOutput,
  type HostCall,
  refusesCall,
  replacesOutput,
  rewrittenBy,
  withoutAdded,
} from './input.ts';
import { callsIn, contentOf, type Lane, resultsIn, type ToolCall, type ToolResult } from './lane.ts';
import { responseFromText } from './response.ts';

/** What is known of the tool calls of one lane before the walk: results and what hooks printed, by tool-use id. */
export class ToolEvents {
  readonly #results = new Map<string, ToolResult>();
  readonly #outputs = new Map<string, HookOutput[]>();
  /** Calls of one reply, by message id, with how many are still without a result. */
  readonly #batches = new Map<string, { readonly calls: ToolCall[]; done: ToolResult[] | undefined }>();
  readonly #calls = new Map<string, ToolCall>();

  /** Calls that a hook put off to a later process. */
  readonly #deferred = new Set<string>();
  /** Calls after which a hook ended the turn. */
  readonly #stopped = new Set<string>();
  readonly emitter: Emitter;

  constructor(emitter: Emitter, lane: Lane) {
    this.emitter = emitter;
    for (const record of lane.records) {
      if (record.type === 'user') {
        for (const result of resultsIn(record)) if (!this.#results.has(result.id)) this.#results.set(result.id, result);
      } else if (record.type === 'attachment') this.#noteHook(record);
      else if (record.type === 'assistant') this.#noteBatch(record);
    }
  }

  #noteHook(record: AttachmentRecord): void {
    const id = stringAt(record.attachment, 'toolUseID');
    const event = stringAt(record.attachment, 'hookEvent');
    if (id === undefined || event === undefined) return;
    if (record.attachmentType === 'hook_stopped_continuation') this.#stopped.add(id);
    const stdout = stringAt(record.attachment, 'stdout') ?? '';
    const refuses = record.attachmentType === 'hook_blocking_error' || refusesCall(stdout);
    const list = this.#outputs.get(id) ?? [];
    list.push({ event, stdout, refuses, durationMs: numberAt(record.attachment, 'durationMs') ?? 0 });
    this.#outputs.set(id, list);
  }

  #noteBatch(record: AssistantRecord): void {
    const key = record.messageId ?? record.uuid ?? String(record.span.byteStart);
    for (const call of callsIn(record)) {
      const batch = this.#batches.get(key);
      if (batch === undefined) this.#batches.set(key, { calls: [call], done: undefined });
      else batch.calls.push(call);
      if (!this.#calls.has(call.id)) this.#calls.set(call.id, call);
    }
  }

  /** PreToolUse, and the permission prompt that followed it, of every call in a reply. */
  onReply(record: AssistantRecord): void {
    for (const [index, call] of callsIn(record).entries()) {
      if (this.#isInherited(call)) continue;
      if (this.#calls.get(call.id) !== call && this.#calls.get(call.id)?.record !== record) continue;
      const result = this.#results.get(call.id);
      const fate = this.#fate(call, result);
      if (fate === 'unusable') continue;
      const host = this.#hostCall(call);
      this.emitter.emit(this.#draft('PreToolUse', call, host), record, { bias: index * 0.01, toolUseId: call.id });
      if (
        result !== undefined &&
        wasAsked(result, fate, { interactive: this.emitter.facts.interactive, version: this.emitter.state.version })
      ) {
        const draft = new DraftBuilder('PermissionRequest')
          .set('tool_name', host.name, 'derived')
          .set('tool_input', this.#ranWith(call, host), 'recorded')
          .lacks('permission_suggestions', 'what the prompt offered is not in the transcript');
        this.emitter.emit(draft, record, { bias: 0.5 + index * 0.01, toolUseId: call.id });
      }
    }
  }

  onResults(record: UserRecord): void {
    for (const result of resultsIn(record)) {
      const call = this.#calls.get(result.id);
      if (call === undefined || this.#results.get(result.id)?.record !== record || this.#isInherited(call)) continue;
      // A call that was put off is asked about again by the process that goes on with it.
      if (this.#deferred.has(call.id)) this.#again(call, record);
      this.#after(call, result);
      this.#batch(call, result);
    }
  }

  /** A fork's file begins with the call that made it and a made-up result. [FACTS section 2] */
  #isInherited(call: ToolCall): boolean {
    const { agent } = this.emitter.lane;
    return agent.kind === 'fork' && agent.spawnedBy?.toolUseId === call.id;
  }

  onAttachment(record: AttachmentRecord): void {
    if (record.attachmentType !== 'hook_deferred_tool') return;
    const call = this.#calls.get(stringAt(record.attachment, 'toolUseID') ?? '');
    if (call === undefined) return;
    if (this.#deferred.has(call.id)) this.#again(call, record);
    this.#deferred.add(call.id);
  }

  #again(call: ToolCall, record: TranscriptRecord): void {
    const draft = this.#draft('PreToolUse', call, this.#hostCall(call));
    this.emitter.emit(draft, record, { bias: -0.4, toolUseId: call.id, withoutPrompt: true });
  }

  #after(call: ToolCall, result: ToolResult): void {
    const fate = this.#fate(call, result);
    const host = this.#hostCall(call);
    if (fate === 'ran') {
      const draft = this.#draft('PostToolUse', call, host).set('tool_input', this.#ranWith(call, host), 'recorded');
      this.#response(draft, call, result);
      draft.lacks('duration_ms', 'how long the tool ran is not in the transcript');
      this.emitter.emit(withoutLost(draft, call), result.record, { bias: 0, toolUseId: call.id });
    } else if (fate === 'failed') {
      const draft = this.#draft('PostToolUseFailure', call, host)
        .set('tool_input', this.#ranWith(call, host), 'recorded')
        .set('error', result.text, 'recorded')
        .set('is_interrupt', false, 'default')
        .lacks('duration_ms', 'how long the tool ran is not in the transcript');
      this.emitter.emit(withoutLost(draft, call), result.record, { bias: 0, toolUseId: call.id });
    }
  }

  #response(draft: DraftBuilder, call: ToolCall, result: ToolResult): void {
    const replaced = (this.#outputs.get(call.id) ?? []).some(
      ({ event, stdout }) => event === 'PostToolUse' && replacesOutput(stdout),
    );
    if (replaced) {
      draft.lacks('tool_response', 'a PostToolUse hook replaced the output: the transcript keeps the replacement only');
      return;
    }
    if (hasResult(result.record) && resultsIn(result.record).length === 1)
      draft.setLater('tool_response', () => result.record.toolUseResult, 'recorded');
    else {
      const rebuilt = responseFromText(call, result, this.emitter.state.version);
      if (rebuilt === undefined) {
        draft.lacks(
          'tool_response',
          `the record has no toolUseResult and its form for ${call.name} cannot be told from the text`,
        );
      } else {
        draft.set('tool_response', rebuilt.value, 'derived');
        for (const part of rebuilt.unknown)
          draft.lacks(`tool_response.${part}`, 'not in the text that the transcript keeps');
      }
    }
  }

  #batch(call: ToolCall, result: ToolResult): void {
    const key = call.record.messageId ?? call.record.uuid ?? String(call.record.span.byteStart);
    const batch = this.#batches.get(key);
    if (batch === undefined) return;
    // Most batches are of one call: a list that is pushed into has room for sixteen more.
    const results = batch.done === undefined ? [result] : batch.done;
    if (batch.done !== undefined) results.push(result);
    batch.done = results;
    if (results.length < batch.calls.length) return;
    if (results.some((done) => stops(this.#fate(this.#calls.get(done.id)!, done), done))) return;
    if (results.some((done) => this.#stopped.has(done.id))) return;
    const draft = new DraftBuilder('PostToolBatch').setLater('tool_calls', () => this.#callsOf(results), 'recorded');
    if (results.some((done, index) => done.id !== batch.calls[index]?.id))
      draft.lacks('tool_calls.order', 'calls that ran side by side are listed as called or as they ended');
    this.emitter.emit(draft, result.record, { bias: 0.9 });
  }

  #callsOf(results: readonly ToolResult[]): JsonObject[] {
    return results.map((done) => {
      const made = this.#calls.get(done.id)!;
      return {
        tool_name: made.name,
        tool_input: withoutAdded(made.name, made.input),
        tool_use_id: made.id,
        tool_response: contentOf(done) ?? done.text,
      };
    });
  }

  #fate(call: ToolCall, result: ToolResult | undefined): CallFate {
    const hookRefused = (this.#outputs.get(call.id) ?? []).some(
      (output) => output.event === 'PreToolUse' && output.refuses,
    );
    const fate = fateOf(result, { toolName: call.name, version: this.emitter.state.version, hookRefused });
    return fate === 'refused' && this.emitter.facts.spawning.has(call.id) ? 'interrupted' : fate;
  }

  #hostCall(call: ToolCall): HostCall {
    return asHostSeesIt(call.name, call.input, this.emitter.state.version, this.emitter.facts.interactive);
  }

  /** The input that ran: a hook's rewrite where one is recorded. */
  #ranWith(call: ToolCall, host: HostCall): JsonObject {
    const printed = (this.#outputs.get(call.id) ?? []).filter(({ event }) => event === 'PreToolUse');
    return rewrittenBy(printed) ?? withoutAdded(call.name, host.input);
  }

  #draft(event: string, call: ToolCall, host: HostCall): DraftBuilder {
    const draft = new DraftBuilder(event)
      .set('tool_name', host.name, host.name === call.name ? 'recorded' : 'derived')
      .set('tool_input', host.input, host.rewritten ? 'derived' : 'recorded')
      .set('tool_use_id', call.id, 'recorded');
    const server = /^mcp__(.+?)__/.exec(call.name)?.[1];
    if (server !== undefined) draft.lacks('mcp_server', 'where the server was configured is not in the transcript');
    return withoutLost(draft, call);
  }
}

/** Half a call: its name may be known, its input is not. An empty one would look like knowledge. */
function withoutLost(draft: DraftBuilder, call: ToolCall): DraftBuilder {
  if (call.name === '') draft.loses('tool_name', 'the record holds half a call');
  return call.inputLost === true ? draft.loses('tool_input', 'the record holds half a call') : draft;
}

/** PermissionRequest fires although nobody is there to ask. [h-persist; j2-hooks-in-child up to 2.1.261 without] */
const HEADLESS_ASKS = startingWith('2.1.332', 'h-persist', '2.1.261');

/** A person, or nobody, was asked about the call: the prompt's own words or the decision's source say so. */
function wasAsked(
  result: ToolResult,
  fate: CallFate,
  { interactive, version }: { interactive: boolean; version: string | undefined },
): boolean {
  const decision = objectAt(result.record.raw, 'permissionDecision');
  const source = stringAt(decision, 'source');
  if (source?.startsWith('user') === true) return true;
  if (stringAt(decision, 'reasonCode')?.startsWith('hook:') === true || fate !== 'refused') return false;
  return interactive || (valueAt(HEADLESS_ASKS, version) && result.text.startsWith(PERMISSION_REFUSED[0]));
}

/** A person who says no at a prompt, or stops a call, ends the turn: the host does not come to the end of the batch. */
function stops(fate: CallFate, result: ToolResult): boolean {
  return fate === 'interrupted' || (fate === 'refused' && result.text.startsWith(REFUSED));
}
