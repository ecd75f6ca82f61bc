import type { Investigation } from '../flows/model.ts';
import { DEFAULT_POLICY } from '../flows/policy/policy.ts';
import { secretReason } from '../flows/policy/secrecy.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { citeSpan } from './laundering/claim.ts';
import { carriedSecrets } from './laundering/secrets.ts';

const id = 'secret-in-brief';

export const secretInBrief: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within, flows, policy = DEFAULT_POLICY }: Investigation): Iterable<Claim> {
    for (const event of within.timeline) {
      const isMessage = event.kind === 'message' && event.direction === 'sent';
      if (event.kind !== 'spawn' && !isMessage) continue;
      const receiver = event.kind === 'spawn' ? event.child : undefined;
      for (const text of event.texts) {
        const secret = carriedSecrets(within, text, flows)[0];
        if (secret === undefined) continue;
        const { channel } = secret.source.origin;
        const given = channel === 'typed' || channel === 'caller' || channel === 'queued';
        yield {
          detector: id,
          message: `${event.kind === 'spawn' ? 'a brief' : 'a message'} hands a secret (${secret.kind}) to another agent${given ? '; a person had given it' : ''}`,
          severity: given ? 'info' : 'medium',
          confidence: 'high',
          primary: { cite: citeSpan(text, secret.span), note: 'the secret in what the other agent gets' },
          related: [
            {
              cite: secret.source.cite,
              note: `first seen here: ${secretReason(secret.source, policy, within) ?? 'secret'}`,
            },
          ],
          agents: receiver === undefined ? [event.agent] : [event.agent, receiver],
          ...(secret.flow === undefined ? {} : { flows: [secret.flow] }),
          details: [
            `origin: ${secretReason(secret.source, policy, within) ?? 'secret'}`,
            'better: name the file or the variable, so that the secret is read where it is used',
          ],
        };
      }
    }
  },
};
