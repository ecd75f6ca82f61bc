import type { Text } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import { type Carried, cite, LEAST_PROSE, type Range, share, worthShowing } from './carried.ts';
import type { Corpus } from './match/corpus.ts';
import { differences } from './match/differences.ts';
import { FoldBuffer, FoldMap, fold, foldInto } from './match/fold.ts';
import type { Information } from './match/information.ts';
import type { Passage, Sweep } from './match/sweep.ts';
import { toText, type View } from './match/view.ts';
import type { Label, Tier } from './model.ts';
import type { Piece, Provenance } from './provenance.ts';
import type { Sink } from './sinks.ts';

/** Where the words of a passage of a sink may have been taken from. */
export interface Near {
  readonly near: Text;
  readonly view: View | undefined;
  readonly range: Range;
  /** Units of that range, to be followed further back; undefined where it is encoded. */
  readonly said: Uint8Array | undefined;
  /** The passage, as characters of the sink. */
  readonly to: Range;
  readonly bits: number;
  readonly stored: boolean;
}

/** The fuzzy tier: passages that a source holds in other words, followed back to where these were first said. */
export class Rewording {
  readonly #corpus: Corpus;
  readonly #provenance: Provenance;
  readonly #information: Information;
  readonly #startOf: (text: Text) => Label;
  readonly #buffer = new FoldBuffer();

  constructor(corpus: Corpus, provenance: Provenance, information: Information, startOf: (text: Text) => Label) {
    this.#corpus = corpus;
    this.#provenance = provenance;
    this.#information = information;
    this.#startOf = startOf;
  }

  /** The texts of the author's context that hold most of a passage. */
  near({ text }: Sink, passage: Passage, sweep: Sweep): Near[] {
    const context = this.#provenance.contextOf(this.#provenance.originalOf(text) ?? text)!;
    return sweep.alignments(passage).flatMap(({ entry, sink, source, bits }): Near[] => {
      const near = context.pick(entry)?.text;
      if (near === undefined) return [];
      const view = this.#corpus.viewOf(entry);
      if (view !== undefined) {
        const range = toText(view, source[0], source[1]);
        return [{ near, view, range, said: undefined, to: sink, bits, stored: context.stored }];
      }
      // A sign in front: what begins in the middle of a line begins with no line number.
      const size = foldInto(`-${near.value.slice(source[0], source[1])}`, this.#buffer);
      const said = this.#buffer.units.slice(0, size);
      return [{ near, view, range: source, said, to: sink, bits, stored: context.stored }];
    });
  }

  carried(sink: Sink, { near, view, range, said: units, to, bits, stored }: Near): Carried[] {
    const { text } = sink;
    const original = this.#provenance.originalOf(text);
    const further = units === undefined ? undefined : this.#furtherBack(near, units);
    const origin = further?.origin ?? near;
    if (!worthShowing(sink, origin, this.#startOf)) return [];
    const said = further?.said ?? near.value.slice(range[0], range[1]);
    const closeness = this.closeness(text.value.slice(to[0], to[1]), said, view ?? further?.view);
    const { prose } = this.#information.ofSpan(text.value, to[0], to[1]);
    return [
      {
        origin,
        relays: [
          ...(further === undefined ? [] : [...further.relays, near]),
          ...(original === undefined ? [] : [original]),
        ],
        stored: stored || (further?.stored ?? false),
        evidence: {
          ...closeness,
          tier: closeness.tier !== 'fuzzy' && prose < LEAST_PROSE ? 'token' : closeness.tier,
          from: further?.place ?? cite(near, range),
          to: cite(text, to),
          length: to[1] - to[0],
          coverage: share(to[1] - to[0], text.value.length),
          bits,
        },
      },
    ];
  }

  /** A short passage may be found by its words and yet be word for word the same. */
  closeness(sink: string, source: string, view: View | undefined): { tier: Tier; transforms: readonly string[] } {
    const left = fold(sink, this.#buffer);
    const right = fold(source, this.#buffer);
    const equal = left.units.length === right.units.length && left.units.every((unit, at) => unit === right.units[at]);
    if (view !== undefined || !equal) return { tier: 'fuzzy', transforms: [...(view?.transforms ?? []), 'reworded'] };
    const changes = differences({ text: sink, folded: left }, 0, { text: source, folded: right }, 0, left.units.length);
    return { tier: changes.length === 0 ? 'verbatim' : 'normalised', transforms: changes };
  }

  /** The first origin of most of a stretch of a text, if that is another text. */
  #furtherBack(
    text: Text,
    units: Uint8Array,
  ): (Piece & { place: Citation; said: string; view: View | undefined }) | undefined {
    const size = units.length;
    if (size < 8) return undefined;
    const pieces = this.#provenance.carriedBy(text, units, size);
    const [longest] = [...pieces].sort((a, b) => b.to - b.from - (a.to - a.from));
    if (longest === undefined || longest.to - longest.from < 0.4 * size) return undefined;
    const entry = this.#corpus.entries[longest.source]!;
    const { starts, ends } = new FoldMap(this.#corpus.valueOf(entry), this.#buffer, entry.marks).window(
      longest.from,
      longest.to,
    );
    const range: [number, number] = [starts[0]!, ends.at(-1)!];
    const view = this.#corpus.viewOf(entry);
    const said = this.#corpus.valueOf(entry).slice(...range);
    return { ...longest, place: cite(longest.origin, view === undefined ? range : toText(view, ...range)), said, view };
  }
}
