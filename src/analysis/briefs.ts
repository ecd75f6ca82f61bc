import type { Case, Text } from '../case/model.ts';
import { type FlowGraph, INTEGRITY_ORDER, type Integrity } from '../flows/model.ts';
import type { BriefSummary } from '../result/report.ts';
import { type PathOf, placeOf } from './summarise.ts';

/** Every brief with its share per origin, whether anything is wrong with it or not. */
export function briefsOf(record: Case, flows: FlowGraph, pathOf: PathOf): BriefSummary[] {
  return record.timeline.flatMap((event) => {
    if (event.kind !== 'spawn' || event.texts.length === 0) return [];
    const brief = event.texts[0]!;
    return [
      {
        eventId: event.id,
        agent: event.agent,
        ...(event.child !== undefined && { child: event.child }),
        length: brief.value.length,
        shares: sharesOf(brief, flows),
        byReference: referencesIn(brief.value),
        possible: flows.labelsOf(brief).possible.integrity,
        place: placeOf(brief.cite, pathOf),
      },
    ];
  });
}

/** Share of the text's characters per integrity of their first origin; where sources overlap the less trusted one counts. */
export function sharesOf(text: Text, flows: FlowGraph): Record<string, number> {
  const length = text.value.length;
  if (length === 0) return {};
  const rank = new Uint8Array(length).fill(INTEGRITY_ORDER.indexOf('model'));
  const own = INTEGRITY_ORDER.indexOf('model');
  const offset = text.cite.chars?.[0] ?? 0;
  // Least trusted last, so that it overwrites the others.
  const into = [...flows.into(text)].sort(
    (a, b) => rankOf(a.labels.carried.integrity) - rankOf(b.labels.carried.integrity),
  );
  for (const flow of into) {
    for (const { tier, to } of flow.evidence) {
      if (tier === 'context') continue;
      const [start, end] = to.chars ?? [offset, offset + length];
      rank.fill(rankOf(flow.labels.carried.integrity), Math.max(0, start - offset), Math.max(0, end - offset));
    }
  }
  const counts = new Map<Integrity, number>();
  for (const value of rank) counts.set(INTEGRITY_ORDER[value]!, (counts.get(INTEGRITY_ORDER[value]!) ?? 0) + 1);
  return Object.fromEntries(
    INTEGRITY_ORDER.filter((integrity) => counts.has(integrity) || rankOf(integrity) === own).map((integrity) => [
      integrity,
      Math.round(((counts.get(integrity) ?? 0) / length) * 10_000) / 10_000,
    ]),
  );
}

const rankOf = (integrity: Integrity): number => INTEGRITY_ORDER.indexOf(integrity);

/** Paths and links that a brief passes instead of text: what stands behind them reaches the child without being carried. */
function referencesIn(brief: string): string[] {
  const found = new Set<string>();
  for (const [match] of brief.matchAll(
    /https?:\/\/[^\s"'<>)\]]{3,300}|(?<![\w/.])(?:\.{0,2}\/)?(?:[\w@.-]{1,80}\/){1,12}[\w@.-]{1,80}\.\w{1,8}\b/g,
  )) {
    found.add(match.replace(/[.,;:]+$/, ''));
    if (found.size === 50) break;
  }
  return [...found];
}
