import type { Evidence } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import { withoutContent } from './content.ts';
import { Fragments } from './fragments.ts';
import { variantsOf } from './variants.ts';

export type RedactionLevel = 'secrets' | 'content' | 'none';

/** A secret, and the characters by which a text says it: as it is, encoded, disguised, or cut off (then with the `…`). */
export interface Spelling {
  readonly secret: string;
  readonly as: string;
}

/** Finds secrets by their look. Given by the caller: the patterns belong to the trust policy. */
export type SecretFinder = (texts: readonly string[]) => Promise<readonly Spelling[]>;

/** Shorter strings are no secrets that could be told from words. */
const SHORTEST = 6;

/** Members that hold digests, ids and numbers of ours: never searched, never changed. */
const OURS = new Set(['sha256', 'schema', 'severity', 'confidence', 'detector', 'artefact']);

/**
 * A report without its secrets. Equal secrets get equal ordinals (`SECRET-3`), so that a flow can still be followed; encoded forms
 * are hidden too, and spans that hold a secret lose their digest, because a short secret can be guessed from it.
 */
export async function redactReport(report: Report, level: RedactionLevel, find: SecretFinder): Promise<Report> {
  if (level === 'none') return report;
  const told = withoutFingerprints(report);
  const clean = (await Redaction.of(told, find)).apply(told);
  return level === 'content' ? withoutContent(clean) : clean;
}

/** The secrets of one report, and how to hide them in any text made from it. */
export class Redaction {
  /** What is replaced → what stands in its place. */
  private readonly tokens: ReadonlyMap<string, string>;
  private readonly pattern: RegExp | undefined;
  private readonly fragments: Fragments;
  readonly count: number;

  private constructor(tokens: ReadonlyMap<string, string>, pattern: RegExp | undefined, secrets: readonly string[]) {
    this.tokens = tokens;
    this.pattern = pattern;
    this.count = secrets.length;
    const nameOf = (spelling: string) => tokens.get(spelling)!.replace('…', '');
    this.fragments = new Fragments(
      tokens.keys(),
      secrets.filter((secret) => tokens.has(secret)),
      nameOf,
    );
  }

  static async of(value: unknown, find: SecretFinder): Promise<Redaction> {
    const texts = [...new Set(stringsOf(value))].filter((text) => text.length >= SHORTEST);
    const secretOf = new Map<string, string>();
    const found = (await find(texts)).filter(({ as }) => as.length >= SHORTEST);
    const wholes = [...new Set(found.map(({ secret }) => secret))];
    // A secret that was cut where it still looks like a whole one is no secret of its own.
    const wholeOf = (secret: string) =>
      wholes.find((other) => other.length > secret.length && other.startsWith(secret));
    for (const { secret, as } of found) secretOf.set(as, wholeOf(secret) ?? secret);
    for (const secret of new Set(secretOf.values()))
      for (const variant of variantsOf(secret)) if (!secretOf.has(variant)) secretOf.set(variant, secret);
    if (secretOf.size === 0) return new Redaction(new Map(), undefined, []);
    const needles = [...secretOf.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    const pattern = new RegExp(needles.map(escapePattern).join('|'), 'g');
    // Ordinals in order of first appearance, so that equal reports get equal tokens.
    const ordinals = new Map<string, number>();
    for (const text of texts) {
      for (const [needle] of text.matchAll(pattern)) {
        const secret = secretOf.get(needle)!;
        if (!ordinals.has(secret)) ordinals.set(secret, ordinals.size + 1);
      }
    }
    const tokens = new Map<string, string>();
    for (const [needle, secret] of secretOf)
      tokens.set(needle, `SECRET-${ordinals.get(secret) ?? 0}${needle.endsWith('…') ? '…' : ''}`);
    return new Redaction(tokens, pattern, [...ordinals.keys()]);
  }

  text(text: string): string {
    if (this.pattern === undefined || text.length < SHORTEST) return text;
    return this.fragments.hide(text.replace(this.pattern, (match) => this.tokens.get(match)!));
  }

  apply(report: Report): Report {
    const holds = (text: string) => this.text(text) !== text;
    const clean = withoutSecretDigests(report, holds);
    return (this.pattern === undefined ? clean : this.deep(clean)) as Report;
  }

  /** Every text inside plain data. */
  deep(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.deep(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.text(key), OURS.has(key) ? member : this.deep(member)]),
    );
  }
}

/** Drops the digest of every piece of evidence whose words hold a secret, wherever it stands: findings, links. */
function withoutSecretDigests(value: unknown, holds: (text: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecretDigests(item, holds));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withoutSecretDigests(member, holds)] as const);
  const copy = Object.fromEntries(members) as Partial<Evidence>;
  if (typeof copy.excerpt !== 'string' || (copy.holdsSecret !== true && !holds(copy.excerpt))) return copy;
  const { sha256: _, ...rest } = copy;
  return { ...rest, holdsSecret: true };
}

/**
 * Parts of a run carry fingerprints of texts, so that sessions can be joined later: digests of pieces of whatever stands there. They
 * are no part of what is passed on.
 */
function withoutFingerprints(report: Report): Report {
  if (report.cases.every((result) => result.links === undefined)) return report;
  const limit = 'redacted parts of a run hold no fingerprints: sessions are not joined when they are merged';
  return {
    ...report,
    coverage: { ...report.coverage, limits: [...new Set([...report.coverage.limits, limit])].sort() },
    cases: report.cases.map(({ links: _, ...result }) => result),
  };
}

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsOf(item);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      yield key;
      if (!OURS.has(key)) yield* stringsOf(member);
    }
  }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
