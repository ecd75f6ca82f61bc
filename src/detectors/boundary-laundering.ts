import { stringAt } from '../base/json.ts';
import type { Case, EventOf, Text } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { DEFAULT_POLICY, type TrustPolicy } from '../flows/policy/policy.ts';
import { SHELL_TOOLS } from '../hosts/integrity.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { type CarriedOrder, carriedOrders, hitsOf, outsideFlows } from './laundering/carried.ts';
import { type Arrival, citeSpan, claimOfWordsOrDeeds } from './laundering/claim.ts';
import { effectOf, isRequested } from './laundering/outcome.ts';
import { localOrders, steeredOrders } from './laundering/steered.ts';
import { structuredSource } from './laundering/structured.ts';

const id = 'boundary-laundering';

export const boundaryLaundering: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within, flows, policy = DEFAULT_POLICY }: Investigation): Iterable<Claim> {
    for (const brief of briefsOf(within)) {
      const found = carriedOrders(brief.text, outsideFlows(flows, brief.text));
      // The quotes of a shell command are the shell's.
      const orders: readonly CarriedOrder[] = brief.isCommand
        ? found.map(({ quoting: _shell, ...order }) => order)
        : found;
      const obeyed = [...steeredOrders(within, flows, brief.text), ...localOrders(within, flows, brief.text)];
      const claim = claimOfWordsOrDeeds(
        {
          ...brief.arrival,
          orders,
          details: split(brief.text, flows, orders.some((one) => one.quoting === undefined) || obeyed.length > 0),
        },
        obeyed,
      );
      if (claim !== undefined) yield claim;
      else if (orders.length === 0) yield* unseen(brief, policy);
    }
  },
};

/** An order that stands only in the structured part of an outside tool's result, beyond what its text shows. */
function* unseen({ text, arrival }: Brief, policy: TrustPolicy): Iterable<Claim> {
  const { within, receiver, order } = arrival;
  for (const hit of hitsOf(text)) {
    if (hit.kind === 'markup' || hit.strength === 'weak' || hit.slots.length === 0) continue;
    const source = structuredSource(within, text, hit, order, policy);
    if (source === undefined || isRequested(within, [hit], order).status === 'requested') continue;
    const effect = effectOf(within, receiver, text.value, [hit], order);
    yield {
      detector: id,
      message: `${arrival.what} carries an order that stands only in the structured part of a result of ${source.toolName}`,
      severity: hit.strength === 'strong' || effect.actedOn === 'yes' ? 'medium' : 'low',
      confidence: 'low',
      primary: { cite: citeSpan(text, [hit.start, hit.end]), note: `the order as ${arrival.what} holds it` },
      related: [
        {
          cite: { record: source.span, pointer: '/toolUseResult' },
          note: 'the structured part of the result holds it; its text does not',
        },
        ...effect.related,
      ],
      agents: arrival.agents,
      verdict: 'relayed',
      actedOn: effect.actedOn,
      details: [
        'delivery is inferred: that the model saw the structured part is not recorded, so at most medium',
        ...effect.details,
      ],
    };
    return;
  }
}

interface Brief {
  readonly text: Text;
  readonly isCommand?: boolean;
  readonly arrival: Omit<Arrival, 'orders' | 'details'>;
}

/** Everything that tells another agent what to do: briefs as written, additions to them, messages down the tree, prompts of child processes. */
function* briefsOf(within: Case): Iterable<Brief> {
  const written = new Set<number>();
  for (const event of within.timeline) {
    if (event.kind === 'spawn') {
      for (const text of event.texts) {
        if (text.origin.channel !== 'model') continue;
        written.add(text.id);
        yield { text, arrival: arrivalOf(within, text, event.child, event.order, event.agent, 'a brief') };
      }
    } else if (event.kind === 'message' && event.direction === 'sent' && !isUpwards(within, event)) {
      const to =
        event.to === undefined
          ? undefined
          : (within.agents.get(event.to) ?? within.agents.agents.find((agent) => agent.name === event.to));
      for (const text of event.texts)
        yield {
          text,
          arrival: arrivalOf(within, text, to?.id, event.order, event.agent, 'a message to another agent'),
        };
    } else if (event.kind === 'prompt' && event.isBrief) {
      // What a child was given beyond what its parent wrote.
      for (const text of event.texts) {
        if (text.copyOf !== undefined || text.origin.channel === 'notice') continue;
        const parent = within.agents.get(event.agent)?.parent;
        yield {
          text,
          arrival: {
            ...arrivalOf(within, text, event.agent, event.order, parent ?? event.agent, 'what a child was given'),
            cameBetween: true,
          },
        };
      }
    } else if (event.kind === 'tool-call' && SHELL_TOOLS.includes(event.toolName)) {
      const command = stringAt(event.input, 'command');
      if (command === undefined || !commandEffects(command, event.cwd).executes.some((one) => one.kind === 'agent'))
        continue;
      const child = within.agents.agents.find(
        (agent) => agent.kind === 'child-process' && agent.spawnedBy?.toolUseId === event.toolUseId,
      );
      for (const text of event.texts)
        yield {
          text,
          arrival: arrivalOf(within, text, child?.id, event.order, event.agent, 'the prompt of a child process'),
          isCommand: true,
        };
    }
  }
}

function arrivalOf(
  within: Case,
  text: Text,
  receiver: string | undefined,
  order: number,
  author: string,
  what: string,
): Brief['arrival'] {
  return {
    detector: id,
    within,
    sink: text,
    receiver,
    order,
    base: 'medium',
    what,
    agents: receiver === undefined || receiver === author ? [author] : [author, receiver],
  };
}

function isUpwards(within: Case, event: EventOf<'message'>): boolean {
  const sender = within.agents.get(event.agent);
  if (sender === undefined || sender.kind === 'root') return false;
  return (
    event.to === undefined ||
    event.to === sender.parent ||
    event.to === 'main' ||
    event.to === within.agents.root ||
    event.to === 'team-lead'
  );
}

/** Which rule of the channel split the brief breaks: instructions come from the trusted side only, data is named as data. */
function split(text: Text, flows: FlowGraph, unmarked: boolean): string[] {
  const share = outsideFlows(flows, text)
    .flatMap((flow) => flow.evidence)
    .reduce((sum, one) => sum + one.coverage, 0);
  return [
    'channel split, rule 1 broken: the instruction depends on tool output',
    ...(unmarked
      ? ['channel split, rule 2 broken: provenance was lost, nothing in the brief says where these words came from']
      : []),
    `outside text makes up ${Math.min(100, Math.round(share * 100))} % of it`,
  ];
}
