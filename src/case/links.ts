import { isObject, type JsonObject, numberAt, objectAt, stringAt } from '../base/json.ts';
import { TRAILER } from '../hosts/phrases.ts';
import { MESSAGE_TOOL, SKILL_TOOL, SPAWN_TOOLS, WORKFLOW_TOOL } from '../hosts/tools.ts';
import type { TranscriptRecord } from '../wire/record.ts';
import { type Call, type Calls, inputText, outcomeOf } from './calls.ts';
import type { Copies } from './copies.ts';
import { readNotification } from './cut/notification.ts';
import { pairBriefs, pairByTime } from './link-by-content.ts';
import type { AgentId, Basis } from './model.ts';
import { type AgentDraft, draftOf, looksLikeWarmUp, type Roster } from './roster.ts';
import { push, recordsOf, rowsNamed, type Stream, workflowRun } from './streams.ts';

export interface Links {
  /** tool_use id → the agent it made, revived or waited for. */
  readonly childOf: ReadonlyMap<string, AgentId>;
  /** The same the other way: an agent's calls, the one that made it among them. */
  readonly callsOf: ReadonlyMap<AgentId, readonly string[]>;
  /** Name given at the spawn → agent. The last one of a name wins, as for the host. */
  readonly named: ReadonlyMap<string, AgentId>;
}

/**
 * Ties every agent to the call that made it: ids that the host wrote first, then equal briefs, then time and place. An agent
 * keeps the first link found, so the order of the steps is the order of trust.
 */
export function linkAgents(roster: Roster, calls: Calls, copies: Copies, root: AgentId): Links {
  const childOf = new Map<string, AgentId>();
  const linker = new Linker(roster, calls, childOf);
  for (const draft of [...roster.values()]) byMeta(draft, linker, root);
  byOutcome(linker);
  for (const draft of [...roster.values()]) if (draft.stream !== undefined) byProgressAndNotices(draft.stream, linker);
  byFork(linker, root);
  byRun(linker, root);
  byTrailer(linker);
  pairBriefs(linker);
  for (const draft of roster.values()) if (draft.link === null && looksLikeWarmUp(draft)) draft.kind = 'warm-up';
  pairByTime(linker);
  madeByHost(roster, copies, root);
  const named = new Map<string, AgentId>();
  for (const call of calls.values()) {
    const child = childOf.get(call.id);
    const name = SPAWN_TOOLS.has(call.name) ? inputText(call, 'name') : undefined;
    if (child === undefined) continue;
    describe(roster.get(child), call);
    if (name !== undefined) named.set(name, child);
  }
  for (const draft of roster.values())
    if (draft.name !== undefined && !named.has(draft.name)) named.set(draft.name, draft.id);
  const callsOf = new Map<AgentId, string[]>();
  for (const [toolUseId, child] of childOf) push(callsOf, child, toolUseId);
  return { childOf, callsOf, named };
}

export class Linker {
  readonly roster: Roster;
  readonly calls: Calls;
  private readonly childOf: Map<string, AgentId>;

  constructor(roster: Roster, calls: Calls, childOf: Map<string, AgentId>) {
    this.roster = roster;
    this.calls = calls;
    this.childOf = childOf;
  }

  /** Calls that make agents and have none yet, in order. */
  openCalls(): Call[] {
    return [...this.calls.values()].filter((call) => SPAWN_TOOLS.has(call.name) && !this.childOf.has(call.id));
  }

  openAgents(): AgentDraft[] {
    return [...this.roster.values()].filter(
      (draft) => draft.link === null && (draft.kind === 'subagent' || draft.kind === 'teammate'),
    );
  }

  /** An agent that a record names, listed though it left no file. */
  agent(id: AgentId): AgentDraft {
    let draft = this.roster.get(id);
    if (draft === undefined) {
      draft = draftOf(id, undefined);
      this.roster.set(id, draft);
    }
    return draft;
  }

  /** The call belongs to the agent; it made it if nothing else did before. */
  tie(draft: AgentDraft, call: Call, basis: Basis, by: string, ambiguous = false): void {
    if (call.agent === draft.id || draft.kind === 'root') return;
    if (!this.childOf.has(call.id)) this.childOf.set(call.id, draft.id);
    if (draft.link !== null) return;
    draft.link = { basis, by, ...(ambiguous ? { ambiguous } : {}) };
    draft.parent ??= call.agent;
    draft.toolUseId = call.id;
  }
}

function byMeta(draft: AgentDraft, linker: Linker, root: AgentId): void {
  const toolUseId = stringAt(draft.meta, 'toolUseId');
  const call = toolUseId === undefined ? undefined : linker.calls.get(toolUseId);
  if (call !== undefined) linker.tie(draft, call, 'recorded', 'meta.toolUseId');
  if (draft.link !== null || draft.kind === 'root') return;
  const parent = stringAt(draft.meta, 'parentAgentId');
  if (parent !== undefined && parent !== draft.id) {
    draft.parent = parent;
    draft.link = { basis: 'recorded', by: 'meta.parentAgentId' };
    if (toolUseId !== undefined) draft.toolUseId = toolUseId;
  } else if (toolUseId !== undefined && numberAt(draft.meta, 'spawnDepth') === 1) {
    // The call itself is not in the evidence; that the session made it is.
    draft.parent = root;
    draft.link = { basis: 'recorded', by: 'meta.spawnDepth' };
    draft.toolUseId = toolUseId;
  }
}

const NAMES_AGENTS: ReadonlySet<string> = new Set([...SPAWN_TOOLS, SKILL_TOOL, MESSAGE_TOOL]);

/** `toolUseResult` of spawns, forked skills and messages that revived an agent. Spawns before revivals. */
function byOutcome(linker: Linker): void {
  const later: (() => void)[] = [];
  for (const call of linker.calls.values()) {
    if (!NAMES_AGENTS.has(call.name)) continue;
    const outcome = outcomeOf(call);
    const agentId = stringAt(outcome, 'agentId');
    const resumed = stringAt(outcome, 'resumedAgentId');
    if (resumed !== undefined)
      later.push(() => linker.tie(linker.agent(resumed), call, 'recorded', 'toolUseResult.resumedAgentId'));
    if (agentId === undefined || agentId === '') continue;
    const tie = (): void => linker.tie(linker.agent(agentId), call, 'recorded', 'toolUseResult.agentId');
    if (inputText(call, 'resume') === undefined) tie();
    else later.push(tie);
  }
  for (const tie of later) tie();
}

/** `agent_progress` lines and notifications name both the agent and the call. */
function byProgressAndNotices(stream: Stream, linker: Linker): void {
  for (const record of recordsOf(stream)) {
    if (record.type === 'progress' && record.dataType === 'agent_progress') {
      const agentId = stringAt(record.data, 'agentId');
      const call = record.parentToolUseId === undefined ? undefined : linker.calls.get(record.parentToolUseId);
      if (agentId !== undefined && call !== undefined) {
        linker.tie(linker.agent(agentId), call, 'recorded', 'progress.parentToolUseID');
      }
      continue;
    }
    const text = noticeText(record);
    const notice = text === undefined ? undefined : readNotification(text);
    if (notice?.taskId === undefined || notice.toolUseId === undefined) continue;
    const call = linker.calls.get(notice.toolUseId);
    if (call === undefined) continue;
    if (SPAWN_TOOLS.has(call.name))
      linker.tie(linker.agent(notice.taskId), call, 'recorded', 'notification.tool-use-id');
    else if (linker.roster.has(notice.taskId)) {
      linker.tie(linker.agent(notice.taskId), call, 'recorded', 'notification.tool-use-id');
    }
  }
}

/** The text of a record that may be a notification, on whichever road it came. */
export function noticeText(record: TranscriptRecord): string | undefined {
  if (record.type === 'queue-operation') return record.content;
  if (record.type === 'attachment') return stringAt(record.attachment, 'prompt');
  if (record.type !== 'user' || record.blocks.length !== 1) return undefined;
  const block = record.blocks[0]!;
  return block.kind === 'text' ? block.text : undefined;
}

/** A fork's file begins with a reference to its parent's last record, then repeats the call that made it. */
function byFork(linker: Linker, root: AgentId): void {
  for (const draft of linker.roster.values()) {
    if (draft.kind !== 'fork' || draft.link !== null || draft.stream === undefined) continue;
    const first = draft.stream.segments[0];
    const row = first === undefined ? undefined : rowsNamed(first.records.slice(0, 3), 'fork-context-ref');
    for (const record of recordsOf(draft.stream)) {
      if (record.type !== 'assistant') continue;
      for (const block of record.blocks) {
        const call = block.kind === 'tool-use' ? linker.calls.get(block.id) : undefined;
        if (call !== undefined) linker.tie(draft, call, 'recorded', 'fork-context-ref');
      }
      break;
    }
    if (draft.link !== null || row === undefined) continue;
    draft.parent = root;
    draft.link = { basis: 'recorded', by: 'fork-context-ref' };
  }
}

/** Workflow agents: the run's folder ↔ `runId` of the Workflow call. */
function byRun(linker: Linker, root: AgentId): void {
  const callOfRun = new Map<string, Call>();
  for (const call of linker.calls.values()) {
    const outcome: JsonObject | undefined = call.name === WORKFLOW_TOOL ? outcomeOf(call) : undefined;
    const run = stringAt(outcome, 'runId');
    if (run !== undefined && !callOfRun.has(run)) callOfRun.set(run, call);
  }
  for (const draft of linker.roster.values()) {
    const run = draft.stream?.run ?? runOfMeta(draft);
    if (draft.kind !== 'workflow' || draft.link !== null || run === undefined) continue;
    const call = callOfRun.get(run);
    draft.link = { basis: 'recorded', by: call === undefined ? 'workflow folder' : 'toolUseResult.runId' };
    draft.parent = call?.agent ?? root;
    if (call !== undefined) draft.toolUseId = call.id;
  }
}

function runOfMeta(draft: AgentDraft): string | undefined {
  const path = draft.metaFile?.artefact.path;
  return path === undefined ? undefined : workflowRun(path);
}

/** The trailer of a result names the child in words: the host's, but in a place that a child's words may share. */
function byTrailer(linker: Linker): void {
  for (const call of linker.openCalls()) {
    const text = call.result?.block.parts.at(-1)?.text;
    if (text === undefined) continue;
    const at = text.startsWith(TRAILER) ? 0 : text.lastIndexOf(`\n${TRAILER}`) + 1;
    if (at === 0 && !text.startsWith(TRAILER)) continue;
    const id = /^[A-Za-z0-9_-]{1,80}/.exec(text.slice(at + TRAILER.length, at + TRAILER.length + 80))?.[0];
    const draft = id === undefined ? undefined : linker.roster.get(id);
    if (draft !== undefined) linker.tie(draft, call, 'matched', 'agentId in result text');
  }
}

/** Agents that no call makes: known by whose records they copied, or by the session they lie in. */
function madeByHost(roster: Roster, copies: Copies, root: AgentId): void {
  for (const draft of roster.values()) {
    if (draft.link !== null || !['compaction', 'side-question', 'warm-up'].includes(draft.kind)) continue;
    const owner = copies.ownerOf.get(draft.id);
    draft.parent = owner ?? root;
    draft.link = { basis: 'recorded', by: owner === undefined ? 'sessionId' : 'copied records' };
  }
}

/** What the call says of the agent it made. */
function describe(draft: AgentDraft | undefined, call: Call): void {
  if (draft === undefined || draft.toolUseId !== call.id) return;
  const outcome = outcomeOf(call);
  if (draft.type === '') draft.type = inputText(call, 'subagent_type') ?? stringAt(outcome, 'agentType') ?? '';
  draft.description ??= inputText(call, 'description');
  draft.name ??= SPAWN_TOOLS.has(call.name) ? inputText(call, 'name') : undefined;
  draft.worktree ??= stringAt(outcome, 'worktreePath');
  draft.branch ??= stringAt(outcome, 'worktreeBranch');
  if (isObject(outcome) && outcome['isAsync'] === true) draft.background = true;
  if (call.input['run_in_background'] === true) draft.background ??= true;
  if (objectAt(outcome, 'usage') !== undefined) draft.background ??= false;
}
