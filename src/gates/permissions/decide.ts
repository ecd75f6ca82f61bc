import { allowedTogether, type Call, type MatchContext, ruleMatches } from './match.ts';
import type { PermissionRule, RuleVerdict } from './rule.ts';

export interface RuleAnswer {
  readonly verdict: RuleVerdict;
  readonly basis: 'rule' | 'default';
  /** The rules that decided, as written. */
  readonly rules: readonly string[];
  readonly reason: string;
}

/** Tools that the host runs without asking in its default mode: they change nothing outside the session. */
const UNASKED = new Set([
  'Read',
  'Grep',
  'Glob',
  'LS',
  'NotebookRead',
  'TodoRead',
  'TodoWrite',
  'Agent',
  'Task',
  'TaskOutput',
  'AgentOutputTool',
  'BashOutput',
  'TaskStop',
  'KillShell',
  'KillBash',
  'ToolSearch',
  'SendMessage',
  'ExitPlanMode',
  'EnterPlanMode',
  'AskUserQuestion',
  'ListMcpResourcesTool',
]);
const EDITS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

/** deny beats ask beats allow; where no rule matches, the mode decides. */
export function decideByRules(
  rules: readonly PermissionRule[],
  mode: string,
  call: Call,
  context: MatchContext,
): RuleAnswer {
  const matching = (verdict: RuleVerdict): PermissionRule[] =>
    rules.filter((rule) => rule.verdict === verdict && ruleMatches(rule, call, context));
  for (const verdict of ['deny', 'ask'] as const) {
    const hit = matching(verdict);
    if (hit.length > 0) return byRule(verdict, hit);
  }
  const allows = matching('allow');
  if (allows.length > 0) return byRule('allow', allows);
  const allowRules = rules.filter((rule) => rule.verdict === 'allow');
  if (allowedTogether(allowRules, call, context)) {
    return byRule(
      'allow',
      allowRules.filter((rule) => rule.tool === 'Bash'),
    );
  }
  return byMode(mode, call.tool);
}

function byRule(verdict: RuleVerdict, hit: readonly PermissionRule[]): RuleAnswer {
  const rules = hit.map((rule) => rule.text);
  return { verdict, basis: 'rule', rules, reason: `${verdict} rule ${rules.join(', ')}` };
}

function byMode(mode: string, tool: string): RuleAnswer {
  const answer = (verdict: RuleVerdict, why: string): RuleAnswer => ({
    verdict,
    basis: 'default',
    rules: [],
    reason: `no rule matches ${tool}; ${why}`,
  });
  if (mode === 'bypassPermissions') return answer('allow', 'mode bypassPermissions lets it run');
  if (UNASKED.has(tool)) return answer('allow', `the host does not ask for ${tool}`);
  if (mode === 'acceptEdits' && EDITS.has(tool)) return answer('allow', 'mode acceptEdits lets edits run');
  if (mode === 'dontAsk') return answer('deny', 'mode dontAsk refuses what no rule allows');
  return answer('ask', `mode ${mode} asks`);
}
