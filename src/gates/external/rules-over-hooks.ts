import type { Case } from '../../case/model.ts';
import { profileFor } from '../../hosts/profile.ts';
import { ruleAnswer } from '../builtin/permission-rules.ts';
import type { HostSettings } from '../hooks/settings.ts';
import type { Gate } from '../model.ts';

/** Hooks of a settings file under its permission rules: from the versions in the profile, deny and ask rules beat a hook's allow. */
export function rulesOverHooks(hooks: Gate, theCase: Case, settings: HostSettings): Gate {
  return {
    ...hooks,
    async decide(request, signal) {
      const decision = await hooks.decide(request, signal);
      if (request.phase !== 'before-tool' || decision.outcome !== 'allow') return decision;
      const rules = ruleAnswer(request, theCase, settings);
      if (rules === undefined || rules.basis === 'default' || rules.verdict === 'allow') return decision;
      if (!profileFor(request.rebuilt.version).rulesBeatHookAllow) {
        return {
          ...decision,
          reason: `${decision.reason} — on this version a hook's allow opens what the ${rules.reason} closes`.trim(),
        };
      }
      return {
        ...decision,
        outcome: rules.verdict,
        rules: [...rules.rules],
        reason: `${rules.reason}; it beats the hook's allow`,
        basis: 'rule',
        effect: rules.verdict === 'deny' ? 'blocks-call' : 'unknown',
      };
    },
  };
}
