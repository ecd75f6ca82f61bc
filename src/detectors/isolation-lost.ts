import { stringAt } from '../base/json.ts';
import type { Agent, Case, EventOf, TimelineEvent } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import type { Investigation } from '../flows/model.ts';
import { cleanPath, isUnder } from '../flows/policy/paths.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import {
  citeCall,
  commandOf,
  gitActsOf,
  isCall,
  nameOf,
  startFolder,
  Trees,
  worktreeIn,
  writesOf,
} from './environment/trees.ts';

const id = 'isolation-lost';
const MOST_CITED = 6;

export const isolationLost: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const trees = new Trees(within);
    for (const agent of within.agents.agents) {
      const claim =
        agent.kind === 'root'
          ? rootDrift(within, agent)
          : (neverIsolated(within, agent) ?? drift(within, trees, agent));
      if (claim !== undefined) yield claim;
    }
  },
};

/** The call asked for a worktree, and all records of the child lie in its parent's folder. */
function neverIsolated(within: Case, agent: Agent): Claim | undefined {
  if (agent.spawnedBy === null || agent.parent === undefined) return undefined;
  const call = within.call(agent.spawnedBy.toolUseId);
  if (call === undefined || stringAt(call.input, 'isolation') !== 'worktree') return undefined;
  const events = within.eventsOf(agent.id).filter((event) => event.cwd !== undefined);
  const calls = events.filter(isCall);
  const parentFolder = call.cwd ?? startFolder(within, agent.parent);
  if (calls.length === 0 || parentFolder === undefined) return undefined;
  const folders = new Set(events.map((event) => cleanPath(event.cwd!)));
  // A tree that was made for it and that it never stood in.
  if (agent.worktree !== undefined && [...folders].some((folder) => isUnder(folder, agent.worktree!))) return undefined;
  if (![...folders].every((folder) => isUnder(folder, parentFolder) && worktreeIn(folder) === worktreeIn(parentFolder)))
    return undefined;
  const effects = calls.filter((one) => changes(within, one));
  return {
    detector: id,
    message: `${nameOf(within, agent)} was to be isolated in a worktree and worked in its parent’s folder ${cleanPath(parentFolder)}`,
    severity: effects.length > 0 ? 'high' : 'medium',
    confidence: 'high',
    primary: { cite: citeCall(effects[0] ?? calls[0]!), note: `the child’s folder is ${[...folders][0]}` },
    related: [
      { cite: inputCite(call, 'isolation'), note: 'isolation: worktree was asked for' },
      ...effects.slice(1, MOST_CITED).map((one): Cited => ({ cite: citeCall(one), note: 'changes the parent’s tree' })),
    ],
    agents: [agent.id, agent.parent],
    details: [
      agent.worktree === undefined
        ? 'requested: a worktree; recorded: no worktree in the child’s files, and the parent’s folder in every record'
        : `requested: a worktree; recorded: ${agent.worktree} was made, and the parent’s folder stands in every record`,
      ...branchMoved(within, agent),
    ],
  };
}

/** What a child does to the branch of the folder that both stand in. */
function branchMoved(within: Case, agent: Agent): string[] {
  const moved = within
    .eventsOf(agent.id)
    .filter(isCall)
    .some((call) => gitActsOf(within, call).some((act) => act.verb === 'checkout' || act.verb === 'switch'));
  return moved ? ['the child changed the branch of that folder: the parent goes on on it'] : [];
}

function inputCite(call: EventOf<'tool-call'>, member: string): Cited['cite'] {
  const pointer = call.texts.find((text) => text.origin.place === `input:/${member}`)?.cite;
  return pointer ?? citeCall(call);
}

/** The folder of an isolated child leaves its tree. */
function drift(within: Case, trees: Trees, agent: Agent): Claim | undefined {
  const own = trees.ownOf(agent);
  if (own === undefined || !own.isolated) return undefined;
  const step = firstStep(within, agent, (folder) => !isUnder(folder, own.folder));
  if (step === undefined) return undefined;
  const later = within.eventsOf(agent.id).filter((event) => event.order >= step.after.order);
  const effects = later
    .filter(isCall)
    .filter((call) => !isUnder(call.cwd ?? own.folder, own.folder) && changes(within, call));
  return {
    detector: id,
    message: `the folder of ${nameOf(within, agent)} moved from its worktree ${own.folder} to ${cleanPath(step.after.cwd!)}${effects.length > 0 ? ', and it went on to change things there' : ''}`,
    severity: effects.length > 0 ? 'high' : 'low',
    confidence: 'high',
    primary: {
      cite: { record: step.after.span, pointer: '/cwd' },
      note: `folder from here on: ${cleanPath(step.after.cwd!)}`,
    },
    related: [
      { cite: { record: step.before.span, pointer: '/cwd' }, note: `folder before: ${cleanPath(step.before.cwd!)}` },
      ...effects.slice(0, MOST_CITED).map((call): Cited => ({ cite: citeCall(call), note: 'a change made there' })),
    ],
    agents: agent.parent === undefined ? [agent.id] : [agent.id, agent.parent],
    details: ['no command of the agent changes the folder in between'],
  };
}

/** The main agent's folder becomes a child's worktree, and it did not go there itself. */
function rootDrift(within: Case, root: Agent): Claim | undefined {
  const owners = new Map<string, Agent>();
  for (const agent of within.agents.agents) {
    if (agent.kind === 'root') continue;
    const start = startFolder(within, agent.id);
    const tree =
      agent.worktree === undefined ? (start === undefined ? undefined : worktreeIn(start)) : cleanPath(agent.worktree);
    if (tree !== undefined) owners.set(tree, agent);
  }
  const start = startFolder(within, root.id);
  if (owners.size === 0 || start === undefined || worktreeIn(start) !== undefined) return undefined;
  const treeOf = (folder: string) => worktreeIn(folder) ?? [...owners.keys()].find((tree) => isUnder(folder, tree));
  const step = firstStep(within, root, (folder) => owners.has(treeOf(folder) ?? ''));
  if (step === undefined) return undefined;
  const tree = treeOf(cleanPath(step.after.cwd!))!;
  const later = within.eventsOf(root.id).filter((event) => event.order >= step.after.order);
  const writes = later
    .filter(isCall)
    .filter((call) => writesOf(within, call).some((write) => isUnder(write.path, tree)));
  return {
    detector: id,
    message: `the main agent’s folder became the worktree of a child, ${tree}, without a command that went there`,
    severity: 'low',
    confidence: 'high',
    primary: {
      cite: { record: step.after.span, pointer: '/cwd' },
      note: `folder from here on: ${cleanPath(step.after.cwd!)}`,
    },
    related: [
      { cite: { record: step.before.span, pointer: '/cwd' }, note: `folder before: ${cleanPath(step.before.cwd!)}` },
      ...writes
        .slice(0, MOST_CITED)
        .map((call): Cited => ({ cite: citeCall(call), note: 'written into that tree since' })),
    ],
    agents: [root.id, owners.get(tree)!.id],
    details: [
      'hosts remove such trees when the child has ended: what is written there may be lost',
      `${writes.length} later ${writes.length === 1 ? 'write belongs' : 'writes belong'} to that tree`,
    ],
  };
}

/** The first record at which an agent's folder meets a condition that it did not meet before, unless the agent went there itself. */
function firstStep(
  within: Case,
  agent: Agent,
  isThere: (folder: string) => boolean,
): { before: TimelineEvent; after: TimelineEvent } | undefined {
  let before: TimelineEvent | undefined;
  const went: string[] = [];
  for (const event of within.eventsOf(agent.id)) {
    if (event.cwd !== undefined) {
      const folder = cleanPath(event.cwd);
      if (before !== undefined && isThere(folder) && !isThere(cleanPath(before.cwd!))) {
        if (!went.some((place) => isUnder(folder, place) || isUnder(place, folder))) return { before, after: event };
        return undefined;
      }
      before = event;
    }
    if (isCall(event)) {
      const command = commandOf(event);
      const to =
        command === undefined || !/\b(?:cd|pushd|chdir)\b/.test(command)
          ? undefined
          : commandEffects(command, event.cwd).cwd;
      if (to !== undefined && to !== event.cwd) went.push(to);
      // The host's own ways to change the tree.
      if (/^(?:Enter|Exit)Worktree$/.test(event.toolName)) went.push('/');
    }
  }
  return undefined;
}

function changes(within: Case, call: EventOf<'tool-call'>): boolean {
  return writesOf(within, call).length > 0 || gitActsOf(within, call).length > 0;
}
