import type { Case, Text } from '../case/model.ts';
import { type FlowGraph, INTEGRITY_ORDER, type Integrity } from '../flows/model.ts';
import type { BriefSummary } from '../result/report.ts';
import { type Reference, referencesIn } from './references.ts';
import { type PathOf, placeOf } from './summarise.ts';

/** Every brief with its share per origin, whether anything is wrong with it or not. */
export function briefsOf(record: Case, flows: FlowGraph, pathOf: PathOf): BriefSummary[] {
  return record.timeline.flatMap((event) => {
    if (event.kind !== 'spawn' || event.texts.length === 0) return [];
    const brief = event.texts[0]!;
    const ranks = ranksOf(brief, flows);
    const references = referencesIn(record, flows, brief, event.child, pathOf);
    return [
      {
        eventId: event.id,
        agent: event.agent,
        ...(event.child !== undefined && { child: event.child }),
        length: brief.value.length,
        shares: sharesOf(ranks),
        handsOver: handsOver(ranks, references),
        byReference: references.map((reference) => reference.value),
        references: references.map(({ at: _, ...reference }) => reference),
        possible: flows.labelsOf(brief).possible.integrity,
        place: placeOf(brief.cite, pathOf),
      },
    ];
  });
}

const OWN = INTEGRITY_ORDER.indexOf('model');
/** Fewer characters of others' words are names and set phrases, no content. */
const LEAST_CONTENT = 48;

/** Per character of the text the integrity of its first origin; where sources overlap the less trusted one counts. */
function ranksOf(text: Text, flows: FlowGraph): Uint8Array {
  const length = text.value.length;
  const ranks = new Uint8Array(length).fill(OWN);
  const offset = text.cite.chars?.[0] ?? 0;
  // Least trusted last, so that it overwrites the others.
  const into = [...flows.into(text)].sort(
    (a, b) => rankOf(a.labels.carried.integrity) - rankOf(b.labels.carried.integrity),
  );
  for (const flow of into) {
    for (const { tier, to } of flow.evidence) {
      if (tier === 'context') continue;
      const [start, end] = to.chars ?? [offset, offset + length];
      ranks.fill(rankOf(flow.labels.carried.integrity), Math.max(0, start - offset), Math.max(0, end - offset));
    }
  }
  return ranks;
}

function sharesOf(ranks: Uint8Array): Record<string, number> {
  if (ranks.length === 0) return {};
  const counts = new Map<Integrity, number>();
  for (const rank of ranks) counts.set(INTEGRITY_ORDER[rank]!, (counts.get(INTEGRITY_ORDER[rank]!) ?? 0) + 1);
  return Object.fromEntries(
    INTEGRITY_ORDER.filter((integrity) => counts.has(integrity) || rankOf(integrity) === OWN).map((integrity) => [
      integrity,
      Math.round(((counts.get(integrity) ?? 0) / ranks.length) * 10_000) / 10_000,
    ]),
  );
}

/** Whether others' content stands in the brief, or only its name does. What a person or the host said is an instruction, no content. */
function handsOver(ranks: Uint8Array, references: readonly Reference[]): NonNullable<BriefSummary['handsOver']> {
  const content = ranks.map((rank) => (rank >= rankOf('local') && rank !== OWN ? 1 : 0));
  for (const { at } of references) content.fill(0, at[0], at[1]);
  const carried = content.reduce((sum, one) => sum + one, 0) >= LEAST_CONTENT;
  if (references.length > 0) return carried ? 'text and references' : 'by reference';
  return carried ? 'as text' : 'own words';
}

const rankOf = (integrity: Integrity): number => INTEGRITY_ORDER.indexOf(integrity);
