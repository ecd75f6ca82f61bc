import { groupBy } from '../base/order.ts';
import type { Case, ChainGap } from '../case/model.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import type { Investigation } from '../flows/model.ts';
import { profileFor } from '../hosts/profile.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';

const id = 'chain-break';
const MOST_CITED = 12;
const MOST_WARNINGS = 400;
/** Warnings of this kind mean that a record was there and cannot be read: a gap behind it has its cause. */
const LOSING = new Set([
  'spliced-record',
  'malformed-line',
  'torn-tail',
  'line-too-long',
  'interleaved-writers',
  'nul-run',
]);

export const chainBreak: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const losing = within.warnings.filter((warning) => LOSING.has(warning.code)).slice(0, MOST_WARNINGS);
    const gaps = within.chain.gaps.filter((gap) => !isExplained(within, losing, gap));
    for (const group of groupBy(gaps, (gap) => `${gap.agent} ${gap.place === 'compaction'}`).values())
      yield claimOf(within, group);
  },
};

function claimOf(within: Case, gaps: readonly ChainGap[]): Claim {
  const first = gaps[0]!;
  const atCompaction = first.place === 'compaction';
  const ofTheHost =
    first.agent !== within.agents.root && within.hostVersions.some((version) => profileFor(version).looseChildChain);
  const cited = gaps
    .slice(0, MOST_CITED)
    .flatMap((gap): Cited[] => [
      { cite: { record: gap.span, pointer: '/parentUuid' }, note: 'names a parent that no record has' },
      ...(gap.before === undefined
        ? []
        : [{ cite: { record: gap.before, pointer: '' }, note: 'the record before it in the file' }]),
    ]);
  return {
    detector: id,
    message: atCompaction
      ? `${count(gaps.length)} behind a compaction names a parent that was never written`
      : `${count(gaps.length)} names a parent that stands in no file: what came between is not recorded`,
    severity: atCompaction || ofTheHost ? 'info' : 'low',
    confidence: 'high',
    primary: cited[0]!,
    related: cited.slice(1),
    agents: [first.agent],
    details: [
      atCompaction
        ? 'hosts are known to write such records after a compaction; what stood before the cut stays in the timeline and in the flows'
        : ofTheHost
          ? `version ${within.hostVersions.join(', ')} is known to write such records into the files of children`
          : 'a resume after a compaction writes such records too; a deleted record cannot be told from one that was never written',
      'events are ordered by their place in the file, so nothing is left out because of this',
    ],
  };
}

function count(gaps: number): string {
  return gaps === 1 ? 'a record' : `each of ${gaps} records`;
}

/** In a copied session, or right behind damage: the record is missing for a reason that is told elsewhere. */
function isExplained(within: Case, losing: readonly ExtractionWarning[], gap: ChainGap): boolean {
  if (within.isInherited(gap.span)) return true;
  const path = within.artefacts.find((artefact) => artefact.id === gap.span.artefact)?.path;
  return losing.some(
    (warning) => warning.path === path && warning.line <= gap.span.line && warning.line >= (gap.before?.line ?? 0) - 1,
  );
}
