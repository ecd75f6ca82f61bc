import type { AgentId, Case, EventOf, Text } from '../../case/model.ts';
import { contentWords, shareOf, squeeze } from '../forgery/words.ts';
import { wordsIn } from './notices.ts';

/** A completion of one child that carries what another agent wrote. */
export interface ForeignWords {
  readonly words: Text;
  readonly other: { readonly agent: AgentId; readonly text: Text; readonly share: number };
  readonly own: { readonly last?: Text; readonly share: number };
}

/** Below this a sentence is too short to be known again. */
const LEAST_LETTERS = 40;

export function foreignWords(analysed: Case, child: AgentId, notice: EventOf<'return'>): ForeignWords | undefined {
  const words = wordsIn(notice);
  if (words === undefined || squeeze(words.value).length < LEAST_LETTERS) return undefined;
  const own = bestReply(analysed, child, words, notice.order);
  if (own.whole) return undefined;
  let other: (ForeignWords['other'] & { readonly whole: boolean }) | undefined;
  for (const agent of analysed.agents.agents) {
    if (agent.id === child || agent.id === analysed.agents.root) continue;
    const { text, share, whole } = bestReply(analysed, agent.id, words, notice.order);
    if (text === undefined || !(whole || share >= 0.8)) continue;
    if (other === undefined || (whole && !other.whole) || (whole === other.whole && share > other.share))
      other = { agent: agent.id, text, share, whole };
  }
  // A child that comments on the other's work shares its words; letter for letter only one of them wrote it.
  if (other === undefined || (!other.whole && own.share >= 0.6)) return undefined;
  return { words, other, own };
}

interface Best {
  readonly text?: Text;
  readonly last?: Text;
  readonly share: number;
  /** One reply holds the words letter for letter. */
  readonly whole: boolean;
}

function bestReply(analysed: Case, agent: AgentId, words: Text, before: number): Best {
  const wanted = contentWords(words.value);
  const letters = squeeze(words.value);
  let best: Text | undefined;
  let last: Text | undefined;
  let share = 0;
  let whole = false;
  for (const event of analysed.eventsOf(agent)) {
    if (event.order > before) break;
    if (event.kind !== 'reply' || event.thinking) continue;
    for (const text of event.texts) {
      last = text;
      const found = shareOf(wanted, contentWords(text.value));
      if (found > share) {
        share = found;
        best = text;
      }
      if (!whole && found > 0 && squeeze(text.value).includes(letters)) {
        whole = true;
        best = text;
      }
    }
  }
  return { ...(best === undefined ? {} : { text: best }), ...(last === undefined ? {} : { last }), share, whole };
}
