import { clip } from '../base/clean.ts';
import { numberAt, stringAt } from '../base/json.ts';
import { effectsOf } from '../flows/effects/effects.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { agentName, cited, type HookTrace, judgedCalls, ranIntoLimit, shortCall } from './gate/calls.ts';

const id = 'fail-open';

export const failOpen: Detector = {
  ...CATALOGUE[id],
  *detect({ case: theCase }: Investigation): Iterable<Claim> {
    for (const { call, result, ran, hooks, consented } of judgedCalls(theCase)) {
      if (!ran || result === undefined || consented) continue;
      const before = hooks.filter((hook) => hook.hookEvent === 'PreToolUse');
      const failed = before.find((hook) => ranIntoLimit(hook) || hook.type === 'hook_non_blocking_error');
      if (failed === undefined) continue;
      const publishes = effectsOf(call).some(({ kind }) => kind === 'publish');
      yield {
        detector: id,
        message: `${shortCall(call)} of ${agentName(theCase, call.agent)} went on undecided: ${howItFailed(failed)}`,
        severity: publishes ? 'high' : 'medium',
        confidence: 'high',
        primary: cited(failed.event, howItFailed(failed)),
        related: [cited(call, 'the call that it was to decide about'), cited(result, 'the call ran')],
        agents: [call.agent],
        details: [
          'the outcome is undecided, not allowed: a hook that fails lets the call go on on every version seen',
          ...(before.length > 1 ? [`${before.length - 1} other hook records stand at this call`] : []),
        ],
      };
    }
  },
};

function howItFailed({ type, attachment, command }: HookTrace): string {
  const hook = command === '' ? 'a hook' : `the hook \`${clip(command, 80)}\``;
  if (type === 'hook_cancelled') {
    const limit = numberAt(attachment, 'timeoutMs') ?? numberAt(attachment, 'durationMs');
    return `${hook} was given up${limit === undefined ? '' : ` after ${Math.round(limit / 1000)} s`}`;
  }
  const words = clip((stringAt(attachment, 'stderr') ?? '').replace(/\s+/g, ' ').trim(), 120);
  const code = numberAt(attachment, 'exitCode');
  return `${hook} ended with ${code ?? 'an error'}${words === '' ? '' : `: ${words}`}`;
}
