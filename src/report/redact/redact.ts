import { by } from '../../base/order.ts';
import type { Evidence, Finding } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import { decodings, encodedPart, variantsOf } from './variants.ts';

export type RedactionLevel = 'secrets' | 'content' | 'none';

/** Finds secrets by their look, as values. Given by the caller: the patterns belong to the trust policy. */
export type SecretFinder = (texts: readonly string[]) => Promise<readonly string[]>;

/** Members that hold digests, ids and numbers of ours: never searched, never changed. */
const OURS = new Set(['sha256', 'schema', 'severity', 'confidence', 'detector', 'artefact']);

/**
 * A report without its secrets. Equal secrets get equal ordinals (`SECRET-3`), so that a flow can still be followed; encoded forms
 * are hidden too, and spans that hold a secret lose their digest, because a short secret can be guessed from it.
 */
export async function redactReport(report: Report, level: RedactionLevel, find: SecretFinder): Promise<Report> {
  if (level === 'none') return report;
  const hidden = await Redaction.of(report, find);
  const clean = hidden.apply(report);
  return level === 'content' ? withoutContent(clean) : clean;
}

/** The secrets of one report, and how to hide them in any text made from it. */
export class Redaction {
  private readonly tokens: ReadonlyMap<string, string>;
  private readonly pattern: RegExp | undefined;
  private readonly secrets: readonly string[];

  private constructor(tokens: ReadonlyMap<string, string>, secrets: readonly string[]) {
    this.tokens = tokens;
    this.secrets = secrets;
    const needles = [...tokens.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    this.pattern = needles.length === 0 ? undefined : new RegExp(needles.map(escapePattern).join('|'), 'g');
  }

  static async of(value: unknown, find: SecretFinder): Promise<Redaction> {
    const texts = [...new Set(stringsOf(value))].filter((text) => text.length >= 8);
    const found = new Set(await find(texts));
    const runs = texts.flatMap((text) => [...decodings(text)]);
    const plains = [...new Set(runs.map(({ plain }) => plain))];
    const decoded = plains.length === 0 ? [] : await find(plains);
    const carriers = new Map<string, string>();
    for (const secret of decoded) {
      for (const { run, plain } of runs) {
        if (!plain.includes(secret)) continue;
        const part = encodedPart(run, secret);
        // A secret often still looks like one when turned around: what is a plain secret already is not an encoding of another.
        if (![...found].some((known) => known.includes(part))) carriers.set(part, secret);
      }
    }
    // Ordinals in order of first appearance, so that equal reports get equal tokens.
    const all = [...new Set([...found, ...carriers.values()])].filter((secret) => secret.length >= 6);
    const places = all.map((secret) => {
      const text = texts.findIndex((candidate) => candidate.includes(secret));
      return { secret, text, at: text < 0 ? 0 : texts[text]!.indexOf(secret) };
    });
    places.sort(
      by(
        (place) => place.text,
        (place) => place.at,
        (place) => -place.secret.length,
        (place) => place.secret,
      ),
    );
    const tokens = new Map<string, string>();
    const ordered = places.map((place) => place.secret);
    ordered.forEach((secret, index) => {
      for (const variant of variantsOf(secret)) if (!tokens.has(variant)) tokens.set(variant, `SECRET-${index + 1}`);
    });
    for (const [run, secret] of carriers) if (!tokens.has(run)) tokens.set(run, tokens.get(secret) ?? 'SECRET');
    return new Redaction(tokens, ordered);
  }

  get count(): number {
    return this.secrets.length;
  }

  text(text: string): string {
    if (this.pattern === undefined || text.length < 6) return text;
    return this.fragment(text.replace(this.pattern, (match) => this.tokens.get(match)!));
  }

  apply(report: Report): Report {
    if (this.pattern === undefined) return withoutSecretDigests(report, () => false);
    const holds = (text: string) => this.text(text) !== text;
    return this.deep(withoutSecretDigests(report, holds)) as Report;
  }

  /** An excerpt may begin or end inside a secret: a part of at least six characters that is nothing else is hidden too. */
  private fragment(text: string): string {
    const bare = text.replace(/…$/, '').trim();
    if (bare.length < 6 || bare.length > 4_000) return text;
    for (const [index, secret] of this.secrets.entries()) {
      if (secret.length > bare.length && secret.includes(bare)) return `SECRET-${index + 1} (part)`;
      if (!text.endsWith('…')) continue;
      for (let length = Math.min(secret.length - 1, bare.length); length >= 6; length -= 1) {
        if (bare.endsWith(secret.slice(0, length))) return `${bare.slice(0, -length)}SECRET-${index + 1}…`;
      }
    }
    return text;
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

function withoutSecretDigests(report: Report, holds: (text: string) => boolean): Report {
  const clean = (finding: Finding): Finding => ({
    ...finding,
    evidence: finding.evidence.map((evidence) => {
      if (evidence.holdsSecret !== true && !holds(evidence.excerpt)) return evidence;
      const { sha256: _, ...rest }: Evidence = evidence;
      return { ...rest, holdsSecret: true };
    }),
  });
  return {
    ...report,
    findings: report.findings.map(clean),
    cases: report.cases.map((result) => ({ ...result, findings: result.findings.map(clean) })),
  };
}

/** Level `content`: where and how, but not what. Words of transcripts are replaced by their length. */
function withoutContent(report: Report): Report {
  const gone = (text: string) => (text === '' ? '' : `(hidden: ${text.length} characters)`);
  const finding = (told: Finding): Finding => ({
    ...told,
    message: told.title,
    details: [],
    evidence: told.evidence.map((evidence) => ({ ...evidence, note: evidence.role, excerpt: gone(evidence.excerpt) })),
  });
  return {
    ...report,
    findings: report.findings.map(finding),
    cases: report.cases.map((result) => ({
      ...result,
      agents: result.agents.map(({ name: _name, description: _description, ...agent }) => agent),
      ...(result.timeline !== undefined && {
        timeline: result.timeline.map((event) => ({ ...event, summary: gone(event.summary) })),
      }),
      findings: result.findings.map(finding),
      flows: result.flows.map((flow) => ({
        ...flow,
        evidence: flow.evidence.map((evidence) => ({
          ...evidence,
          excerptFrom: gone(evidence.excerptFrom),
          excerptTo: gone(evidence.excerptTo),
        })),
      })),
      ...(result.briefs !== undefined && {
        briefs: result.briefs.map((brief) => ({ ...brief, byReference: [], references: [] })),
      }),
      replays: result.replays.map(({ message: _, cause, ...replay }) => ({
        ...replay,
        summary: gone(replay.summary),
        reason: gone(replay.reason),
        ...(cause !== undefined && { cause: { ...cause, text: gone(cause.text) } }),
      })),
    })),
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
