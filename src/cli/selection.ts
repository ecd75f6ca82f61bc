import { readFileSync } from 'node:fs';
import { isObject } from '../base/json.ts';
import { nearestName } from '../base/nearest.ts';
import type { Selection } from '../result/select.ts';
import { Known, type Suppression } from '../result/suppress.ts';
import type { Call } from './command.ts';
import { Complaint } from './exit.ts';
import { savedReport } from './saved.ts';

export interface Chosen {
  readonly selection: Selection;
  readonly known: Known | undefined;
}

/** Which findings this run shows and counts. */
export async function selectionOf(call: Call): Promise<Chosen> {
  const { settings } = call;
  const known = await knownOf(call);
  const selection: Selection = {
    ...(settings.minSeverity !== undefined && { minSeverity: settings.minSeverity }),
    ...(settings.minConfidence !== undefined && { minConfidence: settings.minConfidence }),
    ...(settings.detector !== undefined && {
      detectors: await checkDetectors(settings.detector),
      groupOf: (await import('../detectors/catalogue.ts')).groupOf,
    }),
    ...(known !== undefined && { isKnown: (finding) => known.has(finding) }),
    ...(settings.showSuppressed === true && { showKnown: true }),
  };
  return { selection, known };
}

async function checkDetectors(named: readonly string[]): Promise<readonly string[]> {
  const { CATALOGUE } = await import('../detectors/catalogue.ts');
  const names = [...Object.keys(CATALOGUE), ...new Set(Object.values(CATALOGUE).map(({ group }) => group))];
  for (const name of named) {
    if (names.includes(name)) continue;
    const close = nearestName(name, names);
    throw new Complaint(`--detector: no detector or group is called '${name}'`, {
      hint: close === undefined ? 'aftertaint detectors lists all' : `did you mean ${close}?`,
    });
  }
  return named;
}

async function knownOf({ settings }: Call): Promise<Known | undefined> {
  const { baseline, suppressions, asOf } = settings;
  if (baseline === undefined && suppressions === undefined) return undefined;
  const ids: string[] = [];
  if (baseline !== undefined) {
    const saved = await savedReport(baseline);
    if (saved === undefined)
      throw new Complaint(`--baseline: ${baseline} is no saved report`, {
        hint: 'aftertaint scan PATHS --format json > baseline.json',
      });
    for (const finding of [...saved.cases.flatMap((result) => result.findings), ...saved.findings])
      ids.push(finding.id);
  }
  const listed = suppressions === undefined ? [] : await readSuppressions(suppressions);
  return new Known(ids, listed, suppressions ?? baseline!, asOf);
}

const KEYS = ['id', 'detector', 'statement', 'expires'];

async function readSuppressions(path: string): Promise<Suppression[]> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Complaint(`--suppressions: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const { readYaml } = await import('../base/yaml.ts');
  const file = readYaml(text);
  if (file.error !== undefined) throw new Complaint(`${path}:${file.error.line}: ${file.error.message}`);
  if (file.value === null || file.value === undefined) return [];
  if (!Array.isArray(file.value))
    throw new Complaint(`${path}:1: no list`, { hint: "write '- id: F-…' with a statement for each" });
  return file.value.map((entry: unknown, index) => {
    const line = file.lineOf([index]);
    const fail = (message: string, hint?: string) =>
      new Complaint(`${path}:${line}: ${message}`, hint === undefined ? {} : { hint });
    if (!isObject(entry)) throw fail('no entry with id or detector, and statement');
    for (const key of Object.keys(entry)) {
      if (!KEYS.includes(key))
        throw fail(
          `unknown key '${key}'`,
          `known are ${KEYS.join(', ')}; nearest: ${nearestName(key, KEYS) ?? 'none'}`,
        );
    }
    const { id, detector, statement, expires } = entry;
    if ((typeof id === 'string') === (typeof detector === 'string')) throw fail("needs either 'id' or 'detector'");
    if (typeof statement !== 'string' || statement.trim() === '')
      throw fail("needs a 'statement': why this is known and accepted");
    if (expires !== undefined && (typeof expires !== 'string' || Number.isNaN(Date.parse(expires))))
      throw fail("'expires' is no ISO date");
    return {
      ...(typeof id === 'string' ? { id } : { detector: detector as string }),
      statement,
      ...(expires !== undefined && { expires: expires as string }),
      line,
    };
  });
}
