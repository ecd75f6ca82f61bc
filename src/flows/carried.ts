import type { Text } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import { isOwn } from './match/corpus.ts';
import type { FlowEvidence, Label } from './model.ts';
import type { Sink } from './sinks.ts';

/** One stretch of a sink and where its words were first said. */
export interface Carried {
  readonly origin: Text;
  readonly relays: readonly Text[];
  readonly stored: boolean;
  readonly evidence: FlowEvidence;
}

/** UTF-16 units of a text's value, half-open. */
export type Range = readonly [number, number];

/** Characters of a text's value, as characters of the field it was cut from. */
export function cite(text: Text, [from, to]: Range): Citation {
  const start = base(text);
  return { ...text.cite, chars: [start + from, start + to] };
}

export function base(text: Text): number {
  return text.cite.chars?.[0] ?? 0;
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, Math.round((part / whole) * 10_000) / 10_000);
}

export function rangesOf(sink: Text, carried: readonly Carried[]): Range[] {
  const start = base(sink);
  return carried.map(({ evidence }): Range => [evidence.to.chars![0] - start, evidence.to.chars![1] - start]);
}

/** Ranges sorted, joined, free of overlap. */
export function joined(ranges: readonly Range[]): Range[] {
  const whole: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = whole.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}

export function lies(start: number, end: number, ranges: readonly Range[]): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const [from, to] = ranges[middle]!;
    if (start < from) high = middle - 1;
    else if (end > to) low = middle + 1;
    else return true;
  }
  return false;
}

/** The parts of `[0, length)` between joined ranges. */
export function rests(ranges: readonly Range[], length: number): [number, number][] {
  const rest: [number, number][] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) rest.push([at, from]);
    at = to;
  }
  if (at < length) rest.push([at, length]);
  return rest;
}

/** The host's own words are nobody's flow, and an agent that repeats itself has moved nothing. */
export function worthShowing(sink: Sink, origin: Text, startOf: (text: Text) => Label): boolean {
  if (startOf(origin).integrity === 'host') return false;
  return !(isOwn(origin) && origin.agent === sink.text.agent && isOwn(sink.text));
}

/** A span with fewer free words is a name, not something that was said. */
export const LEAST_PROSE = 3;
