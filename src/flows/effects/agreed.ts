import type { Case, Text } from '../../case/model.ts';
import { LEAVE } from '../shape/consent.ts';
import type { Slot } from '../shape/model.ts';
import { slotsIn } from '../shape/slots.ts';
import type { Effect, Request } from './model.ts';
import { wantedAt } from './refused.ts';
import { sharedValue } from './values.ts';

/** A turn of a person: what the main agent had said since the one before, and the person's answer. */
interface Turn {
  readonly answer: Text;
  readonly order: number;
  readonly shown: readonly Text[];
}

const turns = new WeakMap<Case, readonly Turn[]>();

function turnsOf(within: Case, people: readonly { readonly text: Text; readonly order: number }[]): readonly Turn[] {
  let list = turns.get(within);
  if (list === undefined) {
    const root = within.agents.root;
    const replies = within.eventsOf(root).filter((event) => event.kind === 'reply' && !event.thinking);
    let at = 0;
    list = people.map(({ text, order }) => {
      const shown: Text[] = [];
      while (at < replies.length && replies[at]!.order < order) shown.push(...replies[at++]!.texts);
      return { answer: text, order, shown };
    });
    turns.set(within, list);
  }
  return list;
}

/** Longer answers are new tasks of their own. */
const LONGEST_ANSWER = 600;
const DECLINES =
  /^\W*(?:no|nope|nah|don['’]?t|do not|stop|wait|hold|never|nein|nicht|warte|halt|non|attends|нет|стой|погоди|não|aguarde?|espera|aspetta|不|别|等|いいえ|やめ|待っ|아니|잠깐|기다)(?![\p{L}])/iu;
/** The answer points at what was said before it. */
const POINTS =
  /(?<!\p{L})(?:it|that|this|those|them|these|both|all|das|dies|beide[ns]?|es|ça|cela|les deux|eso|esto|ambos|los dos|isso|это|оба|этих?|それ|これ|两个|那个|这个|그거|그걸)(?!\p{L})/iu;
const FEW_WORDS = 5;

function agrees({ value }: Text): boolean {
  if (value.length > LONGEST_ANSWER || DECLINES.test(value)) return false;
  const asks = /[?？]\s*$/.test(value.trim());
  return !asks && (LEAVE.test(value) || POINTS.test(value) || value.trim().split(/\s+/).length <= FEW_WORDS);
}

/**
 * Whether a person let an act happen after its order had been read: the main agent had shown a value that decides it, and the person's
 * answer agrees; or the answer itself names what was ordered. What the agent says it will not do is not shown for agreement.
 */
export function agreedTo(
  effect: Effect,
  within: Case,
  people: readonly { readonly text: Text; readonly order: number }[],
  order: { readonly after: number; readonly words: string },
): Request | undefined {
  let input: string | undefined;
  for (const turn of turnsOf(within, people)) {
    if (turn.order > effect.call.order) break;
    if (turn.order <= order.after || !agrees(turn.answer)) continue;
    input ??= JSON.stringify(effect.call.input).toLowerCase();
    const seen = turn.shown.some((text) => shows(text, effect, input!));
    if (!seen && !namesAgain(turn.answer.value, order.words)) continue;
    return {
      status: 'requested',
      byValue: true,
      agreed: true,
      by: {
        text: turn.answer,
        cite: turn.answer.cite,
        why: seen ? 'a person agreed to what the agent had shown' : 'a person asked for it after it had been read',
      },
    };
  }
  return undefined;
}

const TELLING: ReadonlySet<Slot['kind']> = new Set(['command', 'url', 'host', 'email', 'account', 'tool']);

function shows({ value }: Text, effect: Effect, input: string): boolean {
  const lower = value.slice(0, 20_000).toLowerCase();
  const isMeant = (one: string): boolean => wantedAt(lower, one.toLowerCase()) !== undefined;
  return (
    effect.values.some((one) => one.length >= 4 && one.length <= 300 && /[^\p{L}\s]/u.test(one) && isMeant(one)) ||
    slotsIn(value.slice(0, 20_000)).some(
      (slot) => TELLING.has(slot.kind) && sharedValue(slot, input) !== undefined && isMeant(slot.value),
    )
  );
}

const WORD = /[\p{L}\p{N}_-]{3,}/gu;
const SMALL = new Set(
  'the and then for with that this you your please one once now can have has are was will'.split(' '),
);

/** Two words in a row of the order stand in the answer, too. */
function namesAgain(answer: string, order: string): boolean {
  const wordsOf = (text: string): string[] => (text.toLowerCase().match(WORD) ?? []).filter((word) => !SMALL.has(word));
  const own = wordsOf(answer);
  const other = ` ${wordsOf(order).join(' ')} `;
  return own.some((word, at) => at > 0 && other.includes(` ${own[at - 1]} ${word} `));
}
