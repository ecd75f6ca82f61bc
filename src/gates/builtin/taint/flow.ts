import type { Case } from '../../../case/model.ts';
import type { FlowGraph } from '../../../flows/model.ts';
import type { GateRequest } from '../../model.ts';
import type { TaintEntry } from './model.ts';

/** Text from outside that reached the agent before this event inside somebody else's words: proved by spans, not by context. */
export function carriedTaint(request: GateRequest, theCase: Case, flows: FlowGraph): TaintEntry[] {
  const found: TaintEntry[] = [];
  for (const delivery of theCase.inputsOf(request.agent)) {
    if (delivery.order > request.event.order) break;
    const { text } = delivery;
    if (text.origin.channel === 'tool' || flows.labelsOf(text).carried.integrity !== 'outside') continue;
    const flow = flows.into(text).find((one) => one.labels.carried.integrity === 'outside');
    const source = flow?.source.origin.tool ?? 'an outside source';
    const by = theCase.agents.get(flow?.fromAgent ?? text.agent)?.type || 'main';
    found.push({
      eventId: delivery.atEvent,
      agentId: text.agent,
      text: `tainted by ${source} (agent: ${by}): carried in ${text.origin.place ?? 'a text'} that was delivered`,
    });
  }
  return found;
}
