import { createHash } from 'node:crypto';
import type { AgentId, Case, Text } from '../../case/model.ts';
import type { FlowGraph, Tier } from '../../flows/model.ts';
import type { Cited } from '../claim.ts';
import { squeeze } from './words.ts';

/** What was searched for a text's origin, and what was found. */
export interface Provenance {
  /** The input that holds it, and how. */
  readonly source?: { readonly text: Text; readonly tier: Tier; readonly share: number };
  readonly searched: number;
  readonly bytes: number;
  /** SHA-256 over the SHA-256 of every searched input, in order of delivery. */
  readonly digest: string;
  readonly inputs: readonly Text[];
}

const squeezed = new WeakMap<Text, string>();

function squeezedText(text: Text): string {
  let value = squeezed.get(text);
  if (value === undefined) {
    value = squeeze(text.value);
    squeezed.set(text, value);
  }
  return value;
}

/** A part of a text has to have this many letters to be looked for by itself. */
const PIECE_LETTERS = 18;
/** This share of the searched letters in one input makes the text relayed. */
const RELAYED_SHARE = 0.5;

/**
 * Looks for `span` of a text among everything that is recorded as delivered to its author before it wrote. The flow graph is asked
 * first (all tiers); then every input is searched by letters, piece by piece.
 */
export function provenanceOf(
  analysed: Case,
  flows: FlowGraph,
  author: AgentId,
  before: number,
  text: Text,
  [start, end]: readonly [number, number],
): Provenance {
  const inputs = inputsBefore(analysed, author, before);
  const listed = listing(inputs);
  const source = fromFlows(flows, text, start, end, inputs) ?? fromLetters(inputs, text.value.slice(start, end));
  return { ...listed, inputs, ...(source === undefined ? {} : { source }) };
}

/** Recorded inputs of an agent before a place of the timeline, without its own words; each text once. */
export function inputsBefore(analysed: Case, agent: AgentId, before: number): readonly Text[] {
  const seen = new Set<number>();
  const inputs: Text[] = [];
  for (const { text, order } of analysed.inputsOf(agent)) {
    if (order >= before) break;
    const { by } = text.origin;
    if (seen.has(text.id) || (by.kind === 'agent' && by.agent === agent)) continue;
    seen.add(text.id);
    inputs.push(text);
  }
  return inputs;
}

function listing(inputs: readonly Text[]): { searched: number; bytes: number; digest: string } {
  const all = createHash('sha256');
  let bytes = 0;
  for (const { value } of inputs) {
    bytes += Buffer.byteLength(value);
    all.update(createHash('sha256').update(value).digest());
  }
  return { searched: inputs.length, bytes, digest: all.digest('hex') };
}

function fromFlows(
  flows: FlowGraph,
  text: Text,
  start: number,
  end: number,
  inputs: readonly Text[],
): Provenance['source'] {
  const allowed = new Set(inputs.map((input) => input.id));
  let best: Provenance['source'];
  for (const flow of flows.into(text)) {
    if (!allowed.has(flow.source.id)) continue;
    let covered = 0;
    let tier: Tier = 'context';
    for (const one of flow.evidence) {
      if (one.tier === 'context' || one.tier === 'token') continue;
      const [from, to] = one.to.chars ?? [0, 0];
      const shared = Math.min(end, to) - Math.max(start, from);
      if (shared <= 0) continue;
      covered += shared;
      tier = one.tier;
    }
    const share = covered / Math.max(1, end - start);
    if (share >= RELAYED_SHARE && (best === undefined || share > best.share)) best = { text: flow.source, tier, share };
  }
  return best;
}

function fromLetters(inputs: readonly Text[], needle: string): Provenance['source'] {
  const whole = squeeze(needle);
  const pieces = needle
    .split(/(?<=[.!?。！？])\s+|\n+|<[^>\n]{0,80}>/u)
    .map(squeeze)
    .filter((piece) => piece.length >= PIECE_LETTERS);
  const letters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let best: Provenance['source'];
  // The host cuts one record into several texts (its frame, another's words): they are searched as one.
  for (let from = 0, to = 0; from < inputs.length; from = to) {
    let hay = '';
    let input = inputs[from]!;
    for (to = from; to < inputs.length && inputs[to]!.event === inputs[from]!.event; to += 1) {
      hay += squeezedText(inputs[to]!);
      if (inputs[to]!.value.length > input.value.length) input = inputs[to]!;
    }
    if (hay.length < 10) continue;
    if (whole.length >= 12 && hay.includes(whole)) {
      return { text: input, tier: input.value.includes(needle) ? 'verbatim' : 'normalised', share: 1 };
    }
    if (letters === 0) continue;
    let found = 0;
    for (const piece of pieces) if (hay.includes(piece)) found += piece.length;
    const share = found / letters;
    if (share >= RELAYED_SHARE && (best === undefined || share > best.share))
      best = { text: input, tier: 'normalised', share };
  }
  return best;
}

/**
 * Follows relayed words back over the agents that handed them on, to the input that no agent of the case wrote, or to the agent whose
 * own words they first were.
 */
export function firstOrigin(analysed: Case, flows: FlowGraph, provenance: Provenance, words: string): Text | undefined {
  let source = provenance.source?.text;
  for (let step = 0; step < 8 && source !== undefined; step += 1) {
    const original: Text = source.copyOf === undefined ? source : (textById(analysed, source.copyOf) ?? source);
    const { by, channel } = original.origin;
    if (channel !== 'model' || by.kind !== 'agent') return original;
    const event = analysed.event(original.event);
    const at = original.value.indexOf(words);
    const span: readonly [number, number] = at < 0 ? [0, original.value.length] : [at, at + words.length];
    const next = provenanceOf(analysed, flows, by.agent, event?.order ?? 0, original, span).source?.text;
    if (next === undefined) return original;
    source = next;
  }
  return source;
}

function textById(analysed: Case, id: number): Text | undefined {
  const text = analysed.texts[id];
  return text?.id === id ? text : analysed.texts.find((one) => one.id === id);
}

/** The sentences of a proof: what was searched, what it means, and what nobody can know. */
export function proofLines(provenance: Provenance): string[] {
  const { source, searched, bytes, digest, inputs } = provenance;
  const what = `${searched} recorded ${searched === 1 ? 'input' : 'inputs'} (${bytes} bytes, sha256 of their digests ${digest.slice(0, 16)})`;
  if (source !== undefined) {
    return [
      `origin: ${describe(source.text)} holds ${Math.round(source.share * 100)} % of it (${source.tier}); searched ${what}`,
    ];
  }
  const list = inputs
    .slice(0, 12)
    .map((input) => `${describe(input)} ${createHash('sha256').update(input.value).digest('hex').slice(0, 12)}`);
  return [
    `origin: none of ${what} holds it verbatim, normalised, decoded or in part. That is evidence, not proof: an input can reach a model without a record.`,
    `searched: ${list.join('; ')}${inputs.length > list.length ? `; and ${inputs.length - list.length} more` : ''}`,
  ];
}

export function describe(text: Text): string {
  const { origin, cite } = text;
  const who = origin.tool ?? (origin.by.kind === 'agent' ? `agent ${origin.by.agent}` : origin.by.kind);
  return `${origin.channel} (${who}${origin.place === undefined ? '' : `, ${origin.place}`}) at line ${cite.record.line}`;
}

export function sourceCited(provenance: Provenance): Cited[] {
  return provenance.source === undefined
    ? []
    : [
        {
          cite: provenance.source.text.cite,
          note: `holds the words before the agent wrote them (${provenance.source.tier})`,
        },
      ];
}

/** A citation of some characters of a text. The text's own characters are the base of the count. */
export function citeSpan(text: Text, start: number, end: number): Cited['cite'] {
  const base = text.cite.chars?.[0] ?? 0;
  const limit = text.cite.chars?.[1] ?? base + text.value.length;
  const from = Math.min(base + start, limit);
  return { ...text.cite, chars: [from, Math.max(Math.min(base + end, limit), from)] };
}
