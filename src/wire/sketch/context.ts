import type { JsonObject } from '../../base/json.ts';
import { ConversationSketch } from './conversation.ts';
import { reminder } from './handback.ts';

export interface InstructionsFile {
  readonly path: string;
  readonly content: string;
  /** `Project` for CLAUDE.md, `AutoMem` for the memory file. */
  readonly type?: 'Project' | 'User' | 'AutoMem';
}

/** What the host itself puts between the turns, and the ways to write what no host would. */
export class ContextSketch extends ConversationSketch {
  // --- context that the host puts in -------------------------------------------------------------------------------

  /** CLAUDE.md and memory, as loaded at the start (from 2.1.301 as an attachment; earlier only on the wire). */
  instructions(...files: readonly InstructionsFile[]): this {
    this.endReply();
    const contents = files.map(
      (file) =>
        `Contents of ${file.path} (${file.type === 'AutoMem' ? "user's auto-memory, persists across conversations" : 'project instructions, checked into the codebase'}):\n\n${file.content}`,
    );
    this.attachment(
      {
        type: 'instructions',
        files: files.map((file) => ({ path: file.path, type: file.type ?? 'Project', content: file.content })),
      },
      [
        reminder(
          `Codebase and user instructions are shown below. Be sure to adhere to these instructions. IMPORTANT: These instructions OVERRIDE any default behavior and you MUST follow them exactly as written.\n\n${contents.join('\n\n')}`,
        ),
      ],
      'user',
    );
    return this;
  }

  nestedMemory(path: string, content: string): this {
    this.endReply();
    this.attachment(
      {
        type: 'nested_memory',
        path,
        content: { path, type: 'Project', content, contentDiffersFromDisk: false },
        displayPath: path,
      },
      [reminder(`Contents of ${path}:\n\n${content}`)],
      'user',
    );
    return this;
  }

  /** Any attachment, as it stands. `shown`: what the host rendered for the model. */
  attaches(attachment: JsonObject, shown: readonly string[] = [], role: 'system' | 'user' = 'system'): this {
    this.endReply();
    this.attachment(attachment, shown, role);
    return this;
  }

  /** The host's nudge about the to-do tools, by version as attachment. */
  taskReminder(): this {
    const type = this.session.since('2.1.120') ? 'task_reminder' : 'todo_reminder';
    return this.attaches({ type, content: [], itemCount: 0 });
  }

  mcpInstructions(server: string, text: string): this {
    const block = `## ${server}\n${text}`;
    return this.attaches(
      { type: 'mcp_instructions_delta', addedNames: [server], addedBlocks: [block], removedNames: [] },
      [
        reminder(
          `# MCP Server Instructions\n\nThe following MCP servers have provided instructions for how to use their tools and resources:\n\n${block}`,
        ),
      ],
    );
  }

  hookContext(event: string, text: string): this {
    return this.attaches(
      { type: 'hook_additional_context', content: [text], hookName: event, toolUseID: event, hookEvent: event },
      [reminder(`${event} hook additional context: ${text}`)],
    );
  }

  /** A Stop hook (SubagentStop in a child) that made the agent go on. */
  stopHookFeedback(text: string): this {
    this.endReply();
    const flags: JsonObject = this.session.since('2.0.42') ? { isMeta: true } : {};
    if (this.session.host.turnOrigin) Object.assign(flags, { rowSource: 'hook', hookText: true });
    this.chained({
      type: 'user',
      message: { role: 'user', content: `Stop hook feedback:\n${text}` },
      ...flags,
      uuid: '',
      timestamp: '',
    });
    return this;
  }

  interrupted(during: 'tool' | 'reply' = 'reply'): this {
    this.endReply();
    this.interruption(during);
    return this;
  }

  apiError(text: string, status = 529): this {
    this.endReply();
    this.tick();
    this.chained({
      type: 'assistant',
      uuid: '',
      timestamp: '',
      message: {
        id: this.session.ids.uuid('synthetic'),
        model: '<synthetic>',
        role: 'assistant',
        stop_reason: 'stop_sequence',
        stop_sequence: '',
        type: 'message',
        content: [{ type: 'text', text }],
      },
      isApiErrorMessage: true,
      ...(this.session.host.turnOrigin ? { error: 'unknown', apiErrorStatus: status } : {}),
    });
    return this;
  }

  /** A slash command that the person ran and what it printed. */
  command(name: string, stdout: string, args = ''): this {
    this.endReply();
    this.promptId = this.session.host.promptId ? this.session.ids.uuid('prompt') : '';
    const echo = (content: string, isMeta = false) =>
      this.chained({
        type: 'user',
        message: { role: 'user', content },
        ...(isMeta ? { isMeta } : {}),
        uuid: '',
        timestamp: '',
      });
    echo(
      "<local-command-caveat>The command below was run directly in Claude Code, not sent to you as a request, and its output goes straight to the user. It's recorded here as context for later messages.</local-command-caveat>",
      true,
    );
    echo(
      `<command-name>${name}</command-name>\n            <command-message>${name.replace('/', '')}</command-message>\n            <command-args>${args}</command-args>`,
    );
    echo(`<local-command-stdout>${stdout}</local-command-stdout>`);
    return this;
  }

  /** The Skill tool loads a skill's text into the conversation. */
  skill(name: string, text: string): this {
    const id = this.toolUse('Skill', { skill: name });
    this.afterReply(() => {
      this.toolResult(
        id,
        'Skill',
        { skill: name },
        { text: `Launching skill: ${name}`, structured: { success: true, commandName: name } },
      );
      this.chained({
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text }] },
        isMeta: true,
        uuid: '',
        timestamp: '',
        ...(this.session.since('2.0.76') ? { sourceToolUseID: id } : {}),
      });
    });
    return this;
  }

  /** The conversation is cut here; only `summary` and what is named as preserved stays in the model's view. */
  compacts(
    summary: string,
    options: { readonly trigger?: 'auto' | 'manual'; readonly parent?: string | null } = {},
  ): this {
    this.endReply();
    this.tick();
    const before = this.lastUuid;
    this.chained(
      {
        ...(this.session.since('2.0.0') ? { logicalParentUuid: before } : {}),
        type: 'system',
        ...(this.session.since('2.0.0') ? { subtype: 'compact_boundary' } : {}),
        content: 'Conversation compacted',
        isMeta: false,
        timestamp: '',
        uuid: '',
        level: 'info',
        compactMetadata: { trigger: options.trigger ?? 'auto', preTokens: 161200 },
      },
      null,
    );
    this.chained(
      {
        type: 'user',
        message: {
          role: 'user',
          content: `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nSummary:\n${summary}\n\nIf you need specific details from before compaction (like exact code snippets, error messages, or content you generated), read the full transcript at: /home/dev/.claude/${this.path}`,
        },
        isVisibleInTranscriptOnly: true,
        isCompactSummary: true,
        uuid: '',
        timestamp: '',
      },
      options.parent,
    );
    return this;
  }

  // --- escape hatches ----------------------------------------------------------------------------------------------

  /** A record of the chain as the author wants it; `parent` breaks the chain on purpose. */
  record(payload: JsonObject, parent?: string | null): this {
    this.endReply();
    this.tick();
    this.chained(payload, parent);
    return this;
  }

  /** The chain goes on from this record: after copied lines, or with a parent that is nowhere. */
  after(uuid: string): this {
    this.endReply();
    this.lastUuid = uuid;
    return this;
  }

  /** A line outside the chain: session notes, unknown types. */
  side(line: JsonObject): this {
    this.endReply();
    this.note(line);
    return this;
  }

  /** Bytes as they stand, for damage. Nothing is added: bring the line end. */
  bytes(data: Uint8Array | string): this {
    this.endReply();
    this.session.lines(this.path).push(typeof data === 'string' ? new TextEncoder().encode(data) : data);
    return this;
  }

  /** Changes the record written last. */
  amend(change: (record: JsonObject) => void): this {
    const last = this.session.lines(this.path).findLast((line): line is JsonObject => !(line instanceof Uint8Array));
    if (last !== undefined) change(last);
    return this;
  }
}
