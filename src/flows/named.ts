import type { Text } from '../case/model.ts';
import { type Carried, cite, lies, type Range, share } from './carried.ts';
import { isOwn } from './match/corpus.ts';
import type { WantedToken } from './match/sweep.ts';
import { TOKEN_BITS, type Token } from './match/tokens.ts';
import { INTEGRITY_ORDER, type Label } from './model.ts';
import type { Provenance } from './provenance.ts';

const LEAST_TOKEN_BITS = 8;

/** The token tier: who named an address, a host, an id or a secret first. */
export class Named {
  readonly #provenance: Provenance;
  readonly #startOf: (text: Text) => Label;

  constructor(provenance: Provenance, startOf: (text: Text) => Label) {
    this.#provenance = provenance;
    this.#startOf = startOf;
  }

  /** What a sink names that was named before, outside of what is credited already. */
  of(sink: Text, tokens: readonly { token: Token; wanted: WantedToken }[], covered: readonly Range[]): Carried[] {
    const found: Carried[] = [];
    const seen = new Set<string>();
    for (const { token, wanted } of tokens) {
      if (seen.has(token.value) || wanted.entries.length === 0) continue;
      seen.add(token.value);
      const first = this.#firstNamed(sink, wanted);
      if (first === undefined) continue;
      const { origin, relays, stored } = first;
      if (isOwn(origin) && origin.agent === (this.#provenance.originalOf(sink) ?? sink).agent) continue;
      const integrity = this.#startOf(origin).integrity;
      // A path of the user's own project says nothing about where the words came from.
      if (token.kind === 'path' && INTEGRITY_ORDER.indexOf(integrity) <= INTEGRITY_ORDER.indexOf('local')) continue;
      if (integrity === 'host') continue;
      if (lies(token.start, token.end, covered)) continue;
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
    // A child's report is traced from where the child wrote it.
    const written = this.#provenance.originalOf(sink) ?? sink;
    let text = written;
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
    return text === written ? undefined : { origin: text, relays, stored };
  }
}
