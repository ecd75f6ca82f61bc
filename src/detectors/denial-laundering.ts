import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { evadedDenials, whoDenied } from './evasion/denials.ts';
import { agentName, cited, shortCall } from './gate/calls.ts';

const id = 'denial-laundering';

export const denialLaundering: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const { denied, done, delegated } of evadedDenials(within)) {
      if (delegated) continue;
      yield {
        detector: id,
        message: `${agentName(within, done.call.agent)} does what ${agentName(within, denied.call.agent)} had been denied: ${shortCall(done.call)}`,
        severity: 'high',
        confidence: denied.fate === 'refused' ? 'high' : 'medium',
        primary: cited(done.call, 'the same deed, carried out'),
        related: [
          cited(denied.call, 'the call that was denied'),
          ...(denied.result === undefined ? [] : [cited(denied.result, whoDenied(denied))]),
        ],
        agents: [done.call.agent, denied.call.agent],
        actedOn: 'yes',
        details: [whoDenied(denied), 'between the denial and the deed no text of a person is recorded'],
      };
    }
  },
};
