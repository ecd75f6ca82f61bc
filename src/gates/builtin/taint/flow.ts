import type { Case, Text } from '../../../case/model.ts';
import type { FlowGraph } from '../../../flows/model.ts';
import type { GateRequest } from '../../model.ts';
import type { TaintEntry } from './model.ts';

/** Text from outside that reached the agent before this event inside somebody else's words: proved by spans, not by context. */
export function carriedTaint(request: GateRequest, theCase: Case, flows: FlowGraph): TaintEntry[] {
  const found: TaintEntry[] = [];
  for (const delivery of theCase.inputsOf(request.agent)) {
    if (delivery.order > request.event.order) break;
    const { text } = delivery;
    if (text.origin.channel === 'tool') continue;
    const flow = asWritten(text, theCase)
      .flatMap((written) => flows.into(written))
      .find((one) => one.labels.carried.integrity === 'outside');
    if (flow === undefined) continue;
    const source = flow.source.origin.tool ?? 'an outside source';
    const by = theCase.agents.get(flow.fromAgent)?.type || 'main';
    found.push({
      eventId: delivery.atEvent,
      agentId: text.agent,
      text: `tainted by ${source} (agent: ${by}): carried in ${text.origin.place ?? 'a text'} that was delivered`,
    });
  }
  return found;
}

/** A brief stands twice: in the child's file, and in the call of the parent who wrote it. */
function asWritten(text: Text, theCase: Case): readonly Text[] {
  const call = text.origin.place === 'brief' ? theCase.agents.get(text.agent)?.spawnedBy : undefined;
  const spawn = call === undefined || call === null ? undefined : theCase.event(call.eventId);
  const handed = spawn?.texts.filter((one) => one.origin.place === 'input:/prompt') ?? [];
  return [text, ...handed];
}
