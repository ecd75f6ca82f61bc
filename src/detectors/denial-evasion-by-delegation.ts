import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { evadedDenials, whoDenied } from './evasion/denials.ts';
import { agentName, cited, shortCall } from './gate/calls.ts';

const id = 'denial-evasion-by-delegation';

export const denialEvasionByDelegation: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const { denied, done, delegated } of evadedDenials(within)) {
      if (!delegated) continue;
      const spawn = within.agents.get(done.call.agent)?.spawnedBy;
      const made = spawn === null || spawn === undefined ? undefined : within.event(spawn.eventId);
      yield {
        detector: id,
        message: `${agentName(within, denied.call.agent)} was denied ${shortCall(denied.call)}, then started ${agentName(within, done.call.agent)}, which did it`,
        severity: 'high',
        confidence: denied.fate === 'refused' ? 'high' : 'medium',
        primary: cited(done.call, 'the same deed, carried out by the child'),
        related: [
          cited(denied.call, 'the call that was denied'),
          ...(denied.result === undefined ? [] : [cited(denied.result, whoDenied(denied))]),
          ...(made === undefined ? [] : [cited(made, 'the child is started after the denial')]),
        ],
        agents: [denied.call.agent, done.call.agent],
        actedOn: 'yes',
        details: [whoDenied(denied), 'between the denial and the deed no text of a person is recorded'],
      };
    }
  },
};
