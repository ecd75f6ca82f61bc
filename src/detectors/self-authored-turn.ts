import { clip } from '../base/clean.ts';
import type { Case, Text } from '../case/model.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import type { Severity } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import { speaker } from './forgery/cited.ts';
import { citeSpan, proofLines, provenanceOf, sourceCited } from './forgery/provenance.ts';
import { actsOn } from './forgery/turn-acts.ts';
import { type InventedTurn, inventedTurns, type TurnKind } from './forgery/turns.ts';
import { contentWords, shareOf } from './forgery/words.ts';

const id = 'self-authored-turn';

const SEVERITY: Readonly<Record<TurnKind, Severity>> = {
  turn: 'high',
  event: 'high',
  message: 'high',
  dump: 'medium',
  heading: 'medium',
};
const WHAT: Readonly<Record<TurnKind, string>> = {
  turn: 'a turn in another speaker’s name',
  event: 'an event of the host',
  message: 'a message of another agent',
  dump: 'context in the host’s form',
  heading: 'a chat that goes on under headings',
};

export const selfAuthoredTurn: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed, flows }: Investigation): Iterable<Claim> {
    for (const turn of inventedTurns(analysed)) yield claimOf(analysed, flows, turn);
  },
};

function claimOf(analysed: Case, flows: FlowGraph, turn: InventedTurn): Claim {
  const { utterance, text } = turn;
  const provenance = provenanceOf(analysed, flows, utterance.agent.id, utterance.order, text, [
    Math.max(turn.end - turn.words.length, turn.start),
    turn.end,
  ]);
  const isEcho = provenance.source !== undefined;
  const acts = isEcho ? undefined : actsOn(analysed, turn);
  const later = isEcho ? [] : realOnesLater(analysed, turn);
  return {
    detector: id,
    message: isEcho
      ? `${speaker(utterance)} repeats a real record behind ${JSON.stringify(turn.marker)} in its own reply: an echo`
      : `${speaker(utterance)} writes ${WHAT[turn.kind]} (${JSON.stringify(turn.marker)}) into its own reply; no record holds those words`,
    severity: isEcho ? 'info' : SEVERITY[turn.kind],
    confidence: turn.weak ? 'medium' : 'high',
    primary: { cite: citeSpan(text, turn.start, turn.end), note: 'inside a record of the assistant' },
    related: [...sourceCited(provenance), ...later, ...(acts?.related ?? [])],
    agents: [utterance.agent.id],
    verdict: isEcho ? 'quoted' : 'forged',
    actedOn: acts?.actedOn ?? 'no',
    details: [
      'the record’s role is assistant: the model wrote it, nobody sent it',
      ...proofLines(provenance),
      ...(later.length > 0 ? ['a genuine record of that kind came later, in a record of its own'] : []),
      ...(acts?.details ?? []),
    ],
  };
}

/** The genuine record that came after: same kind, other words. */
function realOnesLater(analysed: Case, turn: InventedTurn): Cited[] {
  if (turn.kind !== 'event' && turn.kind !== 'message') return [];
  const mine = contentWords(turn.words);
  const channels = turn.kind === 'message' ? ['peer'] : ['notice', 'model'];
  for (const { text, order } of analysed.inputsOf(turn.utterance.agent.id)) {
    if (order <= turn.utterance.endOrder || !channels.includes(text.origin.channel)) continue;
    const event = analysed.event(text.event);
    if (event?.kind !== 'message' && event?.kind !== 'return' && event?.kind !== 'notice' && event?.kind !== 'prompt')
      continue;
    const share = shareOf(mine, contentWords(text.value));
    return [
      {
        cite: text.cite,
        note:
          share > 0.5
            ? 'the genuine record, later'
            : `the genuine record, later, says something else: ${JSON.stringify(excerpt(text))}`,
      },
    ];
  }
  return [];
}

function excerpt({ value }: Text): string {
  return clip(value.replace(/\s+/g, ' '), 120);
}
