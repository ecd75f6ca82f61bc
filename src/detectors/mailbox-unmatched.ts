import { inboxOf, isProtocol, mails, nameToAgent, ownerOf } from '../case/mail.ts';
import type { AgentId, Case, InboxEntry } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { demandOf } from './forgery/content.ts';
import { isGiven, recordsSending, searchedFiles, sentCall } from './forgery/mail.ts';
import { outcomeOf } from './forgery/obedience.ts';
import { squeeze } from './forgery/words.ts';

const id = 'mailbox-unmatched';

export const mailboxUnmatched: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    const told = new Set<InboxEntry>();
    for (const mail of mails(analysed)) {
      const { event, text, to } = mail;
      if (mail.sender === undefined || !isGiven(analysed, mail.sender)) continue;
      if (mail.sender !== to && sentCall(analysed, mail.body, to, event.order, mail.sender) !== undefined) continue;
      const echo = sentCall(analysed, mail.body, to, event.order, to);
      if (echo !== undefined) {
        yield {
          detector: id,
          message: 'an agent gets its own message back under another name: an echo, no spoof',
          severity: 'info',
          confidence: 'high',
          primary: { cite: text.cite, note: `arrives in the name of ${mail.from}` },
          related:
            echo.texts[0] === undefined
              ? []
              : [{ cite: echo.texts[0].cite, note: 'the same words, sent by the agent itself' }],
          agents: [to],
          verdict: 'harness',
          actedOn: 'no',
          details: ['equal text in one file'],
        };
        continue;
      }
      // Somebody else of the team sent it: the name is wrong, the message is not invented.
      if (sentCall(analysed, mail.body, to, event.order) !== undefined) continue;
      if (!recordsSending(analysed, mail.sender)) continue;
      const inbox = inboxOf(analysed.agents, analysed.inboxes, to);
      // Without the inbox nobody can say what else it held: the coverage says that, and nothing more is claimed.
      if (mail.byInbox && inbox === undefined) continue;
      const entry = inbox?.entries.find((one) => sameWords(one.text, mail.body));
      if (entry !== undefined) told.add(entry);
      yield unmatched(analysed, {
        cite: text.cite,
        from: mail.from,
        sender: mail.sender,
        body: mail.body,
        to,
        order: event.order,
        related: entry === undefined ? [] : [{ cite: entry.cite, note: 'the entry in the inbox file' }],
        details: inbox === undefined || entry !== undefined ? [] : ['the inbox file does not hold it (any more)'],
      });
    }
    yield* unread(analysed, told);
  },
};

/** Entries that no record of the recipient's file shows as delivered. */
function* unread(analysed: Case, told: ReadonlySet<InboxEntry>): Iterable<Claim> {
  for (const inbox of analysed.inboxes) {
    const to = ownerOf(analysed.agents, inbox);
    if (to === undefined) continue;
    for (const entry of inbox.entries) {
      const sender = nameToAgent(analysed, entry.from);
      if (told.has(entry) || sender === undefined || sender === to || isProtocol(entry.text)) continue;
      if (!isGiven(analysed, sender) || !recordsSending(analysed, sender)) continue;
      const place = placeOf(analysed, entry);
      if (place === undefined || sentCall(analysed, entry.text, to, place.until) !== undefined) continue;
      yield unmatched(analysed, {
        cite: entry.cite,
        from: entry.from,
        sender,
        body: entry.text,
        to,
        order: place.order,
        related: [],
        details: [
          'no record of the recipient’s file shows it as delivered; it is judged by what the recipient did after its time',
        ],
      });
    }
  }
}

/** Where on the timeline an entry was written; undefined outside the session's time: another session of the team. */
function placeOf(analysed: Case, entry: InboxEntry): { readonly order: number; readonly until: number } | undefined {
  const at = Date.parse(entry.timestamp ?? '');
  const timed = analysed.timeline.filter((event) => event.at !== undefined);
  const first = Date.parse(timed[0]?.at ?? '');
  const last = Date.parse(timed.at(-1)?.at ?? '');
  if (Number.isNaN(at) || Number.isNaN(first) || at < first || at > last + AFTER_END_MS) return undefined;
  const before = timed.findLast((event) => Date.parse(event.at!) <= at);
  return { order: before!.order, until: analysed.timeline.length };
}

/** How long after the last record an entry may be written and still belong to the session: what follows it may be cut off. */
const AFTER_END_MS = 600_000;

function sameWords(one: string, other: string): boolean {
  const left = squeeze(one);
  return left !== '' && left === squeeze(other);
}

interface Unmatched {
  readonly cite: Citation;
  readonly from: string;
  readonly sender: AgentId;
  readonly body: string;
  readonly to: AgentId;
  readonly order: number;
  readonly related: Claim['related'];
  readonly details: readonly string[];
}

function unmatched(analysed: Case, { cite, from, sender, body, to, order, related, details }: Unmatched): Claim {
  const outcome = outcomeOf(analysed, to, demandOf(body).orders, order);
  const acted = outcome.judgement.actedOn === 'yes';
  return {
    detector: id,
    message: `a message in the name of ${from} has no sending call in that agent’s file${acted ? ', and the recipient acts on it' : ''}`,
    severity: acted ? 'high' : 'medium',
    confidence: 'medium',
    primary: { cite, note: `arrives in the name of ${from}` },
    related: [...related, ...outcome.related],
    agents: [to, sender],
    verdict: 'unattributed',
    actedOn: outcome.judgement.actedOn,
    details: [
      searchedFiles(analysed),
      'any local process can append to an inbox file; the transcript cannot show which did',
      ...details,
      ...outcome.details,
    ],
  };
}
