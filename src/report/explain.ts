import { oneLine, visible } from '../base/clean.ts';
import { wordChanges } from '../base/diff.ts';
import { padEnd, wrap } from '../base/width.ts';
import type { Evidence, Finding } from '../result/finding.ts';
import type { CaseResult, FlowSummary, Link, Place } from '../result/report.ts';
import { linksTable } from './across.ts';
import { briefsBehind, handOver } from './briefs.ts';
import { namesOf, percent, shortPath } from './names.ts';
import type { View } from './view.ts';

/**
 * One finding as a story: where it came from, what changed on the way, what happened next, what could have stopped it. A finding that
 * spans cases has no result of its own; the ways between its sessions are given instead.
 */
export function explain(
  finding: Finding,
  result: CaseResult | undefined,
  view: View,
  links: readonly Link[] = [],
): string {
  const { paint } = view;
  const width = Math.max(60, Math.min(view.width ?? 110, 140));
  const flows = (result?.flows ?? []).filter((flow) => finding.flows.includes(flow.id));
  const verdict = finding.verdict === undefined ? '' : ` · ${finding.verdict}`;
  const lines = [
    `${paint.bold(finding.id)}  ${paint.severity(finding.severity)} · confidence ${finding.confidence} · ${finding.detector}${verdict}`,
    ...wrap(oneLine(finding.message), width),
  ];
  const section = (title: string, body: readonly string[]) => {
    if (body.length > 0) lines.push('', paint.bold(title), ...body);
  };
  section(
    'WHERE IT CAME FROM',
    flows.length > 0 ? flows.flatMap((flow) => path(flow, result!, width)) : places(finding.evidence, width),
  );
  if (flows.length > 0) section('THE EVIDENCE', places(finding.evidence, width));
  if (links.length > 0) section('HOW IT CAME FROM ONE SESSION TO THE OTHER', [linksTable(links, view).trimEnd()]);
  section(
    'WHAT CHANGED ON THE WAY',
    result === undefined ? changedBetween(finding, view, width) : flows.flatMap((flow) => changed(flow, view, width)),
  );
  if (result === undefined)
    section('WHAT THE TRANSCRIPTS CANNOT SHOW', [
      indent(
        'whether other sessions, people or programs changed the place in between: only the sessions given were read',
      ),
    ]);
  section(
    'HOW IT WAS HANDED OVER',
    (result === undefined ? [] : briefsBehind(finding, result))
      .flatMap((brief) => handOver(brief, result!))
      .flatMap((line) => wrap(line, width - 2))
      .map(indent),
  );
  section('WHAT HAPPENED NEXT', happened(finding));
  section('WHAT THIS RESTS ON', finding.details.flatMap((detail) => wrap(oneLine(detail), width - 2)).map(indent));
  section('FIRST CHANCE TO STOP IT', chances(finding, result));
  section(
    'EXACT SOURCE',
    finding.evidence.map((evidence) => indent(source(evidence))),
  );
  return `${lines.join('\n')}\n`;
}

const indent = (line: string) => `  ${line}`;

function places(evidence: readonly Evidence[], width: number): string[] {
  return evidence.flatMap((item, index) => [
    `  ${index + 1}  ${padEnd(item.role, 8)} ${oneLine(item.note)}   ${shortPath(item.path)}:${item.line}`,
    ...wrap(`“${oneLine(item.excerpt)}”`, width - 14)
      .slice(0, 6)
      .map((line) => `              ${line}`),
  ]);
}

function path(flow: FlowSummary, result: CaseResult, width: number): string[] {
  const name = namesOf(result);
  const best = flow.evidence[0];
  const from =
    flow.sourceTool === undefined ? name(flow.fromAgent) : `${oneLine(flow.sourceTool)} of ${name(flow.fromAgent)}`;
  const stops: { role: string; what: string; place: Place | undefined }[] = [
    { role: flow.labels.carried.integrity, what: from, place: best?.from },
    ...flow.relays.map((relay) => ({ role: 'relay', what: oneLine(relay.eventId), place: relay.place })),
    { role: 'sink', what: `${flow.channel} to ${name(flow.toAgent)}`, place: best?.to },
  ];
  const lines = stops.map(({ role, what, place }, index) => {
    const where = place === undefined ? '' : `${shortPath(place.path)}:${place.line}   bytes ${bytes(place)}`;
    return `  ${index + 1}  ${padEnd(role, 9)} ${padEnd(what, 44)}  ${where}`.trimEnd();
  });
  if (best !== undefined) {
    const how = best.transforms.length > 0 ? best.transforms.join(', ') : 'unchanged';
    const cut = best.capped === true ? ' · candidates were cut, other sources may exist' : '';
    lines.push(
      ...wrap(
        `carried by: ${best.tier}, ${how} · ${best.length} characters, ${percent(best.coverage)} of it · ${Math.round(best.bits)} bits${cut}`,
        width - 5,
      ).map((line) => `     ${line}`),
      `     could also hold: ${flow.labels.possible.integrity} (lowest origin that was in the author's context)`,
    );
  }
  return lines;
}

function changed(flow: FlowSummary, view: View, width: number): string[] {
  const best = flow.evidence[0];
  return best === undefined ? [] : differences(best.excerptFrom, best.excerptTo, view, width);
}

/** The two ends of a finding that spans sessions: what the first one had, and what the last one met. */
function changedBetween({ evidence }: Finding, view: View, width: number): string[] {
  const sink = evidence.find((one) => one.role === 'primary');
  const source = evidence.find((one) => one.role === 'related' && one.excerpt !== '' && one.path !== sink?.path);
  return sink === undefined || source === undefined || sink.excerpt === ''
    ? []
    : differences(source.excerpt, sink.excerpt, view, width);
}

function differences(from: string, to: string, view: View, width: number): string[] {
  const { paint } = view;
  const before = visible(from);
  const after = visible(to);
  if (before === after) return [indent('nothing: carried word for word')];
  const parts = wordChanges(before, after);
  if (parts === undefined) return [indent('too long to compare word by word; see the exact source')];
  const removed = parts
    .filter((part) => part.kind !== 'added')
    .map((part) => (part.kind === 'removed' ? `[-${part.text}-]` : part.text));
  const added = parts
    .filter((part) => part.kind !== 'removed')
    .map((part) => (part.kind === 'added' ? `{+${part.text}+}` : part.text));
  return [
    ...wrap(removed.join(''), width - 4).map((line) => paint.red(`  - ${line}`)),
    ...wrap(added.join(''), width - 4).map((line) => paint.green(`  + ${line}`)),
  ];
}

function happened(finding: Finding): string[] {
  switch (finding.actedOn) {
    case 'yes':
      return [indent('It was acted on.')];
    case 'partly':
      return [indent('It was acted on in part.')];
    case 'no':
      return [indent('Nobody acted on it in what was recorded.')];
    case 'unknown':
      return [indent('Whether anybody acted on it cannot be told from the transcripts.')];
    default:
      return [];
  }
}

function chances(finding: Finding, result: CaseResult | undefined): string[] {
  const name = result === undefined ? (id: string) => id : namesOf(result);
  return (finding.firstStop ?? []).map((stop) =>
    indent(
      stop.eventId === undefined
        ? `${oneLine(stop.gate)}: no chance (${oneLine(stop.why)})`
        : `${oneLine(stop.gate)} at ${name(stop.agentId ?? '')} line ${stop.line} (${oneLine(stop.why)})`,
    ),
  );
}

function bytes(place: { byteStart: number; byteEnd: number }): string {
  return `${place.byteStart.toLocaleString('en-US')}–${place.byteEnd.toLocaleString('en-US')}`;
}

function source(evidence: Evidence): string {
  const digest = evidence.sha256 === undefined ? 'no digest: the span holds a secret' : `sha256 ${evidence.sha256}`;
  return `${oneLine(evidence.path)}:${evidence.line}  bytes ${bytes(evidence)}  ${oneLine(evidence.pointer)}  ${digest}`;
}
