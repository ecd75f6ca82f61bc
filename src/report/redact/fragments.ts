/** Shorter pieces are words by chance. */
const SHORTEST = 6;
/** Pieces at the edge of a longer text need more: a sentence may end as a password begins. */
const SHORTEST_AT_EDGE = 8;
const LONGEST_PIECE = 4_000;
/** What many secrets of a kind begin with. */
const PUBLIC_PREFIX =
  /^(?:-----BEGIN [A-Z ]+-----\s*(?:[A-Za-z-]+: [^\n]*\n)*|https?:\/\/[^/]+\/(?:services\/)?|[a-z]{2,10}[-_](?:[a-z0-9]{2,8}[-_]){0,2}|eyJ[\w-]{0,40}\.(?:eyJ)?|A(?:KIA|SIA|BIA|CCA|Iza)|SG\.|ya29\.)/;

/**
 * Pieces of known secrets, in whatever spelling: an excerpt is a span that somebody carried, and it may begin or end inside a secret.
 * Texts without such a piece cost two look-ups.
 */
export class Fragments {
  /** First six characters at each place of a spelling → spellings with them there. */
  private readonly grams = new Map<string, Set<string>>();
  private readonly nameOf: (spelling: string) => string;
  private readonly wholes: readonly { secret: string; public: number }[];

  constructor(spellings: Iterable<string>, secrets: Iterable<string>, nameOf: (spelling: string) => string) {
    this.nameOf = nameOf;
    this.wholes = [...secrets]
      .map((secret) => ({ secret, public: PUBLIC_PREFIX.exec(secret)?.[0].length ?? 0 }))
      .filter((whole) => whole.secret.length > whole.public + SHORTEST);
    for (const spelling of spellings) {
      for (let at = 0; at + SHORTEST <= spelling.length; at += 1) {
        const gram = spelling.slice(at, at + SHORTEST);
        const known = this.grams.get(gram);
        if (known === undefined) this.grams.set(gram, new Set([spelling]));
        else known.add(spelling);
      }
    }
  }

  hide(text: string): string {
    const bare = text.replace(/^…|…$/g, '').trim();
    if (bare.length < SHORTEST) return text;
    const whole = bare.length > LONGEST_PIECE ? undefined : this.with(bare).find((spelling) => spelling.includes(bare));
    if (whole !== undefined) return `${this.nameOf(whole)} (part)`;
    return this.hideBeginnings(this.hideEnds(this.hideStart(text)));
  }

  private with(piece: string): string[] {
    return [...(this.grams.get(piece.slice(0, SHORTEST)) ?? [])];
  }

  /** Beginnings of whole secrets anywhere in a text: whoever quotes may cut without a mark. Public prefixes alone are no piece. */
  private hideBeginnings(text: string): string {
    let shown = text;
    for (const { secret, public: known } of this.wholes) {
      const least = known + SHORTEST;
      const head = secret.slice(0, least);
      for (let at = shown.indexOf(head); at >= 0; at = shown.indexOf(head, at)) {
        let size = least;
        while (size < secret.length && shown[at + size] === secret[size]) size += 1;
        const name = this.nameOf(secret);
        shown = `${shown.slice(0, at)}${name}${shown.slice(at + size)}`;
        at += name.length;
      }
    }
    return shown;
  }

  /** The end of a secret at the start of a text. */
  private hideStart(text: string): string {
    const from = text.startsWith('…') ? 1 : 0;
    let longest: { size: number; spelling: string } | undefined;
    for (const spelling of this.with(text.slice(from, from + SHORTEST))) {
      const most = Math.min(spelling.length, text.length - from);
      for (let size = most; size >= SHORTEST_AT_EDGE && size > (longest?.size ?? 0); size -= 1) {
        if (text.startsWith(spelling.slice(-size), from)) longest = { size, spelling };
      }
    }
    if (longest === undefined) return text;
    return `${text.slice(0, from)}${this.nameOf(longest.spelling)}${text.slice(from + longest.size)}`;
  }

  /** At the end of a text, and before every mark of a cut inside it. */
  private hideEnds(text: string): string {
    const parts = text.split('…');
    return parts
      .map((part, index) => (index < parts.length - 1 ? this.hideEnd(`${part}…`) : this.hideEnd(part)))
      .join('');
  }

  /** The beginning of a secret at the end of a text. */
  private hideEnd(text: string): string {
    const cut = text.endsWith('…');
    const to = cut ? text.length - 1 : text.length;
    const least = cut ? SHORTEST : SHORTEST_AT_EDGE;
    let longest: { size: number; spelling: string } | undefined;
    for (const spelling of this.grams.get(text.slice(to - SHORTEST, to)) ?? []) {
      for (let size = Math.min(spelling.length, to); size >= least && size > (longest?.size ?? 0); size -= 1) {
        if (text.endsWith(spelling.slice(0, size), to)) longest = { size, spelling };
      }
    }
    if (longest === undefined) return text;
    return `${text.slice(0, to - longest.size)}${this.nameOf(longest.spelling)}${text.slice(to)}`;
  }
}
