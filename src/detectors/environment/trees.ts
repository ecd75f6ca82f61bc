import { stringAt } from '../../base/json.ts';
import type { Agent, AgentId, Case, EventOf, TimelineEvent } from '../../case/model.ts';
import type { Citation } from '../../evidence/span.ts';
import { commandEffects, type GitAct } from '../../flows/bash/effects.ts';
import { cleanPath, isUnder, resolvePath } from '../../flows/policy/paths.ts';
import { SHELL_TOOLS, WRITING_TOOLS } from '../../hosts/integrity.ts';

/** Working trees: the main checkout and what git or the host put beside it, each a folder that agents may be bound to. */

const WORKTREE = /^(.*)\/\.claude\/worktrees\/[^/]+/;

/** The tree that an agent was put into, and how that is known. */
export interface OwnTree {
  readonly folder: string;
  /** The checkout that it belongs to, where its place tells. */
  readonly repository: string | undefined;
  /** The agent itself was given isolation; else its session lives in a worktree. */
  readonly isolated: boolean;
}

export class Trees {
  readonly #within: Case;
  readonly #worktrees: ReadonlySet<string>;
  readonly #root: OwnTree | undefined;
  readonly #start: string | undefined;

  constructor(within: Case) {
    this.#within = within;
    this.#start = startFolder(within, within.agents.root);
    const worktrees = new Set<string>();
    for (const agent of within.agents.agents)
      if (agent.worktree !== undefined) worktrees.add(cleanPath(agent.worktree));
    for (const cwd of within.ids.cwds) {
      const tree = worktreeIn(cwd);
      if (tree !== undefined) worktrees.add(tree);
    }
    this.#worktrees = worktrees;
    const folder = this.#start === undefined ? undefined : worktreeIn(this.#start);
    this.#root = folder === undefined ? undefined : { folder, repository: this.repositoryOf(folder), isolated: false };
  }

  /** Where the session began. */
  get start(): string | undefined {
    return this.#start;
  }

  /** The worktree that an agent is bound to; undefined for an agent that works in the main checkout. */
  ownOf(agent: Agent): OwnTree | undefined {
    if (agent.kind === 'root') return this.#root;
    if (agent.worktree !== undefined) {
      const made = cleanPath(agent.worktree);
      // Where its records stand decides when they stand in another worktree than the one that is noted for it.
      const stands = startFolder(this.#within, agent.id);
      const folder = stands === undefined || isUnder(stands, made) ? made : (worktreeIn(stands) ?? made);
      const given = agent.parent === undefined ? undefined : this.#treeOfParent(agent.parent);
      return { folder, repository: this.repositoryOf(folder), isolated: given !== folder };
    }
    const start = startFolder(this.#within, agent.id);
    return start !== undefined && this.#root !== undefined && isUnder(start, this.#root.folder)
      ? this.#root
      : undefined;
  }

  #treeOfParent(parent: AgentId): string | undefined {
    const start = startFolder(this.#within, parent);
    const worktree = this.#within.agents.get(parent)?.worktree;
    return worktree === undefined ? (start === undefined ? undefined : worktreeIn(start)) : cleanPath(worktree);
  }

  repositoryOf(worktree: string): string | undefined {
    const around = WORKTREE.exec(worktree)?.[1];
    if (around !== undefined) return around;
    // Made by a hook elsewhere: the checkout is where the session began, if that is no worktree itself.
    return this.#start === undefined || worktreeIn(this.#start) !== undefined ? undefined : this.#start;
  }

  /** The tree that a path lies in: a worktree, or the main checkout of `own`. Undefined for places outside of both. */
  treeOf(path: string, own: OwnTree): string | undefined {
    const inWorktree = worktreeIn(path);
    if (inWorktree !== undefined) return inWorktree;
    for (const tree of this.#worktrees) if (isUnder(path, tree)) return tree;
    return own.repository !== undefined && isUnder(path, own.repository) ? own.repository : undefined;
  }

  isKnown(tree: string): boolean {
    return this.#worktrees.has(tree);
  }
}

/** `…/.claude/worktrees/NAME` at the head of a path. */
export function worktreeIn(path: string): string | undefined {
  return WORKTREE.exec(cleanPath(path))?.[0];
}

/** The folder that an agent's first record names. */
export function startFolder(within: Case, agent: AgentId): string | undefined {
  for (const event of within.eventsOf(agent)) if (event.cwd !== undefined) return cleanPath(event.cwd);
  return undefined;
}

export interface TreeWrite {
  readonly call: EventOf<'tool-call'>;
  readonly path: string;
  readonly by: 'edit' | 'command';
}

/** Files that a call writes or deletes, by full path. Reads and failed or refused calls write nothing. */
export function writesOf(within: Case, call: EventOf<'tool-call'>): readonly TreeWrite[] {
  const found: TreeWrite[] = [];
  for (const member of WRITING_TOOLS[call.toolName] ?? []) {
    const path = stringAt(call.input, member);
    if (path !== undefined) found.push({ call, path: resolvePath(path, call.cwd), by: 'edit' });
  }
  const command = commandOf(call);
  if (command !== undefined) {
    const { writes, deletes } = commandEffects(command, call.cwd);
    for (const { path } of [...writes, ...deletes])
      if (path.startsWith('/')) found.push({ call, path: cleanPath(path), by: 'command' });
  }
  return found.length === 0 || hasFailed(within, call) ? [] : found;
}

export function gitActsOf(within: Case, call: EventOf<'tool-call'>): readonly GitAct[] {
  const command = commandOf(call);
  if (command === undefined || !command.includes('git')) return [];
  const acts = commandEffects(command, call.cwd).git;
  return acts.length === 0 || hasFailed(within, call) ? [] : acts;
}

export function commandOf(call: EventOf<'tool-call'>): string | undefined {
  return SHELL_TOOLS.includes(call.toolName) ? stringAt(call.input, 'command') : undefined;
}

export function hasFailed(within: Case, call: EventOf<'tool-call'>): boolean {
  const result = call.result === undefined ? undefined : within.event(call.result);
  return result?.kind === 'tool-result' && result.isError;
}

export function citeCall(event: TimelineEvent): Citation {
  return event.texts[0]?.cite ?? { record: event.span, pointer: '' };
}

export function isCall(event: TimelineEvent): event is EventOf<'tool-call'> {
  return event.kind === 'tool-call';
}

export function nameOf(within: Case, agent: Agent): string {
  return agent.id === within.agents.root ? 'the main agent' : `${agent.name ?? (agent.type || 'agent')} ${agent.id}`;
}
