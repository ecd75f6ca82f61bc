import type { AgentId, Case, Text } from '../case/model.ts';
import { type Corpus, type Entry, isOwn, sightingBefore } from './match/corpus.ts';
import { type Hit, SLACK } from './match/spans.ts';
import type { GramTable } from './match/stride-index.ts';
import type { StorageMap } from './storage.ts';
import { workflowAuthors } from './workflows.ts';

/** A stretch of a queried span whose words are traced as far back as the records go. Units are folded ones. */
export interface Piece {
  /** Number of the source in the index, and the units of it that the stretch equals. */
  readonly source: number;
  readonly from: number;
  readonly to: number;
  /** Where in the queried span the stretch starts. */
  readonly offset: number;
  readonly origin: Text;
  /** Texts that carried it on the way, origin's side first. */
  readonly relays: readonly Text[];
  /** The way led through a file. */
  readonly stored: boolean;
  /** Candidates were cut somewhere on the way. */
  readonly capped: boolean;
}

/** Who may be credited for what a text holds, and in which order candidates come. */
interface Context {
  pick(entry: Entry): { text: Text; order: number } | undefined;
  readonly stored: boolean;
  /** All entries that may be picked, where they are listed: few of many. */
  among?(): readonly Entry[];
  /** Whose list it is, where many contexts have the same one. */
  readonly agent?: AgentId;
}

/** No real chain is this long; a loop in damaged records is. */
const DEEPEST = 40;
const MOST_OCCURRENCES = 256;
/** Units that may be read in a case for spans below the index's minimum: a fifth of a second's work. */
const UNITS_TO_LOOK_THROUGH = 200_000_000;
/** Units whose grams are kept by agent. */
const MOST_TABLE_UNITS = 64_000_000;
/** A rest shorter than this is glue between two credited stretches. */
const SHORTEST_REST = 12;

/**
 * Follows spans over deliveries to their first origin: the maximal match first, the earliest among sources that cover the same span,
 * then that source's own sources in its author's context, until a text has no earlier carrier.
 */
export class Provenance {
  #unitsToLookThrough = UNITS_TO_LOOK_THROUGH;
  readonly #tables = new Map<AgentId, { table: GramTable | undefined }>();
  #tableUnits = 0;
  /** Look-ups so far whose candidates were cut. */
  cut = 0;
  readonly #known = new Map<string, readonly Piece[]>();

  readonly corpus: Corpus;
  readonly storage: StorageMap;

  readonly #case: Case;
  readonly #byId: ReadonlyMap<number, Text>;

  constructor(within: Case, corpus: Corpus, storage: StorageMap) {
    this.#case = within;
    this.#byId = new Map(within.texts.map((text) => [text.id, text]));
    this.corpus = corpus;
    this.storage = storage;
  }

  /** What a text's span (given by its units) carries from others. Stretches without an earlier carrier are left out. */
  carriedBy(text: Text, units: Uint8Array, length: number, oneStep = false): readonly Piece[] {
    const context = this.contextOf(text);
    return context === undefined ? [] : this.#follow(context, units, length, oneStep ? DEEPEST : 0);
  }

  /** The text that another one is a copy of. */
  originalOf(text: Text): Text | undefined {
    return text.copyOf === undefined ? undefined : this.#byId.get(text.copyOf);
  }

  contextOf(text: Text): Context | undefined {
    const { by: author, channel } = text.origin;
    const order = this.corpus.orderOf(text);
    if (text.copyOf !== undefined) {
      const original = this.#byId.get(text.copyOf);
      const copied = original === undefined ? undefined : this.corpus.entryOf(original);
      return {
        stored: false,
        pick: (entry) => found(entry.texts === copied?.texts ? original : undefined, 0),
        among: () => (copied === undefined ? [] : [copied, ...copied.views]),
      };
    }
    if (channel === 'summary')
      return this.#seenBy(text.agent, this.corpus.compactionBefore(text.agent, order) ?? order);
    if (author.kind === 'agent') return this.#seenBy(author.agent, order);
    if (channel === 'caller') return this.#startedBy(text.agent, order);
    if (author.kind === 'unknown') {
      const agents = workflowAuthors(text, this.#case);
      if (agents.length > 0) return this.#writtenBy(new Set(agents.map(({ id }) => id)), order);
    }
    const written = this.storage.writesBehind(text);
    if (written.length === 0) return undefined;
    // The last write is the one that was read.
    const last = new Map<readonly Text[], { text: Text; entry: Entry }>();
    for (const write of written) {
      const entry = this.corpus.entryOf(write);
      const known = last.get(entry.texts);
      if (known === undefined || known.text.id < write.id) last.set(entry.texts, { text: write, entry });
    }
    return {
      stored: true,
      pick: (entry) => {
        const candidate = last.get(entry.texts)?.text;
        return found(candidate, candidate === undefined ? 0 : -this.corpus.orderOf(candidate));
      },
      among: () => [...last.values()].flatMap(({ entry }) => [entry, ...entry.views]),
    };
  }

  /** The prompt of a process that an agent of the case started: it stands in that agent's call. */
  #startedBy(agent: AgentId, order: number): Context | undefined {
    const process = this.#case.agents.get(agent);
    if (process?.kind !== 'child-process' || process.parent === undefined) return undefined;
    return {
      stored: false,
      pick: (entry) => {
        const written = entry.texts.find(
          (one) => one.agent === process.parent && isOwn(one) && this.corpus.orderOf(one) < order,
        );
        return found(written, written === undefined ? 0 : this.corpus.orderOf(written));
      },
    };
  }

  /** What some agents had written, the earliest first: it went through a script. */
  #writtenBy(agents: ReadonlySet<AgentId>, order: number): Context {
    return {
      stored: false,
      pick: (entry) => {
        const written = entry.texts.find(
          (one) => agents.has(one.agent) && isOwn(one) && this.corpus.orderOf(one) < order,
        );
        return found(written, written === undefined ? 0 : this.corpus.orderOf(written));
      },
      among: () => [...agents].flatMap((agent) => this.corpus.seenBy(agent)),
    };
  }

  #seenBy(agent: AgentId, order: number): Context {
    return {
      stored: false,
      pick: (entry) => {
        const sighting = sightingBefore(entry, agent, order);
        return found(sighting?.text, sighting?.order ?? 0);
      },
      among: () => this.corpus.seenBy(agent),
      agent,
    };
  }

  #follow(context: Context, units: Uint8Array, length: number, depth: number): Piece[] {
    const { hits, capped } = this.#hits(context, units, length);
    if (capped) this.cut++;
    const pieces: Piece[] = [];
    for (const { hit, text, carriers, from, to } of this.#credited(hits, length, context)) {
      const at = hit.at + from - hit.from;
      for (const piece of this.#resolve(text, hit.source, at, at + to - from, depth + 1)) {
        const between = [...piece.relays];
        for (const relay of [text, ...carriers])
          if (relay !== piece.origin && !between.includes(relay)) between.push(relay);
        pieces.push({
          ...piece,
          offset: piece.offset + from,
          relays: between,
          stored: piece.stored || context.stored,
          capped: piece.capped || capped,
        });
      }
    }
    return pieces;
  }

  #hits(context: Context, units: Uint8Array, length: number): { hits: readonly Hit[]; capped: boolean } {
    const { index, entries } = this.corpus;
    if (length >= index.minimum) {
      const allowed = (entry: Entry) => context.pick(entry) !== undefined;
      const own = context.agent === undefined ? this.#tableOf(context) : undefined;
      if (own !== undefined) return this.corpus.query(units, length, allowed, own);
      const first = this.corpus.query(units, length, allowed);
      // What others repeat stood in the way: looked up again among what this author can have seen.
      const table = first.capped ? this.#tableOf(context) : undefined;
      return table === undefined ? first : this.corpus.query(units, length, allowed, table);
    }
    if (length < SHORTEST_REST || this.#unitsToLookThrough < index.size) return { hits: [], capped: false };
    this.#unitsToLookThrough -= index.size;
    const hits = index.occurrences(units.subarray(0, length), MOST_OCCURRENCES);
    return {
      hits: hits.filter((hit) => context.pick(entries[hit.source]!) !== undefined),
      capped: hits.length === MOST_OCCURRENCES,
    };
  }

  /** The grams of what a context lists; undefined where that is most of the case, or is not listed. */
  #tableOf(context: Context): GramTable | undefined {
    const known = context.agent === undefined ? undefined : this.#tables.get(context.agent);
    if (known !== undefined) return known.table;
    const { index, entries } = this.corpus;
    const listed = [...new Set((context.among?.() ?? entries).map(({ number }) => number))].filter((each) => each >= 0);
    const units = listed.reduce((sum, source) => sum + index.lengthOf(source), 0);
    // The last write is the one that was read; else who said it first counts.
    listed.sort((a, b) => (context.stored ? b - a : a - b));
    const isMost = 2 * units > index.size && !(context.stored && listed.length > 1);
    const table = isMost ? undefined : index.tableOf(listed);
    if (context.agent !== undefined) {
      if (this.#tableUnits + units > MOST_TABLE_UNITS) {
        this.#tables.clear();
        this.#tableUnits = 0;
      }
      this.#tableUnits += table === undefined ? 0 : units;
      this.#tables.set(context.agent, { table });
    }
    return table;
  }

  /** Longest spans first, earliest source first; what a longer span took is cut off the shorter one. */
  #credited(
    hits: readonly Hit[],
    length: number,
    context: Context,
  ): { hit: Hit; text: Text; carriers: Text[]; from: number; to: number }[] {
    const spans: { span: Hit; hit: Hit; text: Text; order: number; others: Text[] }[] = [];
    for (const hit of hits) {
      const source = context.pick(this.corpus.entries[hit.source]!);
      if (source === undefined) continue;
      const best = spans.at(-1);
      const same =
        best !== undefined &&
        hit.from - best.span.from <= SLACK &&
        hit.to <= best.span.to &&
        best.span.to - hit.to <= SLACK;
      if (!same) spans.push({ span: hit, hit, text: source.text, order: source.order, others: [] });
      else if (earlier({ hit, order: source.order }, best, this.corpus.entries)) {
        best.others.push(best.text);
        Object.assign(best, { hit, text: source.text, order: source.order });
      } else if (source.text !== best.text) best.others.push(source.text);
    }
    const ranked = spans.sort(
      (a, b) => b.hit.to - b.hit.from - (a.hit.to - a.hit.from) || a.order - b.order || a.hit.from - b.hit.from,
    );
    const taken = new Uint8Array(ranked.length < 2 ? 0 : length);
    const credited = [];
    for (const { hit, text, others } of ranked) {
      for (const [start, end] of free(taken, hit.from, hit.to)) {
        if (end - start < SHORTEST_REST) continue;
        // A few letters that both spans could have are left to both, else a word would be cut in two.
        const from = start - hit.from <= SHORTEST_REST ? hit.from : start;
        const to = hit.to - end <= SHORTEST_REST ? hit.to : end;
        credited.push({ hit, text, carriers: others.filter(isOwn), from, to });
      }
      taken.fill(1, hit.from, hit.to);
    }
    return credited.sort((a, b) => a.from - b.from);
  }

  /** A stretch of a text, taken back to where it came from. What has no earlier carrier is the text's own. */
  #resolve(text: Text, source: number, from: number, to: number, depth: number): readonly Piece[] {
    const key = `${text.id} ${source} ${from} ${to}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const own = (start: number, end: number): Piece => ({
      source,
      from: start,
      to: end,
      offset: start - from,
      origin: text,
      relays: [],
      stored: false,
      capped: false,
    });
    const context = depth > DEEPEST ? undefined : this.contextOf(text);
    let pieces: Piece[];
    if (context === undefined || to - from < SHORTEST_REST) pieces = [own(from, to)];
    else {
      const units = this.corpus.index.unitsOf(source, from, to);
      pieces = this.#follow(context, units, units.length, depth);
      const covered = new Uint8Array(to - from);
      for (const piece of pieces) covered.fill(1, piece.offset, piece.offset + piece.to - piece.from);
      for (const [start, end] of free(covered, 0, to - from)) {
        if (end - start >= SHORTEST_REST || pieces.length === 0) pieces.push(own(from + start, from + end));
      }
      pieces.sort((a, b) => a.offset - b.offset);
    }
    if (this.#known.size < 100_000) this.#known.set(key, pieces);
    return pieces;
  }
}

function found(text: Text | undefined, order: number): { text: Text; order: number } | undefined {
  return text === undefined ? undefined : { text, order };
}

/** The earlier sighting; the text as it stands before a decoded view of one. */
function earlier(a: { hit: Hit; order: number }, b: { hit: Hit; order: number }, entries: readonly Entry[]): boolean {
  if (a.order !== b.order) return a.order < b.order;
  const [left, right] = [entries[a.hit.source]!.view, entries[b.hit.source]!.view];
  if ((left === undefined) !== (right === undefined)) return left === undefined;
  return a.hit.source < b.hit.source;
}

/** The stretches of `[from, to)` that are not marked. */
export function free(marked: Uint8Array, from: number, to: number): [number, number][] {
  const rest: [number, number][] = [];
  for (let at = from; at < to; ) {
    if (marked[at] === 1) {
      at++;
      continue;
    }
    const start = at;
    while (at < to && marked[at] !== 1) at++;
    rest.push([start, at]);
  }
  return rest;
}
