import type { Report } from '../../result/report.ts';

const BASES = ['recorded', 'matched', 'inferred'];

/** Facts that `CaseSummary.facts` counts, under the names that expectations use. */
const COUNTED: Record<string, string> = {
  humans: 'humans',
  notices: 'notices',
  peers: 'peers',
  replies: 'replies',
  returns: 'returns',
  copied: 'copied',
  'unknown-records': 'unknownRecords',
};

/** A fact about everything that one run found, as text: `agents` over all sessions, `depth` the deepest, `link` the weakest. */
export function treeFact(fact: string, report: Report): string {
  const agents = report.cases.flatMap((one) => one.agents);
  const children = agents.filter(
    (agent) => agent.depth > 0 || agent.link !== null || agent.parent !== undefined || agent.kind !== 'root',
  );
  const counted = COUNTED[fact];
  if (counted !== undefined) return String(sum(report.cases.map((one) => one.summary.facts[counted] ?? 0)));
  switch (fact) {
    case 'agents':
      return String(children.length);
    case 'cases':
      return String(report.cases.length);
    case 'orphans':
      return String(sum(report.cases.map((one) => one.summary.orphans)));
    case 'depth':
      return String(Math.max(0, ...report.cases.map((one) => one.summary.depth)));
    case 'forks':
      return String(agents.filter((agent) => agent.kind === 'fork').length);
    case 'lost-records':
      return String(lostRecords(report));
    case 'candidates':
      return String(Math.max(0, ...report.cases.map((one) => one.summary.facts.candidates ?? 0)));
    case 'link':
      return BASES[Math.max(-1, ...children.map((agent) => BASES.indexOf(agent.link?.basis ?? '')))] ?? 'none';
    case 'root':
      return agents.some((agent) => agent.kind === 'root' && agent.artefacts.length === 0) ? 'unknown' : 'known';
    default:
      throw new Error(`no tree fact is called '${fact}'`);
  }
}

/** A torn tail and a spliced line have each lost the record that was cut; whole records on one line are all read. */
function lostRecords(report: Report): number {
  const warnings = [...report.warnings, ...report.cases.flatMap((one) => one.warnings)];
  const lost = warnings.filter(({ code }) => code === 'torn-tail' || code === 'spliced-record');
  return new Set(lost.map((warning) => `${warning.path}:${warning.byteStart}`)).size;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
