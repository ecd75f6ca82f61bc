import type { Case } from '../case/model.ts';
import type { BriefSummary } from '../result/report.ts';

/** What can be said about how information could move in this case, beyond the single flow: the guarantee box. */
export function guaranteesOf(record: Case, briefs: readonly BriefSummary[]): string[] {
  const parents = new Map(record.agents.agents.map((agent) => [agent.id, agent.parent]));
  const across = new Map<string, [string, string]>();
  const revived = new Set<string>();
  for (const event of record.timeline) {
    if (event.kind !== 'message') continue;
    if (event.resumed !== undefined) revived.add(event.resumed);
    const { from, to } = event;
    if (event.direction !== 'sent' || from === undefined || to === undefined || !parents.has(from) || !parents.has(to))
      continue;
    if (parents.get(from) !== to && parents.get(to) !== from && from !== to) across.set(`${from} → ${to}`, [from, to]);
  }
  const statements = [topology(parents, [...across.values()])];
  if (across.size > 0)
    statements.push(
      `edges that break the tree: ${[...across.keys()].slice(0, 5).join(', ')}${across.size > 5 ? `, and ${across.size - 5} more` : ''}`,
    );
  statements.push(
    revived.size === 0
      ? 'no child was revived'
      : `${revived.size} of the children are stateful: revived by a message after they had ended`,
  );
  const dependent = briefs.filter((brief) => (brief.shares['outside'] ?? 0) + (brief.shares['tool'] ?? 0) > 0).length;
  if (briefs.length > 0) statements.push(`${dependent} of ${briefs.length} briefs hold words of tool output`);
  statements.push(
    'runtime enforcement: none is visible in transcripts',
    'not covered: implicit flows, and branches taken because of data',
  );
  return statements;
}

function topology(parents: ReadonlyMap<string, string | undefined>, across: readonly [string, string][]): string {
  if (across.length === 0) return 'topology: tree';
  const next = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const list = next.get(from);
    if (list === undefined) next.set(from, [to]);
    else list.push(to);
  };
  for (const [child, parent] of parents) if (parent !== undefined) add(parent, child);
  for (const [from, to] of across) add(from, to);
  return isCyclic([...parents.keys()], next) ? 'topology: cyclic' : 'topology: directed acyclic graph, no tree';
}

/** Takes away nodes without incoming edges until none is left or only cycles remain. */
function isCyclic(nodes: readonly string[], next: ReadonlyMap<string, readonly string[]>): boolean {
  const incoming = new Map(nodes.map((node) => [node, 0]));
  for (const targets of next.values())
    for (const target of targets) incoming.set(target, (incoming.get(target) ?? 0) + 1);
  const free = nodes.filter((node) => incoming.get(node) === 0);
  let removed = 0;
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    removed += 1;
    for (const target of next.get(node) ?? []) {
      incoming.set(target, incoming.get(target)! - 1);
      if (incoming.get(target) === 0) free.push(target);
    }
  }
  return removed < incoming.size;
}
