import type { Case, Text } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import { cipherViews } from './match/ciphers.ts';
import { Corpus, type Entry, isOwn } from './match/corpus.ts';
import { differences, ENCODED } from './match/differences.ts';
import { viewsOf } from './match/encodings.ts';
import { FoldBuffer, FoldMap, fold, foldInto } from './match/fold.ts';
import { Information } from './match/information.ts';
import { type Passage, Sweep, type WantedToken } from './match/sweep.ts';
import { TOKEN_BITS, type Token, tokensOf } from './match/tokens.ts';
import { toText, type View } from './match/view.ts';
import { type FlowEvidence, INTEGRITY_ORDER, type Label, type Tier } from './model.ts';
import { type Piece, Provenance } from './provenance.ts';
import type { Sink } from './sinks.ts';
import { StorageMap } from './storage.ts';

/** One stretch of a sink and where its words were first said. */
export interface Carried {
  readonly origin: Text;
  readonly relays: readonly Text[];
  readonly stored: boolean;
  readonly evidence: FlowEvidence;
}

/** A span of fewer bits is chance. */
const LEAST_BITS = 18;
const LEAST_PROSE = 3;
const LEAST_TOKEN_BITS = 8;
const CACHED_MAPS = 24;

/** The matching of one case: exact spans first, then tokens and rewordings for what is left. */
export class Carriage {
  readonly storage: StorageMap;
  readonly #corpus: Corpus;
  readonly #provenance: Provenance;
  readonly #information = new Information();
  readonly #startOf: (text: Text) => Label;
  readonly #buffer = new FoldBuffer();
  readonly #maps = new Map<string, { text: string; map: FoldMap }>();
  readonly #limits: string[] = [];

  constructor(within: Case, startOf: (text: Text) => Label) {
    this.#startOf = startOf;
    this.storage = new StorageMap(within);
    this.#corpus = new Corpus(within);
    this.#provenance = new Provenance(this.#corpus, this.storage);
    const trusted = INTEGRITY_ORDER.indexOf('local');
    for (const entry of this.#corpus.entries) {
      if (
        entry.view === undefined &&
        entry.texts.some((text) => INTEGRITY_ORDER.indexOf(startOf(text).integrity) <= trusted)
      ) {
        this.#information.learn(entry.texts[0]!.value);
      }
    }
  }

  get limits(): readonly string[] {
    return [...this.#corpus.limits, ...this.#limits];
  }

  /** What each of these texts carries, in order. */
  trace(sinks: readonly Sink[]): Carried[][] {
    const sweep = new Sweep(this.#corpus, this.#information);
    const wanted = sinks.map(({ text, channel }) => {
      // A brief or a message is traced where it was written; how it arrived is one step.
      const exact = this.#exact(text, text.copyOf !== undefined && channel !== 'return');
      return { text, exact, ...this.#wants(text, exact, sweep) };
    });
    sweep.run();
    if (sweep.dropped > 0)
      this.#limits.push(`${sweep.dropped} passages were not compared for rewording: the case holds too many`);
    return wanted.map(({ text, exact, tokens, passages }) => {
      const reworded = passages.flatMap((passage) => this.#reworded(text, passage, sweep));
      const named = this.#named(text, tokens, [...exact, ...reworded]);
      return [...exact, ...reworded, ...named];
    });
  }

  /** Spans of at least the index's minimum, in the text as it stands and in everything that can be decoded from it. */
  #exact(text: Text, oneStep = false): Carried[] {
    if (this.#provenance.contextOf(text) === undefined) return [];
    const found: Carried[] = [];
    const covered: [number, number][] = [];
    const look = (value: string, view: View | undefined) => {
      const size = foldInto(value, this.#buffer);
      if (size < this.#corpus.index.minimum) return;
      const pieces = this.#provenance.carriedBy(text, this.#buffer.units, size, oneStep);
      if (pieces.length === 0) return;
      const map = new FoldMap(value, this.#buffer);
      for (const piece of pieces) {
        if (piece.origin === text) continue;
        const carried = this.#carried(text, value, map, view, piece);
        if (carried === undefined) continue;
        const [start, end] = carried.evidence.to.chars!;
        // What stands there plainly needs no reading through an encoding.
        if (view !== undefined && covered.some(([from, to]) => start >= from && end <= to)) continue;
        covered.push([start, end]);
        found.push(carried);
      }
    };
    look(text.value, undefined);
    for (const view of viewsOf(text.value).views) look(view.text, view);
    if (text.copyOf === undefined) for (const view of cipherViews(text.value)) look(view.text, view);
    return found;
  }

  #carried(sink: Text, value: string, map: FoldMap, view: View | undefined, piece: Piece): Carried | undefined {
    const entry = this.#corpus.entries[piece.source]!;
    const source = this.#mapOf(entry);
    let length = piece.to - piece.from;
    const left = map.window(piece.offset, piece.offset + length);
    const right = source.map.window(piece.from, piece.to);
    // A span must not begin or end inside a character on either side.
    let skip = 0;
    while (skip < length && piece.offset + skip > 0 && (continues(left.starts, skip) || continues(right.starts, skip)))
      skip++;
    while (length > skip && (continues(left.starts, length) || continues(right.starts, length))) length--;
    if (length - skip < 8) return undefined;
    let [from, to] = [left.starts[skip]!, left.ends[length - 1]!];
    let [start, end] = [right.starts[skip]!, right.ends[length - 1]!];
    const { bits, prose } = this.#information.ofSpan(source.text, start, end);
    if (bits < LEAST_BITS && !(sink.copyOf !== undefined)) return undefined;
    const changes = differences(
      { text: value, folded: left },
      skip,
      { text: source.text, folded: right },
      skip,
      length - skip,
    );
    // Signs at the ends belong to the span if they are the same on both sides.
    while (from > 0 && start > 0 && isSign(value, from - 1) && value[from - 1] === source.text[start - 1]) {
      from--;
      start--;
    }
    while (to < value.length && end < source.text.length && isSign(value, to) && value[to] === source.text[end]) {
      to++;
      end++;
    }
    const sourceView = entry.view === undefined ? undefined : viewsOf(entry.texts[0]!.value).views[entry.view]!;
    const transforms = [
      ...(sourceView?.transforms ?? []),
      ...changes,
      ...(view === undefined ? [] : [...view.transforms].reverse()),
    ];
    const encoded = view !== undefined || sourceView !== undefined || changes.some((change) => ENCODED.has(change));
    let tier: Tier = encoded ? 'decoded' : changes.length === 0 ? 'verbatim' : 'normalised';
    if (prose < LEAST_PROSE && sink.copyOf === undefined) tier = 'token';
    const sinkRange = view === undefined ? ([from, to] as const) : toText(view, from, to);
    const sourceRange = sourceView === undefined ? ([start, end] as const) : toText(sourceView, start, end);
    return {
      origin: piece.origin,
      relays: piece.relays,
      stored: piece.stored,
      evidence: {
        tier,
        from: cite(piece.origin, sourceRange),
        to: cite(sink, sinkRange),
        transforms,
        length: sinkRange[1] - sinkRange[0],
        coverage: share(sinkRange[1] - sinkRange[0], sink.value.length),
        bits,
        ...(piece.capped ? { capped: true } : {}),
      },
    };
  }

  #wants(
    text: Text,
    exact: readonly Carried[],
    sweep: Sweep,
  ): { tokens: { token: Token; wanted: WantedToken }[]; passages: Passage[] } {
    const context = this.#provenance.contextOf(text);
    if (context === undefined || text.copyOf !== undefined || !isOwn(text)) return { tokens: [], passages: [] };
    const covered = exact
      .map((one) => one.evidence.to.chars!)
      .map(([from, to]) => [from - base(text), to - base(text)] as const);
    const tokens = tokensOf(text.value)
      .filter((token) => !covered.some(([from, to]) => token.start >= from && token.end <= to))
      .slice(0, 2000)
      .map((token) => ({ token, wanted: sweep.wantToken(token) }));
    const passages: Passage[] = [];
    for (const [from, to] of rests(covered, text.value.length)) {
      if (to - from >= 24)
        passages.push(...sweep.wantPassage(text.value, from, to, (entry) => context.pick(entry) !== undefined));
    }
    return { tokens, passages };
  }

  #reworded(sink: Text, passage: Passage, sweep: Sweep): Carried[] {
    const context = this.#provenance.contextOf(sink)!;
    return sweep.alignments(passage).flatMap(({ entry, sink: to, source, bits }): Carried[] => {
      const text = context.pick(entry)?.text;
      if (text === undefined) return [];
      const view = entry.view === undefined ? undefined : viewsOf(entry.texts[0]!.value).views[entry.view]!;
      const range = view === undefined ? source : toText(view, source[0], source[1]);
      const further = view === undefined ? this.#furtherBack(text, range) : undefined;
      return [
        {
          origin: further?.origin ?? text,
          relays: further === undefined ? [] : [...further.relays, text],
          stored: context.stored || (further?.stored ?? false),
          evidence: {
            ...this.#closeness(sink.value.slice(to[0], to[1]), text.value.slice(range[0], range[1]), view),
            from: further?.evidence.from ?? cite(text, range),
            to: cite(sink, to),
            length: to[1] - to[0],
            coverage: share(to[1] - to[0], sink.value.length),
            bits,
          },
        },
      ];
    });
  }

  /** A short passage may be found by its words and yet be word for word the same. */
  #closeness(sink: string, source: string, view: View | undefined): { tier: Tier; transforms: readonly string[] } {
    const left = fold(sink);
    const right = fold(source);
    const equal = left.units.length === right.units.length && left.units.every((unit, at) => unit === right.units[at]);
    if (view !== undefined || !equal) return { tier: 'fuzzy', transforms: [...(view?.transforms ?? []), 'reworded'] };
    const changes = differences({ text: sink, folded: left }, 0, { text: source, folded: right }, 0, left.units.length);
    const { prose } = this.#information.ofSpan(sink, 0, sink.length);
    return {
      tier: prose < LEAST_PROSE ? 'token' : changes.length === 0 ? 'verbatim' : 'normalised',
      transforms: changes,
    };
  }

  /** The first origin of most of a range of a text, if that is another text. */
  #furtherBack(text: Text, [from, to]: readonly [number, number]): Carried | undefined {
    const inside = this.#exact(text).filter(({ evidence }) => {
      const [start, end] = evidence.to.chars!.map((at) => at - base(text)) as [number, number];
      return Math.min(end, to) - Math.max(start, from) > 0.4 * (to - from);
    });
    return inside.sort((a, b) => b.evidence.length - a.evidence.length)[0];
  }

  #named(sink: Text, tokens: readonly { token: Token; wanted: WantedToken }[], proved: readonly Carried[]): Carried[] {
    const found: Carried[] = [];
    const seen = new Set<string>();
    const covered = rangesOf(sink, proved);
    for (const { token, wanted } of tokens) {
      if (seen.has(token.value) || wanted.entries.length === 0) continue;
      seen.add(token.value);
      const first = this.#firstNamed(sink, wanted);
      if (first === undefined) continue;
      const { origin, relays, stored } = first;
      if (isOwn(origin) && origin.agent === sink.agent) continue;
      const integrity = this.#startOf(origin).integrity;
      // A path of the user's own project says nothing about where the words came from.
      if (token.kind === 'path' && INTEGRITY_ORDER.indexOf(integrity) <= INTEGRITY_ORDER.indexOf('local')) continue;
      if (integrity === 'host') continue;
      if (lies(token, covered)) continue;
      const common = wanted.entries.filter(
        ({ entry }) =>
          INTEGRITY_ORDER.indexOf(this.#startOf(entry.texts[0]!).integrity) <= INTEGRITY_ORDER.indexOf('local'),
      ).length;
      const bits = Math.round(TOKEN_BITS[token.kind] - Math.min(14, 2 * Math.log2(1 + common)));
      if (bits < LEAST_TOKEN_BITS) continue;
      const at = origin.value.indexOf(token.value);
      found.push({
        origin,
        relays,
        stored,
        evidence: {
          tier: 'token',
          from: at < 0 ? origin.cite : cite(origin, [at, at + token.value.length]),
          to: cite(sink, [token.start, token.end]),
          transforms: at < 0 ? ['decoded'] : [],
          length: token.end - token.start,
          coverage: share(token.end - token.start, sink.value.length),
          bits,
        },
      });
    }
    return found;
  }

  /** The text that named a token first, as far back as the chain of contexts leads. */
  #firstNamed(sink: Text, wanted: WantedToken): { origin: Text; relays: Text[]; stored: boolean } | undefined {
    let text = sink;
    let stored = false;
    const relays: Text[] = [];
    for (let depth = 0; depth < 40; depth++) {
      const context = this.#provenance.contextOf(text);
      if (context === undefined) break;
      let best: { text: Text; order: number } | undefined;
      for (const { entry } of wanted.entries) {
        const candidate = context.pick(entry);
        if (candidate !== undefined && (best === undefined || candidate.order < best.order)) best = candidate;
      }
      if (best === undefined || best.text === text) break;
      stored ||= context.stored;
      if (text !== sink) relays.unshift(text);
      text = best.text;
    }
    return text === sink ? undefined : { origin: text, relays, stored };
  }

  #mapOf(entry: Entry): { text: string; map: FoldMap } {
    const key = `${entry.texts[0]!.id} ${entry.view ?? ''}`;
    let found = this.#maps.get(key);
    if (found === undefined) {
      const value = entry.texts[0]!.value;
      const text = entry.view === undefined ? value : viewsOf(value).views[entry.view]!.text;
      found = { text, map: new FoldMap(text, this.#buffer) };
      // Oldest out; maps of large texts are small, but there may be many.
      if (this.#maps.size >= CACHED_MAPS) this.#maps.delete(this.#maps.keys().next().value!);
      this.#maps.set(key, found);
    }
    return found;
  }
}

/** Characters of a text's value, as characters of the field it was cut from. */
export function cite(text: Text, [from, to]: readonly [number, number]): Citation {
  const start = base(text);
  return { ...text.cite, chars: [start + from, start + to] };
}

function base(text: Text): number {
  return text.cite.chars?.[0] ?? 0;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, Math.round((part / whole) * 10_000) / 10_000);
}

/** Whether the unit at `at` belongs to the same character as the one before. */
function continues(starts: Uint32Array, at: number): boolean {
  return at > 0 && at < starts.length && starts[at] === starts[at - 1];
}

function isSign(text: string, at: number): boolean {
  return !/[\p{L}\p{N}\p{M}\s]/u.test(text[at]!) && !/[\ud800-\udfff]/.test(text[at]!);
}

/** Where the evidence lies in a sink's value: sorted, joined, free of overlap. */
function rangesOf(sink: Text, carried: readonly Carried[]): [number, number][] {
  const start = base(sink);
  const ranges = carried.map(({ evidence }): [number, number] => [
    evidence.to.chars![0] - start,
    evidence.to.chars![1] - start,
  ]);
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function lies(token: Token, ranges: readonly (readonly [number, number])[]): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const [from, to] = ranges[middle]!;
    if (token.start < from) high = middle - 1;
    else if (token.end > to) low = middle + 1;
    else return true;
  }
  return false;
}

/** The parts of `[0, length)` between joined ranges. */
function rests(ranges: readonly (readonly [number, number])[], length: number): [number, number][] {
  const rest: [number, number][] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) rest.push([at, from]);
    at = to;
  }
  if (at < length) rest.push([at, length]);
  return rest;
}
