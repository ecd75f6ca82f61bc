import { clip, oneLine } from '../base/clean.ts';
import { fit } from '../base/width.ts';
import type { AgentSummary, CaseResult, Report } from '../result/report.ts';
import { agentName, plural, shortId } from './names.ts';
import type { View } from './view.ts';

/** The agents of every case as a tree; every link says how it is known. */
export function tree(report: Report, view: View): string {
  const lines: string[] = [];
  for (const result of report.cases) {
    if (lines.length > 0) lines.push('');
    lines.push(...caseTree(result, view));
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function caseTree(result: CaseResult, view: View): string[] {
  const { paint } = view;
  const versions = result.summary.hostVersions.map(oneLine).join(', ');
  const lines = [
    `${paint.bold(oneLine(result.id))}  ${paint.dim([result.summary.host, versions, oneLine(result.summary.rootPath)].join('  '))}`,
  ];
  const children = new Map<string, AgentSummary[]>();
  const known = new Set(result.agents.map((agent) => agent.id));
  const loose: AgentSummary[] = [];
  for (const agent of result.agents) {
    if (agent.parent === undefined || agent.parent === agent.id || !known.has(agent.parent)) {
      loose.push(agent);
      continue;
    }
    const siblings = children.get(agent.parent) ?? [];
    siblings.push(agent);
    children.set(agent.parent, siblings);
  }
  const drawn = new Set<string>();
  const walk = (agent: AgentSummary, indent: string, last: boolean, top: boolean) => {
    if (drawn.has(agent.id)) return;
    drawn.add(agent.id);
    lines.push(row(agent, top ? '' : `${indent}${last ? '└─ ' : '├─ '}`, view));
    const below = children.get(agent.id) ?? [];
    const next = top ? '' : `${indent}${last ? '   ' : '│  '}`;
    for (const [index, child] of below.entries()) walk(child, next, index === below.length - 1, false);
  };
  for (const agent of loose) walk(agent, '', true, true);
  // Parents that go round in a ring hang on nothing: still nobody may be missing.
  for (const agent of result.agents) walk(agent, '', true, true);
  return lines;
}

function row(agent: AgentSummary, indent: string, { paint, width }: View): string {
  const orphan = agent.kind !== 'root' && agent.spawnedBy === null;
  const link =
    agent.link === null
      ? ''
      : `${agent.link.basis} by ${oneLine(agent.link.by)}${agent.link.ambiguous ? ' (ambiguous)' : ''}`;
  const facts = [
    agent.name === undefined ? '' : `"${clip(oneLine(agent.name), 24)}"`,
    agent.description === undefined ? '' : `“${clip(oneLine(agent.description), 48)}”`,
    agent.kind === 'root' || agent.kind === 'subagent' ? '' : agent.kind,
    oneLine(agent.status),
    plural(agent.toolCalls, 'call'),
    agent.background === true ? 'background' : '',
    agent.worktree === undefined ? '' : `worktree ${oneLine(agent.worktree)}`,
    agent.artefacts.length === 0 ? 'no file of its own' : '',
    orphan ? 'ORPHAN: no call was found that made it' : link,
  ].filter((part) => part !== '');
  const name = agent.kind === 'root' ? `root ${shortId(agent.id)}` : agentName(agent, agent.id);
  const plain = `${indent}${name}  ${facts.join(' · ')}`;
  if (width !== undefined && plain.length > width) return fit(plain, width);
  return `${indent}${paint.bold(name)}  ${orphan ? paint.yellow(facts.join(' · ')) : facts.join(' · ')}`;
}

/** What identifies a run to a gate: the ids and folders that could key its state. One `name<TAB>value` per line. */
export function treeIds(report: Report): string {
  const lines: string[] = [];
  for (const { id, summary } of report.cases) {
    const add = (name: string, values: readonly string[]) => {
      for (const value of values) lines.push(`${oneLine(id)}\t${name}\t${oneLine(value)}`);
    };
    add('session-id', summary.ids.sessionIds);
    add('agent-id', summary.ids.agentIds);
    add('project-folder', summary.ids.projectFolders);
    add('cwd', summary.ids.cwds);
    if (summary.ids.forkedFrom !== undefined) add('forked-from', [summary.ids.forkedFrom]);
    for (const cover of summary.ids.keys ?? []) add(`key ${cover.key}`, [cover.covers]);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
