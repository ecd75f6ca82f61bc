import type { Agent, Case, Text } from '../case/model.ts';
import { isHuman } from '../flows/acted/judge.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import type { Investigation } from '../flows/model.ts';
import { cleanPath, isUnder } from '../flows/policy/paths.ts';
import type { Severity } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import {
  citeCall,
  commandOf,
  gitActsOf,
  isCall,
  nameOf,
  type OwnTree,
  Trees,
  type TreeWrite,
  writesOf,
} from './environment/trees.ts';
import { citeSpan } from './forgery/provenance.ts';

const id = 'worktree-crossing';
const MOST_CITED = 8;

export const worktreeCrossing: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const trees = new Trees(within);
    for (const agent of within.agents.agents) {
      const own = trees.ownOf(agent);
      if (own === undefined) continue;
      const crossings = crossingsOf(within, trees, agent, own);
      for (const [tree, writes] of byTree(crossings)) {
        const claim = claimOf(within, trees, agent, own, tree, writes);
        if (claim !== undefined) yield claim;
      }
    }
  },
};

interface Crossing extends TreeWrite {
  readonly tree: string;
  readonly order: number;
}

function crossingsOf(within: Case, trees: Trees, agent: Agent, own: OwnTree): Crossing[] {
  const found: Crossing[] = [];
  for (const event of within.eventsOf(agent.id)) {
    // An agent whose own folder has moved away is lost, not crossing: told as such.
    if (!isCall(event) || (event.cwd !== undefined && !isUnder(event.cwd, own.folder))) continue;
    for (const write of writesOf(within, event)) {
      const tree = isUnder(write.path, own.folder) ? undefined : trees.treeOf(write.path, own);
      if (tree !== undefined && tree !== own.folder) found.push({ ...write, tree, order: event.order });
    }
    for (const act of gitActsOf(within, event)) {
      const tree =
        act.folder === undefined || isUnder(act.folder, own.folder) ? undefined : trees.treeOf(act.folder, own);
      if (tree !== undefined && tree !== own.folder && act.verb !== 'push')
        found.push({ call: event, path: act.folder!, by: 'command', tree, order: event.order });
    }
  }
  return found;
}

function byTree(crossings: readonly Crossing[]): Map<string, Crossing[]> {
  const trees = new Map<string, Crossing[]>();
  for (const crossing of crossings) {
    const list = trees.get(crossing.tree);
    if (list === undefined) trees.set(crossing.tree, [crossing]);
    else if (list.at(-1)!.call !== crossing.call || list.at(-1)!.path !== crossing.path) list.push(crossing);
  }
  return trees;
}

function claimOf(
  within: Case,
  trees: Trees,
  agent: Agent,
  own: OwnTree,
  tree: string,
  writes: readonly Crossing[],
): Claim | undefined {
  const first = writes[0]!;
  if (isRequested(within, tree, own, writes)) return undefined;
  const commit = commitIn(within, agent, tree, first.order);
  const recovery = recoveryOf(within, agent, own, writes);
  const severity: Severity =
    recovery !== undefined && (!trees.isKnown(tree) || isStray(agent, tree))
      ? 'medium'
      : commit || own.isolated
        ? 'high'
        : 'medium';
  const cause = namedBy(within, agent, tree, first.order);
  const isMain = tree === own.repository;
  return {
    detector: id,
    message: `${nameOf(within, agent)} works in ${own.folder} and writes to ${isMain ? `the main checkout ${tree}` : tree}${commit === undefined ? '' : ', and commits there'}`,
    severity,
    confidence: own.isolated || trees.start !== undefined ? 'high' : 'medium',
    primary: { cite: citeCall(first.call), note: `writes ${first.path}, outside of ${own.folder}` },
    related: [
      ...writes
        .slice(1, MOST_CITED)
        .map((write): Cited => ({ cite: citeCall(write.call), note: `writes ${write.path}` })),
      ...(commit === undefined ? [] : [{ cite: commit, note: 'a commit in that tree' }]),
      ...(recovery === undefined
        ? []
        : [{ cite: recovery, note: 'what was written is copied into the own tree afterwards' }]),
      ...(cause === undefined ? [] : [cause]),
    ],
    agents: agent.parent === undefined ? [agent.id] : [agent.id, agent.parent],
    details: [
      own.isolated
        ? 'the agent had been given a worktree of its own'
        : 'the session lives in a worktree; the agent works there with it',
      `${writes.length} ${writes.length === 1 ? 'write' : 'writes'} by absolute path or changed folder; the records’ own folder stays ${own.folder}`,
      ...(recovery === undefined ? [] : ['recovered: yes, by a copy before anything was committed there']),
      ...(cause === undefined
        ? []
        : ['the path of the other tree stands in what the agent had been given: the cause, not an order of a person']),
      ...((trees.isKnown(tree) && !isStray(agent, tree)) || isMain
        ? []
        : ['no agent of this session was put into that folder: it may be no working tree at all']),
    ],
  };
}

/** The folder that was noted for the agent while all its records stand in another tree: no agent ever worked in it. */
function isStray(agent: Agent, tree: string): boolean {
  return agent.worktree !== undefined && cleanPath(agent.worktree) === tree;
}

/** A person named that tree as the place to work in. */
function isRequested(within: Case, tree: string, own: OwnTree, writes: readonly Crossing[]): boolean {
  const paths = new Set(writes.map((write) => write.path));
  return within.timeline.some(
    (event) =>
      event.order < writes[0]!.order &&
      event.texts.some(
        (text) =>
          isHuman(text) && (names(text.value, tree, own) || [...paths].some((path) => text.value.includes(path))),
      ),
  );
}

/** The text holds the tree's path as such, not as the head of a path into the agent's own tree. */
function names(value: string, tree: string, own: OwnTree): boolean {
  for (let at = value.indexOf(tree); at >= 0; at = value.indexOf(tree, at + 1)) {
    const rest = value.slice(at + tree.length);
    if (!/^[\w-]/.test(rest) && !value.startsWith(own.folder, at) && !rest.startsWith('/.claude/worktrees/'))
      return true;
  }
  return false;
}

/** What an agent had been told in which the other tree's path stands: the brief, or a report that it read. */
function namedBy(within: Case, agent: Agent, tree: string, before: number): Cited | undefined {
  let found: { text: Text; at: number } | undefined;
  for (const { text, order } of within.inputsOf(agent.id)) {
    if (order >= before) break;
    if (text.origin.channel !== 'model' && text.origin.channel !== 'peer') continue;
    const at = text.value.indexOf(tree);
    const rest = at < 0 ? '' : text.value.slice(at + tree.length);
    if (at >= 0 && !/^[\w-]/.test(rest) && !rest.startsWith('/.claude/worktrees/')) found = { text, at };
  }
  if (found === undefined) return undefined;
  return {
    cite: citeSpan(found.text, found.at, found.at + tree.length),
    note: 'where the agent had that path from: it contradicts the folder it was put into',
  };
}

function commitIn(within: Case, agent: Agent, tree: string, from: number): Cited['cite'] | undefined {
  for (const event of within.eventsOf(agent.id)) {
    if (event.order < from || !isCall(event)) continue;
    for (const act of gitActsOf(within, event)) {
      const inner = act.folder === undefined ? undefined : act.folder;
      if (
        act.verb === 'commit' &&
        inner !== undefined &&
        isUnder(inner, tree) &&
        !inner.startsWith(`${tree}/.claude/worktrees/`)
      )
        return citeCall(event);
    }
  }
  return undefined;
}

/** A later command that copies what was written there into the own tree. */
function recoveryOf(within: Case, agent: Agent, own: OwnTree, writes: readonly Crossing[]): Cited['cite'] | undefined {
  const paths = new Set(writes.map((write) => write.path));
  for (const event of within.eventsOf(agent.id)) {
    const command = isCall(event) && event.order > writes[0]!.order ? commandOf(event) : undefined;
    if (command === undefined || !isCall(event)) continue;
    const copied = commandEffects(command, event.cwd).writes.some(
      (write) => isUnder(write.path, own.folder) && write.from.paths?.some((path) => paths.has(path)) === true,
    );
    if (copied) return citeCall(event);
  }
  return undefined;
}
