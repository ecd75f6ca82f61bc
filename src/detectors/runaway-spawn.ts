import type { Agent, AgentId, Case } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { profileFor } from '../hosts/profile.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { agentName, cited } from './gate/calls.ts';

const id = 'runaway-spawn';
/** What the host has promised where no stop was met: five levels. [VERSIONS section 4, nesting claims] */
const PROMISED_DEPTH = 5;
/** So many children of one agent that is itself a child: no plan of a person looks like that. */
const CROWD = 50;

export const runawaySpawn: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    yield* tooDeep(within);
    yield* tooMany(within);
  },
};

function* tooDeep(within: Case): Iterable<Claim> {
  const agents = within.agents.agents;
  const deepest = agents.reduce((most, agent) => (agent.depth > most.depth ? agent : most), agents[0]!);
  const stop = profileFor(within.hostVersions[0]).nesting;
  const limit = stop === undefined || stop === 0 ? PROMISED_DEPTH : stop;
  if (deepest.depth <= limit) return;
  const beyond = agents.filter((agent) => agent.depth > limit);
  const first = beyond.reduce((least, agent) => (agent.depth < least.depth ? agent : least), beyond[0]!);
  const event = startOf(within, first) ?? within.eventsOf(first.id)[0];
  if (event === undefined) return;
  const last = startOf(within, deepest) ?? within.eventsOf(deepest.id)[0];
  yield {
    detector: id,
    message: `agents start agents ${deepest.depth} levels deep; ${stop === undefined ? 'the host had announced' : 'this host stops at'} ${limit}`,
    // A few levels beyond a promise that was not kept is a statement; a multiple of it is a chain that runs by itself.
    severity: deepest.depth > 3 * limit ? 'medium' : deepest.depth > 2 * limit ? 'low' : 'info',
    confidence: 'high',
    primary: cited(event, `the first agent beyond level ${limit}`),
    related: last === undefined || last === event ? [] : [cited(last, `level ${deepest.depth}`)],
    agents: [first.id, deepest.id],
    details: [
      `${beyond.length} of ${agents.length - 1} agents lie beyond that level`,
      `host version ${within.hostVersions.join(', ')}`,
    ],
  };
}

function* tooMany(within: Case): Iterable<Claim> {
  const children = new Map<AgentId, Agent[]>();
  for (const agent of within.agents.agents) {
    if (agent.parent === undefined || agent.parent === within.agents.root) continue;
    const list = children.get(agent.parent);
    if (list === undefined) children.set(agent.parent, [agent]);
    else list.push(agent);
  }
  for (const [parent, made] of children) {
    if (made.length < CROWD) continue;
    const event = startOf(within, made[CROWD - 1]!) ?? within.eventsOf(parent)[0];
    if (event === undefined) continue;
    yield {
      detector: id,
      message: `${agentName(within, parent)}, itself a child, starts ${made.length} agents`,
      severity: 'low',
      confidence: 'medium',
      primary: cited(event, `the ${CROWD}th child of that agent`),
      related: [],
      agents: [parent],
      details: [],
    };
  }
}

function startOf(within: Case, agent: Agent) {
  return agent.spawnedBy === null ? undefined : within.event(agent.spawnedBy.eventId);
}
