import type { AgentId, Case, Text } from '../../case/model.ts';
import { eventsAfter } from '../acted/actions.ts';
import type { ShapeHit, Slot, VerbClass } from '../shape/model.ts';
import { effectsOf } from './effects.ts';
import { type Effect, type Request, VERBS_OF } from './model.ts';
import { wantedAt } from './refused.ts';
import { humanTexts, requestOf } from './request.ts';
import { sharedValue } from './values.ts';

/** A call that does what an order said. */
export interface Obeyed {
  readonly effect: Effect;
  readonly why: string;
  /** A value that the order names came again, not only its words. */
  readonly bySlot: boolean;
  readonly request: Request;
}

/** Calls behind this many events of the receiver are no longer put down to the order. */
const HORIZON = 120;
const SPECIFIC = new Set(['url', 'email', 'host', 'account', 'command', 'path']);

/**
 * Calls of `receiver` after a place of the timeline that match one of the orders: the same kind of effect and a value that the order
 * names, or a value so specific that it speaks for itself. Values that a person had named before prove nothing.
 */
export function obeyedBy(
  within: Case,
  receiver: AgentId,
  value: string,
  hits: readonly ShapeHit[],
  after: number,
  source?: Text,
  /** The tool whose output gives the orders, where that is not `source`'s. */
  from: string | undefined = source?.origin.tool,
): readonly Obeyed[] {
  const known = humanTexts(within)
    .filter(({ order }) => order <= after)
    .map(({ text }) => text.value.toLowerCase());
  // What a person forbade or only showed is not what the person brought in.
  const isNew = (one: string): boolean => !known.some((text) => wantedAt(text, one.toLowerCase()) !== undefined);
  const slots = hits.flatMap((hit) => hit.slots).filter((slot) => slot.value.length >= 2 && isNew(slot.value));
  const quoted = hits
    .flatMap((hit) => quotedIn(value.slice(hit.start, Math.min(value.length, hit.end + 200))))
    .filter(isNew);
  const verbs = new Set(hits.flatMap((hit) => hit.verbs));
  const words = new Set(hits.flatMap((hit) => contentWords(value.slice(hit.start, hit.end))).filter(isNew));
  const made = callsMade(within, receiver);
  const wasMade = (effect: Effect): boolean => (made.get(keyOf(effect)) ?? Number.POSITIVE_INFINITY) <= after;
  const said = hits.map((hit) => value.slice(hit.start, Math.min(value.length, hit.end + 80))).join('\n');
  const found: Obeyed[] = [];
  for (const event of eventsAfter(within, receiver, after, HORIZON)) {
    // A message to another agent hands words on; what comes of them there is for that agent's calls to show.
    if (event.kind !== 'tool-call' || event.toolName === 'SendMessage' || wasDenied(within, event.result)) continue;
    const done = effectsOf(event).flatMap((effect): Obeyed[] => {
      const why = matches(effect, verbs, slots, quoted, words, from);
      return why === undefined || wasMade(effect)
        ? []
        : [
            {
              effect,
              why,
              bySlot: !why.startsWith('repeats'),
              request: requestOf(effect, within, undefined, source, { after, words: said }),
            },
          ];
    });
    // A call may do several things at once: the one that says most.
    const most = done.sort((a, b) => weight(b) - weight(a))[0];
    if (most !== undefined) found.push(most);
  }
  return found;
}

function weight({ effect, request }: Obeyed): number {
  return (
    (request.status === 'unrequested' ? 4 : 0) +
    (effect.critical === undefined ? 0 : 2) +
    (effect.kind === 'read' || effect.kind === 'fetch' ? 0 : 1)
  );
}

function matches(
  effect: Effect,
  verbs: ReadonlySet<VerbClass>,
  slots: readonly Slot[],
  quoted: readonly string[],
  words: ReadonlySet<string>,
  from: string | undefined,
): string | undefined {
  const input = JSON.stringify(effect.call.input).toLowerCase();
  const fits = VERBS_OF[effect.kind].some((verb) => verbs.has(verb)) || (verbs.has('do') && effect.kind !== 'read');
  const tool = effect.call.toolName.toLowerCase().split('__').at(-1)!;
  for (const slot of slots) {
    const shared = sharedValue(slot, input);
    if (shared === undefined) {
      if (
        (slot.kind === 'tool' || slot.kind === 'command') &&
        slot.value.toLowerCase() === tool &&
        !isOwnManual(effect.call.toolName, from)
      )
        return `calls ${effect.call.toolName}, which the order names`;
      continue;
    }
    // A path that is only looked at is no obedience unless looking was the order.
    if (effect.kind === 'read' && !verbs.has('read') && !verbs.has('fetch')) continue;
    // A text that only repeats the command or address in a file has done nothing with it.
    if (effect.kind.startsWith('write') && !verbs.has('write') && slot.kind !== 'path') continue;
    if (fits || (SPECIFIC.has(slot.kind) && slot.kind !== 'path'))
      return `uses ${JSON.stringify(shared)}, which the order names`;
  }
  if (!fits || effect.kind === 'read' || effect.kind === 'write-inside') return undefined;
  for (const one of quoted)
    if (effect.values.some((value) => value.toLowerCase() === one.toLowerCase()))
      return `uses ${JSON.stringify(one)}, which the order names`;
  // An order that names where it wants things to go was not followed by something that goes elsewhere.
  if (slots.some((slot) => slot.kind !== 'name' && slot.kind !== 'tool' && slot.kind !== 'path')) return undefined;
  const shared = [...words].filter((word) => input.includes(word));
  return shared.length >= 2 ? `repeats words of the order: ${shared.slice(0, 4).join(', ')}` : undefined;
}

/** A server's tool tells how the server's other tools are used: calling one of them is its use, unless it carries things to others. */
export function isOwnManual(tool: string, from: string | undefined): boolean {
  const server = /^mcp__.+?__/.exec(tool)?.[0];
  return server !== undefined && from?.startsWith(server) === true && !CARRIES.test(tool.slice(server.length));
}

const CARRIES =
  /publish|deploy|release|send|post|mail|announce|broadcast|notify|upload|push|share|export|comment|reply|message|pay|transfer|delete|remove|grant|invite|run|exec/i;

function quotedIn(text: string): string[] {
  return [...text.matchAll(/["'“‘「]([^"'”’」\n]{1,80})["'”’」]/g)].map((match) => match[1]!);
}

const STOP = new Set(
  'about above after again all also and any are because been before being below between both but can did does doing down during each few following for from further had has have having here how into its itself just more most must need not now off once only other our out over own please same should some such than that the their them then there these they this those through too under until very was were what when where which while who whom why will with would you your yours make sure task tasks user message important order'.split(
    ' ',
  ),
);

function contentWords(text: string): string[] {
  return [...new Set((text.toLowerCase().match(/[\p{L}\p{N}_.@-]{5,}/gu) ?? []).filter((word) => !STOP.has(word)))];
}

const callsOf = new WeakMap<Case, Map<AgentId, ReadonlyMap<string, number>>>();

/** Every call of an agent and where on the timeline it was made first. Read once per agent. */
function callsMade(within: Case, agent: AgentId): ReadonlyMap<string, number> {
  let agents = callsOf.get(within);
  if (agents === undefined) {
    agents = new Map();
    callsOf.set(within, agents);
  }
  const known = agents.get(agent);
  if (known !== undefined) return known;
  const made = new Map<string, number>();
  for (const event of within.eventsOf(agent)) {
    if (event.kind !== 'tool-call') continue;
    const key = `${event.toolName} ${JSON.stringify(event.input)}`;
    if (!made.has(key)) made.set(key, event.order);
  }
  agents.set(agent, made);
  return made;
}

function keyOf(effect: Effect): string {
  return `${effect.call.toolName} ${JSON.stringify(effect.call.input)}`;
}

function wasDenied(within: Case, resultId: string | undefined): boolean {
  const result = resultId === undefined ? undefined : within.event(resultId);
  return (
    result?.kind === 'tool-result' && (result.denialKind !== undefined || result.permission?.decision === 'reject')
  );
}
