import type { Case, EventId, Text, TimelineEvent } from '../case/model.ts';
import type { FlowChannel } from './model.ts';
import { workflowAuthors } from './workflows.ts';

/** A text that leaves its author: the places where carried words can do something. */
export interface Sink {
  readonly text: Text;
  readonly channel: FlowChannel;
  readonly event: EventId;
  /** Who gets it; the author where it goes to a tool. */
  readonly to: string;
}

/** Calls that only look: their inputs steer nothing outside the agent. */
const LOOKING = new Set(
  (
    'Read Grep Glob LS NotebookRead TodoRead TodoWrite TaskList TaskGet TaskCreate TaskUpdate ToolSearch BashOutput TaskOutput AgentOutputTool ' +
    'KillShell KillBash TaskStop ListMcpResourcesTool ExitPlanMode EnterPlanMode LSP'
  ).split(' '),
);

/** Inputs that only name what is to be replaced, or say to the person what the call is for. */
const MARKING = new Set(['input:/old_string', 'input:/description']);

/** Each text once, in the order of the timeline; what a special event says of a text counts before the call it was part of. */
export function sinksOf(within: Case): Sink[] {
  const sinks = new Map<number, Sink>();
  const calls = new Set<string>();
  const named = new Map<string, string>();
  for (const { name, id } of within.agents.agents) if (name !== undefined && !named.has(name)) named.set(name, id);
  const add = (text: Text, event: TimelineEvent, channel: FlowChannel, to: string) => {
    if (text.value.trim() !== '' && !sinks.has(text.id)) sinks.set(text.id, { text, channel, event: event.id, to });
  };
  for (const event of within.timeline) {
    if (event.kind === 'spawn') {
      calls.add(event.call);
      for (const text of event.texts) if (isWritten(text)) add(text, event, 'spawn', event.child ?? event.agent);
    } else if (event.kind === 'message' && event.direction === 'sent') {
      if (event.toolUseId !== undefined) {
        const call = within.call(event.toolUseId);
        if (call !== undefined) calls.add(call.id);
      }
      const to =
        event.to === undefined ? event.agent : (within.agents.get(event.to)?.id ?? named.get(event.to) ?? event.to);
      for (const text of event.texts) if (isWritten(text)) add(text, event, 'message', to);
    } else if (event.kind === 'return') {
      for (const text of event.texts) {
        if (isWords(text, event.agent) || workflowAuthors(text, within).length > 0)
          add(text, event, 'return', event.agent);
      }
    } else if (event.kind === 'message') {
      for (const text of event.texts) if (isWords(text, event.agent)) add(text, event, 'message', event.agent);
    }
  }
  const returned = new Set(sinks.keys());
  for (const event of within.timeline) {
    if (event.kind === 'tool-call' && !LOOKING.has(event.toolName) && !calls.has(event.id)) {
      for (const text of event.texts)
        if (isWritten(text) && !MARKING.has(text.origin.place ?? '')) add(text, event, 'tool-input', event.agent);
    } else if (
      event.kind === 'prompt' ||
      event.kind === 'injection' ||
      event.kind === 'tool-result' ||
      event.kind === 'notice'
    ) {
      for (const text of event.texts) {
        if (returned.has(text.id)) continue;
        const { channel } = text.origin;
        if (channel === 'summary') add(text, event, 'compaction', event.agent);
        else if (channel === 'caller' && within.agents.get(event.agent)?.kind === 'child-process')
          add(text, event, 'child-process', event.agent);
        else if (channel === 'tool') add(text, event, 'shared-file', event.agent);
        else if (channel === 'injected' || channel === 'memory') add(text, event, 'injected', event.agent);
        else if (text.copyOf !== undefined)
          add(text, event, event.kind === 'prompt' && event.isBrief ? 'spawn' : 'message', event.agent);
        // A brief that is not what the parent wrote: something between them put words in.
        else if (event.kind === 'prompt' && event.isBrief && channel === 'model')
          add(text, event, 'spawn', event.agent);
      }
    }
  }
  const order = new Map(within.timeline.map((event) => [event.id, event.order]));
  return [...sinks.values()].sort(
    (a, b) => (order.get(a.event) ?? 0) - (order.get(b.event) ?? 0) || a.text.id - b.text.id,
  );
}

/** The model's own words, not what the host set beside them. */
function isWritten(text: Text): boolean {
  return text.origin.by.kind === 'agent' && text.origin.by.agent === text.agent;
}

/** Another agent's words as they reach this one. */
function isWords(text: Text, receiver: string): boolean {
  const author = text.origin.by;
  return (author.kind === 'agent' && author.agent !== receiver) || text.origin.channel === 'peer';
}
