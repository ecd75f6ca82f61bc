/** Permission rules of a Claude Code settings.json: `Tool`, `Tool(spec)`, `mcp__server`, `mcp__server__*`, `WebFetch(domain:…)`. */

export type RuleVerdict = 'allow' | 'ask' | 'deny';

export interface PermissionRule {
  readonly verdict: RuleVerdict;
  /** As written in the settings file. */
  readonly text: string;
  readonly tool: string;
  /** What stands between the brackets; undefined for a rule on the whole tool (`Bash`, `Bash(*)`). */
  readonly spec?: string;
}

export interface RuleProblem {
  readonly text: string;
  readonly problem: string;
}

/** A rule as written, or what is wrong with it. Brackets inside the spec are kept: only the last one closes. */
export function parseRule(verdict: RuleVerdict, text: string): PermissionRule | RuleProblem {
  const rule = text.trim();
  const open = rule.indexOf('(');
  if (open === -1) {
    if (rule === '') return { text, problem: 'is empty' };
    if (rule.includes(')')) return { text, problem: 'closes a bracket that it does not open' };
    return { verdict, text, tool: rule };
  }
  const tool = rule.slice(0, open).trim();
  if (!rule.endsWith(')')) return { text, problem: 'does not end with the bracket it opens' };
  if (tool === '') return { text, problem: 'names no tool before the bracket' };
  if (tool.startsWith('mcp__'))
    return { text, problem: 'MCP rules take no text in brackets; the host ignores this rule' };
  const spec = rule.slice(open + 1, -1).trim();
  return spec === '' || spec === '*' ? { verdict, text, tool } : { verdict, text, tool, spec };
}

export function isProblem(rule: PermissionRule | RuleProblem): rule is RuleProblem {
  return 'problem' in rule;
}
