import type { Case } from '../../case/model.ts';
import type { HostSettings } from '../hooks/settings.ts';
import { type GateRequest, NO_SAY, type PureGate } from '../model.ts';
import { decideByRules, type RuleAnswer } from '../permissions/decide.ts';
import { splitCommand } from '../permissions/split.ts';
import { callOf } from './calls.ts';

/** What the permission rules of a settings file say to a call, whatever the hooks say. */
export function permissionRules(theCase: Case, settings: HostSettings): PureGate<null> {
  return {
    id: 'permission-rules',
    start: null,
    step(state, request) {
      const answer = request.phase === 'before-tool' ? ruleAnswer(request, theCase, settings) : undefined;
      if (answer === undefined) return { state, decision: NO_SAY };
      return {
        state,
        decision: {
          outcome: answer.verdict,
          reason: answer.reason,
          rules: [...answer.rules],
          failedOpen: false,
          basis: answer.basis,
          effect: answer.verdict === 'deny' ? 'blocks-call' : answer.verdict === 'ask' ? 'unknown' : 'none',
        },
      };
    },
  };
}

export function ruleAnswer(request: GateRequest, theCase: Case, settings: HostSettings): RuleAnswer | undefined {
  const call = callOf(request.payload);
  if (call === undefined) return undefined;
  const project = theCase.ids.cwds[0];
  return decideByRules(settings.rules, settings.defaultMode, call, {
    folders: {
      ...(project === undefined ? {} : { project }),
      ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
    },
    split: splitCommand,
  });
}
