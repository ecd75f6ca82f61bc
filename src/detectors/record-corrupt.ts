import { groupBy } from '../base/order.ts';
import type { Case } from '../case/model.ts';
import type { Artefact, ExtractionWarning } from '../evidence/span.ts';
import type { Investigation } from '../flows/model.ts';
import type { Severity } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';

const id = 'record-corrupt';

/** Damage by warning code: how much it takes away from the evidence, and how to say it. */
const DAMAGE: Readonly<Record<string, { readonly severity: Severity; readonly says: string }>> = {
  'torn-tail': { severity: 'info', says: 'half a record at the end' },
  'glued-records': { severity: 'info', says: 'whole records on one line' },
  'interleaved-writers': { severity: 'low', says: 'records that two writers wrote through each other' },
  'invalid-utf8': { severity: 'info', says: 'bytes that are no UTF-8' },
  'spliced-record': { severity: 'low', says: 'a cut record and a whole one on one line' },
  'nul-run': { severity: 'low', says: 'runs of NUL bytes' },
  'malformed-line': { severity: 'low', says: 'lines that hold no whole record' },
  'malformed-file': { severity: 'low', says: 'a file that is no JSON' },
};
const LOST = new Set(['torn-tail', 'spliced-record', 'malformed-line']);
const MOST_CITED = 12;

export const recordCorrupt: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const artefacts = new Map(within.artefacts.map((artefact) => [artefact.path, artefact]));
    const damaged = within.warnings.filter((one) => Object.hasOwn(DAMAGE, one.code) && artefacts.has(one.path));
    for (const [path, warnings] of groupBy(damaged, (one) => one.path))
      yield inFile(within, artefacts.get(path)!, warnings);
  },
};

function inFile(within: Case, artefact: Artefact, warnings: readonly ExtractionWarning[]): Claim {
  const codes = [...new Set(warnings.map((one) => one.code))];
  const severity: Severity = codes.some((code) => DAMAGE[code]!.severity === 'low') ? 'low' : 'info';
  const lost = warnings.filter((one) => LOST.has(one.code)).length;
  const cited = warnings.slice(0, MOST_CITED).map(
    (one): Cited => ({
      cite: {
        record: { artefact: artefact.id, byteStart: one.byteStart, byteEnd: one.byteEnd, line: Math.max(1, one.line) },
        pointer: '',
      },
      note: `${one.code} at byte ${one.byteStart}: ${one.message}`,
    }),
  );
  const agents = within.agents.agents.filter((agent) => agent.artefacts.includes(artefact.id)).map((agent) => agent.id);
  return {
    detector: id,
    message: `${artefact.kind === 'sidechain' ? 'a child’s transcript' : 'the transcript'} is damaged: ${codes.map((code) => DAMAGE[code]!.says).join('; ')} (${warnings.length} ${warnings.length === 1 ? 'place' : 'places'}, ${lost} ${lost === 1 ? 'record' : 'records'} lost)`,
    severity,
    confidence: 'high',
    primary: cited[0]!,
    related: cited.slice(1),
    agents: agents.length > 0 ? agents : [within.agents.root],
    details: [
      'every whole record around the damage was recovered and read',
      ...(lost > 0
        ? ['what the lost records said cannot be known; statements of absence in this case are weaker for it']
        : []),
      ...(warnings.length > MOST_CITED ? [`${warnings.length - MOST_CITED} more places are listed as warnings`] : []),
    ],
  };
}
