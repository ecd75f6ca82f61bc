import { isObject, type JsonObject, type JsonValue, objectAt, stringAt } from '../../base/json.ts';
import type { AssistantRecord, AttachmentRecord, UserRecord } from '../../wire/record.ts';
import { fateOf } from './denial.ts';
import { DraftBuilder } from './draft.ts';
import type { Emitter } from './emit.ts';
import { asHostSeesIt, type HostCall, replacesOutput, rewrittenBy } from './input.ts';
import { callsIn, type Lane, resultsIn, type ToolCall, type ToolResult } from './lane.ts';
import { responseFromText } from './response.ts';

/** What is known of the tool calls of one lane before the walk: results and what hooks printed, by tool-use id. */
export class ToolEvents {
  readonly #results = new Map<string, ToolResult>();
  readonly #stdouts = new Map<string, { readonly event: string; readonly stdout: string }[]>();
  /** Calls of one reply, by message id, with how many are still without a result. */
  readonly #batches = new Map<string, { readonly calls: ToolCall[]; readonly done: ToolResult[] }>();
  readonly #calls = new Map<string, ToolCall>();

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
    const stdout = stringAt(record.attachment, 'stdout');
    if (id === undefined || event === undefined || stdout === undefined) return;
    const list = this.#stdouts.get(id) ?? [];
    list.push({ event, stdout });
    this.#stdouts.set(id, list);
  }

  #noteBatch(record: AssistantRecord): void {
    const key = record.messageId ?? record.uuid ?? String(record.span.byteStart);
    for (const call of callsIn(record)) {
      const batch = this.#batches.get(key) ?? { calls: [], done: [] };
      batch.calls.push(call);
      this.#batches.set(key, batch);
      if (!this.#calls.has(call.id)) this.#calls.set(call.id, call);
    }
  }

  /** PreToolUse, and the permission prompt that followed it, of every call in a reply. */
  onReply(record: AssistantRecord): void {
    for (const [index, call] of callsIn(record).entries()) {
      if (this.#calls.get(call.id) !== call && this.#calls.get(call.id)?.record !== record) continue;
      const result = this.#results.get(call.id);
      const fate = fateOf(result);
      if (fate === 'unusable') continue;
      const host = this.#hostCall(call);
      this.emitter.emit(this.#draft('PreToolUse', call, host), record, index * 0.01, call.id);
      if (result !== undefined && wasAsked(result)) {
        const draft = new DraftBuilder('PermissionRequest')
          .set('tool_name', host.name, 'derived')
          .set('tool_input', this.#ranWith(call, host), 'recorded')
          .lacks('permission_suggestions', 'what the prompt offered is not in the transcript');
        this.emitter.emit(draft, record, 0.5 + index * 0.01, call.id);
      }
    }
  }

  onResults(record: UserRecord): void {
    for (const result of resultsIn(record)) {
      const call = this.#calls.get(result.id);
      if (call === undefined || this.#results.get(result.id)?.record !== record) continue;
      this.#after(call, result);
      this.#batch(call, result);
    }
  }

  #after(call: ToolCall, result: ToolResult): void {
    const fate = fateOf(result);
    const host = this.#hostCall(call);
    if (fate === 'ran') {
      const draft = this.#draft('PostToolUse', call, host).set('tool_input', this.#ranWith(call, host), 'recorded');
      this.#response(draft, call, result);
      draft.lacks('duration_ms', 'how long the tool ran is not in the transcript');
      this.emitter.emit(draft, result.record, 0, call.id);
    } else if (fate === 'failed') {
      const draft = this.#draft('PostToolUseFailure', call, host)
        .set('tool_input', this.#ranWith(call, host), 'recorded')
        .set('error', result.text, 'recorded')
        .set('is_interrupt', false, 'default')
        .lacks('duration_ms', 'how long the tool ran is not in the transcript');
      this.emitter.emit(draft, result.record, 0, call.id);
    }
  }

  #response(draft: DraftBuilder, call: ToolCall, result: ToolResult): void {
    const replaced = (this.#stdouts.get(call.id) ?? []).some(({ event, stdout }) => event === 'PostToolUse' && replacesOutput(stdout));
    if (replaced) {
      draft.lacks('tool_response', 'a PostToolUse hook replaced the output: the transcript keeps the replacement only');
      return;
    }
    const recorded = result.record.toolUseResult;
    if (recorded !== undefined && resultsIn(result.record).length === 1) draft.set('tool_response', recorded, 'recorded');
    else {
      const rebuilt = responseFromText(call, result, this.emitter.state.version);
      if (rebuilt === undefined) {
        draft.lacks('tool_response', `the record has no toolUseResult and its form for ${call.name} cannot be told from the text`);
      } else {
        draft.set('tool_response', rebuilt.value, 'derived');
        for (const part of rebuilt.unknown) draft.lacks(`tool_response.${part}`, 'not in the text that the transcript keeps');
      }
    }
  }

  #batch(call: ToolCall, result: ToolResult): void {
    const key = call.record.messageId ?? call.record.uuid ?? String(call.record.span.byteStart);
    const batch = this.#batches.get(key);
    if (batch === undefined) return;
    batch.done.push(result);
    if (batch.done.length < batch.calls.length) return;
    const calls = batch.done.map((done): JsonObject => {
      const made = this.#calls.get(done.id)!;
      const { name } = this.#hostCall(made);
      return {
        tool_name: name,
        tool_input: made.input,
        tool_use_id: made.id,
        tool_response: contentOf(done) ?? done.text,
      };
    });
    if (batch.done.some((done) => fateOf(done) === 'interrupted')) return;
    this.emitter.emit(new DraftBuilder('PostToolBatch').set('tool_calls', calls, 'recorded'), result.record, 0.9);
  }

  #hostCall(call: ToolCall): HostCall {
    return asHostSeesIt(call.name, call.input, this.emitter.state.version, this.emitter.facts.interactive);
  }

  /** The input that ran: a hook's rewrite where one is recorded. */
  #ranWith(call: ToolCall, host: HostCall): JsonObject {
    const printed = (this.#stdouts.get(call.id) ?? []).filter(({ event }) => event === 'PreToolUse').map(({ stdout }) => stdout);
    return rewrittenBy(printed) ?? host.input;
  }

  #draft(event: string, call: ToolCall, host: HostCall): DraftBuilder {
    const draft = new DraftBuilder(event)
      .set('tool_name', host.name, host.name === call.name ? 'recorded' : 'derived')
      .set('tool_input', host.input, host.rewritten ? 'derived' : 'recorded')
      .set('tool_use_id', call.id, 'recorded');
    const server = /^mcp__(.+?)__/.exec(call.name)?.[1];
    if (server !== undefined) draft.lacks('mcp_server', 'where the server was configured is not in the transcript');
    return draft;
  }
}

/** A person, or nobody, was asked about the call: the prompt's own words or the decision's source say so. */
function wasAsked(result: ToolResult): boolean {
  const decision = objectAt(result.record.raw, 'permissionDecision');
  const source = stringAt(decision, 'source');
  if (source !== undefined && source.startsWith('user')) return true;
  if (stringAt(decision, 'reasonCode')?.startsWith('hook:') === true) return false;
  return fateOf(result) === 'refused';
}

/** The result as the model saw it: a string or a list of blocks. */
function contentOf(result: ToolResult): JsonValue | undefined {
  const content = objectAt(result.record.raw, 'message')?.content;
  const index = Number(/\/(\d+)$/.exec(result.pointer)?.[1]);
  const block = Array.isArray(content) ? content[index] : undefined;
  return isObject(block) ? block.content : undefined;
}
