import type { Text } from '../../case/model.ts';
import { joined } from '../../flows/carried.ts';
import { viewsOf } from '../../flows/match/encodings.ts';
import type { Flow, FlowEvidence, FlowGraph, Tier } from '../../flows/model.ts';
import { orderShape, type ShapeHit } from '../../flows/shape/order.ts';
import { type Quoting, quoting, quotingOfOrder, saidAbout } from '../../flows/shape/quoting.ts';
import { TOOL_TRAILERS } from '../../hosts/phrases.ts';
import { isHeaded } from './headed.ts';

/** An order in a sink whose words came from an outside text. */
export interface CarriedOrder {
  readonly hit: ShapeHit;
  /** The text whose characters the hit counts: the sink, or the source where the sink holds it in another form. */
  readonly readIn: Text;
  /** Characters of the sink that hold it. */
  readonly span: readonly [start: number, end: number];
  /** Characters of the source that it was taken from. */
  readonly sourceSpan: readonly [start: number, end: number];
  readonly flow: Flow;
  readonly tier: Tier;
  readonly transforms: readonly string[];
  /** The author shows it as somebody else's words. */
  readonly quoting?: Quoting;
  /** It stands in quote marks or behind `>`, but nothing says whose words they are: typography, and no distance. */
  readonly bare?: boolean;
  /** Only values of the order came from outside; its words are the author's. */
  readonly valuesOnly: boolean;
}

/** Texts longer than this are read for orders in their first part only. */
const MAX_READ_CHARS = 400_000;
/** Share of an order's telling words that have to lie in carried spans. */
const CARRIED_SHARE = 0.6;
/** No order is shorter. */
const LEAST_ORDER = 20;
/** What stands around a span in its source belongs to its sentence. */
const MARGIN = 160;

const shapes = new WeakMap<Text, readonly ShapeHit[]>();

export function hitsOf(text: Text): readonly ShapeHit[] {
  let hits = shapes.get(text);
  if (hits === undefined) {
    hits = orderShape(ownWords(text)).hits;
    shapes.set(text, hits);
  }
  return hits;
}

/** Without what the host's own tools say at the end of an answer. */
function ownWords(text: Text): string {
  const value = text.value.length > MAX_READ_CHARS ? text.value.slice(0, MAX_READ_CHARS) : text.value;
  if (text.origin.channel !== 'tool') return value;
  return TOOL_TRAILERS.reduce((rest, trailer) => {
    const tail = rest.slice(-400);
    const match = trailer.exec(tail);
    return match === null ? rest : rest.slice(0, rest.length - tail.length + match.index);
  }, value);
}

/** Characters of a citation as offsets into its text's value. */
export function within(text: Text, evidence: FlowEvidence['to']): readonly [number, number] | undefined {
  if (evidence.chars === undefined) return undefined;
  const base = text.cite.chars?.[0] ?? 0;
  return [evidence.chars[0] - base, evidence.chars[1] - base];
}

const isProof = (one: FlowEvidence): boolean => one.tier !== 'context' && one.tier !== 'token';

/** Flows of outside text into a sink, proved by spans or tokens. */
export function outsideFlows(flows: FlowGraph, sink: Text): readonly Flow[] {
  return flows
    .into(sink)
    .filter(
      (flow) => flow.labels.carried.integrity === 'outside' && flow.evidence.some((one) => one.tier !== 'context'),
    );
}

/**
 * Flows of what a tool read on this machine: files, and what local programs print. Somebody may have put words there whose hand no
 * record shows; they weigh less than outside text, and only where somebody did what they say.
 */
export function localFlows(flows: FlowGraph, sink: Text): readonly Flow[] {
  return flows
    .into(sink)
    .filter((flow) => isLocalReading(flows, flow.source) && flow.evidence.some((one) => one.tier !== 'context'));
}

/** A tool's reading of this machine. */
export function isLocalReading(flows: FlowGraph, text: Text): boolean {
  if (text.origin.channel !== 'tool' || text.origin.place?.startsWith('input') === true) return false;
  const { integrity } = flows.labelsOf(text).carried;
  return integrity === 'local' || integrity === 'tool';
}

/** What a feature list says of an order that was read on this machine. */
export const LOCAL_SOURCE = 'local-source';

/**
 * Orders that a sink carries from outside: found in the sink's own text where its words lie in carried spans, or in the source where
 * the sink holds it in another form. Strongest first.
 */
export function carriedOrders(sink: Text, flows: readonly Flow[]): readonly CarriedOrder[] {
  const found: CarriedOrder[] = [];
  const spans = flows.flatMap((flow) =>
    flow.evidence.flatMap((evidence) => {
      const to = within(sink, evidence.to);
      return to === undefined ? [] : [{ flow, evidence, to }];
    }),
  );
  const proved = spans.filter(({ evidence }) => isProof(evidence));
  const carriedSpans = proved.map(({ to }) => to);
  let mixed = false;
  const shares = hitsOf(sink).map((hit) => ({ hit, share: shareIn(hit.words, carriedSpans) }));
  for (const { hit, share } of shares)
    mixed ||= hit.strength !== 'weak' && hit.kind !== 'markup' && share > 0 && share < CARRIED_SHARE;
  // Where the author's own order runs on into a carried one, what was carried is read by itself.
  const alone = mixed ? hitsWithin(sink, joined(carriedSpans)).map((hit) => ({ hit, share: 1 })) : [];
  for (const { hit: read, share } of [...shares, ...alone]) {
    const hit = share >= CARRIED_SHARE && read.strength !== 'strong' ? (wholeOf(read, proved) ?? read) : read;
    if (hit.strength === 'weak') continue;
    if (found.some((one) => !one.valuesOnly && one.span[0] < hit.end && hit.start < one.span[1])) continue;
    if (share >= CARRIED_SHARE) {
      const main = proved
        .filter(({ to }) => to[0] < hit.end && to[1] > hit.start)
        .sort((a, b) => overlap(b.to, hit) - overlap(a.to, hit))[0]!;
      found.push(
        order(
          sink,
          clipped(hit, carriedSpans),
          [Math.max(hit.start, main.to[0]), Math.max(hit.end, Math.min(main.to[1], hit.end + 200))],
          main.flow,
          main.evidence,
          false,
          carriedSpans,
        ),
      );
    } else {
      const token = spans.find(
        ({ flow, evidence, to }) =>
          evidence.tier === 'token' &&
          hit.slots.some((slot) => slot.start < to[1] && to[0] < slot.end) &&
          orderedThere(flow.source, evidence, hit),
      );
      if (token !== undefined && hit.kind !== 'markup')
        found.push(order(sink, hit, [hit.start, hit.end], token.flow, token.evidence, true, carriedSpans));
    }
  }
  // Encoded or reworded beyond reading in the sink: what the source says at the other end.
  for (const { flow, evidence, to } of proved) {
    const disguised = evidence.transforms.some((transform) => DISGUISES.has(transform));
    if (evidence.tier === 'verbatim' || (evidence.tier === 'normalised' && !disguised)) continue;
    if (found.some((one) => !one.valuesOnly && one.span[0] < to[1] && to[0] < one.span[1])) continue;
    const from = within(flow.source, evidence.from);
    if (from === undefined) continue;
    const hidden = evidence.tier === 'decoded' ? hitInside(flow.source, from) : undefined;
    if (hidden !== undefined) {
      found.push({
        ...order(sink, hidden, to, flow, evidence, false, carriedSpans),
        sourceSpan: from,
        readIn: flow.source,
      });
      continue;
    }
    const low = Math.max(0, from[0] - MARGIN);
    for (const hit of orderShape(
      readable(flow.source, evidence, low, Math.min(flow.source.value.length, from[1] + MARGIN)),
    ).hits) {
      if (hit.strength === 'weak') continue;
      if (evidence.tier !== 'decoded' && shareIn(hit.words, [[from[0] - low, from[1] - low]]) < CARRIED_SHARE) continue;
      found.push({
        ...order(sink, shifted(hit, low), to, flow, evidence, false, carriedSpans),
        sourceSpan: from,
        readIn: flow.source,
      });
      break;
    }
  }
  return found.sort((a, b) => rank(b) - rank(a) || a.span[0] - b.span[0]);
}

/** What a stretch that is encoded at both ends says once it is read, in characters of the source. */
function hitInside(source: Text, [start, end]: readonly [number, number]): ShapeHit | undefined {
  const value = source.value.slice(start, Math.min(end, start + LONGEST_HIDDEN));
  for (const view of viewsOf(value).views) {
    const hit = orderShape(view.text).hits.find((one) => one.strength === 'strong' && one.kind !== 'markup');
    if (hit === undefined) continue;
    const whole = { start, end };
    return {
      ...hit,
      ...whole,
      words: [[start, end]],
      slots: hit.slots.map((slot) => ({ ...slot, ...whole })),
    };
  }
  return undefined;
}

/** A longer blob is no sentence. */
const LONGEST_HIDDEN = 20_000;

/**
 * An order whose head was cut off on the way: the source speaks to a machine, overrides or conceals in the very sentence, and what was
 * carried is the rest of it. A source that shows the sentence as somebody else's does not speak.
 */
function wholeOf(
  hit: ShapeHit,
  proved: readonly { readonly flow: Flow; readonly evidence: FlowEvidence; readonly to: readonly [number, number] }[],
): ShapeHit | undefined {
  if (hit.kind === 'markup' || hit.verbs.length === 0) return undefined;
  for (const { flow, evidence, to } of proved) {
    if (to[0] >= hit.end || hit.start >= to[1]) continue;
    const from = within(flow.source, evidence.from);
    if (from === undefined) continue;
    // Where about in the source the carried part of the order begins: spaces and marks may have changed.
    const scale = (from[1] - from[0]) / Math.max(1, to[1] - to[0]);
    const at = from[0] + (Math.max(hit.start, to[0]) - to[0]) * scale;
    const whole = hitsOf(flow.source).find(
      (one) =>
        one.strength === 'strong' &&
        one.kind !== 'markup' &&
        one.end - one.start <= LONGEST_WHOLE &&
        one.start <= at + SLACK &&
        at < one.end &&
        from[1] - Math.max(from[0], one.start) >= CARRIED_PART * (one.end - one.start) &&
        hit.verbs.some((verb) => one.verbs.includes(verb)),
    );
    if (whole === undefined || isShown(flow.source, whole.core ?? [whole.start, whole.end])) continue;
    return {
      ...hit,
      strength: 'strong',
      features: [...new Set([...hit.features, ...whole.features, 'head-cut-off'])].sort(),
    };
  }
  return undefined;
}

/** Quote marks of a dump show nothing; a fence, a table, a log or words about the text do. */
function isShown(source: Text, span: readonly [number, number]): boolean {
  const shown = quoting(source.value, span);
  return shown !== undefined && (!BARE.has(shown.place) || saidAbout(source.value, span) !== undefined);
}

/** The source itself shows the order as somebody's words: it was no order before it was carried. */
function isShownThere(source: Text, { verbs }: ShapeHit, evidence: FlowEvidence): boolean {
  const from = within(source, evidence.from);
  const there = hitsOf(source).find(
    (one) =>
      from !== undefined &&
      one.strength === 'strong' &&
      one.kind !== 'markup' &&
      one.start < from[1] &&
      from[0] < one.end &&
      one.verbs.some((verb) => verbs.includes(verb)),
  );
  return there !== undefined && quotingOfOrder(source.value, there) !== undefined;
}

/** A longer stretch is several orders. */
const LONGEST_WHOLE = 1_200;
/** Share of the source's order that has to be carried. */
const CARRIED_PART = 0.4;
const SLACK = 24;

/** Orders that a stretch makes by its own words, whatever stands around it. */
function hitsWithin(sink: Text, spans: readonly (readonly [number, number])[]): ShapeHit[] {
  return spans.flatMap(([from, to]) =>
    to - from < LEAST_ORDER
      ? []
      : orderShape(sink.value.slice(from, Math.min(to, MAX_READ_CHARS))).hits.map((hit) => shifted(hit, from)),
  );
}

/** Changes after which the words of a sink are no words to a reader of letters. */
const DISGUISES: ReadonlySet<string> = new Set(
  'zero-width soft-hyphens look-alikes full-width tag-characters bidi-controls control-characters terminal-codes compatibility-forms'.split(
    ' ',
  ),
);

/** An order may stand beside the author's own: what he wrote himself is not what came from outside. */
function clipped(hit: ShapeHit, spans: readonly (readonly [number, number])[]): ShapeHit {
  const carried = (start: number, end: number): boolean => spans.some(([from, to]) => start < to && from < end);
  const inside = spans.filter(([from, to]) => from < hit.end && to > hit.start);
  return {
    ...hit,
    start: Math.max(hit.start, Math.min(...inside.map(([from]) => from))),
    end: Math.min(hit.end, Math.max(...inside.map(([, to]) => to))),
    words: hit.words.filter(([start, end]) => carried(start, end)),
    slots: hit.slots.filter((slot) => carried(slot.start, slot.end)),
  };
}

function shifted(hit: ShapeHit, by: number): ShapeHit {
  return {
    ...hit,
    start: hit.start + by,
    end: hit.end + by,
    ...(hit.core === undefined ? {} : { core: [hit.core[0] + by, hit.core[1] + by] as const }),
    words: hit.words.map(([start, end]) => [start + by, end + by] as const),
    slots: hit.slots.map((slot) => ({ ...slot, start: slot.start + by, end: slot.end + by })),
  };
}

/** The source orders the same kind of act with this value: the order was reworded, what decides it was kept. */
function orderedThere(source: Text, evidence: FlowEvidence, hit: ShapeHit): boolean {
  const from = within(source, evidence.from);
  if (from === undefined) return false;
  return hitsOf(source).some(
    (other) =>
      other.strength !== 'weak' &&
      other.slots.some((slot) => slot.start < from[1] && from[0] < slot.end) &&
      (other.verbs.some((verb) => hit.verbs.includes(verb)) || other.strength === 'strong'),
  );
}

/** The source's words; where the sink holds them encoded the source is plain, and the other way round the sink was read already. */
function readable(source: Text, _evidence: FlowEvidence, start: number, end: number): string {
  return source.value.slice(start, end);
}

/** The author shows the order; words inside carried spans do not count, as they are not the author's. */
function shownBy(
  sink: Text,
  span: readonly [number, number],
  proved: readonly (readonly [number, number])[],
): Quoting | undefined {
  const shown = quoting(sink.value, span);
  const { words } = shown ?? {};
  if (words !== undefined && proved.some(([from, to]) => words[0] >= from && words[1] <= to)) return undefined;
  return shown;
}

const BARE: ReadonlySet<string> = new Set(['block-quote', 'quotation']);

function isIntroduced(
  sink: Text,
  span: readonly [number, number],
  proved: readonly (readonly [number, number])[],
): boolean {
  const foreign = (start: number, end: number) => proved.some(([from, to]) => start >= from && end <= to);
  return saidAbout(sink.value, span, foreign) !== undefined || isHeaded(sink.value, span[0], foreign);
}

function order(
  sink: Text,
  hit: ShapeHit,
  span: readonly [number, number],
  flow: Flow,
  evidence: FlowEvidence,
  valuesOnly: boolean,
  proved: readonly (readonly [number, number])[],
): CarriedOrder {
  const shown = shownBy(sink, span, proved) ?? quotingOfOrder(sink.value, hit);
  return {
    hit,
    readIn: sink,
    span,
    sourceSpan: within(flow.source, evidence.from) ?? [0, flow.source.value.length],
    flow,
    tier: evidence.tier,
    transforms: evidence.transforms,
    valuesOnly,
    ...(shown === undefined ? {} : { quoting: shown }),
    ...(shown !== undefined &&
    BARE.has(shown.place) &&
    !isIntroduced(sink, span, proved) &&
    !isShownThere(flow.source, hit, evidence)
      ? { bare: true }
      : {}),
  };
}

function rank(one: CarriedOrder): number {
  return (one.hit.strength === 'strong' ? 4 : 2) - (one.valuesOnly ? 2 : 0) - (one.quoting === undefined ? 0 : 1);
}

function overlap(span: readonly [number, number], hit: ShapeHit): number {
  return Math.min(span[1], hit.end) - Math.max(span[0], hit.start);
}

/** Share of word ranges that lie in one of the spans. */
export function shareIn(
  words: readonly (readonly [number, number])[],
  spans: readonly (readonly [number, number])[],
): number {
  if (words.length === 0 || spans.length === 0) return 0;
  const covered = words.filter(([start, end]) =>
    spans.some(
      ([from, to]) => start < to && from < end && Math.min(end, to) - Math.max(start, from) >= (end - start) / 2,
    ),
  );
  return covered.length / words.length;
}
