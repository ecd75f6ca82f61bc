import type { JsonObject } from '../../base/json.ts';
import type { Decision } from '../../result/replay.ts';
import type { HookAnswer } from './answer.ts';
import { type EffectFacts, effectOf } from './effect.ts';

/** One hook of several that ran beside each other. */
export interface NamedAnswer {
  readonly hook: string;
  readonly answer: HookAnswer;
}

const RANK: readonly Decision['outcome'][] = ['deny', 'defer', 'ask', 'allow', 'timeout', 'error', 'none'];

/**
 * Several hooks on one event: deny beats defer beats ask beats allow; a failed hook beside one that decided changes nothing, alone it is a
 * failure of its own and never an allow. Two rewrites: the host takes the one that ended last, which a replay cannot know.
 */
export function combine(event: string, answers: readonly NamedAnswer[], facts: EffectFacts): Decision {
  const best = [...answers].sort((a, b) => RANK.indexOf(a.answer.outcome) - RANK.indexOf(b.answer.outcome))[0];
  if (best === undefined) {
    return {
      outcome: 'none',
      reason: 'no hook matched',
      rules: [],
      failedOpen: false,
      basis: 'not-reached',
      effect: 'none',
    };
  }
  const { outcome, basis } = best.answer;
  const same = answers.filter(({ answer }) => answer.outcome === outcome);
  const remarks = answers.flatMap(({ hook, answer }) => answer.remarks.map((remark) => `${hook}: ${remark}`));
  const rewrites = answers.flatMap(({ hook, answer }) =>
    answer.updatedInput === undefined ? [] : [{ hook, input: answer.updatedInput }],
  );
  const rewrite = chooseRewrite(rewrites);
  const stops = answers.some(({ answer }) => answer.stops);
  const messages = answers.flatMap(({ answer }) =>
    [answer.systemMessage, answer.additionalContext].filter((text) => text !== undefined),
  );
  const reason = [
    same
      .map(({ answer }) => answer.reason)
      .filter((text) => text !== '')
      .join('; '),
    ...remarks,
    ...(rewrite.remark === undefined ? [] : [rewrite.remark]),
  ]
    .filter((text) => text !== '')
    .join(' — ');
  return {
    outcome,
    reason,
    rules: same.map(({ hook }) => hook),
    failedOpen:
      answers.some(({ answer }) => answer.failedOpen) &&
      (outcome === 'none' || outcome === 'error' || outcome === 'timeout'),
    basis,
    effect: finalEffect(event, outcome, stops, answers, facts),
    ...(rewrite.input === undefined ? {} : { updatedInput: rewrite.input }),
    ...(messages.length === 0 ? {} : { message: messages.join('\n') }),
  };
}

function finalEffect(
  event: string,
  outcome: Decision['outcome'],
  stops: boolean,
  answers: readonly NamedAnswer[],
  facts: EffectFacts,
): Decision['effect'] {
  const effect = effectOf(event, outcome, facts);
  if (effect !== 'none' && effect !== 'unknown') return effect;
  // `continue: false` before a tool does not keep the tool from running: it ends the turn afterwards.
  if (stops) return 'ends-run';
  if (effect === 'unknown') return effect;
  if (answers.some(({ answer }) => answer.additionalContext !== undefined)) return 'adds-context';
  return answers.some(({ answer }) => answer.systemMessage !== undefined) ? 'user-only' : 'none';
}

function chooseRewrite(rewrites: readonly { hook: string; input: JsonObject }[]): {
  input?: JsonObject;
  remark?: string;
} {
  const distinct = new Set(rewrites.map(({ input }) => JSON.stringify(input)));
  if (distinct.size === 0) return {};
  if (distinct.size === 1) return { input: rewrites[0]!.input };
  const candidates = rewrites.map(({ hook, input }) => `${hook} → ${JSON.stringify(input)}`).join(' or ');
  return { remark: `not determined: the hook that ends last rewrites the input (${candidates})` };
}
