import type { Case, Text } from '../case/model.ts';
import {
  type Carried,
  cite,
  joined,
  LEAST_PROSE,
  lies,
  type Range,
  rangesOf,
  rests,
  share,
  worthShowing,
} from './carried.ts';
import { Corpus, isOwn } from './match/corpus.ts';
import { differences, ENCODED, type Stretch } from './match/differences.ts';
import { continues, inked, isSign, wholeWords } from './match/edges.ts';
import { FoldBuffer, FoldMap, fold } from './match/fold.ts';
import { Information } from './match/information.ts';
import { type Passage, Sweep, type WantedToken } from './match/sweep.ts';
import { type Token, tokensOf } from './match/tokens.ts';
import { toText, type View } from './match/view.ts';
import { INTEGRITY_ORDER, type Label, type Tier } from './model.ts';
import { Named } from './named.ts';
import { type Piece, Provenance } from './provenance.ts';
import { Rewording } from './rewording.ts';
import type { Sink } from './sinks.ts';
import type { StorageMap } from './storage.ts';

/** What exact matching found in one sink. */
interface Traced {
  readonly carried: Carried[];
  /** All credited places of the sink, also those that are not worth showing: nothing more is looked for there. */
  readonly ranges: Range[];
  /** Some of it is not the author's own words. */
  foreign: boolean;
}

/** A text, or what is decoded from it, as the index holds it. */
interface Reading {
  readonly value: string;
  readonly view: View | undefined;
  readonly units: Uint8Array;
  readonly marks?: Uint32Array | undefined;
}

/** Characters between two credited stretches that are worth comparing word by word. */
const LEAST_PASSAGE = 24;
/** Of a larger sink, or where less than a quarter of it was found, only the stretches that were found are mapped back to characters. */
const MAPPED_AT_ONCE = 1 << 19;

/** A span of fewer bits is chance. */
const LEAST_BITS = 24;

/** A text, what it was found to carry, and what is to be looked for once all texts are known. */
interface Wanted {
  readonly sink: Sink;
  readonly exact: Carried[];
  readonly covered: readonly Range[];
  readonly tokens: readonly { readonly token: Token; readonly wanted: WantedToken }[];
  readonly passages: readonly Passage[];
}

/** The matching of one case: exact spans first, then tokens and rewordings for what is left. */
export class Carriage {
  readonly storage: StorageMap;
  readonly #corpus: Corpus;
  readonly #provenance: Provenance;
  readonly #information = new Information();
  readonly #startOf: (text: Text) => Label;
  readonly #buffer = new FoldBuffer();
  readonly #sinkBuffer = new FoldBuffer();
  readonly #limits: string[] = [];
  /** Sinks for which candidates were cut. */
  #cut = 0;
  readonly #named: Named;
  readonly #rewording: Rewording;

  constructor(within: Case, storage: StorageMap, startOf: (text: Text) => Label) {
    this.#startOf = startOf;
    this.storage = storage;
    this.#corpus = new Corpus(within);
    this.#provenance = new Provenance(within, this.#corpus, storage);
    this.#named = new Named(this.#provenance, startOf);
    this.#rewording = new Rewording(this.#corpus, this.#provenance, this.#information, startOf);
    const trusted = INTEGRITY_ORDER.indexOf('local');
    for (const entry of this.#corpus.entries) {
      if (
        entry.view === undefined &&
        entry.texts.some((text) => INTEGRITY_ORDER.indexOf(startOf(text).integrity) <= trusted)
      ) {
        this.#information.learn(entry.texts[0]!.value, entry.words);
      }
    }
  }

  get limits(): readonly string[] {
    const cut = `${this.#cut} texts hold what is repeated so often that not every place of it was compared`;
    const written = `${this.storage.cut} reads were of files that were written to more often than is followed: the latest writes count`;
    return [
      ...this.#corpus.limits,
      ...(this.#cut > 0 ? [cut] : []),
      ...(this.storage.cut > 0 ? [written] : []),
      ...this.#limits,
    ];
  }

  /** What each of these texts carries, in order. Stops after every text, so that somebody else may have a turn. */
  *trace(sinks: readonly Sink[]): Generator<undefined, Carried[][]> {
    const sweep = new Sweep(this.#corpus, this.#information);
    const foreign = new Set<number>();
    // Whether a file that is read back holds more than the reader's own words shows on the way, unless another agent wrote it; mostly
    // none does.
    const isRead = ({ channel }: Sink) => channel === 'shared-file';
    let expected = sinks.some((sink) => isRead(sink) && this.#mayHoldForeign(sink.text, foreign));
    const readsToo = (sink: Sink) => !isRead(sink) || this.storage.writesBehind(sink.text).length > 0;
    this.#expect(sinks.filter(expected ? readsToo : (sink) => !isRead(sink)));
    const wanted: Wanted[] = [];
    for (const sink of sinks) {
      yield;
      const { text } = sink;
      if (isRead(sink)) {
        if (!this.#mayHoldForeign(text, foreign)) {
          wanted.push({ sink, exact: [], covered: [], tokens: [], passages: [] });
          continue;
        }
        if (!expected) this.#expect(sinks.filter(readsToo));
        expected = true;
      }
      const traced = this.#exact(text, sink);
      if (traced.foreign) foreign.add(text.id);
      const covered = joined(traced.ranges);
      if (text.copyOf !== undefined) this.#addStep(sink, traced.carried);
      // How a brief or a message arrived is one step; a child's report leads on to what the child had read.
      if (text.copyOf !== undefined && sink.channel !== 'return') {
        wanted.push({ sink, exact: traced.carried, covered, tokens: [], passages: [] });
        continue;
      }
      wanted.push({ sink, exact: traced.carried, covered, ...this.#wants(sink, covered, sweep) });
    }
    sweep.run();
    if (sweep.dropped > 0)
      this.#limits.push(`${sweep.dropped} passages were not compared for rewording: the case holds too many`);
    const near = wanted.map(({ sink, passages }) =>
      passages.flatMap((passage) => this.#rewording.near(sink, passage, sweep)),
    );
    const further = near.flat().flatMap(({ said }) => (said === undefined ? [] : [said]));
    if (further.length > 0) this.#corpus.index.seal(further);
    return wanted.map(({ sink, exact, covered, tokens }, number) => {
      const reworded = near[number]!.flatMap((one) => this.#rewording.carried(sink, one));
      const named = this.#named.of(sink.text, tokens, joined([...covered, ...rangesOf(sink.text, reworded)]));
      return [...exact, ...reworded, ...named];
    });
  }

  /** A copy comes from its original, also where it is too short or too much changed to be matched. */
  #addStep({ text: sink }: Sink, carried: Carried[]): void {
    const origin = this.#provenance.originalOf(sink);
    if (origin === undefined || carried.some((one) => one.origin === origin || one.relays.includes(origin))) return;
    const [to, from] = [inked(sink.value), inked(origin.value)];
    const { bits } = this.#information.ofSpan(sink.value, to[0], to[1]);
    carried.push({
      origin,
      relays: [],
      stored: false,
      evidence: {
        ...this.#rewording.closeness(sink.value.slice(...to), origin.value.slice(...from), undefined),
        from: cite(origin, from),
        to: cite(sink, to),
        length: to[1] - to[0],
        coverage: 1,
        bits,
      },
    });
  }

  /** Whether what was read back may be more than the reader's own words: most reads are of files that the agent is working on. */
  #mayHoldForeign(text: Text, foreign: ReadonlySet<number>): boolean {
    return this.storage.writesBehind(text).some((write) => write.agent !== text.agent || foreign.has(write.id));
  }

  /** Spans of at least the index's minimum, in the text as it stands and in everything that can be decoded from it. */
  #exact(text: Text, sink: Sink): Traced {
    const found: Traced = { carried: [], ranges: [], foreign: false };
    const cut = this.#provenance.cut;
    if (this.#provenance.contextOf(text) === undefined) return found;
    // A brief or a message is traced where it was written; how it arrived is one step.
    const oneStep = text.copyOf !== undefined && sink.channel !== 'return';
    for (const { value, view, units, marks } of this.#readings(text)) {
      if (units.length < this.#corpus.index.minimum) continue;
      const pieces = this.#provenance.carriedBy(text, units, units.length, oneStep);
      if (pieces.length === 0) continue;
      const map = new FoldMap(value, this.#sinkBuffer, marks);
      const mapped = pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0);
      const whole =
        value.length <= MAPPED_AT_ONCE && 4 * mapped > units.length ? map.window(0, units.length) : undefined;
      const plain = view === undefined ? [] : joined(found.ranges);
      for (const piece of pieces) {
        if (piece.origin === text) continue;
        const length = piece.to - piece.from;
        // One unit more at either end: the span must not begin or end inside a character.
        const before = Math.min(1, piece.offset);
        const left = whole ?? map.window(piece.offset - before, Math.min(units.length, piece.offset + length + 1));
        const first = whole === undefined ? before : piece.offset;
        const range: Range = [left.starts[first]!, left.ends[first + length - 1]!];
        const place = view === undefined ? range : toText(view, range[0], range[1]);
        // What stands there plainly needs no reading through an encoding.
        if (lies(place[0], place[1], plain)) continue;
        if (!isOwn(piece.origin) || piece.origin.agent !== text.agent) found.foreign = true;
        if (worthShowing(sink, piece.origin, this.#startOf)) {
          const carried = this.#carried(text, { text: value, folded: left }, first, view, piece);
          if (carried === undefined) continue;
          found.carried.push(carried);
        }
        // A child's own words may still hold a name or a reworded passage of what it had read.
        if (piece.origin.id !== text.copyOf) found.ranges.push(place);
      }
    }
    if (this.#provenance.cut > cut) this.#cut++;
    return found;
  }

  /** Keeps in the index what these sinks may hold, and nothing else. */
  #expect(sinks: readonly Sink[]): void {
    this.#corpus.index.seal(sinks.flatMap(({ text }) => this.#readings(text).map(({ units }) => units)));
  }

  /** A text as it stands, and everything that can be decoded from it. */
  #readings(text: Text): Reading[] {
    const plain = this.#corpus.entryOf(text);
    // The index is full: this text is no source, but it may carry from those that are.
    if (plain.number < 0) return [{ value: text.value, view: undefined, units: fold(text.value, this.#buffer).units }];
    return [plain, ...plain.views].map((entry) => {
      const view = this.#corpus.viewOf(entry);
      const value = view?.text ?? text.value;
      return { value, view, units: this.#corpus.unitsOf(entry), marks: entry.marks };
    });
  }

  #carried(
    sink: Text,
    { text: value, folded: left }: Stretch,
    first: number,
    view: View | undefined,
    piece: Piece,
  ): Carried | undefined {
    const entry = this.#corpus.entries[piece.source]!;
    const text = this.#corpus.valueOf(entry);
    const source = { text, map: new FoldMap(text, this.#buffer, entry.marks) };
    let length = piece.to - piece.from;
    const right = source.map.window(piece.from, piece.to);
    // A span must not begin or end inside a character on either side.
    let skip = 0;
    while (skip < length && (continues(left.starts, first + skip) || continues(right.starts, skip))) skip++;
    while (length > skip && (continues(left.starts, first + length) || continues(right.starts, length))) length--;
    if (length - skip < 8) return undefined;
    const trimmed = wholeWords(value, left, first + skip, source.text, right, skip, length - skip);
    skip += trimmed.front;
    length -= trimmed.back;
    let [from, to] = [left.starts[first + skip]!, left.ends[first + length - 1]!];
    let [start, end] = [right.starts[skip]!, right.ends[length - 1]!];
    let { bits, prose } = this.#information.ofSpan(source.text, start, end);
    // Words that are escaped letter by letter are no words: the end that can be read says what it says.
    if (prose < LEAST_PROSE) {
      const read = this.#information.ofSpan(value, from, to);
      if (read.prose > prose) ({ bits, prose } = read);
    }
    if (bits < LEAST_BITS && sink.copyOf === undefined) return undefined;
    const changes = differences(
      { text: value, folded: left },
      first + skip,
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
    const sourceView = this.#corpus.viewOf(entry);
    const undone = view === undefined ? [] : [...view.transforms].reverse();
    const transforms = [...(sourceView?.transforms ?? []), ...changes, ...undone];
    const encoded = view !== undefined || sourceView !== undefined || changes.some((change) => ENCODED.has(change));
    let tier: Tier = encoded ? 'decoded' : changes.length === 0 ? 'verbatim' : 'normalised';
    if (prose < LEAST_PROSE && sink.copyOf === undefined) tier = 'token';
    const sinkRange: Range = view === undefined ? [from, to] : toText(view, from, to);
    const sourceRange: Range = sourceView === undefined ? [start, end] : toText(sourceView, start, end);
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

  #wants(sink: Sink, covered: readonly Range[], sweep: Sweep): Pick<Wanted, 'tokens' | 'passages'> {
    const { text } = sink;
    const written = this.#provenance.originalOf(text) ?? text;
    const context = this.#provenance.contextOf(written);
    if (context === undefined || !isOwn(written)) return { tokens: [], passages: [] };
    const tokens = tokensOf(text.value)
      .filter((token) => !lies(token.start, token.end, covered))
      .slice(0, 2000)
      .map((token) => ({ token, wanted: sweep.wantToken(token) }));
    const passages: Passage[] = [];
    if (sink.channel === 'tool-input' && !this.#isProse(text)) return { tokens, passages };
    for (const [from, to] of rests(covered, text.value.length)) {
      if (to - from < LEAST_PASSAGE) continue;
      passages.push(...sweep.wantPassage(text.value, from, to, (entry) => context.pick(entry) !== undefined));
    }
    return { tokens, passages };
  }

  /** Commands and code are not reworded: what is taken from elsewhere stands in them as it was, or as a name. */
  #isProse(text: Text): boolean {
    const size = Math.min(text.value.length, 8192);
    const { prose, words } = this.#information.ofSpan(text.value, 0, size);
    return prose >= 12 && prose > 0.7 * words;
  }
}
