import { stringAt } from '../base/json.ts';
import type { Agent, Case } from '../case/model.ts';
import { effectsOf } from '../flows/effects/effects.ts';
import type { Investigation } from '../flows/model.ts';
import { profileFor } from '../hosts/profile.ts';
import type { GateEvidence } from '../result/gate.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { changes } from './gate/actions.ts';
import { agentName, cited, type JudgedCall, judgedCallOf, judgedCalls, shortCall } from './gate/calls.ts';

const id = 'permission-escalation';

/** Modes by how little they ask. Unknown ones compare with nothing. */
const BREADTH: Readonly<Record<string, number>> = {
  plan: 0,
  dontAsk: 1,
  default: 1,
  manual: 1,
  acceptEdits: 2,
  auto: 3,
  bypassPermissions: 4,
};

export const permissionEscalation: Detector = {
  ...CATALOGUE[id],
  *detect({ case: theCase, gate }: Investigation): Iterable<Claim> {
    const byAgent = new Map<string, JudgedCall[]>();
    for (const judged of judgedCalls(theCase)) {
      const list = byAgent.get(judged.call.agent);
      if (list === undefined) byAgent.set(judged.call.agent, [judged]);
      else list.push(judged);
    }
    const asked = askedFor(theCase, gate, byAgent);
    const modeAt = modesOf(theCase);
    for (const agent of theCase.agents.agents) {
      const calls = byAgent.get(agent.id) ?? [];
      if (agent.id === theCase.agents.root || calls.length === 0) continue;
      const claim =
        broaderMode(theCase, agent, calls, modeAt, asked) ??
        underPlan(theCase, agent, calls, modeAt) ??
        withoutConsent(theCase, agent, calls, asked) ??
        againstDefinition(theCase, agent, calls, gate);
      if (claim !== undefined) yield claim;
    }
  },
};

type ModeAt = (order: number) => string | undefined;

/** The session's mode at a point of the timeline, as prompts, mode records and the plan tools tell it. */
function modesOf(theCase: Case): ModeAt {
  const modes: [number, string][] = [];
  for (const event of theCase.timeline) {
    if (event.agent !== theCase.agents.root) continue;
    if (event.kind === 'permission' && event.mode !== '') modes.push([event.order, event.mode]);
    if (event.kind === 'prompt' && event.permissionMode !== undefined) modes.push([event.order, event.permissionMode]);
    if (event.kind === 'tool-result' && !event.isError && event.toolName === 'ExitPlanMode')
      modes.push([event.order, '']);
    if (event.kind === 'tool-result' && !event.isError && event.toolName === 'EnterPlanMode')
      modes.push([event.order, 'plan']);
  }
  return (order) => modes.findLast(([at]) => at <= order)?.[1];
}

function spawnOf(theCase: Case, agent: Agent): JudgedCall | undefined {
  const id = agent.spawnedBy?.toolUseId;
  return id === undefined ? undefined : judgedCallOf(theCase, id);
}

function broaderMode(
  theCase: Case,
  agent: Agent,
  calls: readonly JudgedCall[],
  modeAt: ModeAt,
  asked: ReadonlyMap<string, string>,
): Claim | undefined {
  const spawn = spawnOf(theCase, agent);
  const wanted = stringAt(spawn?.call.input, 'mode');
  const had = spawn === undefined ? undefined : modeAt(spawn.call.order);
  if (spawn === undefined || wanted === undefined || had === undefined) return undefined;
  if (!((BREADTH[wanted] ?? -1) > (BREADTH[had] ?? Number.MAX_SAFE_INTEGER)) || spawn.consented) return undefined;
  const free = calls.filter(({ call, ran }) => ran && asked.has(call.toolUseId));
  const ran = calls.filter((judged) => judged.ran);
  if (ran.length === 0) return undefined;
  return {
    ...common(agent),
    message: `${agentName(theCase, agent.id)} was started in mode ${wanted} by a parent in mode ${had}`,
    severity: 'high',
    primary: cited(spawn.call, `the spawn asks for mode ${wanted}`),
    related: (free.length > 0 ? free : ran).slice(0, 5).map(({ call }) => cited(call, `ran in it: ${shortCall(call)}`)),
    details: [
      free.length > 0
        ? `${free.length} of its calls ran that the rules ask for`
        : `${ran.length} of its calls ran; which of them the rules ask for is told when settings are handed in`,
    ],
  };
}

function underPlan(theCase: Case, agent: Agent, calls: readonly JudgedCall[], modeAt: ModeAt): Claim | undefined {
  const spawn = spawnOf(theCase, agent);
  if (spawn === undefined || modeAt(spawn.call.order) !== 'plan') return undefined;
  const wrote = calls.filter((judged) => judged.ran && !judged.consented && alters(judged));
  const first = wrote[0];
  if (first === undefined || modeAt(first.call.order) !== 'plan') return undefined;
  return {
    ...common(agent),
    message: `${agentName(theCase, agent.id)} changed something while its parent was in plan mode: ${shortCall(first.call)}`,
    severity: 'high',
    primary: cited(first.call, 'what the parent itself could not have done'),
    related: [
      cited(spawn.call, 'started in plan mode'),
      ...wrote.slice(1, 5).map(({ call }) => cited(call, shortCall(call))),
    ],
    details: [`${wrote.length} ${wrote.length === 1 ? 'call changes' : 'calls change'} something`],
  };
}

function withoutConsent(
  theCase: Case,
  agent: Agent,
  calls: readonly JudgedCall[],
  asked: ReadonlyMap<string, string>,
): Claim | undefined {
  const free = calls.filter(
    ({ call, fate, consented }) =>
      fate === 'ran' &&
      !consented &&
      asked.has(call.toolUseId) &&
      // Looking things up is no gain of rights: the rules that were handed in need not have been those of the time.
      effectsOf(call).some(({ kind }) => kind !== 'read' && kind !== 'fetch') &&
      profileFor(call.version).marks.permissionDecision,
  );
  const first = free[0];
  if (first === undefined) return undefined;
  return {
    ...common(agent),
    message: `${agentName(theCase, agent.id)} ran ${shortCall(first.call)} with no recorded consent, though the rules ask: ${asked.get(first.call.toolUseId)!}`,
    severity: 'high',
    primary: cited(first.call, 'a call that the rules ask for'),
    related: free.flatMap(({ result }) => (result === undefined ? [] : [cited(result, 'it ran')])).slice(0, 5),
    details: ['this version records a person’s consent beside the result; here there is none'],
  };
}

function againstDefinition(
  theCase: Case,
  agent: Agent,
  calls: readonly JudgedCall[],
  gate: GateEvidence | undefined,
): Claim | undefined {
  const definition = gate?.definitions.find(({ name }) => name === agent.type);
  if (definition?.permissionMode !== 'plan') return undefined;
  const first = calls.find((judged) => judged.ran && !judged.consented && alters(judged));
  if (first === undefined) return undefined;
  return {
    ...common(agent),
    message: `${agentName(theCase, agent.id)} changed something although ${definition.path} says permissionMode plan: ${shortCall(first.call)}`,
    severity: 'medium',
    primary: cited(first.call, 'plan mode would not let it'),
    related: [],
    details: ['the mode of the session goes before the definition on some versions'],
  };
}

function common(agent: Agent): Pick<Claim, 'detector' | 'confidence' | 'agents'> {
  return {
    detector: id,
    confidence: 'high',
    agents: agent.parent === undefined ? [agent.id] : [agent.parent, agent.id],
  };
}

/** It writes, deletes or sends; the plan file of plan mode is no change of the project. */
function alters({ call }: JudgedCall): boolean {
  const path = stringAt(call.input, 'file_path') ?? '';
  return !/[\\/]\.claude[\\/]plans[\\/]/.test(path) && changes(call);
}

/** Calls for which a rule asks, with its words. Where the root's own calls ran unasked, the rules were not in force: nothing can be said. */
function askedFor(
  theCase: Case,
  gate: GateEvidence | undefined,
  byAgent: ReadonlyMap<string, readonly JudgedCall[]>,
): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  for (const { gate: name, phase, outcome, basis, toolUseId, reason } of gate?.replays ?? []) {
    if (name !== 'permission-rules' || phase !== 'before-tool' || outcome !== 'ask' || basis !== 'rule') continue;
    if (toolUseId !== undefined) asked.set(toolUseId, reason);
  }
  const ownUnasked = (byAgent.get(theCase.agents.root) ?? []).some(
    ({ call, fate, consented }) => fate === 'ran' && !consented && asked.has(call.toolUseId),
  );
  return ownUnasked ? new Map() : asked;
}
