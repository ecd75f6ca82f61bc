import type { Calls } from './calls.ts';
import type { Links } from './links.ts';
import type { Agent, AgentId, AgentTree, TimelineEvent } from './model.ts';
import { type AgentDraft, optional, type Roster } from './roster.ts';
import { statusOf } from './status.ts';
import { push } from './streams.ts';
import type { Draft } from './tell/draft.ts';

interface Parts {
  readonly root: AgentId;
  readonly roster: Roster;
  readonly links: Links;
  readonly calls: Calls;
  readonly drafts: ReadonlyMap<AgentId, readonly Draft[]>;
  readonly timeline: readonly TimelineEvent[];
}

export function agentTree(parts: Parts): AgentTree {
  const { root, roster } = parts;
  const noted = new Map<AgentId, string>();
  const appearance = new Map<AgentId, number>();
  for (const event of parts.timeline) {
    if (!appearance.has(event.agent)) appearance.set(event.agent, event.order);
    if (event.kind === 'spawn' && event.child !== undefined && !appearance.has(event.child))
      appearance.set(event.child, event.order);
    if (
      event.kind === 'notice' &&
      event.noticeType === 'task-notification' &&
      event.taskId !== undefined &&
      event.status !== undefined
    ) {
      noted.set(event.taskId, event.status);
    }
  }
  const depths = depthsOf(roster, root);
  const agents = [...roster.values()]
    .map((draft) => finish(draft, parts, depths.get(draft.id)!, noted.get(draft.id)))
    .sort((a, b) => rank(a, root, appearance) - rank(b, root, appearance) || (a.id < b.id ? -1 : 1));
  return treeOf(root, agents);
}

/** Apart, because what a function's closures see of it lives as long as they do: here, every draft of the case. */
function treeOf(root: AgentId, agents: readonly Agent[]): AgentTree {
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const children = new Map<AgentId, Agent[]>();
  for (const agent of agents) if (agent.parent !== undefined) push(children, agent.parent, agent);
  return { root, agents, get: (id) => byId.get(id), childrenOf: (id) => children.get(id) ?? [] };
}

function rank(agent: Agent, root: AgentId, appearance: ReadonlyMap<AgentId, number>): number {
  return agent.id === root ? -1 : (appearance.get(agent.id) ?? Number.MAX_SAFE_INTEGER);
}

function finish(draft: AgentDraft, parts: Parts, depth: number, noted: string | undefined): Agent {
  const list = parts.drafts.get(draft.id) ?? [];
  const call = draft.toolUseId === undefined ? undefined : parts.calls.get(draft.toolUseId);
  const artefacts =
    draft.stream === undefined || draft.stream.source === 'progress'
      ? []
      : draft.stream.segments.map(({ artefact }) => artefact.id);
  const file =
    draft.stream?.source === 'root' || draft.stream?.source === 'file' ? draft.stream.segments[0] : undefined;
  return {
    id: draft.id,
    kind: draft.kind,
    type: draft.type,
    ...optional('name', draft.name),
    ...optional('description', draft.description),
    ...optional('parent', draft.parent),
    spawnedBy: call === undefined ? null : { eventId: call.eventId, toolUseId: call.id },
    link: draft.link,
    artefacts: [...artefacts, ...(draft.metaFile === undefined ? [] : [draft.metaFile.artefact.id])],
    ...optional('transcriptPath', file?.artefact.path),
    ...optional('worktree', draft.worktree ?? worktreeOf(list)),
    ...optional('branch', draft.branch),
    depth,
    status: statusOf(draft, list, parts.calls, parts.links, noted),
    ...optional('background', draft.background),
    toolCalls: list.reduce((count, { event }) => count + (event.kind === 'tool-call' ? 1 : 0), 0),
    ...optional('firstEvent', list[0]?.event.id),
    ...optional('lastEvent', list.at(-1)?.event.id),
    ...optional('model', draft.model),
    ...optional('meta', draft.meta),
  };
}

/** Where no file says it, the folder that the agent worked in does. */
function worktreeOf(list: readonly Draft[]): string | undefined {
  const cwd = list[0]?.event.cwd;
  return cwd === undefined ? undefined : /^.*[/\\]\.claude[/\\]worktrees[/\\][^/\\]+/.exec(cwd)?.[0];
}

/** Steps to the root; an orphan counts from what its meta file says, else as a child of the root. Rings end the walk. */
function depthsOf(roster: Roster, root: AgentId): Map<AgentId, number> {
  const depths = new Map<AgentId, number>([[root, 0]]);
  for (const start of roster.keys()) {
    const path = new Set<AgentId>();
    let at: AgentId | undefined = start;
    while (at !== undefined && !depths.has(at) && !path.has(at)) {
      path.add(at);
      at = roster.get(at)?.parent;
    }
    let depth = at === undefined || !depths.has(at) ? 0 : depths.get(at)!;
    for (const id of [...path].reverse()) {
      depth += 1;
      depths.set(id, depth);
    }
  }
  return depths;
}
