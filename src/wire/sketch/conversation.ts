import type { JsonObject, JsonValue } from '../../base/json.ts';
import { reminder } from './handback.ts';
import {
  type CallResult,
  denialKind,
  denialRecord,
  denialText,
  type HookTrace,
  hookAttachment,
  permissionRecord,
  resultShape,
} from './results.ts';
import { spillShape } from './spill.ts';
import { RecordWriter } from './writer.ts';

interface OpenReply {
  readonly messageId: string;
  readonly requestId: string;
  readonly requestRef: string;
  readonly messages: JsonObject[];
  readonly texts: string[];
  hasCall: boolean;
}

export interface PromptOptions {
  readonly permissionMode?: string;
  /** Extra fields of the record, as they stand (old versions' `teamName`, `thinkingMetadata`, …). */
  readonly extra?: JsonObject;
  /** Leave out every mark of who wrote it (`origin`, `promptSource`, `turnOrigin`). */
  readonly unmarked?: boolean;
}

/** One agent's turn-taking: prompts, replies, calls and their results, and the context that the host puts in between. */
export class ConversationSketch extends RecordWriter {
  #open: OpenReply | undefined;
  #held: (() => void)[] | undefined;
  #callUuid = new Map<string, string>();
  /** Text blocks of the last reply: what a parent gets back. */
  protected finalTexts: readonly string[] = [];
  readonly toolsUsed: string[] = [];
  protected outputTokens = 0;
  /** Calls that this agent made. */
  toolUseCount = 0;

  /** A person types this (or, in a headless session, the caller sends it). */
  user(text: string, options: PromptOptions = {}): this {
    this.endReply();
    const { host, ids, session: s } = { host: this.session.host, ids: this.session.ids, session: this.session };
    this.tick(4000 + ids.pick(9000, 'think'));
    this.promptId = host.promptId ? ids.uuid('prompt') : '';
    if (options.permissionMode !== undefined) s.permissionMode = options.permissionMode;
    if (!s.interactive && !this.isSidechain) {
      if (host.queueOperations === 'enqueue-dequeue') this.queueOperation('enqueue', text);
      this.queueOperation('dequeue');
    }
    s.promptCount += 1;
    const first = s.promptCount === 1 && !this.isSidechain;
    const payload: JsonObject = { type: 'user', message: { role: 'user', content: text }, uuid: '', timestamp: '' };
    if (host.permissionMode) payload.permissionMode = s.permissionMode;
    if (options.unmarked !== true) {
      if (host.originHuman && s.interactive) payload.origin = { kind: 'human' };
      if (host.promptSource) payload.promptSource = s.interactive ? 'typed' : 'sdk';
      if (host.turnOrigin) {
        if (!s.interactive) Object.assign(payload, { sentAtMs: this.nowMs - 50, rowSource: 'local' });
        payload.turnOrigin = s.interactive ? 'human' : 'sdk';
        payload.turnPosition = { promptIndex: s.interactive ? s.promptCount : 0, turnIndex: s.promptCount };
      }
    }
    this.chained({ ...payload, ...options.extra });
    if (first) this.startContext();
    return this;
  }

  /** A prompt that a person sent while the agent was working: it reaches the model beside the next result. */
  queued(text: string): this {
    this.endReply();
    const more: JsonObject = this.session.since('2.1.285')
      ? { reason: 'absorbed_mid_turn', commandUuid: this.session.ids.uuid('queue') }
      : {};
    this.queueOperation('enqueue', text);
    this.tick();
    this.queueOperation('remove', this.session.since('2.1.200') ? text : undefined, more);
    this.attachment({ type: 'queued_command', prompt: text, commandMode: 'prompt' }, [
      reminder(`The user sent a new message while you were working:\n${text}`),
    ]);
    return this;
  }

  says(text: string): this {
    this.#block({ type: 'text', text }, text);
    return this;
  }

  thinks(text: string): this {
    this.#block({ type: 'thinking', thinking: text, signature: 'c2tldGNo' });
    return this;
  }

  /** One call and its result. `null`: no result was recorded. Text said just before belongs to the same reply. */
  calls(tool: string, input: JsonObject, result: string | CallResult | null = ''): this {
    const id = this.toolUse(tool, input);
    const outcome: CallResult | null = typeof result === 'string' ? { text: result } : result;
    this.afterReply(() => {
      if (outcome !== null) this.toolResult(id, tool, input, outcome);
    });
    return this;
  }

  /** Several blocks in one reply: parallel calls, or text after a call. Results follow when the reply is over, in order. */
  reply(blocks: (agent: this) => void): this {
    this.endReply();
    this.#held = [];
    blocks(this);
    const held = this.#held;
    this.#held = undefined;
    this.endReply();
    for (const write of held) write();
    return this;
  }

  /** The turn is over here, even if more of the agent's own text follows. */
  endsTurn(): this {
    this.endReply();
    return this;
  }

  /** Applies ready-made steps, e.g. `work(8)`. */
  does(...steps: readonly ((agent: this) => unknown)[]): this {
    for (const step of steps) step(this);
    return this;
  }

  waits(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  /** From here on records name this folder (a `cd` in the shell, a worktree entered). */
  movesTo(cwd: string): this {
    this.endReply();
    this.cwd = cwd;
    return this;
  }

  onBranch(branch: string): this {
    this.endReply();
    this.gitBranch = branch;
    return this;
  }

  /** The next records carry this session id although they stand in this session's file. */
  underSessionId(id: string): this {
    this.recordSessionId = id;
    return this;
  }

  // --- for the layers above ----------------------------------------------------------------------------------------

  /** Closes what is open, so that the file is as the host leaves it. */
  finish(): void {
    this.endReply();
  }

  protected afterReply(write: () => void): void {
    if (this.#held) this.#held.push(write);
    else {
      this.endReply();
      write();
    }
  }

  /** Writes the assistant record of a call; the id of the call comes back. */
  protected toolUse(name: string, input: JsonObject): string {
    const id = this.session.ids.prefixed('toolu');
    const record = this.#block({ type: 'tool_use', id, name, input });
    this.#callUuid.set(id, record.uuid as string);
    this.toolUseCount += 1;
    if (!this.toolsUsed.includes(name)) this.toolsUsed.push(name);
    return id;
  }

  /** Id of the call made last. */
  get lastCallId(): string {
    return [...this.#callUuid.keys()].at(-1) ?? '';
  }

  protected callRecordUuid(id: string): string {
    return this.#callUuid.get(id)!;
  }

  protected toolResult(id: string, tool: string, input: JsonObject, result: CallResult): void {
    const { host } = this.session;
    for (const hook of result.hooks ?? []) if (hook.event === 'PreToolUse') this.writeHook(hook, tool, id);
    this.tick(result.tookMs);
    const denial = result.denied;
    if (denial !== undefined || result.error !== undefined) {
      const text = denial ? denialText(host, tool, input, denial) : result.error!;
      const byPerson = denial?.by === 'user' || denial?.by === 'interrupted';
      this.#writeResult(
        id,
        { type: 'tool_result', content: text, is_error: true, tool_use_id: id },
        {
          structured:
            result.structured === undefined
              ? byPerson
                ? 'User rejected tool use'
                : `Error: ${text}`
              : result.structured,
          kind: denial === undefined ? undefined : denialKind(denial),
          permission: denial ? denialRecord(denial) : permissionRecord(result),
          beforeRun: denial?.by === 'user',
          extra: result.extra,
        },
      );
      if (byPerson && denial?.goesOn !== true) this.interruption('tool');
      return;
    }
    const spilled = result.spilled === undefined ? undefined : spillShape(this.session, id, tool, result);
    if (spilled) this.session.whole.set(spilled.path, new TextEncoder().encode(spilled.text));
    const { content, structured, hasErrorField } = spilled?.shape ?? resultShape(host, tool, input, result);
    const keeps = !this.isSidechain || host.childToolUseResult || result.structured != null;
    this.#writeResult(
      id,
      { tool_use_id: id, type: 'tool_result', content, ...(hasErrorField ? { is_error: false } : {}) },
      { structured: keeps ? structured : undefined, permission: permissionRecord(result), extra: result.extra },
    );
    for (const hook of result.hooks ?? []) if (hook.event === 'PostToolUse') this.writeHook(hook, tool, id);
  }

  /** A tool_result record with ready-made content blocks. */
  protected rawResult(
    id: string,
    content: JsonValue | undefined,
    structured: JsonValue | undefined,
    permission?: JsonObject,
  ): void {
    this.#writeResult(
      id,
      { tool_use_id: id, type: 'tool_result', ...(content === undefined ? {} : { content }) },
      { structured, permission },
    );
  }

  protected startContext(): void {
    if (!this.session.startContext) return;
    const { host } = this.session;
    if (host.rendered) {
      this.attachment(
        {
          type: 'environment',
          snapshot: {
            workingDirectory: this.cwd,
            isWorktree: false,
            isGitRepo: true,
            additionalWorkingDirectories: [],
            platform: 'linux',
            shell: 'bash',
          },
        },
        [
          reminder(
            `# Environment\n - Primary working directory: ${this.cwd}\n - Is a git repository: true\n - Platform: linux`,
          ),
        ],
      );
      this.attachment({ type: 'date', date: '2026-03-02' }, [reminder("Today's date is 2026-03-02.")]);
    }
    if (host.hookAttachments && (!this.isSidechain || host.attributionAgent)) {
      const content = '- code-review: Review the current diff\n- simplify: Look for simpler code';
      this.attachment(
        { type: 'skill_listing', content, skillCount: 2, isInitial: true, names: ['code-review', 'simplify'] },
        [reminder(`The following skills are available for use with the Skill tool:\n\n${content}`)],
      );
    }
  }

  #writeResult(
    id: string,
    block: JsonObject,
    more: {
      structured?: JsonValue | undefined;
      kind?: string | undefined;
      permission?: JsonObject | undefined;
      beforeRun?: boolean;
      extra?: JsonObject | undefined;
    },
  ): void {
    const { host } = this.session;
    const call = this.callRecordUuid(id);
    const payload: JsonObject = { type: 'user', message: { role: 'user', content: [block] }, uuid: '', timestamp: '' };
    if (more.structured !== undefined && more.structured !== null) payload.toolUseResult = more.structured;
    if (host.toolDenialKind && more.kind !== undefined) payload.toolDenialKind = more.kind;
    if (host.turnOrigin && more.beforeRun === true) payload.toolDenialBeforeRun = true;
    if (host.sourceToolAssistantUuid) payload.sourceToolAssistantUUID = call;
    if (host.permissionDecision && more.permission !== undefined) payload.permissionDecision = more.permission;
    this.chained({ ...payload, ...more.extra }, call);
  }

  protected writeHook(trace: HookTrace, tool: string, id: string): void {
    this.tick(40);
    if (!this.session.host.hookAttachments) {
      if (this.session.since('2.1.2') && !this.session.since('2.1.84'))
        this.chained({
          type: 'progress',
          data: {
            type: 'hook_progress',
            hookEvent: trace.event,
            hookName: `${trace.event}:${tool}`,
            command: trace.command ?? 'callback',
          },
          parentToolUseID: id,
          toolUseID: id,
          timestamp: '',
          uuid: '',
        });
      return;
    }
    this.attachment(hookAttachment(trace, tool, id));
  }

  protected interruption(during: 'tool' | 'reply'): void {
    const text = during === 'tool' ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]';
    this.chained({
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text }] },
      ...(this.session.host.turnOrigin ? { rowSource: 'harness' } : {}),
      uuid: '',
      timestamp: '',
    });
  }

  #block(block: JsonObject, text?: string): JsonObject {
    const { host, ids, model } = this.session;
    if (this.#open === undefined) {
      this.tick(900 + ids.pick(2400, 'reply'));
      this.#open = {
        messageId: ids.prefixed('msg'),
        requestId: ids.prefixed('req'),
        requestRef: ids.uuid('request'),
        messages: [],
        texts: [],
        hasCall: false,
      };
    } else this.tick(60);
    const reply = this.#open;
    if (text !== undefined) reply.texts.push(text);
    if (block.type === 'tool_use') reply.hasCall = true;
    const length = JSON.stringify(block).length;
    this.outputTokens += Math.ceil(length / 4);
    const message: JsonObject = {
      id: reply.messageId,
      type: 'message',
      role: 'assistant',
      model,
      content: [block],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 1200,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: Math.ceil(length / 4),
      },
      ...(host.originHuman ? { stop_details: null } : {}),
    };
    const blockIndex = reply.messages.length;
    reply.messages.push(message);
    const request: JsonObject = host.turnOrigin
      ? { apiBlockIndex: blockIndex, requestId: reply.requestId, requestRef: reply.requestRef, requestedModel: model }
      : { requestId: reply.requestId };
    const attribution: JsonObject =
      host.attributionAgent && this.isSidechain ? { attributionAgent: this.agentType } : {};
    const effort: JsonObject = this.session.since('2.1.217') ? { effort: 'medium' } : {};
    const madeBy: JsonObject = this.session.since('2.1.301') ? { madeBy: 'model' } : {};
    return this.chained({
      message,
      ...request,
      ...attribution,
      type: 'assistant',
      uuid: '',
      timestamp: '',
      ...effort,
      ...madeBy,
    });
  }

  /** The type as spawned; the root has none. */
  protected get agentType(): string {
    return '';
  }

  protected endReply(): void {
    const reply = this.#open;
    if (reply === undefined) return;
    this.#open = undefined;
    this.finalTexts = reply.texts;
    if (!this.session.host.stopReason) return;
    for (const message of reply.messages) message.stop_reason = reply.hasCall ? 'tool_use' : 'end_turn';
  }
}
