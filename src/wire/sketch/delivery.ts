import type { JsonObject } from '../../base/json.ts';
import type { AgentSketch, Spawn } from './agent.ts';
import { ContextSketch } from './context.ts';
import { NOT_USER_INPUT, notificationText, reminder } from './handback.ts';
import { permissionRecord } from './results.ts';
import type { SketchSession, WriterPlace } from './writer.ts';

export interface NotificationOptions {
  readonly result?: string | null;
  readonly status?: 'completed' | 'failed' | 'killed' | 'stopped';
  /** Taken in while the agent was working, not as a turn of its own. */
  readonly midTurn?: boolean;
  /** null: without one. Default: the call that started (or revived) the child. */
  readonly toolUseId?: string | null;
  readonly summary?: string;
  readonly tokens?: number;
  readonly toolUses?: number;
  readonly durationMs?: number;
  readonly notePatterns?: readonly string[];
  /** The stored text, given the host's own: for wrapped and otherwise odd forms. */
  readonly stored?: (text: string) => string;
  readonly waitMs?: number;
}

/** A background task that is no agent: a shell command, a monitor. */
export interface TaskRef {
  readonly taskId: string;
  readonly toolUseId?: string;
  readonly summary: string;
}

export interface ChildState {
  readonly agent: DeliverySketch;
  readonly spec: Spawn;
  callId: string;
  readonly startedMs: number;
  finished: boolean;
}

/** How words travel between agents after the start: notifications, messages of agents, teammates and other sessions. */
export class DeliverySketch extends ContextSketch {
  protected readonly children = new Map<string, ChildState>();
  protected readonly parent: DeliverySketch | undefined;

  constructor(session: SketchSession, place: WriterPlace, parent?: DeliverySketch) {
    super(session, place);
    this.parent = parent;
  }

  /** The text that this agent would hand back now. */
  get report(): string {
    this.finish();
    return this.finalTexts.join('\n');
  }

  /** A background child's (or task's) end reaches this agent, by the road that the version takes. */
  notification(of: string | TaskRef, options: NotificationOptions = {}): this {
    this.endReply();
    const { host, ids } = this.session;
    if (host.notification === 'none') throw new Error(`version ${host.version} has no background agents`);
    const state = typeof of === 'string' ? this.stateOf(of) : undefined;
    const task = typeof of === 'string' ? undefined : of;
    if (state) {
      state.agent.finish();
      this.nowMs = Math.max(this.nowMs, state.agent.nowMs);
    }
    this.tick(options.waitMs);
    const status = options.status ?? 'completed';
    const taskId = task?.taskId ?? state!.agent.agentId!;
    const toolUseId =
      options.toolUseId === undefined ? (task?.toolUseId ?? state?.callId) : (options.toolUseId ?? undefined);
    const result =
      options.result === null || (options.result === undefined && (state === undefined || status !== 'completed'))
        ? undefined
        : (options.result ?? state!.agent.report);
    const label =
      state === undefined ? '' : String(state.spec.description ?? state.spec.brief.split(/\s+/).slice(0, 4).join(' '));
    const verb =
      status === 'completed'
        ? host.meta?.depth === true
          ? 'finished'
          : 'completed'
        : status === 'killed'
          ? 'was stopped'
          : status;
    const text = notificationText(host, {
      taskId,
      ...(toolUseId === undefined ? {} : { toolUseId }),
      outputFile: this.session.outputFile(taskId),
      status,
      summary: options.summary ?? task?.summary ?? `Agent "${label}" ${verb}`,
      ...(result === undefined ? {} : { result }),
      tokens: options.tokens ?? 1200 + (state?.agent.outputTokens ?? 0),
      toolUses: options.toolUses ?? state?.agent.toolUseCount ?? 0,
      durationMs: options.durationMs ?? (state ? Math.max(1, state.agent.nowMs - state.startedMs) : 5000),
      ...(options.notePatterns === undefined ? {} : { notePatterns: options.notePatterns }),
    });
    if (state) state.finished = true;
    this.#deliver(options.stored ? options.stored(text) : text, options.midTurn === true, ids.uuid('run').slice(0, 13));
    return this;
  }

  /** SendMessage to a child, to the main session (`main`), or to a name that this archive does not hold. */
  sends(
    to: string,
    message: string,
    options: {
      readonly summary?: string;
      readonly answers?: (agent: AgentSketch) => void;
      readonly tool?: JsonObject;
    } = {},
  ): this {
    this.endReply();
    const state = this.children.get(to);
    const target = state?.agent.agentId ?? to;
    const kind = to === 'main' ? 'main' : state ? 'agent' : 'teammate';
    const input: JsonObject = {
      to: target,
      summary: options.summary ?? message.split(/\s+/).slice(0, 5).join(' '),
      message,
      ...(this.session.since('2.1.197') ? { type: 'message', recipient: target, content: message } : {}),
      ...(this.session.since('2.1.285') ? { recipient_kind: kind } : {}),
      ...options.tool,
    };
    const id = this.toolUse('SendMessage', input);
    this.endReply();
    this.tick();
    const answer: JsonObject = { success: true, message: 'Message sent.' };
    if (state?.finished)
      Object.assign(answer, { message: `Resuming agent ${target.slice(0, 7)}`, resumedAgentId: target });
    else if (state) answer.message = `Message queued for delivery to ${target} at its next tool round.`;
    else if (to === 'main') answer.message = "Message queued for the main conversation's next turn.";
    this.rawResult(
      id,
      [{ type: 'text', text: JSON.stringify(answer) }],
      this.isSidechain ? undefined : answer,
      permissionRecord({}),
    );
    if (state) {
      state.agent.nowMs = Math.max(state.agent.nowMs, this.nowMs);
      if (state.finished) {
        state.callId = id;
        state.finished = false;
        state.agent.promptId = this.promptId;
      }
      state.agent.coordinatorMessage(message, state.callId === id);
      options.answers?.(state.agent as AgentSketch);
    } else if (to === 'main') this.#root().#peerInside(this, message);
    return this;
  }

  /** What a child sees of its parent's SendMessage: a record of its own when revived, context when running. */
  coordinatorMessage(message: string, revived: boolean): this {
    this.endReply();
    const text = `The coordinator sent a message while you were working:\n${message}\n\nAddress this before completing your current task.`;
    if (revived || !this.session.host.turnOrigin)
      this.chained({
        type: 'user',
        message: { role: 'user', content: text },
        isMeta: true,
        uuid: '',
        timestamp: '',
        ...(this.session.since('2.1.197') ? { origin: { kind: 'coordinator' } } : {}),
      });
    else
      this.attachment(
        {
          type: 'queued_command',
          prompt: message,
          source_uuid: this.session.ids.uuid(),
          origin: { kind: 'coordinator' },
          isMeta: true,
        },
        [reminder(text)],
      );
    return this;
  }

  /** A message of another session, as a user record with its origin. `around` puts the host's own sentences about it. */
  peerMessage(
    text: string,
    options: { readonly from?: string; readonly fromName?: string; readonly around?: (tag: string) => string } = {},
  ): this {
    this.endReply();
    const from = options.from ?? 'uds:/run/user/1000/cc/7f21.sock';
    const name = options.fromName ?? 'infra';
    this.tick(5000);
    const tag = `<cross-session-message from="${from}" from-name="${name}" from-mode="default">\n${text}\n</cross-session-message>`;
    this.promptId = this.session.host.promptId ? this.session.ids.uuid('prompt') : '';
    this.chained({
      type: 'user',
      message: { role: 'user', content: options.around ? options.around(tag) : tag },
      isMeta: true,
      uuid: '',
      timestamp: '',
      origin: { kind: 'peer', from, name },
    });
    return this;
  }

  /** A teammate's message in a team session. */
  teammateMessage(
    from: string,
    text: string,
    options: { readonly summary?: string; readonly extra?: JsonObject } = {},
  ): this {
    this.endReply();
    this.tick(2500);
    const summary = options.summary === undefined ? '' : ` summary="${options.summary}"`;
    this.promptId = this.session.host.promptId ? this.session.ids.uuid('prompt') : '';
    this.chained({
      type: 'user',
      message: {
        role: 'user',
        content: `<teammate-message teammate_id="${from}" color="blue"${summary}>\n${text}\n</teammate-message>`,
      },
      uuid: '',
      timestamp: '',
      ...options.extra,
    });
    return this;
  }

  override finish(): void {
    super.finish();
    for (const state of this.children.values()) state.agent.finish();
  }

  #deliver(text: string, midTurn: boolean, runId: string): void {
    const { host, ids, interactive, permissionMode } = this.session;
    this.queueOperation('enqueue', text);
    if (host.notification === 'agent-notification') {
      this.queueOperation('remove');
      return;
    }
    if (host.notification === 'queue-only') return;
    if (midTurn && host.notification !== 'raw') {
      this.tick(200);
      const source = ids.uuid('queue');
      const delivery = ids.uuid('delivery');
      this.queueOperation(
        'remove',
        this.session.since('2.1.200') ? text : undefined,
        host.turnOrigin ? { reason: 'absorbed_mid_turn', commandUuid: source, deliveryId: delivery } : {},
      );
      const origin: JsonObject = host.turnOrigin
        ? {
            source_uuid: source,
            delivery_id: delivery,
            origin: { kind: 'task-notification', producer: 'session-task' },
            rowSource: 'recorded',
            runId,
          }
        : {};
      this.attachment(
        {
          type: 'queued_command',
          prompt: text,
          ...origin,
          commandMode: 'task-notification',
          timestamp: this.timestamp(),
        },
        [reminder(`${NOT_USER_INPUT}\n\n${text}`)],
      );
      return;
    }
    this.tick(100);
    this.queueOperation('dequeue');
    this.promptId = host.promptId ? ids.uuid('prompt') : '';
    const source = interactive || host.turnOrigin ? 'system' : 'sdk';
    this.chained({
      type: 'user',
      message: { role: 'user', content: text },
      uuid: '',
      timestamp: '',
      ...(host.permissionMode ? { permissionMode } : {}),
      ...(host.originNotification
        ? {
            origin: host.turnOrigin
              ? { kind: 'task-notification', producer: 'session-task', runId }
              : { kind: 'task-notification' },
          }
        : {}),
      ...(host.promptSource ? { promptSource: source } : {}),
      ...(host.turnOrigin
        ? {
            sentAtMs: this.nowMs,
            rowSource: 'recorded',
            turnOrigin: 'task_notification',
            turnPosition: { promptIndex: 0, turnIndex: 2 },
            queueSkipAttachments: true,
          }
        : {}),
    });
  }

  #peerInside(sender: DeliverySketch, body: string): void {
    const from =
      [...this.children].find(([, state]) => state.agent === sender)?.[1].spec.name ?? sender.agentId ?? 'agent';
    const text = `<agent-message from="${from}">\n${body}\n</agent-message>`;
    this.nowMs = Math.max(this.nowMs, sender.nowMs);
    this.queueOperation('enqueue', text);
    this.tick(200);
    const source = this.session.ids.uuid('queue');
    this.queueOperation(
      'remove',
      text,
      this.session.host.turnOrigin ? { reason: 'absorbed_mid_turn', commandUuid: source } : {},
    );
    this.attachment(
      {
        type: 'queued_command',
        prompt: text,
        ...(this.session.host.turnOrigin ? { source_uuid: source } : {}),
        commandMode: 'prompt',
        origin: {
          kind: 'peer',
          from,
          ...(sender.agentId === undefined ? {} : { senderTaskId: sender.agentId }),
          name: from,
          body,
        },
        timestamp: this.timestamp(),
        isMeta: true,
      },
      [
        reminder(
          `Another Claude session sent a message while you were working:\n${text.replaceAll('</system-reminder>', '&lt;/system-reminder>')}\n\nThat "other Claude session" is an agent working inside this same session`,
        ),
      ],
    );
  }

  #root(): DeliverySketch {
    return this.parent === undefined ? this : this.parent.#root();
  }

  protected stateOf(key: string): ChildState {
    const state = this.children.get(key);
    if (state === undefined) throw new Error(`no child '${key}': known are ${[...this.children.keys()].join(', ')}`);
    return state;
  }
}
