import { globs } from '../../base/glob.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import { type CommandSplitter, commandMatches, coversEveryPart } from './command.ts';
import { pathMatches, type RuleFolders } from './path.ts';
import type { PermissionRule } from './rule.ts';
import { wildcardMatches } from './wildcard.ts';

export interface Call {
  readonly tool: string;
  readonly input: JsonObject;
}

export interface MatchContext {
  readonly folders: RuleFolders;
  readonly split: CommandSplitter;
}

/** `Edit(…)` speaks for every tool that changes files, `Read(…)` for those that read them. Source: the host's settings reference. */
const PATH_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Edit: ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'],
  Write: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'],
  Read: ['Read', 'NotebookRead', 'Grep', 'Glob', 'LS'],
};
const PATH_MEMBERS = ['file_path', 'notebook_path', 'path'];
/** Both names of the spawning tool (it was `Task` up to 2.1.61); a rule may use either. */
const SPAWN = ['Agent', 'Task'];

export function ruleMatches(rule: PermissionRule, call: Call, context: MatchContext): boolean {
  if (!toolMatches(rule, call.tool)) return false;
  if (rule.spec === undefined) return true;
  if (call.tool === 'Bash') {
    const command = stringAt(call.input, 'command');
    return (
      command !== undefined &&
      commandMatches(rule.spec, command, rule.verdict === 'allow' ? 'allow' : 'other', context.split)
    );
  }
  if (SPAWN.includes(call.tool)) return stringAt(call.input, 'subagent_type') === rule.spec;
  if (call.tool === 'WebFetch' || call.tool === 'WebSearch')
    return domainMatches(rule.spec, stringAt(call.input, 'url'));
  if (call.tool === 'Skill' || call.tool === 'SlashCommand') return skillMatches(rule.spec, call.input);
  for (const member of PATH_MEMBERS) {
    const path = stringAt(call.input, member);
    if (path !== undefined) return pathMatches(rule.spec, path, context.folders);
  }
  return false;
}

/** Several allow rules on Bash may cover a compound command only together. */
export function allowedTogether(rules: readonly PermissionRule[], call: Call, context: MatchContext): boolean {
  const command = call.tool === 'Bash' ? stringAt(call.input, 'command') : undefined;
  const specs = rules.flatMap((rule) => (rule.tool === 'Bash' && rule.spec !== undefined ? [rule.spec] : []));
  return command !== undefined && specs.length > 1 && coversEveryPart(specs, command, context.split);
}

function toolMatches(rule: PermissionRule, tool: string): boolean {
  if (rule.tool === tool || rule.tool === '*') return true;
  if (SPAWN.includes(rule.tool) && SPAWN.includes(tool)) return true;
  if (rule.tool.startsWith('mcp__')) {
    if (rule.tool.includes('*')) return globs([rule.tool])(tool);
    // `mcp__server` speaks for every tool of that server.
    return !rule.tool.slice(5).includes('__') && tool.startsWith(`${rule.tool}__`);
  }
  return rule.spec !== undefined && Object.hasOwn(PATH_TOOLS, rule.tool) && PATH_TOOLS[rule.tool]!.includes(tool);
}

function domainMatches(spec: string, url: string | undefined): boolean {
  if (!spec.startsWith('domain:') || url === undefined || !URL.canParse(url)) return false;
  const host = new URL(url).hostname.toLowerCase();
  const domain = spec.slice('domain:'.length).trim().toLowerCase();
  return domain.includes('*') ? wildcardMatches(domain, host) : host === domain;
}

function skillMatches(spec: string, input: JsonObject): boolean {
  const name = stringAt(input, 'skill') ?? stringAt(input, 'command')?.replace(/^\//, '').split(/\s/)[0];
  if (name === undefined) return false;
  return spec.endsWith(':*')
    ? name === spec.slice(0, -2) || name.startsWith(`${spec.slice(0, -2)} `)
    : name === spec.replace(/^\//, '');
}
