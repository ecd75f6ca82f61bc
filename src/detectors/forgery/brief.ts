import type { Case, Text } from '../../case/model.ts';
import { inputsBefore } from './provenance.ts';
import type { Report, Utterance } from './reports.ts';
import { contentWords } from './words.ts';

/** What an agent was last asked before it wrote: its brief, or the message that woke it. */
export function briefOf(analysed: Case, report: Utterance): Text | undefined {
  let asked: Text | undefined;
  for (const text of inputsBefore(analysed, report.agent.id, report.order)) {
    const event = analysed.event(text.event);
    if (
      event?.kind === 'prompt' ||
      event?.kind === 'message' ||
      event?.kind === 'spawn' ||
      text.origin.place === 'brief'
    ) {
      if (text.origin.channel !== 'notice' && text.origin.channel !== 'injected') asked = text;
    }
  }
  return asked;
}

const memo = new WeakMap<Utterance, Set<string>>();

/** Words of everything that an agent's work brought in: tool results and what its own children said. */
export function workInputs(analysed: Case, report: Report): ReadonlySet<string> {
  const known = memo.get(report);
  if (known !== undefined) return known;
  const words = new Set<string>();
  for (const text of inputsBefore(analysed, report.agent.id, report.order)) {
    const { channel } = text.origin;
    if (channel === 'injected' || channel === 'notice' || channel === 'hook') continue;
    for (const word of contentWords(text.value)) words.add(word);
  }
  memo.set(report, words);
  return words;
}
