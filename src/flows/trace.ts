import { by, compareText } from '../base/order.ts';
import type { Basis, Case, Text } from '../case/model.ts';
import { boundariesOf } from './boundaries.ts';
import { Carriage } from './carriage.ts';
import type { Carried } from './carried.ts';
import { meet, possibleLabels, TOP } from './labels.ts';
import { type Flow, type FlowEvidence, type FlowGraph, INTEGRITY_ORDER, type Label, type TextLabels } from './model.ts';
import { integrityOf } from './policy/integrity.ts';
import type { TrustPolicy } from './policy/policy.ts';
import { secrecyOf } from './policy/secrecy.ts';
import { type Sink, sinksOf } from './sinks.ts';
import { StorageMap } from './storage.ts';

/** Evidence of one flow beyond this many spans says nothing new; the best are kept. */
const MOST_EVIDENCE = 64;

/**
 * Where every text that left its author came from: for each sink its sources, followed to their first origin, with the spans that
 * prove it, the boundaries crossed, and the trust it arrived with.
 */
export function traceFlows(within: Case, policy: TrustPolicy): FlowGraph {
  const steps = tracing(within, policy);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** As `traceFlows`, in steps: a long session takes minutes, and whoever runs it wants to hear of signals meanwhile. */
export function* tracing(within: Case, policy: TrustPolicy): Generator<undefined, FlowGraph> {
  const storage = new StorageMap(within);
  const starts = new Map<Text, Label>();
  const startOf = (text: Text): Label => {
    let label = starts.get(text);
    if (label === undefined) {
      label = {
        integrity: integrityOf(text, policy, within),
        secrecy: secrecyOf(text, policy, within),
        sources: [text.id],
      };
      starts.set(text, label);
      // A result that the host put into a file is what it was, however it is read.
      for (const spilled of storage.spillBehind(text)?.texts ?? []) {
        if (spilled.origin.channel !== 'notice' && spilled !== text)
          label = { ...meet(label, startOf(spilled)), sources: [text.id] };
      }
      starts.set(text, label);
    }
    return label;
  };
  const sinks = sinksOf(within);
  const carriage = new Carriage(within, storage, startOf);
  const carried = yield* carriage.trace(sinks);
  const possible = possibleLabels(within, storage, startOf);

  const flows: Flow[] = [];
  const byId = new Map(within.texts.map((text) => [text.id, text]));
  sinks.forEach((sink, number) => {
    const made = flowsInto(within, sink, carried[number]!, (text) => ({
      carried: startOf(text),
      possible: possible.get(sink.text) ?? TOP,
    }));
    flows.push(...made);
    const context = contextFlow(within, byId, sink, made, possible.get(sink.text) ?? TOP, startOf);
    if (context !== undefined) flows.push(context);
  });
  return graph(within, flows, carriage.limits, (text) => ({
    carried: startOf(text),
    possible: possible.get(text) ?? startOf(text),
  }));
}

function flowsInto(
  within: Case,
  sink: Sink,
  carried: readonly Carried[],
  labels: (origin: Text) => TextLabels,
): Flow[] {
  const groups = new Map<string, Carried[]>();
  for (const one of carried) {
    const key = `${one.origin.id} ${one.relays.map((relay) => relay.id).join(',')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group): Flow => {
    const { origin, relays } = group[0]!;
    const evidence = group.map((one) => one.evidence).sort(byStrength);
    return {
      id: `${sink.event}<${origin.event}#${sink.text.id}.${origin.id}${relays.length === 0 ? '' : `.${relays.map((relay) => relay.id).join('.')}`}`,
      channel: sink.channel,
      from: origin.event,
      to: sink.event,
      fromAgent: origin.agent,
      toAgent: sink.to,
      source: origin,
      sink: sink.text,
      relays,
      crosses: boundariesOf(
        within,
        origin,
        relays,
        sink,
        group.some((one) => one.stored),
      ),
      labels: labels(origin),
      basis: basisOf(sink, origin, evidence),
      evidence: evidence.slice(0, MOST_EVIDENCE),
    };
  });
}

function basisOf(sink: Sink, origin: Text, evidence: readonly FlowEvidence[]): Basis {
  if (sink.text.copyOf !== origin.id && evidence.every((one) => one.tier === 'token' || one.tier === 'context'))
    return 'inferred';
  return sink.text.copyOf === origin.id ? 'recorded' : 'matched';
}

/** No words were carried, but something less trusted than the author stood in its context: coarse, and never an alarm by itself. */
function contextFlow(
  within: Case,
  byId: ReadonlyMap<number, Text>,
  sink: Sink,
  proved: readonly Flow[],
  possible: Label,
  startOf: (text: Text) => Label,
): Flow | undefined {
  if (sink.channel !== 'spawn' && sink.channel !== 'message' && sink.channel !== 'return') return undefined;
  // How a brief arrived shows nothing that how it was written does not.
  if (sink.text.copyOf !== undefined && sink.channel !== 'return') return undefined;
  const rank = INTEGRITY_ORDER.indexOf(possible.integrity);
  if (rank < INTEGRITY_ORDER.indexOf('peer')) return undefined;
  if (proved.some((flow) => INTEGRITY_ORDER.indexOf(flow.labels.carried.integrity) >= rank)) return undefined;
  const source = possible.sources
    .map((id) => byId.get(id))
    .find((text) => text !== undefined && startOf(text).integrity === possible.integrity);
  if (source === undefined || source === sink.text || sink.text.copyOf === source.id) return undefined;
  return {
    id: `${sink.event}<${source.event}#context.${sink.text.id}`,
    channel: sink.channel,
    from: source.event,
    to: sink.event,
    fromAgent: source.agent,
    toAgent: sink.to,
    source,
    sink: sink.text,
    relays: [],
    crosses: boundariesOf(within, source, [], sink, false),
    labels: { carried: startOf(sink.text), possible },
    basis: 'inferred',
    evidence: [
      { tier: 'context', from: source.cite, to: sink.text.cite, transforms: [], length: 0, coverage: 0, bits: 0 },
    ],
  };
}

function byStrength(a: FlowEvidence, b: FlowEvidence): number {
  return (
    b.bits - a.bits ||
    b.length - a.length ||
    compareText(a.to.pointer, b.to.pointer) ||
    (a.to.chars?.[0] ?? 0) - (b.to.chars?.[0] ?? 0)
  );
}

function graph(
  within: Case,
  flows: readonly Flow[],
  limits: readonly string[],
  start: (text: Text) => TextLabels,
): FlowGraph {
  const orderOf = (id: string) => within.event(id)?.order ?? 0;
  const sorted = [...flows].sort(
    by(
      (flow) => orderOf(flow.to),
      (flow) => flow.sink.id,
      (flow) => orderOf(flow.from),
      (flow) => flow.source.id,
      (flow) => flow.id,
    ),
  );
  const into = new Map<number, Flow[]>();
  const outOf = new Map<number, Flow[]>();
  const push = (map: Map<number, Flow[]>, key: number, flow: Flow) => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [flow]);
    else list.push(flow);
  };
  for (const flow of sorted) {
    push(into, flow.sink.id, flow);
    for (const text of new Set([flow.source, ...flow.relays])) push(outOf, text.id, flow);
  }
  return {
    flows: sorted,
    limits,
    into: (text) => into.get(text.id) ?? [],
    outOf: (text) => outOf.get(text.id) ?? [],
    labelsOf: (text) => {
      const { carried, possible } = start(text);
      return {
        carried: (into.get(text.id) ?? []).reduce((label, flow) => meet(label, flow.labels.carried), carried),
        possible,
      };
    },
  };
}
