import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { notificationsOf, wordsIn } from './delivery/notices.ts';

const id = 'notification-premature';

const WAITING =
  /\b(?:wait(?:ing|s)?(?: for)?|still (?:running|going|waiting|in progress)|running in the background|until it (?:finishes|completes|is done)|will (?:report|check|continue|follow up|look)(?: back)?|in progress|not (?:yet )?(?:finished|done|complete)|once it (?:finishes|completes|is done)|when it (?:finishes|completes|is done))\b|待っ|実行中|等待|正在运行|기다|실행 중|warte|läuft noch|esper(?:o|ando)|en curso|j'attends|en cours|жду|ожида|выполняется/iu;

export const notificationPremature: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    for (const [child, notices] of notificationsOf(analysed)) {
      for (const [index, notice] of notices.entries()) {
        const next = notices[index + 1];
        const words = wordsIn(notice);
        if (words === undefined || !WAITING.test(words.value)) continue;
        const started = analysed
          .eventsOf(child)
          .filter((event) => event.kind === 'tool-call' && event.order < notice.order)
          .find(
            (event) =>
              event.kind === 'tool-call' &&
              (event.input.run_in_background === true ||
                startedInBackground(analysed.event(event.result ?? '')?.texts[0]?.value ?? '')),
          );
        if (started === undefined) continue;
        const goesOn = analysed
          .eventsOf(child)
          .find((event) => event.order > notice.order && (event.kind === 'reply' || event.kind === 'tool-call'));
        yield {
          detector: id,
          message: `agent ${child.slice(0, 12)} is reported as completed while it waits for its own background command`,
          severity: 'low',
          confidence: goesOn === undefined ? 'medium' : 'high',
          primary: { cite: words.cite, note: 'told as the result: it waits' },
          related: [
            {
              cite: started.texts[0]?.cite ?? { record: started.span, pointer: '' },
              note: 'the background work it started',
            },
            ...(goesOn === undefined
              ? []
              : [
                  {
                    cite: goesOn.texts[0]?.cite ?? { record: goesOn.span, pointer: '' },
                    note: 'the agent goes on afterwards',
                  },
                ]),
            ...(next?.texts[0] === undefined
              ? []
              : [{ cite: next.texts[0].cite, note: 'the second completion, explained by that' }]),
          ],
          agents: [child, notice.agent],
          actedOn: 'no',
          details: ['the host reports an agent each time it stops; this one had not ended'],
        };
        break;
      }
    }
  },
};

function startedInBackground(result: string): boolean {
  return /^Command running in background with ID|^Async agent launched|^Monitor started/.test(result);
}
