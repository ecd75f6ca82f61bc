import { by } from '../../base/order.ts';
import type { AgentId, Case, Text } from '../../case/model.ts';
import { viewsOf } from './encodings.ts';
import { TextScan } from './scan.ts';
import { type GramTable, MINIMUM_UNITS, type QueryResult, StrideIndex } from './stride-index.ts';
import type { View } from './view.ts';

const KEPT_VIEW_UNITS = 4_000_000;
const NO_WORDS = new Uint32Array(0);
const NO_VIEWS: Entry[] = [];

/** When and where a text could be seen: by this agent, from `order` on, until it was compacted away. */
export interface Sighting {
  readonly text: Text;
  readonly agent: AgentId;
  readonly order: number;
  readonly until: number;
}

/** One distinct value, however many texts of the case hold it, or a view of it. Stored and indexed once. */
export interface Entry {
  /** Among the corpus's entries and in its index; -1 while it is in neither. */
  number: number;
  readonly texts: Text[];
  readonly sightings: Sighting[];
  /** Index among `viewsOf(value)`; undefined for the text itself. */
  readonly view?: number;
  /** The view itself, while there are few of them; `Corpus.viewOf` reads it again else. */
  kept?: View;
  /** For a `FoldMap` of the value; short texts have none. */
  marks?: Uint32Array;
  /** Hashes of its words, as `WordBuffer` reads them. */
  words: Uint32Array;
  /** Pairs of a word and the offset from which it and those behind it can be read. */
  wordMarks: Uint32Array;
  /** What is decoded from it. */
  views: Entry[];
}

/**
 * All texts of a case, indexed in the order in which they could first be seen. Who may be credited for a span is asked per query:
 * the index knows nothing of time.
 */
export class Corpus {
  readonly entries: Entry[] = [];
  readonly index: StrideIndex;
  /** Texts beyond the index's room, and encodings beyond the bounds. */
  readonly limits: string[] = [];
  readonly #scan = new TextScan();
  readonly #plain = new Map<number, Entry>();
  readonly #own = new Map<Text, number>();
  #seen: Map<AgentId, Entry[]> | undefined;
  readonly #compactions: ReadonlyMap<AgentId, readonly number[]>;

  constructor(within: Case, minimum = MINIMUM_UNITS) {
    this.index = new StrideIndex(minimum);
    const values = new Map<string, Entry>();
    const orders = new Map<string, number>(within.timeline.map((event) => [event.id, event.order]));
    for (const text of within.texts) {
      this.#own.set(text, orders.get(text.event) ?? 0);
      let entry = values.get(text.value);
      if (entry === undefined) {
        entry = { number: -1, texts: [], sightings: [], words: NO_WORDS, wordMarks: NO_WORDS, views: NO_VIEWS };
        values.set(text.value, entry);
      }
      entry.texts.push(text);
      this.#plain.set(text.id, entry);
    }
    const compactions = compactionsOf(within);
    this.#compactions = compactions;
    for (const text of within.texts) {
      if (!isOwn(text)) continue;
      const order = this.#own.get(text)!;
      const until = compactions.get(text.agent)?.find((at) => at > order) ?? Number.POSITIVE_INFINITY;
      this.#plain.get(text.id)!.sightings.push({ text, agent: text.agent, order, until });
    }
    for (const { text, to, order, until } of within.deliveries) {
      const entry = this.#plain.get(text.id);
      entry?.sightings.push({ text, agent: to, order, until: until ?? Number.POSITIVE_INFINITY });
    }
    this.#fill([...values]);
  }

  #fill(values: [string, Entry][]): void {
    let total = 0;
    const seen: { value: string; entry: Entry; first: number }[] = [];
    for (const [value, entry] of values) {
      // A text that nobody saw and nobody wrote carries nothing, but a write seen in a log may still be read back: keep it, last.
      if (entry.sightings.length > 1) entry.sightings.sort(inOrder);
      const first = entry.sightings[0]?.order ?? this.orderOf(entry.texts[0]!);
      seen.push({ value, entry, first });
      total += value.length;
    }
    seen.sort(
      by(
        (item) => item.first,
        (item) => item.entry.texts[0]!.id,
      ),
    );
    this.index.reserve(Math.ceil(total * 0.85) + 64);
    let skipped = 0;
    let cut = 0;
    let kept = 0;
    for (const { value, entry } of seen) {
      if (!this.#add(value, entry)) {
        skipped++;
        continue;
      }
      const { views, cut: shortened } = viewsOf(value);
      if (shortened) cut++;
      for (const [number, view] of views.entries()) {
        const { texts, sightings } = entry;
        const decoded: Entry = {
          number: -1,
          texts,
          sightings,
          view: number,
          words: NO_WORDS,
          wordMarks: NO_WORDS,
          views: NO_VIEWS,
        };
        kept += view.text.length;
        if (kept <= KEPT_VIEW_UNITS) decoded.kept = view;
        if (entry.views.length === 0) entry.views = [];
        if (this.#add(view.text, decoded)) entry.views.push(decoded);
      }
    }
    if (skipped > 0) this.limits.push(`${skipped} texts were not searched: the index of this case is full`);
    if (cut > 0) this.limits.push(`${cut} texts hold more encoded passages than are decoded`);
  }

  #add(value: string, entry: Entry): boolean {
    if (value.length * 3 > this.index.room) return false;
    const { units, unitCount, words, wordCount, marks, wordMarks } = this.#scan.read(value);
    if (marks.length > 0) entry.marks = Uint32Array.from(marks);
    if (wordMarks.length > 0) entry.wordMarks = Uint32Array.from(wordMarks);
    entry.words = words.slice(0, wordCount);
    entry.number = this.index.add(units, unitCount);
    this.entries.push(entry);
    return true;
  }

  /** What is decoded, of an entry that is a view. */
  viewOf(entry: Entry): View | undefined {
    if (entry.view === undefined) return undefined;
    return entry.kept ?? viewsOf(entry.texts[0]!.value).views[entry.view]!;
  }

  /** What an entry says: its texts' value, or what was decoded from it. */
  valueOf(entry: Entry): string {
    return this.viewOf(entry)?.text ?? entry.texts[0]!.value;
  }

  /** The entry that holds this text as it stands. */
  entryOf(text: Text): Entry {
    return this.#plain.get(text.id)!;
  }

  /** Folded units of an entry; valid as long as the corpus. */
  unitsOf(entry: Entry): Uint8Array {
    return this.index.unitsOf(entry.number);
  }

  /** Order of the event that the text belongs to. */
  orderOf(text: Text): number {
    return this.#own.get(text) ?? 0;
  }

  /** Order of the agent's last compaction up to `order`: what a summary was made from was seen before it. */
  compactionBefore(agent: AgentId, order: number): number | undefined {
    return this.#compactions.get(agent)?.findLast((at) => at <= order);
  }

  /** Everything that an agent saw or wrote at some time, and what is decoded from it. */
  seenBy(agent: AgentId): readonly Entry[] {
    if (this.#seen === undefined) {
      this.#seen = new Map();
      for (const entry of this.entries) {
        for (const { agent: by } of entry.sightings) {
          const list = this.#seen.get(by);
          if (list === undefined) this.#seen.set(by, [entry]);
          else if (list.at(-1) !== entry) list.push(entry);
        }
      }
    }
    return this.#seen.get(agent) ?? [];
  }

  /** Looked up in all entries, or `among` some. */
  query(units: Uint8Array, length: number, allowed: (entry: Entry) => boolean, among?: GramTable): QueryResult {
    const entries = this.entries;
    return this.index.query(units, length, (source) => allowed(entries[source]!), among);
  }
}

const inOrder = by<Sighting>(
  (sighting) => sighting.order,
  (sighting) => sighting.text.id,
  (sighting) => sighting.agent,
);

/** Written by the agent in whose transcript it stands. */
export function isOwn(text: Text): boolean {
  const author = text.origin.by;
  return author.kind === 'agent' && author.agent === text.agent;
}

function compactionsOf(within: Case): Map<AgentId, number[]> {
  const found = new Map<AgentId, number[]>();
  for (const event of within.timeline) {
    if (event.kind !== 'compaction') continue;
    const orders = found.get(event.agent);
    if (orders === undefined) found.set(event.agent, [event.order]);
    else orders.push(event.order);
  }
  return found;
}

/** The first sighting of an entry by this agent before `order`, or undefined: then the agent cannot have carried it. */
export function sightingBefore(entry: Entry, agent: AgentId, order: number): Sighting | undefined {
  for (const sighting of sightingsOf(entry, agent)) {
    if (sighting.order >= order) return undefined;
    if (sighting.agent === agent && sighting.until >= order) return sighting;
  }
  return undefined;
}

/** More sightings than these are sorted by agent: one brief may go to thousands. */
const FEW_SIGHTINGS = 8;
const byAgent = new WeakMap<readonly Sighting[], Map<AgentId, Sighting[]>>();

function sightingsOf({ sightings }: Entry, agent: AgentId): readonly Sighting[] {
  if (sightings.length <= FEW_SIGHTINGS) return sightings;
  let sorted = byAgent.get(sightings);
  if (sorted === undefined) {
    sorted = new Map();
    for (const sighting of sightings) {
      const list = sorted.get(sighting.agent);
      if (list === undefined) sorted.set(sighting.agent, [sighting]);
      else list.push(sighting);
    }
    byAgent.set(sightings, sorted);
  }
  return sorted.get(agent) ?? [];
}
