import type { CaseInput, Lineage } from '../wire/input.ts';
import { missingBriefs, setAnchors, setCarriers } from './anchors.ts';
import { indexCalls } from './calls.ts';
import { chainOf } from './chain.ts';
import { takeOutCopies } from './copies.ts';
import { deliver } from './deliveries.ts';
import { factsOf, idsOf } from './facts.ts';
import { inboxesOf } from './inboxes.ts';
import { interleave } from './interleave.ts';
import { linkAgents } from './links.ts';
import type { AgentId, Case, Delivery, EventOf, Text, TimelineEvent } from './model.ts';
import { callRoster } from './roster.ts';
import { readStreams, recordsOf, type Stream, versionIn } from './streams.ts';
import type { Draft, DraftText } from './tell/draft.ts';
import type { Scene, Telling } from './tell/scene.ts';
import { tellStream } from './tell/tell.ts';
import { agentTree } from './tree.ts';
import { troubleOf } from './trouble.ts';

/**
 * What was recorded, rebuilt: records sorted into agents, agents tied to the calls that made them, every record told as events
 * with texts cut by origin, all put in one order, and for each text when each agent could first see it. Concludes nothing.
 */
export function buildCase(input: CaseInput): Case {
  const streams = readStreams(input);
  const root = streams.root.agent;
  const chain = chainOf(streams.all);
  const copies = takeOutCopies(streams.all);
  const inherited = inheritedRecords(streams.root, input.lineage);
  const calls = indexCalls(streams.all);
  const roster = callRoster(streams);
  const links = linkAgents(roster, calls, copies, root);
  const scene: Scene = { root, calls, links, roster, version: versionIn(streams) };

  const tellings = new Map<AgentId, Telling>();
  for (const stream of streams.all) tellings.set(stream.agent, tellStream(scene, roster.get(stream.agent)!, stream));
  const drafts = new Map<AgentId, readonly Draft[]>();
  for (const [agent, telling] of tellings) {
    drafts.set(agent, telling.drafts.list);
    setCarriers(telling.drafts.list);
  }
  const sameAs = new Map<DraftText, DraftText>();
  setAnchors(drafts, sameAs);

  const ordered = interleave([...drafts.values()]);
  const texts = number(ordered, sameAs);
  const timeline = ordered.map(({ event }) => event as TimelineEvent);
  const briefs = missingBriefs(drafts);
  const byAgent = [...tellings].map(([agent, telling]) =>
    deliver(telling.drafts.list, telling.drafts.hidden, briefs.get(agent)).sort(byOrder),
  );
  const deliveries = byAgent.flat().sort(byOrder);
  const agents = agentTree({ root, roster, links, calls, drafts, timeline });

  const inboxes = inboxesOf(streams.files);
  const artefacts = streams.files.map((file) => file.artefact);
  const events = new Map<string, TimelineEvent>();
  for (const event of timeline) events.set(event.id, event);
  const callEvents = new Map<string, EventOf<'tool-call'>>();
  for (const [id, { eventId }] of calls) {
    const event = events.get(eventId);
    if (event?.kind === 'tool-call') callEvents.set(id, event);
  }
  const eventsByAgent = new Map<AgentId, readonly TimelineEvent[]>();
  for (const [agent, list] of drafts)
    eventsByAgent.set(
      agent,
      list.map(({ event }) => event as TimelineEvent),
    );
  const inputs = new Map<AgentId, readonly Delivery[]>();
  for (const delivery of byAgent) if (delivery[0] !== undefined) inputs.set(delivery[0].to, delivery);
  return {
    id: input.sessionId,
    host: 'claude-code',
    ...withOriginal(idsOf(streams), input.lineage),
    artefacts,
    agents,
    timeline,
    texts,
    deliveries,
    copies: copies.list,
    chain,
    ...(input.lineage === undefined ? {} : { lineage: input.lineage }),
    facts: factsOf(timeline, [...tellings.values()], copies.list.length + inherited.size),
    warnings: [...input.warnings, ...troubleOf(streams.all, copies.list, agents, calls, artefacts, timeline, inboxes)],
    inboxes,
    event: (id) => events.get(id),
    isInherited: ({ artefact, byteStart }) => inherited.has(`${artefact}:${byteStart}`),
    call: (toolUseId) => callEvents.get(toolUseId),
    eventsOf: (agent) => eventsByAgent.get(agent) ?? [],
    inputsOf: (agent) => inputs.get(agent) ?? [],
  };
}

function withOriginal(names: ReturnType<typeof idsOf>, lineage: Lineage | undefined): ReturnType<typeof idsOf> {
  if (lineage === undefined || names.ids.forkedFrom !== undefined) return names;
  return { ...names, ids: { ...names.ids, forkedFrom: lineage.sessionId } };
}

/** Records of the root that stand in an older session with the same content, by place. */
function inheritedRecords(root: Stream, lineage: Lineage | undefined): ReadonlySet<string> {
  const places = new Set<string>();
  if (lineage === undefined) return places;
  const copied = new Set(lineage.copied);
  for (const { uuid, span } of recordsOf(root))
    if (uuid !== undefined && copied.has(uuid)) places.add(`${span.artefact}:${span.byteStart}`);
  return places;
}

function byOrder(a: Delivery, b: Delivery): number {
  return a.order - b.order || a.text.id - b.text.id;
}

/** Gives events their place and texts their ids, in the order of the timeline. */
function number(ordered: readonly Draft[], sameAs: ReadonlyMap<DraftText, DraftText>): Text[] {
  const texts: DraftText[] = [];
  for (const [order, draft] of ordered.entries()) {
    draft.event.order = order;
    // Of the very size: what was pushed into has room for sixteen more.
    draft.event.texts = draft.texts.slice();
    for (const text of draft.texts) {
      // Spawns, returns and messages share the texts of the event that carries them.
      if (text.event !== draft.event.id) continue;
      text.id = texts.length;
      texts.push(text);
    }
  }
  for (const [copy, original] of sameAs) if (original.id >= 0) copy.copyOf = original.id;
  return texts;
}
