import type { JsonObject, JsonValue } from '../../base/json.ts';
import { type ChildState, DeliverySketch } from './delivery.ts';
import { foregroundBlocks, launchText } from './handback.ts';
import { projectFolderOf } from './host.ts';
import { type Denial, type HookTrace, permissionRecord } from './results.ts';
import type { SketchSession, WriterPlace } from './writer.ts';

export interface Spawn {
  readonly brief: string;
  readonly type?: string;
  readonly description?: string;
  /** Key for later calls (`notification`, `sends`); default: `name`, else `description`. */
  readonly as?: string;
  readonly background?: boolean;
  /** Isolated in a worktree of its own; `kept`: the worktree stays and its path is handed back. */
  readonly worktree?: boolean | 'kept';
  readonly fork?: boolean;
  readonly name?: string;
  readonly model?: string;
  /** More members of the call's input (`mode`, `resume`, …). */
  readonly input?: JsonObject;
  readonly tool?: 'Task' | 'Agent';
  /** What the child's file holds as its first record, where it differs from the brief. */
  readonly receives?: string;
  /** What the parent gets, where it is not the child's last words. */
  readonly returns?: string | readonly JsonObject[];
  /** `tool_result.content` as it stands; null: the member is missing. */
  readonly content?: JsonValue;
  /** `open`: the call has no result (interrupted, still running). `failed`: an API error ended it. */
  readonly ends?: 'completed' | 'open' | 'failed' | 'interrupted' | 'refused';
  readonly error?: string;
  /** With `ends: 'refused'`: who refused. */
  readonly denied?: Denial;
  /** Patterns that the host's note names; [] for none. Default: what the neutraliser of the version meets. */
  readonly notePatterns?: readonly string[];
  readonly tokens?: number;
  readonly toolUses?: number;
  readonly durationMs?: number;
  /** The child's own session id, where it is not the parent's. */
  readonly sessionId?: string;
  /** With `sessionId`: the child's file lies under its own session, not under the parent's. */
  readonly ownFolder?: boolean;
  readonly meta?: JsonObject;
  /** No meta.json beside the child's file. */
  readonly withoutMeta?: boolean;
  /** No file of the child is in the evidence. */
  readonly withoutFile?: boolean;
  readonly structured?: JsonValue;
  /** Hooks that left a record around the call. */
  readonly hooks?: readonly HookTrace[];
}

/**
 * One agent of a sketch: reads like its transcript from top to bottom. `spawns` runs the child's script on the spot, so that a child's
 * records stand inside the call that made it.
 */
export class AgentSketch extends DeliverySketch {
  readonly #type: string;
  readonly depth: number;

  constructor(session: SketchSession, place: WriterPlace, type = '', parent?: AgentSketch) {
    super(session, place, parent);
    this.#type = type;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  protected override get agentType(): string {
    return this.#type;
  }

  child(key: string): AgentSketch {
    return this.stateOf(key).agent as AgentSketch;
  }

  childCallId(key: string): string {
    return this.stateOf(key).callId;
  }

  spawns(spec: Spawn, script: (child: AgentSketch) => void = () => {}): this {
    const { host } = this.session;
    const type = spec.fork === true ? 'fork' : (spec.type ?? 'general-purpose');
    const input: JsonObject = {
      description: spec.description ?? spec.brief.split(/\s+/).slice(0, 4).join(' '),
      prompt: spec.brief,
      subagent_type: type,
      ...(spec.name === undefined ? {} : { name: spec.name }),
      ...(spec.model === undefined ? {} : { model: spec.model }),
      ...(spec.worktree ? { isolation: 'worktree' } : {}),
      ...(spec.background === true
        ? { run_in_background: true }
        : host.backgroundByDefault
          ? { run_in_background: false }
          : {}),
      ...spec.input,
    };
    const tool = spec.tool ?? host.spawnTool;
    const id = this.toolUse(tool, input);
    this.afterReply(() => this.#run(id, tool, input, type, spec, script));
    return this;
  }

  /** The Skill tool in a forked context: a child whose words come back raw and unframed. */
  forkedSkill(name: string, brief: string, script: (child: AgentSketch) => void): this {
    const id = this.toolUse('Skill', { skill: name });
    this.afterReply(() => {
      const child = this.#newChild('general-purpose', {});
      child.#begin(brief, this.promptId, {});
      script(child);
      child.finish();
      this.nowMs = Math.max(this.nowMs, child.nowMs);
      this.#writeMeta(child, { agentType: 'general-purpose', spawnDepth: child.depth }, undefined);
      this.tick();
      const report = child.report;
      this.rawResult(
        id,
        `Skill "${name}" completed (forked execution).\n\nResult:\n${report}`,
        { success: true, commandName: name, status: 'forked', agentId: child.agentId!, result: report },
        permissionRecord({}),
      );
    });
    return this;
  }

  #run(
    id: string,
    tool: string,
    input: JsonObject,
    type: string,
    spec: Spawn,
    script: (child: AgentSketch) => void,
  ): void {
    for (const hook of spec.hooks ?? []) if (hook.event === 'PreToolUse') this.writeHook(hook, tool, id);
    if (spec.ends === 'refused') {
      this.toolResult(
        id,
        tool,
        input,
        spec.denied ? { denied: spec.denied } : { error: spec.error ?? 'The agent was not started.' },
      );
      return;
    }
    const child = this.#newChild(type, spec);
    const key = spec.as ?? spec.name ?? String(input.description);
    const state: ChildState = { agent: child, spec, callId: id, startedMs: this.nowMs, finished: false };
    this.children.set(key, state);
    const worktree = spec.worktree ? { path: child.cwd, branch: `worktree-agent-${child.agentId}` } : undefined;
    if (spec.fork) this.#beginFork(child, id, tool, input);
    else child.#begin(spec.receives ?? spec.brief, this.promptId, {});
    if (spec.background === true) {
      this.tick(120);
      this.#launch(id, child, input, spec);
      script(child);
      child.finish();
      this.#writeMeta(child, this.#metaOf(type, input, id, child, spec, 'background', worktree), spec);
      return;
    }
    script(child);
    child.finish();
    state.finished = true;
    this.nowMs = Math.max(this.nowMs, child.nowMs);
    this.tick(60);
    this.#writeMeta(child, this.#metaOf(type, input, id, child, spec, 'foreground', worktree), spec);
    if (spec.ends === 'open') return;
    if (spec.ends === 'failed')
      this.toolResult(id, tool, input, {
        error: spec.error ?? 'Agent terminated early due to an API error: overloaded',
      });
    else if (spec.ends === 'interrupted') this.toolResult(id, tool, input, { denied: { by: 'interrupted' } });
    else this.#handBack(id, child, type, spec, state.startedMs, spec.worktree === 'kept' ? worktree : undefined);
  }

  #handBack(
    id: string,
    child: AgentSketch,
    type: string,
    spec: Spawn,
    startedMs: number,
    worktree?: { path: string; branch: string },
  ): void {
    const { host, toolsSeen } = this.session;
    const toolUses = spec.toolUses ?? child.toolUseCount;
    const tokens = spec.tokens ?? 1200 + child.outputTokens;
    const durationMs = spec.durationMs ?? Math.max(1, child.nowMs - startedMs);
    if (spec.content !== undefined) {
      this.rawResult(id, spec.content ?? undefined, spec.structured, permissionRecord({}));
      return;
    }
    if (spec.returns !== undefined && typeof spec.returns !== 'string') {
      const blocks = [...spec.returns];
      const structured: JsonObject = {
        status: 'completed',
        prompt: spec.brief,
        content: blocks,
        totalDurationMs: durationMs,
        totalTokens: tokens,
      };
      if (child.agentId !== undefined) structured.agentId = child.agentId;
      this.rawResult(id, blocks, spec.structured ?? structured, permissionRecord({}));
      return;
    }
    const newTools = child.toolsUsed.filter((name) => !toolsSeen.has(name) && !this.toolsUsed.includes(name));
    for (const name of newTools) toolsSeen.add(name);
    const back = foregroundBlocks(host, {
      report: spec.returns ?? child.report,
      agentId: child.agentId,
      tokens,
      toolUses,
      durationMs,
      newTools,
      ...(spec.notePatterns === undefined ? {} : { notePatterns: spec.notePatterns }),
      ...(worktree === undefined ? {} : { worktree }),
    });
    const block = (text: string): JsonValue => ({ type: 'text', text });
    const structured: JsonObject = {
      ...(host.layout === 'in-file' && !this.session.since('2.0.0') ? {} : { status: 'completed', prompt: spec.brief }),
      ...(child.agentId === undefined ? {} : { agentId: child.agentId }),
      ...(this.session.since('2.1.84') ? { agentType: type } : {}),
      ...(host.toolsUsedNote ? { toolsUsed: [...child.toolsUsed] } : {}),
      ...(this.session.since('2.1.261')
        ? { harnessNoteCount: back.notes, harnessTailCount: 0, harnessSectionHash: '4b2c1f6c84907726' }
        : {}),
      content: back.kept.map(block),
      ...(this.session.since('2.1.197') ? { resolvedModel: this.session.model } : {}),
      totalDurationMs: durationMs,
      totalTokens: tokens,
      totalToolUseCount: toolUses,
      usage: {
        input_tokens: 1200,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: child.outputTokens,
      },
      ...(worktree === undefined ? {} : { worktreePath: worktree.path, worktreeBranch: worktree.branch }),
      ...(this.session.since('2.1.301') ? { canContinueAgent: true } : {}),
    };
    const keeps = !this.isSidechain || host.childToolUseResult;
    this.rawResult(
      id,
      back.shown.map(block),
      keeps ? (spec.structured ?? structured) : undefined,
      permissionRecord({}),
    );
  }

  #launch(id: string, child: AgentSketch, input: JsonObject, spec: Spawn): void {
    const { host } = this.session;
    const outputFile = this.session.outputFile(child.agentId!);
    const structured: JsonObject = {
      isAsync: true,
      status: 'async_launched',
      agentId: child.agentId!,
      description: input.description!,
      ...(this.session.since('2.1.197') ? { resolvedModel: this.session.model } : {}),
      prompt: spec.brief,
      outputFile,
      ...(this.session.since('2.1.76') ? { canReadOutputFile: true } : {}),
      ...(this.session.since('2.1.301') ? { canContinueAgent: true } : {}),
    };
    const text = launchText(host, child.agentId!, outputFile);
    this.rawResult(id, [{ type: 'text', text }], this.isSidechain ? undefined : structured, permissionRecord({}));
  }

  #newChild(type: string, spec: Pick<Spawn, 'worktree' | 'sessionId' | 'ownFolder' | 'withoutFile'>): AgentSketch {
    const { host, ids, cwd, folder, sessionId } = this.session;
    const agentId = host.agentId ? ids.agent(host.agentId.prefix, host.agentId.digits) : undefined;
    const place = spec.worktree ? `${cwd}/.claude/worktrees/agent-${agentId}` : this.cwd;
    const inFolder = host.layout === 'worktree-project' && spec.worktree ? projectFolderOf(place) : folder;
    const owner = spec.ownFolder === true ? (spec.sessionId ?? sessionId) : sessionId;
    const path =
      host.layout === 'in-file'
        ? this.session.transcriptPath
        : host.layout === 'sibling'
          ? `projects/${inFolder}/agent-${agentId}.jsonl`
          : `projects/${inFolder}/${owner}/subagents/agent-${agentId}.jsonl`;
    const child = new AgentSketch(
      this.session,
      { path, ...(agentId === undefined ? {} : { agentId }), isSidechain: true, cwd: place, nowMs: this.nowMs },
      type,
      this,
    );
    child.gitBranch = this.gitBranch;
    if (spec.sessionId !== undefined) child.underSessionId(spec.sessionId);
    if (spec.withoutFile === true) this.session.hidden.add(path);
    return child;
  }

  #begin(text: string, promptId: string, more: JsonObject): void {
    const { host } = this.session;
    this.promptId = promptId;
    this.tick(80);
    if (host.briefIsRecorded)
      this.chained({
        type: 'user',
        message: { role: 'user', content: text },
        ...(host.turnOrigin ? { rowSource: 'recorded' } : {}),
        uuid: '',
        timestamp: '',
        ...more,
      });
    this.startContext();
  }

  #beginFork(child: AgentSketch, id: string, tool: string, input: JsonObject): void {
    child.promptId = this.promptId;
    child.note({
      type: 'fork-context-ref',
      agentId: child.agentId!,
      parentSessionId: this.session.sessionId,
      parentLastUuid: this.lastUuid,
      contextLength: this.session.lines(this.path).length,
    });
    const copied = child.toolUse(tool, input);
    const call = this.session.lines(child.path).at(-1) as JsonObject;
    const block = ((call.message as JsonObject).content as JsonObject[])[0]!;
    block.id = id;
    child.finish();
    child.tick(40);
    child.chained(
      {
        type: 'user',
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: id,
              content: [{ type: 'text', text: 'Fork started — that fork is you.' }],
            },
            {
              type: 'text',
              text: `<fork-boilerplate>You are a fork of the conversation above.</fork-boilerplate>\n\nYour directive: ${String(input.prompt)}`,
            },
          ],
        },
        uuid: '',
        timestamp: '',
      },
      child.callRecordUuid(copied),
    );
    child.toolsUsed.length = 0;
    child.toolUseCount = 0;
  }

  #metaOf(
    type: string,
    input: JsonObject,
    id: string,
    child: AgentSketch,
    spec: Spawn,
    shape: 'foreground' | 'background',
    worktree?: { path: string; branch: string },
  ): JsonObject {
    const meta = this.session.host.meta;
    if (meta === null) return {};
    const ended = spec.ends === undefined || spec.ends === 'completed' || spec.ends === 'failed';
    return {
      agentType: type,
      ...(spec.fork ? { isFork: true } : {}),
      ...(worktree && spec.worktree === 'kept' ? { worktreePath: worktree.path } : {}),
      ...(worktree && spec.worktree === 'kept' && meta.toolUseId
        ? { spawnedWithWorktree: true, worktreeBranch: worktree.branch }
        : {}),
      ...(meta.description ? { description: input.description! } : {}),
      ...(spec.name !== undefined && meta.toolUseId ? { name: spec.name } : {}),
      ...(meta.toolUseId ? { toolUseId: id } : {}),
      ...(meta.depth && this.agentId !== undefined ? { parentAgentId: this.agentId } : {}),
      ...(meta.depth ? { spawnDepth: child.depth } : {}),
      ...(worktree && spec.worktree !== 'kept' && meta.depth ? { worktreeCleanlyRemoved: true } : {}),
      ...(meta.requestShape ? { requestShape: shape, requestNonInteractive: true } : {}),
      ...(this.session.since('2.1.302') ? { model: spec.model ?? this.session.model } : {}),
      ...(meta.requestShape && ended ? { finished: true } : {}),
      ...spec.meta,
    };
  }

  #writeMeta(child: AgentSketch, meta: JsonObject, spec: Spawn | undefined): void {
    if (this.session.host.meta === null || spec?.withoutFile === true || spec?.withoutMeta === true) return;
    const path = child.path.replace(/\.jsonl$/, '.meta.json');
    this.session.whole.set(path, new TextEncoder().encode(JSON.stringify(meta)));
  }
}
