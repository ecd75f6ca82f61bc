import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { demandOf } from './forgery/content.ts';
import { isGiven, mails, recordsSending, searchedFiles, sentCall } from './forgery/mail.ts';
import { outcomeOf } from './forgery/obedience.ts';

const id = 'mailbox-unmatched';

export const mailboxUnmatched: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
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
      const outcome = outcomeOf(analysed, to, demandOf(mail.body).orders, event.order);
      const acted = outcome.judgement.actedOn === 'yes';
      yield {
        detector: id,
        message: `a message in the name of ${mail.from} has no sending call in that agent’s file${acted ? ', and the recipient acts on it' : ''}`,
        severity: acted ? 'high' : 'medium',
        confidence: 'medium',
        primary: { cite: text.cite, note: `arrives in the name of ${mail.from}` },
        related: outcome.related,
        agents: [to, mail.sender],
        verdict: 'unattributed',
        actedOn: outcome.judgement.actedOn,
        details: [
          searchedFiles(analysed),
          'any local process can append to an inbox file; the transcript cannot show which did',
          ...outcome.details,
        ],
      };
    }
  },
};
