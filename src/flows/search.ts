import type { Case, Text } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import { cite, type Range } from './carried.ts';
import { Corpus, type Entry } from './match/corpus.ts';
import { differences, ENCODED } from './match/differences.ts';
import { FoldBuffer, FoldMap, fold } from './match/fold.ts';
import type { Hit } from './match/spans.ts';
import { toText } from './match/view.ts';
import type { Tier } from './model.ts';
import { Provenance } from './provenance.ts';
import { StorageMap } from './storage.ts';

/** One place that holds a searched string, and the place it came from. */
export interface Sighting {
  readonly text: Text;
  readonly order: number;
  readonly at: Citation;
  /** Share of the searched string that stands here, 0..1. */
  readonly coverage: number;
  readonly tier: Extract<Tier, 'verbatim' | 'normalised' | 'decoded'>;
  readonly transforms: readonly string[];
  /** The earlier place in the author's context that it was taken from; absent at a first origin. */
  readonly from?: Text;
}

export interface SearchResult {
  /** In the order of the timeline: the first is where the string was first seen. */
  readonly sightings: readonly Sighting[];
  /** More places hold it than are listed. */
  readonly capped: boolean;
}

/** Shorter strings stand everywhere. */
export const SHORTEST_SEARCH_UNITS = 4;
const MOST_SIGHTINGS = 2000;

/** Where a string comes from and where it went: every text of the case that holds it, or a good part of it, in whatever disguise. */
export function searchText(within: Case, needle: string): SearchResult {
  const buffer = new FoldBuffer();
  const corpus = new Corpus(within);
  const provenance = new Provenance(within, corpus, new StorageMap(within));
  const asked = fold(needle, buffer);
  const size = asked.units.length;
  if (size < SHORTEST_SEARCH_UNITS) return { sightings: [], capped: false };
  const found: { hits: readonly Hit[]; capped: boolean } =
    size >= corpus.index.minimum
      ? corpus.query(asked.units, size, () => true)
      : { hits: corpus.index.occurrences(asked.units, MOST_SIGHTINGS), capped: false };
  const sightings = new Map<Text, Sighting>();
  for (const hit of found.hits) {
    const entry = corpus.entries[hit.source]!;
    for (const text of entry.texts) {
      const known = sightings.get(text);
      const coverage = (hit.to - hit.from) / size;
      if (known !== undefined && known.coverage >= coverage) continue;
      sightings.set(text, sighting(text, entry, hit, coverage));
    }
  }
  const sorted = [...sightings.values()].sort((a, b) => a.order - b.order || a.text.id - b.text.id);
  return { sightings: sorted.slice(0, MOST_SIGHTINGS), capped: found.capped || sorted.length >= MOST_SIGHTINGS };

  function sighting(text: Text, entry: Entry, hit: Hit, coverage: number): Sighting {
    const view = corpus.viewOf(entry);
    const value = corpus.valueOf(entry);
    const length = hit.to - hit.from;
    const folded = new FoldMap(value, buffer, entry.marks).window(hit.at, hit.at + length);
    const range: Range = [folded.starts[0]!, folded.ends[length - 1]!];
    const changes = differences({ text: needle, folded: asked }, hit.from, { text: value, folded }, 0, length);
    const encoded = view !== undefined || changes.some((change) => ENCODED.has(change));
    const from = sourceOf(text, hit);
    return {
      text,
      order: corpus.orderOf(text),
      at: cite(text, view === undefined ? range : toText(view, range[0], range[1])),
      coverage: Math.round(coverage * 1000) / 1000,
      tier: encoded ? 'decoded' : changes.length === 0 ? 'verbatim' : 'normalised',
      transforms: [...(view?.transforms ?? []), ...changes],
      ...(from === undefined ? {} : { from }),
    };
  }

  /** The earliest text in the author's context that holds the same stretch. */
  function sourceOf(text: Text, hit: Hit): Text | undefined {
    const context = provenance.contextOf(text);
    if (context === undefined) return undefined;
    let best: { text: Text; order: number } | undefined;
    for (const other of found.hits) {
      if (other.from > hit.from || other.to < hit.to) continue;
      const candidate = context.pick(corpus.entries[other.source]!);
      if (candidate === undefined || candidate.text === text) continue;
      if (best === undefined || candidate.order < best.order) best = candidate;
    }
    return best?.text;
  }
}
