import type { Case, EventId, Text } from '../case/model.ts';
import type { Flow, FlowGraph } from '../flows/model.ts';
import type { Finding } from '../result/finding.ts';

/** What has to do with one text, finding, record or event: the events that hold it and the flows that moved it. */
export interface Focus {
  readonly events: ReadonlySet<EventId>;
  readonly flows: ReadonlySet<Flow>;
  readonly findings: ReadonlySet<Finding>;
}

export function focusOn(wanted: string, record: Case, graph: FlowGraph, findings: readonly Finding[]): Focus {
  if (/^F-[0-9a-z]{4,}$/.test(wanted)) return onFindings(wanted, graph, findings);
  const events = record.timeline.filter(
    (event) => event.id === wanted || (wanted.length >= 8 && event.recordUuid?.startsWith(wanted)),
  );
  if (events.length > 0) return onEvents(new Set(events.map((event) => event.id)), graph);
  return onText(wanted, record, graph);
}

/** Events of a trail, and the flows that lie on it with both ends. */
export function alongTrail(
  wanted: readonly string[],
  record: Case,
  graph: FlowGraph,
  findings: readonly Finding[],
  focus: string | undefined,
): Focus {
  const places = new Set(wanted);
  const isOn = (id: EventId) => places.has(id.replace(/\/(?:spawn|return|message)$/, ''));
  return {
    events: new Set(record.timeline.flatMap((event) => (isOn(event.id) ? [event.id] : []))),
    flows: new Set(
      graph.flows.filter((flow) => flow.evidence[0]?.tier !== 'context' && isOn(flow.from) && isOn(flow.to)),
    ),
    findings: new Set(focus === undefined ? [] : findings.filter((finding) => finding.id.startsWith(focus))),
  };
}

function onFindings(wanted: string, graph: FlowGraph, findings: readonly Finding[]): Focus {
  const chosen = findings.filter((finding) => finding.id.startsWith(wanted));
  const cited = new Set(chosen.flatMap((finding) => finding.evidence.flatMap((evidence) => evidence.eventId ?? [])));
  const named = new Set(chosen.flatMap((finding) => finding.flows));
  const flows = graph.flows.filter(
    (flow) => named.has(flow.id) || (named.size === 0 && (cited.has(flow.from) || cited.has(flow.to))),
  );
  const events = new Set([...cited, ...flows.flatMap((flow) => [flow.from, flow.to])]);
  return { events, flows: new Set(flows), findings: new Set(chosen) };
}

function onEvents(events: ReadonlySet<EventId>, graph: FlowGraph): Focus {
  const flows = graph.flows.filter(
    (flow) => events.has(flow.from) || events.has(flow.to) || flow.relays.some((text) => events.has(text.event)),
  );
  return {
    events: new Set([...events, ...flows.flatMap((flow) => [flow.from, flow.to])]),
    flows: new Set(flows),
    findings: new Set(),
  };
}

/** The text is looked for as it is, and with white space and case folded: a person copies it from somewhere. */
function onText(wanted: string, record: Case, graph: FlowGraph): Focus {
  const folded = fold(wanted);
  const holds = (text: string) => text.includes(wanted) || (folded !== '' && fold(text).includes(folded));
  const holders = new Set<Text>(record.texts.filter((text) => holds(text.value)));
  const moved = graph.flows.filter((flow) => {
    if (!holders.has(flow.source) && !holders.has(flow.sink)) return false;
    return flow.evidence.some(
      ({ to, from }) => holds(part(flow.sink, to.chars)) || holds(part(flow.source, from.chars)),
    );
  });
  return {
    events: new Set([...holders].map((text) => text.event)),
    flows: new Set(moved),
    findings: new Set(),
  };
}

function part(text: Text, chars: readonly [number, number] | undefined): string {
  const offset = text.cite.chars?.[0] ?? 0;
  return chars === undefined
    ? text.value
    : text.value.slice(Math.max(0, chars[0] - offset), Math.max(0, chars[1] - offset));
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
