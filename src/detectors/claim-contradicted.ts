import type { Case, Text } from '../case/model.ts';
import { controlMarkup } from '../flows/markup/scan.ts';
import type { Investigation } from '../flows/model.ts';
import { attackReportsIn, namesAttack } from '../flows/shape/attack.ts';
import { orderShape } from '../flows/shape/order.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { changesElsewhere, placesRefused } from './forgery/places.ts';
import { citeSpan, inputsBefore } from './forgery/provenance.ts';
import { utterancesOf } from './forgery/reports.ts';
import { inventedTurns } from './forgery/turns.ts';
import { contentWords, shareOf } from './forgery/words.ts';

const id = 'claim-contradicted';

export const claimContradicted: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    yield* attackReports(analysed);
    yield* changesElsewhere(analysed, id);
    yield* placesRefused(analysed, id);
  },
};

function* attackReports(analysed: Case): Iterable<Claim> {
  const stated = statements(analysed).filter((one) => !isSupported(analysed, one));
  const first = stated[0];
  if (first === undefined) return;
  const own = inventedTurns(analysed)[0];
  yield {
    detector: id,
    message: `an agent reports an attack that no recorded input holds${own === undefined ? '' : '; the words stand first in an assistant’s own record'}${stated.length > 1 ? ` (${stated.length} such statements)` : ''}`,
    severity: 'low',
    confidence: 'medium',
    primary: { cite: citeSpan(first.text, first.start, first.end), note: 'the statement' },
    related: [
      ...stated.slice(1, 8).map((one) => ({
        cite: citeSpan(one.text, one.start, one.end),
        note: 'the statement again, or another one',
      })),
      ...(own === undefined
        ? []
        : [
            {
              cite: citeSpan(own.text, own.start, own.end),
              note: 'where such words really stand: written by the model itself',
            },
          ]),
    ],
    agents: [...new Set(stated.map((one) => one.text.agent))],
    actedOn: 'no',
    details: [
      `searched: ${first.inputs} recorded inputs of that agent; none holds control markup, an order to a machine reader or a claim of authority`,
      'absence is evidence, not proof: an input can reach a model without a record',
    ],
  };
}

interface Statement {
  readonly text: Text;
  readonly start: number;
  readonly end: number;
  readonly sentence: string;
  readonly inputs: number;
  readonly order: number;
}

function statements(analysed: Case): Statement[] {
  const found: Statement[] = [];
  for (const utterance of utterancesOf(analysed)) {
    for (const text of utterance.texts) {
      if (text.value.length > 40_000) continue;
      for (const [start, end, sentence] of attackReportsIn(text.value)) {
        found.push({
          text,
          start,
          end,
          sentence,
          inputs: inputsBefore(analysed, utterance.agent.id, utterance.order).length,
          order: utterance.order,
        });
        break;
      }
    }
  }
  return found;
}

/** Anything delivered to the speaker that could have been meant. A host notice counts only once: seen twice it is the host’s habit. */
function isSupported(analysed: Case, statement: Statement): boolean {
  const notices = new Map<string, number>();
  for (const text of analysed.texts)
    if (text.origin.channel === 'notice') notices.set(text.value, (notices.get(text.value) ?? 0) + 1);
  for (const text of inputsBefore(analysed, statement.text.agent, statement.order)) {
    const { channel, by } = text.origin;
    if (channel === 'injected' || channel === 'typed' || channel === 'caller') continue;
    if (channel === 'notice') continue;
    // A brief that speaks of attacks makes them the subject; whoever answers it tells of that.
    if (
      text.origin.place === 'brief' &&
      (namesAttack(text.value) || shareOf(contentWords(statement.sentence), contentWords(text.value)) >= 0.5)
    )
      return true;
    // Another agent's report of an attack is no attack.
    if (by.kind === 'agent' && channel === 'model') {
      const rest = text.value.replace(/[^.!?\n]+[.!?]?/g, (sentence) => (namesAttack(sentence) ? ' ' : sentence));
      if (controlMarkup(rest).some((hit) => hit.strength === 'strong') || steers(rest)) return true;
      continue;
    }
    if (controlMarkup(text.value).some((hit) => hit.strength === 'strong') || steers(text.value)) return true;
  }
  return false;
}

function steers(text: string): boolean {
  return orderShape(text.slice(0, 200_000).replace(/^ {0,6}\d+[\t→]/gm, '')).hits.some(
    (hit) => hit.kind !== 'markup' && hit.strength === 'strong',
  );
}
