import type { AgentId, Case, Text } from '../case/model.ts';
import { INTEGRITY_ORDER, type Integrity, type Label, SECRECY_ORDER, type Secrecy } from './model.ts';
import type { StorageMap } from './storage.ts';
import { workflowAuthors } from './workflows.ts';

/** Texts named as the cause of a label. More would say nothing more. */
const MOST_SOURCES = 12;

export function lowerIntegrity(a: Integrity, b: Integrity): Integrity {
  return INTEGRITY_ORDER.indexOf(a) >= INTEGRITY_ORDER.indexOf(b) ? a : b;
}

export function higherSecrecy(a: Secrecy, b: Secrecy): Secrecy {
  return SECRECY_ORDER.indexOf(a) >= SECRECY_ORDER.indexOf(b) ? a : b;
}

/** Lowest integrity, highest secrecy, and the texts that gave either. */
export function meet(a: Label, b: Label): Label {
  const integrity = lowerIntegrity(a.integrity, b.integrity);
  const secrecy = higherSecrecy(a.secrecy, b.secrecy);
  const gives = (label: Label) => label.integrity === integrity || label.secrecy === secrecy;
  if (a.integrity === integrity && a.secrecy === secrecy && (a.sources.length >= MOST_SOURCES || !gives(b))) return a;
  const sources = [...(gives(a) ? a.sources : []), ...(gives(b) ? b.sources : [])];
  const named = [...new Set(sources)].sort((x, y) => x - y).slice(0, MOST_SOURCES);
  if (last.integrity !== integrity || last.secrecy !== secrecy || !isSame(last.sources, named))
    last = { integrity, secrecy, sources: named };
  return last;
}

/** What one agent writes in one context bears one label after the other, all the same. */
let last: Label = { integrity: INTEGRITY_ORDER[0], secrecy: SECRECY_ORDER[0], sources: [] };

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** The label that meets every other unchanged. */
export const TOP: Label = { integrity: INTEGRITY_ORDER[0], secrecy: SECRECY_ORDER[0], sources: [] };

/**
 * What may have shaped each text: the meet of everything in its author's context, over agents, files and compactions. Monotone: an
 * agent's label never rises, for what was compacted away has shaped the summary.
 */
export function possibleLabels(within: Case, storage: StorageMap, startOf: (text: Text) => Label): Map<Text, Label> {
  const labels = new Map<Text, Label>();
  const byId = new Map(within.texts.map((text) => [text.id, text]));
  const contexts = new Map<AgentId, Label>();
  const orders = new Map(within.timeline.map((event) => [event.id, event.order]));
  const written = [...within.texts].sort(
    (a, b) => (orders.get(a.event) ?? 0) - (orders.get(b.event) ?? 0) || a.id - b.id,
  );
  const labelOf = (text: Text): Label => {
    const known = labels.get(text);
    if (known !== undefined) return known;
    let label = startOf(text);
    const original = text.copyOf === undefined ? undefined : byId.get(text.copyOf);
    const author = text.origin.by;
    if (original !== undefined && original !== text && labels.has(original)) label = meet(label, labels.get(original)!);
    else if (author.kind === 'agent') label = meet(label, contexts.get(author.agent) ?? TOP);
    else if (text.origin.channel === 'summary') label = meet(label, contexts.get(text.agent) ?? TOP);
    else if (author.kind === 'unknown') {
      for (const { id } of workflowAuthors(text, within)) label = meet(label, contexts.get(id) ?? TOP);
    } else for (const write of storage.writesBehind(text)) label = meet(label, labels.get(write) ?? TOP);
    labels.set(text, label);
    return label;
  };
  let next = 0;
  for (const { text, to, order } of within.deliveries) {
    // What an event wrote was composed before that event delivered anything.
    while (next < written.length && (orders.get(written[next]!.event) ?? 0) <= order) labelOf(written[next++]!);
    contexts.set(to, meet(contexts.get(to) ?? TOP, labelOf(text)));
  }
  while (next < written.length) labelOf(written[next++]!);
  return labels;
}
