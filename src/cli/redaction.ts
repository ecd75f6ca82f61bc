import type { RedactionLevel, SecretFinder, Spelling } from '../report/redact/redact.ts';
import type { Report } from '../result/report.ts';
import type { Call } from './command.ts';

/** Machine formats are evidence and stay whole unless asked; what people pass around hides secrets unless asked not to. */
export function redactionOf({ settings }: Call, format: string): RedactionLevel {
  return settings.redact ?? (['json', 'ndjson', 'timesketch'].includes(format) ? 'none' : 'secrets');
}

/** Own patterns and the linter's, on texts as they are and as they read once encodings and disguises are undone. */
export const findSecrets: SecretFinder = async (texts) => {
  const { secretlintValues } = await import('../report/redact/secretlint.ts');
  return find(texts, secretlintValues);
};

async function find(
  texts: readonly string[],
  lint: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<Spelling[]> {
  const search = await import('../flows/policy/secret-search.ts');
  const encoded = texts.flatMap(search.encodedSecrets);
  const own = [...new Set([...texts.flatMap(search.plainSecrets), ...encoded.map(({ secret }) => secret)])];
  const linted = async (all: readonly string[]) => (await lint(all)).filter((value) => !own.some(overlaps(value)));
  const plain = new Set([...texts.flatMap(search.plainSecrets), ...(await linted(texts))]);
  const found = new Map<string, Spelling>();
  for (const secret of plain) found.set(secret, { secret, as: secret });
  const add = (spelling: Spelling) => {
    // A secret often still looks like one when turned around: what stands inside a plain one is no encoding of another.
    if (found.has(spelling.as) || [...plain].some((known) => known.includes(spelling.as))) return;
    found.set(spelling.as, spelling);
  };
  const read = texts.flatMap((text) => search.readingsOf(text).map((reading) => ({ text, reading })));
  const inReadings = read.length === 0 ? [] : await linted([...new Set(read.map((one) => one.reading.text))]);
  for (const { text, reading } of read)
    for (const secret of inReadings) for (const spelling of search.spellings(text, reading, secret)) add(spelling);
  for (const spelling of encoded) add(spelling);
  const secrets = [...new Set([...found.values()].map(({ secret }) => secret))];
  const disguised = new search.DisguisedSecrets(secrets);
  for (const text of texts) for (const spelling of disguised.in(text)) add(spelling);
  for (const text of texts) {
    for (const { secret, as } of search.cutSecrets(text))
      add({ secret: secrets.find((whole) => whole.startsWith(secret)) ?? secret, as });
  }
  return [...found.values()];
}

/**
 * A few lines for the terminal, by own patterns alone: the linter takes longer to load than the lines to read. The names have no
 * numbers, because those belong to a whole report.
 */
export async function withoutSecrets<T>(lines: T, { settings }: Call): Promise<T> {
  if (settings.redact === 'none') return lines;
  const { Redaction } = await import('../report/redact/redact.ts');
  const hidden = await Redaction.of(lines, (texts) => find(texts, async () => []));
  if (hidden.count === 0) return lines;
  return JSON.parse(JSON.stringify(hidden.deep(lines)).replace(/SECRET-\d+/g, 'SECRET')) as T;
}

/** The linter names some places a little too early: what holds a piece of a secret that we know whole is none itself. */
function overlaps(value: string): (secret: string) => boolean {
  return (secret) =>
    !value.includes(secret) && (value.includes(secret.slice(0, 8)) || value.includes(secret.slice(-8)));
}

export async function redacted(report: Report, level: RedactionLevel): Promise<Report> {
  if (level === 'none') return report;
  const { redactReport } = await import('../report/redact/redact.ts');
  return redactReport(report, level, findSecrets);
}
