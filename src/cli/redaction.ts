import type { RedactionLevel, SecretFinder } from '../report/redact/redact.ts';
import type { Report } from '../result/report.ts';
import type { Call } from './command.ts';

/** Machine formats are evidence and stay whole unless asked; what people pass around hides secrets unless asked not to. */
export function redactionOf({ settings }: Call, format: string): RedactionLevel {
  return settings.redact ?? (['json', 'ndjson', 'timesketch'].includes(format) ? 'none' : 'secrets');
}

export const findSecrets: SecretFinder = async (texts) => {
  const [{ secretsIn }, { secretlintValues }] = await Promise.all([
    import('../flows/policy/secrecy.ts'),
    import('../report/redact/secretlint.ts'),
  ]);
  const own = texts.flatMap((text) =>
    secretsIn(text).map(({ start, end }) =>
      text.slice(start, end).replace(/(-----END [A-Z ]{1,40}-----)[\s\S]*$/, '$1'),
    ),
  );

  return [...new Set([...own, ...(await secretlintValues(texts))])];
};

export async function redacted(report: Report, level: RedactionLevel): Promise<Report> {
  if (level === 'none') return report;
  const { redactReport } = await import('../report/redact/redact.ts');
  return redactReport(report, level, findSecrets);
}
