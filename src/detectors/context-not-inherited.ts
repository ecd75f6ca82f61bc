import { stringAt } from '../base/json.ts';
import type { Agent, Case, EventOf, Text } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { cleanPath, resolvePath } from '../flows/policy/paths.ts';
import { isMemoryPath } from '../flows/policy/places.ts';
import { writtenPlaces } from '../flows/policy/written.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import { citeCall } from './environment/trees.ts';

const id = 'context-not-inherited';
const MOST_CITED = 8;

export const contextNotInherited: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const ofRoot = loadedBy(within, within.agents.root, ['instructions']);
    if (ofRoot.size === 0) return;
    const lacking: { agent: Agent; missing: Text[] }[] = [];
    for (const agent of within.agents.agents) {
      if (!isWorker(agent) || agent.artefacts.length === 0 || within.eventsOf(agent.id).length === 0) continue;
      const own = loadedBy(within, agent.id, ['instructions', 'nested_memory']);
      const stale = staleOf(within, agent, own, ofRoot);
      if (stale !== undefined) yield stale;
      const start = within.eventsOf(agent.id)[0]!.order;
      const missing = [...ofRoot]
        .filter(([path, text]) => !own.has(path) && orderOf(within, text) < start)
        .map(([, text]) => text);
      if (missing.length > 0) lacking.push({ agent, missing });
    }
    if (lacking.length > 0) yield notShown(lacking);
  },
};

function isWorker({ kind }: Agent): boolean {
  return kind === 'subagent' || kind === 'teammate' || kind === 'workflow';
}

/** Instruction and memory files that the host put into an agent's context, the last state of each, by path. */
function loadedBy(within: Case, agent: string, types: readonly string[]): Map<string, Text> {
  const files = new Map<string, Text>();
  for (const event of within.eventsOf(agent)) {
    // What is loaded on the way through a folder belongs to who went there.
    if (event.kind !== 'injection' || !types.includes(event.injectionType)) continue;
    for (const text of event.texts) {
      const { path, place } = text.origin;
      if (path !== undefined && place === 'instructions') files.set(cleanPath(path), text);
    }
  }
  return files;
}

function orderOf(within: Case, text: Text): number {
  return within.event(text.event)?.order ?? 0;
}

function notShown(lacking: readonly { agent: Agent; missing: readonly Text[] }[]): Claim {
  const types = [...new Set(lacking.map(({ agent }) => agent.type || 'unknown type'))].sort();
  const first = lacking[0]!;
  const paths = [...new Set(lacking.flatMap(({ missing }) => missing.map((text) => text.origin.path!)))].sort();
  return {
    detector: id,
    message: `no record shows that ${lacking.length === 1 ? `the ${types[0]} child` : `${lacking.length} children (${types.join(', ')})`} had ${paths.slice(0, 2).join(', ')}${paths.length > 2 ? ` and ${paths.length - 2} more` : ''}, which the parent had`,
    severity: 'info',
    confidence: lacking.some(({ agent }) => /^(?:Explore|Plan)$/.test(agent.type)) ? 'medium' : 'low',
    primary: { cite: first.missing[0]!.cite, note: 'what the parent had' },
    related: first.missing
      .slice(1, MOST_CITED)
      .map((text): Cited => ({ cite: text.cite, note: 'what the parent had' })),
    agents: lacking.slice(0, 20).map(({ agent }) => agent.id),
    details: [
      'absence of a record is no evidence of absence: on most versions a child’s instructions are not written to its file',
      'hosts say that children of the types Explore and Plan do not get CLAUDE.md, and all others do',
      'what such a child does against a rule in these files is not a violation by the child',
    ],
  };
}

/** A file in the state of the session's start, after an agent of the session had changed it. */
function staleOf(
  within: Case,
  agent: Agent,
  own: ReadonlyMap<string, Text>,
  ofRoot: ReadonlyMap<string, Text>,
): Claim | undefined {
  for (const [path, text] of own) {
    const loaded = orderOf(within, text);
    const write = writtenPlaces(within)
      .get(resolvePath(path, undefined))
      ?.findLast((one) => one.order < loaded && changesFrom(within, one.call, text, ofRoot.get(path)));
    if (write === undefined) continue;
    return {
      detector: id,
      message: `${agent.type || 'a child'} ${agent.id} has ${path} in an older state than the one written before it began`,
      severity: 'low',
      confidence: 'medium',
      primary: { cite: text.cite, note: 'the state that the child has' },
      related: [{ cite: citeCall(write.call), note: 'the change that it lacks' }],
      agents: agent.parent === undefined ? [agent.id] : [agent.id, agent.parent],
      details: [
        `edge: ${isMemoryPath(path) ? 'memory' : 'instructions'} ${path} → ${agent.id}; what stands in that file reaches children`,
        'hosts load such files once, at the start of the session; what is changed later reaches new sessions only',
      ],
    };
  }
  return undefined;
}

/** The write put something there that the child's state lacks, and the child's state is the one that the parent had started with. */
function changesFrom(within: Case, call: EventOf<'tool-call'>, held: Text, ofRoot: Text | undefined): boolean {
  const result = call.result === undefined ? undefined : within.event(call.result);
  if (result?.kind === 'tool-result' && result.isError) return false;
  const content = stringAt(call.input, 'content');
  if (content !== undefined)
    return content.trim() !== held.value.trim() && (ofRoot === undefined || ofRoot.value.trim() === held.value.trim());
  const added = stringAt(call.input, 'new_string');
  const removed = stringAt(call.input, 'old_string');
  return (
    added !== undefined &&
    added !== '' &&
    !held.value.includes(added) &&
    removed !== undefined &&
    held.value.includes(removed)
  );
}
