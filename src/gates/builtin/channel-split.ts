import type { Case, EventOf, Text } from '../../case/model.ts';
import type { Flow, FlowGraph } from '../../flows/model.ts';
import { MESSAGE_TOOL, SPAWN_TOOLS } from '../../hosts/tools.ts';
import type { Decision, SplitProposal } from '../../result/replay.ts';
import { type GateRequest, NO_SAY, type PureGate } from '../model.ts';
import { callOf } from './calls.ts';
import type { SplitMode } from './modes.ts';

/** Shorter carried spans are names and phrases that any two texts share. */
const LEAST_CHARS = 24;

/**
 * A brief has two channels: the author's instruction, which may not depend on tool output, and data, which keeps its provenance. The gate
 * looks at what a parent hands to a child. `evidence` shows violations that spans prove and never calls their absence compliance;
 * `strict` takes a brief as independent only if its author had seen no tool output at all.
 */
export function channelSplit(theCase: Case, { flows, mode }: { flows: FlowGraph; mode: SplitMode }): PureGate<null> {
  return {
    id: 'channel-split',
    key: mode,
    start: null,
    step(state, request) {
      const call = callOf(request.payload);
      const hands = call !== undefined && (SPAWN_TOOLS.has(call.tool) || call.tool === MESSAGE_TOOL);
      if (request.phase !== 'before-tool' || !hands || request.event.kind !== 'tool-call')
        return { state, decision: NO_SAY };
      const carried = carriedSpans(briefOf(request.event, theCase), flows);
      if (carried.length > 0) return { state, decision: violation(carried) };
      if (mode === 'evidence') {
        const reason = 'no violation shown (not compliance: a reworded or reasoned dependence leaves no span)';
        return { state, decision: { ...NO_SAY, basis: 'rule', rules: ['evidence'], reason } };
      }
      return { state, decision: strict(request, theCase) };
    },
  };
}

interface CarriedSpan {
  readonly text: Text;
  readonly flow: Flow;
  /** UTF-16 units of the brief. */
  readonly start: number;
  readonly end: number;
}

/** The texts that the call hands over. A spawn's own event holds the brief; a message's stand in its input. */
function briefOf(call: EventOf<'tool-call'>, theCase: Case): readonly Text[] {
  const handed = call.texts.filter(
    ({ origin }) => origin.place === 'input:/prompt' || origin.place === 'input:/message',
  );
  if (handed.length > 0) return handed;
  const events = theCase.eventsOf(call.agent);
  const spawn = events.find((event) => event.kind === 'spawn' && event.toolUseId === call.toolUseId);
  return spawn === undefined ? [] : spawn.texts;
}

/** Spans of the brief that stood in tool output before, longest first where they overlap; in order of place. */
function carriedSpans(brief: readonly Text[], flows: FlowGraph): CarriedSpan[] {
  const spans = brief.flatMap((text) =>
    flows.into(text).flatMap((flow) =>
      flow.source.origin.channel !== 'tool' && flow.labels.carried.integrity !== 'outside'
        ? []
        : flow.evidence.flatMap((evidence) => {
            if (evidence.tier === 'context' || evidence.to.chars === undefined) return [];
            const offset = text.cite.chars?.[0] ?? 0;
            const [start, end] = [evidence.to.chars[0] - offset, evidence.to.chars[1] - offset];
            return end - start >= LEAST_CHARS && !isReference(text.value.slice(start, end))
              ? [{ text, flow, start, end }]
              : [];
          }),
    ),
  );
  const chosen: CarriedSpan[] = [];
  for (const span of [...spans].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (chosen.every((other) => other.text !== span.text || span.end <= other.start || span.start >= other.end))
      chosen.push(span);
  }
  return chosen.sort((a, b) => a.text.id - b.text.id || a.start - b.start);
}

/** A path, an id or an address in one piece points at data instead of carrying it: the better way. */
function isReference(span: string): boolean {
  return !/\s/.test(span.trim());
}

function violation(carried: readonly CarriedSpan[]): Decision {
  const length = carried.reduce((sum, { start, end }) => sum + end - start, 0);
  const sources = [...new Set(carried.map(({ flow }) => sourceName(flow)))];
  return {
    outcome: 'deny',
    reason: `violation shown: ${length} characters of the brief stand in tool output (${sources.join(', ')}); the instruction depends on tool output, and its provenance is lost`,
    rules: ['instruction-depends-on-tool-output', 'provenance-lost'],
    cause: { text: `carried from ${sources[0]}`, eventId: carried[0]!.flow.from, agentId: carried[0]!.flow.fromAgent },
    failedOpen: false,
    basis: 'rule',
    effect: 'blocks-call',
    proposal: proposalFor(carried),
    flip: { by: 'label', verdict: 'none', events: [...new Set(carried.map(({ flow }) => flow.from))] },
  };
}

function sourceName(flow: Flow): string {
  return flow.source.origin.tool ?? flow.source.origin.channel;
}

/** The brief with a named hole for every carried span; equal spans share a hole. */
function proposalFor(carried: readonly CarriedSpan[]): SplitProposal {
  const variables: SplitProposal['variables'] = [];
  const counts = new Map<string, number>();
  let message = '';
  let text = carried[0]!.text;
  let at = 0;
  for (const span of carried) {
    if (span.text !== text) {
      message += `${text.value.slice(at)}\n`;
      text = span.text;
      at = 0;
    }
    const value = span.text.value.slice(span.start, span.end);
    let known = variables.find((variable) => variable.value === value);
    if (known === undefined) {
      const base =
        sourceName(span.flow)
          .replace(/[^A-Za-z0-9]+/g, '_')
          .replace(/^_|_$/g, '')
          .toLowerCase() || 'data';
      const ordinal = (counts.get(base) ?? 0) + 1;
      counts.set(base, ordinal);
      known = {
        name: `${base}_${ordinal}`,
        value,
        source: sourceName(span.flow),
        eventId: span.flow.from,
        label: span.flow.labels.carried.integrity,
      };
      variables.push(known);
    }
    message += `${text.value.slice(at, span.start)}{{${known.name}}}`;
    at = span.end;
  }
  return { message: message + text.value.slice(at), variables };
}

function strict(request: GateRequest, theCase: Case): Decision {
  const seen = theCase
    .inputsOf(request.agent)
    .find(({ text, order }) => order < request.event.order && text.origin.channel === 'tool');
  if (seen === undefined) {
    return {
      ...NO_SAY,
      outcome: 'allow',
      basis: 'rule',
      rules: ['independent'],
      reason: 'independent: the author had seen no tool output',
    };
  }
  return {
    outcome: 'deny',
    reason: `not shown to be independent: the author had tool output in its context (${seen.text.origin.tool ?? 'a tool'} and what followed)`,
    rules: ['author-has-seen-tool-output'],
    cause: {
      text: `in the author's context: ${seen.text.origin.tool ?? 'tool output'}`,
      eventId: seen.atEvent,
      agentId: request.agent,
    },
    failedOpen: false,
    basis: 'rule',
    effect: 'blocks-call',
  };
}
