import { stringAt } from '../base/json.ts';
import type { Agent, AgentId, Case, EventOf } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import type { Investigation } from '../flows/model.ts';
import { cleanPath, isUnder, resolvePath } from '../flows/policy/paths.ts';
import { READING_TOOLS } from '../hosts/integrity.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import {
  citeCall,
  commandOf,
  gitActsOf,
  hasFailed,
  isCall,
  nameOf,
  worktreeIn,
  writesOf,
} from './environment/trees.ts';

const id = 'cross-agent-interference';

export const crossAgentInterference: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    if (within.agents.agents.length < 2) return;
    yield* branchMoves(within);
    yield* takenOver(within);
  },
};

interface Span {
  readonly first: number;
  readonly last: number;
}

/** One agent checks out another branch between two edits of another agent in the same tree. */
function* branchMoves(within: Case): Iterable<Claim> {
  const edits = new Map<AgentId, { call: EventOf<'tool-call'>; path: string }[]>();
  const moves: { call: EventOf<'tool-call'>; folder: string; verb: string }[] = [];
  for (const event of within.timeline) {
    if (!isCall(event)) continue;
    for (const { path, by } of writesOf(within, event)) {
      if (by !== 'edit') continue;
      const list = edits.get(event.agent);
      if (list === undefined) edits.set(event.agent, [{ call: event, path }]);
      else list.push({ call: event, path });
    }
    for (const act of gitActsOf(within, event)) {
      const folder = act.folder ?? event.cwd;
      if (
        (act.moves || (act.verb === 'stash' && !/stash\s+(?:list|show)/.test(commandOf(event) ?? ''))) &&
        folder !== undefined
      )
        moves.push({ call: event, folder: cleanPath(folder), verb: act.verb });
    }
  }
  for (const move of moves) {
    for (const [agentId, list] of edits) {
      if (agentId === move.call.agent) continue;
      const inTree = list.filter(
        ({ path }) => isUnder(path, move.folder) && worktreeIn(path) === worktreeIn(move.folder),
      );
      const before = inTree.findLast(({ call }) => call.order < move.call.order);
      const after = inTree.find(({ call }) => call.order > move.call.order);
      if (
        before === undefined ||
        after === undefined ||
        !isRunning(within, agentId, before.call.order, after.call.order)
      )
        continue;
      const agent = within.agents.get(agentId)!;
      const mover = within.agents.get(move.call.agent)!;
      yield {
        detector: id,
        message: `${nameOf(within, mover)} changes the branch of ${move.folder} while ${nameOf(within, agent)} is editing there`,
        severity: 'medium',
        confidence: 'medium',
        primary: { cite: citeCall(move.call), note: `git ${move.verb} in the tree that both use` },
        related: [
          { cite: citeCall(before.call), note: `an edit before it: ${before.path}` },
          { cite: citeCall(after.call), note: `an edit after it: ${after.path}` },
        ],
        agents: [mover.id, agent.id],
        details: [
          'edits made before are on the branch that was left, or were carried over; edits made after land on the other branch',
          'who asked for the change does not matter here: the editing agent was not told',
        ],
      };
      break;
    }
  }
}

/** No new task between the two: one piece of work, not two that the parent asked for one after the other. */
function isRunning(within: Case, agent: AgentId, from: number, to: number): boolean {
  return !within
    .eventsOf(agent)
    .some(
      (event) =>
        event.order > from &&
        event.order < to &&
        event.kind === 'prompt' &&
        agent === within.agents.root &&
        hasReturnBetween(within, from, to),
    );
}

function hasReturnBetween(within: Case, from: number, to: number): boolean {
  return within.timeline.some((event) => event.kind === 'return' && event.order > from && event.order < to);
}

interface FileWrite {
  readonly call: EventOf<'tool-call'>;
  readonly content: string | undefined;
}

/** An agent writes a file anew that another one wrote, and the first goes on to use it as its own. */
function* takenOver(within: Case): Iterable<Claim> {
  const spans = new Map<AgentId, Span>();
  for (const agent of within.agents.agents) {
    const events = within.eventsOf(agent.id);
    if (events.length > 0) spans.set(agent.id, { first: events[0]!.order, last: events.at(-1)!.order });
  }
  const lastWrite = new Map<string, FileWrite>();
  /** path → what an agent had there before somebody else wrote it anew. */
  const replaced = new Map<string, { mine: FileWrite; theirs: FileWrite }>();
  const told = new Set<string>();
  for (const event of within.timeline) {
    if (!isCall(event)) continue;
    for (const path of readBy(event)) {
      const swap = replaced.get(path);
      if (swap === undefined || swap.mine.call.agent !== event.agent || hasFailed(within, event)) continue;
      const key = `${path} ${event.agent} ${swap.theirs.call.agent}`;
      if (told.has(key)) continue;
      told.add(key);
      yield takeOver(within, path, swap.mine, swap.theirs, event);
    }
    for (const { path, call } of wholeWrites(within, event)) {
      const before = lastWrite.get(path);
      const write = { call, content: stringAt(call.input, 'content') };
      if (
        before !== undefined &&
        before.call.agent !== call.agent &&
        areParallel(within, spans, before.call.agent, call.agent)
      ) {
        if (before.content === undefined || before.content !== write.content)
          replaced.set(path, { mine: before, theirs: write });
      } else if (before === undefined || before.call.agent === call.agent) replaced.delete(path);
      lastWrite.set(path, write);
    }
  }
}

function takeOver(within: Case, path: string, mine: FileWrite, theirs: FileWrite, use: EventOf<'tool-call'>): Claim {
  const user = within.agents.get(use.agent)!;
  const other = within.agents.get(theirs.call.agent)!;
  const acts = commandOf(use) === undefined ? [] : gitActsOf(within, use);
  const uses =
    acts.length > 0 ||
    (commandOf(use) !== undefined && commandEffects(commandOf(use)!, use.cwd).sendsOutside.length > 0);
  return {
    detector: id,
    message: `${nameOf(within, user)} uses ${path}, in which ${nameOf(within, other)} has put its own text meanwhile${uses ? `: a ${acts[0]?.verb ?? 'message'} goes out with the other agent’s words` : ''}`,
    severity: uses ? 'high' : 'medium',
    confidence: 'high',
    primary: { cite: citeCall(use), note: 'reads the file as its own' },
    related: [
      { cite: citeCall(mine.call), note: 'what it had written there' },
      { cite: citeCall(theirs.call), note: `what ${nameOf(within, other)} wrote over it` },
    ],
    agents: [user.id, other.id],
    details: [
      `edge between the two: ${other.id} → ${path} → ${user.id}`,
      'both were at work at the same time, and neither was told of the other',
    ],
  };
}

/** Both at work at the same time, and neither made the other: between parent and child a file is a way to hand things over. */
function areParallel(within: Case, spans: ReadonlyMap<AgentId, Span>, a: AgentId, b: AgentId): boolean {
  const [left, right] = [spans.get(a), spans.get(b)];
  if (left === undefined || right === undefined || left.last < right.first || right.last < left.first) return false;
  return !isAbove(within, a, b) && !isAbove(within, b, a);
}

function isAbove(within: Case, above: AgentId, below: AgentId): boolean {
  const seen = new Set<AgentId>();
  for (let at: Agent | undefined = within.agents.get(below); at?.parent !== undefined && !seen.has(at.id); ) {
    if (at.parent === above) return true;
    seen.add(at.id);
    at = within.agents.get(at.parent);
  }
  return false;
}

/** Files whose content the call replaces: edits of parts of a shared file are work on it, not a swap. */
function wholeWrites(within: Case, call: EventOf<'tool-call'>): { path: string; call: EventOf<'tool-call'> }[] {
  if (call.toolName === 'Write') return writesOf(within, call).map(({ path }) => ({ path, call }));
  const command = commandOf(call);
  if (command === undefined || hasFailed(within, call)) return [];
  return commandEffects(command, call.cwd)
    .writes.filter((write) => !write.append && write.path.startsWith('/') && write.from.kind !== 'program')
    .map((write) => ({ path: cleanPath(write.path), call }));
}

function readBy(call: EventOf<'tool-call'>): string[] {
  const command = commandOf(call);
  if (command !== undefined) return commandEffects(command, call.cwd).reads.map((read) => cleanPath(read.path));
  if (call.toolName !== 'Read' && call.toolName !== 'NotebookRead') return [];
  return (READING_TOOLS[call.toolName] ?? []).flatMap((member) => {
    const path = stringAt(call.input, member);
    return path === undefined ? [] : [resolvePath(path, call.cwd)];
  });
}
