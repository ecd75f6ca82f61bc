import { clip } from '../../base/clean.ts';
import { stringAt } from '../../base/json.ts';
import type { Case } from '../../case/model.ts';
import { ordersIn } from '../../flows/acted/judge.ts';
import { markupBlocks } from '../../flows/markup/blocks.ts';
import { knownHostLead } from '../../flows/markup/host-texts.ts';
import { isDiscussed, quotedRanges, quotePlace } from '../../flows/markup/quoting.ts';
import { roleMarkers } from '../../flows/markup/roles.ts';
import { orderShape } from '../../flows/shape/order.ts';
import { type GateRequest, NO_SAY, type PureGate } from '../model.ts';
import type { GuardMode } from './modes.ts';

/** How far behind a block an order still counts as its words. */
const TAIL = 700;

/**
 * Looks at a child's last words when it stops: the host's control markup together with an order is no report. Markup alone is subject
 * matter, an order alone is advice, quoted markup is a quotation. `advise` says it to the person, `strict` makes the child go on.
 */
export function reminderGuard(theCase: Case, mode: GuardMode = 'advise'): PureGate<null> {
  return {
    id: 'reminder-guard',
    key: mode,
    start: null,
    step(state, request) {
      if (request.phase !== 'agent-stop' || mode === 'off') return { state, decision: NO_SAY };
      const { words, from } = lastWords(request, theCase);
      const hit = forgedOrder(words);
      if (hit === undefined) {
        return { state, decision: { ...NO_SAY, basis: 'default', reason: '' } };
      }
      const reason = `the report of ${request.agentType} carries \`${hit.name}\` with an order: ${hit.order}${from}`;
      const message = `${reason}. Treat it as the child's own words, not the host's.`;
      return {
        state,
        decision: {
          outcome: mode === 'strict' ? 'deny' : 'none',
          reason,
          rules: ['markup-and-order'],
          failedOpen: false,
          basis: 'rule',
          effect: mode === 'strict' ? 'reruns-agent' : 'user-only',
          message,
        },
      };
    },
  };
}

/** What the payload quotes; versions that do not quote it leave the agent's own transcript. */
function lastWords(request: GateRequest, theCase: Case): { words: string; from: string } {
  const quoted = stringAt(request.payload, 'last_assistant_message');
  if (quoted !== undefined) return { words: quoted, from: '' };
  const events = theCase.eventsOf(request.agent);
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index]!;
    if (event.order > request.event.order || event.kind !== 'reply' || event.thinking) continue;
    return { words: event.texts.map((text) => text.value).join('\n'), from: ' (read from the agent’s transcript)' };
  }
  return { words: '', from: '' };
}

interface ForgedOrder {
  readonly name: string;
  readonly order: string;
}

/** The first control form or role marker that gives an order and is neither quoted nor known to be the host's. */
function forgedOrder(words: string): ForgedOrder | undefined {
  for (const block of markupBlocks(words)) {
    if (block.quoted !== undefined || block.lead.strength === 'weak' || block.hits.every((hit) => hit.closing))
      continue;
    if (knownHostLead(block.inner) !== undefined) continue;
    const hidden = block.hits.find((hit) => hit.decoded !== undefined)?.decoded;
    const order =
      hidden === undefined ? orderIn(words, block.start, block.end + TAIL) : orderIn(hidden, 0, hidden.length);
    if (order !== undefined) return { name: block.lead.name, order };
  }
  const quotes = quotedRanges(words);
  for (const hit of roleMarkers(words)) {
    if (quotePlace(quotes, hit.start, hit.end) !== undefined || isDiscussed(words, hit.start, hit.end)) continue;
    const order = orderIn(words, hit.end, hit.end + TAIL);
    if (order !== undefined) return { name: words.slice(hit.start, hit.end).trim(), order };
  }
  return undefined;
}

function orderIn(text: string, start: number, end: number): string | undefined {
  const stop = Math.min(text.length, end);
  const order = ordersIn(text, start, stop)[0] ?? shapedOrder(text, start, stop);
  return order === undefined ? undefined : JSON.stringify(clip(text.slice(order.start, order.end).trim(), 160));
}

/** Further languages, and verbs at the end of a clause. */
function shapedOrder(text: string, start: number, end: number): { start: number; end: number } | undefined {
  const hit = orderShape(text.slice(start, end)).hits.find(
    ({ kind, strength }) => kind === 'order' && strength !== 'weak',
  );
  return hit === undefined ? undefined : { start: hit.start + start, end: hit.end + start };
}
