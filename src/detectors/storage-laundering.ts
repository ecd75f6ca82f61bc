import { stringAt } from '../base/json.ts';
import type { EventOf, Text } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import type { Flow, FlowGraph, Investigation } from '../flows/model.ts';
import { agentReadFromFile } from '../flows/output-files.ts';
import { isPersistentPath, isStartUpPath } from '../flows/policy/places.ts';
import { SHELL_TOOLS, WRITING_TOOLS } from '../hosts/integrity.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { carriedOrders, outsideFlows } from './laundering/carried.ts';
import { type Arrival, claimOf, claimOfWordsOrDeeds } from './laundering/claim.ts';
import { steeredOrders } from './laundering/steered.ts';

const id = 'storage-laundering';

export const storageLaundering: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within, flows }: Investigation): Iterable<Claim> {
    const read = new Set<string>();
    // Read back: the order arrives a second time, from a place that looks local.
    for (const event of within.timeline) {
      if (event.kind === 'tool-call' || event.kind === 'spawn' || event.kind === 'return') continue;
      for (const text of event.texts) {
        const stored = storedFlows(flows, text);
        // What the host keeps of a background agent's words is a report, not a store.
        if (stored.length === 0 || agentReadFromFile(text, within) !== undefined) continue;
        const arrival: Arrival = {
          detector: id,
          within,
          sink: text,
          orders: carriedOrders(text, stored),
          receiver: event.agent,
          order: event.order,
          base: 'medium',
          what: text.origin.path === undefined ? 'a stored text' : `a stored text (${text.origin.path})`,
          agents: [event.agent],
          details: ['the reader’s own record shows a local file; the order came into it from outside'],
        };
        const obeyed = steeredOrders(within, flows, text).filter((one) => stored.includes(one.flow));
        const claim = claimOfWordsOrDeeds(arrival, obeyed);
        if (claim === undefined) continue;
        for (const flow of claim.flows ?? []) read.add(`${flow.source.id}`);
        yield claim;
      }
    }
    // Written where later sessions or a schedule will speak it.
    for (const event of within.timeline) {
      if (event.kind !== 'tool-call') continue;
      const place = persistentPlace(event);
      if (place === undefined) continue;
      for (const text of event.texts) {
        const orders = carriedOrders(text, outsideFlows(flows, text));
        if (orders[0] === undefined || read.has(`${orders[0].flow.source.id}`)) continue;
        const claim = claimOf({
          detector: id,
          within,
          sink: text,
          orders,
          receiver: place.scheduled ? event.agent : undefined,
          order: event.order,
          base: place.scheduled ? 'high' : 'medium',
          what: place.what,
          agents: [event.agent],
          details: [
            place.scheduled
              ? 'a schedule says it later in the user’s place: nothing will show then that a page wrote it'
              : 'later sessions load this file as instructions or as what is known; whether one did is for the files of those sessions to show',
          ],
        });
        if (claim !== undefined) yield claim;
      }
    }
  },
};

/** Outside flows that went through a file, a memory or another place that keeps text. */
function storedFlows(flows: FlowGraph, text: Text): Flow[] {
  return outsideFlows(flows, text).filter((flow) => flow.crosses.includes('storage') && flow.source !== text);
}

interface Place {
  readonly what: string;
  readonly scheduled: boolean;
}

const SCHEDULING = /^(?:Cron(?:Create|Update)|ScheduleWakeup|Schedule\w*|\w*[Rr]eminder\w*|RemoteTrigger|Loop)$/;

function persistentPlace(event: EventOf<'tool-call'>): Place | undefined {
  if (SCHEDULING.test(event.toolName)) return { what: `a schedule (${event.toolName})`, scheduled: true };
  for (const member of WRITING_TOOLS[event.toolName] ?? []) {
    const path = stringAt(event.input, member);
    if (path !== undefined && isLoaded(path)) return { what: `what is written to ${path}`, scheduled: false };
  }
  if (!SHELL_TOOLS.includes(event.toolName)) return undefined;
  const write = commandEffects(stringAt(event.input, 'command') ?? '', event.cwd).writes.find((one) =>
    isLoaded(one.path),
  );
  return write === undefined ? undefined : { what: `what is written to ${write.path}`, scheduled: false };
}

function isLoaded(path: string): boolean {
  return isPersistentPath(path) || isStartUpPath(path);
}
