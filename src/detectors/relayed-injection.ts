import type { Case, EventOf, Text } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { agentReadFromFile } from '../flows/output-files.ts';
import { workflowAuthors } from '../flows/workflows.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { carriedOrders, outsideFlows } from './laundering/carried.ts';
import { type Arrival, claimOfWordsOrDeeds } from './laundering/claim.ts';
import { localOrders, steeredOrders } from './laundering/steered.ts';

const id = 'relayed-injection';

export const relayedInjection: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within, flows }: Investigation): Iterable<Claim> {
    const told = new Set<string>();
    for (const { text, child, receiver, order } of reportsUp(within)) {
      const orders = carriedOrders(text, outsideFlows(flows, text));
      const obeyed = [...steeredOrders(within, flows, text), ...localOrders(within, flows, text)];
      const arrival: Arrival = {
        detector: id,
        within,
        sink: text,
        orders,
        receiver,
        order,
        base: 'medium',
        what:
          child === undefined
            ? 'a child’s report'
            : `the report of agent ${within.agents.get(child)?.type ?? ''} (${child.slice(0, 12)})`,
        agents: child === undefined ? [receiver] : [child, receiver],
        details: receiver === within.agents.root ? [] : ['the reader is itself a child: the order goes on up the tree'],
      };
      const claim = claimOfWordsOrDeeds(arrival, obeyed);
      if (claim === undefined) continue;
      // The same report may be delivered twice (result and notice).
      const main = orders[0] ?? obeyed[0]!;
      const key = `${child} ${receiver} ${main.flow.source.id} ${text.value.slice(main.span[0], main.span[1])}`;
      if (told.has(key)) continue;
      told.add(key);
      yield claim;
    }
  },
};

function* reportsUp(
  within: Case,
): Iterable<{ text: Text; child: string | undefined; receiver: string; order: number }> {
  for (const event of within.timeline) {
    if (event.kind === 'message' && event.direction === 'sent') {
      // A message up the tree is traced where it was written.
      const sender = within.agents.get(event.agent);
      const to = receiverOf(within, event);
      if (
        sender === undefined ||
        to === undefined ||
        sender.kind === 'root' ||
        within.agents.get(to)?.parent === sender.id
      )
        continue;
      for (const text of event.texts) yield { text, child: sender.id, receiver: to, order: event.order };
      continue;
    }
    if (event.kind === 'tool-result') {
      // A background agent's report is also read from the file that the host keeps it in.
      for (const text of event.texts) {
        const child = agentReadFromFile(text, within);
        if (child !== undefined) yield { text, child, receiver: event.agent, order: event.order };
      }
      continue;
    }
    const isMessage = event.kind === 'message' && event.direction === 'received';
    if (event.kind !== 'return' && !isMessage) continue;
    for (const text of event.texts) {
      const author = text.origin.by;
      if (event.kind === 'return' && workflowAuthors(text, within).length > 0)
        yield { text, child: undefined, receiver: event.agent, order: event.order };
      if (author.kind !== 'agent' || author.agent === event.agent) continue;
      // A message down the tree is a brief, not a report.
      if (isMessage && within.agents.get(event.agent)?.parent === author.agent) continue;
      if (isMessage && text.copyOf !== undefined) continue;
      yield { text, child: author.agent, receiver: event.agent, order: event.order };
    }
  }
}

function receiverOf(within: Case, event: EventOf<'message'>): string | undefined {
  const { to } = event;
  if (to === undefined || to === 'main' || to === 'team-lead')
    return within.agents.get(event.agent)?.parent ?? within.agents.root;
  return within.agents.get(to)?.id ?? within.agents.agents.find((agent) => agent.name === to)?.id;
}
