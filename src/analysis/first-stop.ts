import type { Case, EventId } from '../case/model.ts';
import type { Flow } from '../flows/model.ts';
import type { Finding, FirstStop } from '../result/finding.ts';
import type { Replay } from '../result/replay.ts';

/**
 * For each finding and gate the first event at which the gate could have kept it from happening. Only effects count that keep a call
 * or a text from happening: a denied agent-stop makes the child go on, advice may reach nobody.
 */
export function withFirstStops(
  findings: readonly Finding[],
  { paths, events: onPaths }: Paths,
  replays: readonly Replay[],
): Finding[] {
  if (replays.length === 0) return [...findings];
  const byGate = new Map<string, Map<EventId, Replay[]>>();
  for (const replay of replays) {
    const gate = nameOf(replay);
    const events = byGate.get(gate) ?? new Map<EventId, Replay[]>();
    byGate.set(gate, events);
    if (!onPaths.has(replay.eventId)) continue;
    const asked = events.get(replay.eventId);
    if (asked === undefined) events.set(replay.eventId, [replay]);
    else asked.push(replay);
  }
  return findings.map((finding, index) => ({
    ...finding,
    firstStop: [...byGate].map(([gate, events]) => firstStop(gate, paths[index]!, events)),
  }));
}

function nameOf({ gate, key, policy, profile }: Replay): string {
  const under = `${policy === undefined ? '' : ` [${policy}]`}${profile === undefined ? '' : ` @ ${profile}`}`;
  return `${gate}${key === undefined ? '' : ` (${key})`}${under}`;
}

/** Whether an effect keeps a call or a text from happening. */
export function isStop({ effect }: Replay): boolean {
  return effect === 'blocks-call' || effect === 'ends-run';
}

function firstStop(gate: string, path: readonly EventId[], events: ReadonlyMap<EventId, readonly Replay[]>): FirstStop {
  let asked = 0;
  for (const eventId of path) {
    for (const replay of events.get(eventId) ?? []) {
      asked += 1;
      if (!isStop(replay)) continue;
      const what = replay.effect === 'ends-run' ? 'ends the run' : 'blocks the call';
      return {
        gate,
        eventId,
        agentId: replay.agentId,
        line: replay.line,
        why: replay.hypothetical ? `${what}; hypothetical` : what,
      };
    }
  }
  return {
    gate,
    why: asked === 0 ? 'it was asked about none of these events' : `asked ${asked} times on the way, stopped nothing`,
  };
}

/** Of each finding the events that led to it, and all of them together. */
export interface Paths {
  readonly paths: readonly (readonly EventId[])[];
  readonly events: ReadonlySet<EventId>;
}

export function pathsTo(findings: readonly Finding[], flows: readonly Flow[], record: Case): Paths {
  const flowById = new Map(flows.map((flow) => [flow.id, flow]));
  const paths = findings.map((finding) => pathTo(finding, flowById, record));
  return { paths, events: new Set(paths.flat()) };
}

/** The events without which the finding would not be: its places, the flows it rests on, the calls behind results, the spawns of the agents. */
function pathTo(finding: Finding, flows: ReadonlyMap<string, Flow>, record: Case): EventId[] {
  const events = new Set<EventId>();
  const add = (id: EventId | undefined) => {
    const event = id === undefined ? undefined : record.event(id);
    if (event === undefined || events.has(event.id)) return;
    events.add(event.id);
    if (event.kind === 'tool-result') add(event.call);
    if (event.kind === 'return') add(event.carrier);
    if (event.kind === 'spawn') add(event.call);
  };
  for (const evidence of finding.evidence) add(evidence.eventId);
  for (const id of finding.flows) {
    const flow = flows.get(id);
    if (flow === undefined) continue;
    for (const event of [flow.from, ...flow.relays.map((text) => text.event), flow.to]) add(event);
  }
  for (const agent of finding.agents) add(record.agents.get(agent)?.spawnedBy?.eventId);
  return [...events].sort((a, b) => record.event(a)!.order - record.event(b)!.order);
}
