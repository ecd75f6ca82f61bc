import { clip, oneLine } from '../base/clean.ts';
import { by } from '../base/order.ts';
import type { CaseResult, FlowSummary } from '../result/report.ts';
import { namesOf } from './names.ts';

/** Agents as nodes, flows between them gathered by channel, label and tool: what both graph languages are written from. */
export interface Graph {
  readonly nodes: readonly { readonly key: string; readonly label: string; readonly root: boolean }[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly channel: string;
    readonly integrity: string;
    readonly count: number;
    readonly proved: boolean;
  }[];
}

/** Outside sources are nodes of their own, one per tool, so that the picture shows where text came in. */
export function graphOf(result: CaseResult): Graph {
  const name = namesOf(result);
  const keys = new Map<string, string>();
  const nodes: { key: string; label: string; root: boolean }[] = [];
  const node = (id: string, label: string, root = false): string => {
    const known = keys.get(id);
    if (known !== undefined) return known;
    const key = `n${keys.size}`;
    keys.set(id, key);
    nodes.push({ key, label: clip(oneLine(label), 60), root });
    return key;
  };
  for (const agent of result.agents) node(agent.id, name(agent.id), agent.kind === 'root');
  const edges = new Map<
    string,
    { from: string; to: string; channel: string; integrity: string; count: number; proved: boolean }
  >();
  const add = (from: string, to: string, channel: string, integrity: string, proved: boolean) => {
    const key = [from, to, channel, integrity].join('\0');
    const edge = edges.get(key) ?? { from, to, channel, integrity, count: 0, proved };
    edge.count += 1;
    edges.set(key, edge);
  };
  for (const agent of result.agents) {
    if (agent.parent !== undefined && keys.has(agent.parent))
      add(node(agent.parent, agent.parent), node(agent.id, agent.id), 'spawn', '', true);
  }
  for (const flow of result.flows) {
    if (flow.evidence[0]?.tier === 'context') continue;
    add(
      sourceNode(flow, node),
      node(flow.toAgent, name(flow.toAgent)),
      flow.channel,
      flow.labels.carried.integrity,
      true,
    );
  }
  return {
    nodes,
    edges: [...edges.values()].sort(
      by(
        (edge) => Number(edge.from.slice(1)),
        (edge) => Number(edge.to.slice(1)),
        (edge) => edge.channel,
        (edge) => edge.integrity,
      ),
    ),
  };
}

function sourceNode(flow: FlowSummary, node: (id: string, label: string) => string): string {
  return flow.sourceTool === undefined
    ? node(flow.fromAgent, flow.fromAgent)
    : node(`tool ${flow.fromAgent} ${flow.sourceTool}`, flow.sourceTool);
}

export function mermaid(result: CaseResult): string {
  const { nodes, edges } = graphOf(result);
  const lines = [`%% ${oneLine(result.id)}`, 'flowchart LR'];
  for (const node of nodes)
    lines.push(`  ${node.key}${node.root ? '([' : '['}"${mermaidText(node.label)}"${node.root ? '])' : ']'}`);
  for (const edge of edges)
    lines.push(
      `  ${edge.from} ${edge.channel === 'spawn' && edge.integrity === '' ? '-.->' : '-->'}|"${mermaidText(edgeLabel(edge))}"| ${edge.to}`,
    );
  edges.forEach((edge, index) => {
    if (edge.integrity === 'outside') lines.push(`  linkStyle ${index} stroke:#c0392b,stroke-width:2px`);
  });
  return `${lines.join('\n')}\n`;
}

export function dot(result: CaseResult): string {
  return `// ${oneLine(result.id)}\n${digraph('LR', drawn(graphOf(result)))}`;
}

/** Beyond this a picture is a grey smear: like agents are drawn as one node with their number. */
const MOST_NODES = 300;

/** The tree of agents alone, for a page: classes instead of colours, so that the page's scheme decides. */
export function treeDot(result: CaseResult): string {
  const name = namesOf(result);
  const groups = new Map<string, { key: string; label: string; count: number; parent: string | undefined }>();
  const collapse = result.agents.length > MOST_NODES;
  const parents = new Set(result.agents.map((agent) => agent.parent));
  const groupOf = new Map<string, string>();
  for (const agent of result.agents) {
    const folded = collapse && !parents.has(agent.id) && agent.kind !== 'root';
    const id = folded ? `${agent.parent ?? ''}\0${agent.type}` : agent.id;
    const group = groups.get(id) ?? { key: `n${groups.size}`, label: name(agent.id), count: 0, parent: agent.parent };
    group.count += 1;
    if (folded && group.count > 1) group.label = `${group.count} × ${agent.type === '' ? agent.kind : agent.type}`;
    groups.set(id, group);
    groupOf.set(agent.id, id);
  }
  const lines: string[] = [];
  for (const group of groups.values()) lines.push(`  ${group.key} [label=${dotText(oneLine(group.label))}];`);
  for (const group of groups.values()) {
    const parent = group.parent === undefined ? undefined : groups.get(groupOf.get(group.parent) ?? '');
    if (parent !== undefined) lines.push(`  ${parent.key} -> ${group.key};`);
  }
  return digraph(groups.size > 12 ? 'LR' : 'TB', lines);
}

/** More texts than this are no picture any more: then only those of doubtful origin, and if these are too many, agents alone. */
const MOST_TEXTS = 60;
const DOUBTFUL = new Set(['outside', 'tool', 'peer']);

const endsOf = (flows: readonly FlowSummary[]): number => new Set(flows.flatMap((flow) => [flow.from, flow.to])).size;

/** Texts as nodes in a cluster per agent, flows as edges. Undefined: nothing was carried. */
export function flowDot(result: CaseResult): string | undefined {
  const carried = result.flows.filter((flow) => flow.evidence.length > 0 && flow.evidence[0]!.tier !== 'context');
  if (carried.length === 0) return undefined;
  const told = new Set(result.findings.flatMap((finding) => finding.flows));
  const telling = carried.filter((flow) => told.has(flow.id) || DOUBTFUL.has(flow.labels.carried.integrity));
  const flows = endsOf(carried) <= MOST_TEXTS ? carried : telling;
  if (flows.length === 0 || endsOf(flows) > MOST_TEXTS) return digraph('LR', drawn(graphOf(result)));
  const name = namesOf(result);
  const clusters = new Map<string, Map<string, string>>();
  const keys = new Map<string, string>();
  const node = (agent: string, event: string, label: string): string => {
    const known = keys.get(event);
    if (known !== undefined) return known;
    const key = `e${keys.size}`;
    keys.set(event, key);
    const cluster = clusters.get(agent) ?? new Map<string, string>();
    cluster.set(key, label);
    clusters.set(agent, cluster);
    return key;
  };
  const edges = new Map<string, { count: number; line: (count: number) => string }>();
  for (const flow of flows) {
    const first = flow.evidence[0]!;
    const from = node(flow.fromAgent, flow.from, `${flow.sourceTool ?? 'text'} line ${first.from.line}`);
    const to = node(
      flow.toAgent,
      flow.to,
      `${flow.channel === 'spawn' ? 'brief' : flow.channel} line ${first.to.line}`,
    );
    const integrity = flow.labels.carried.integrity;
    const id = `${from} ${to} ${integrity}`;
    const edge = edges.get(id) ?? {
      count: 0,
      line: (count: number) =>
        `  ${from} -> ${to} [label=${dotText(count > 1 ? `${integrity} ×${count}` : integrity)}, class=${dotText(integrity)}];`,
    };
    edge.count += 1;
    edges.set(id, edge);
  }
  const lines = [...clusters].flatMap(([agent, nodes], index) => [
    `  subgraph cluster_${index} { label=${dotText(oneLine(name(agent)))};`,
    ...[...nodes].map(([key, label]) => `    ${key} [label=${dotText(clip(oneLine(label), 60))}];`),
    '  }',
  ]);
  return digraph('LR', [...lines, ...[...edges.values()].map((edge) => edge.line(edge.count))]);
}

function digraph(direction: 'LR' | 'TB', body: readonly string[]): string {
  const head = [
    `  rankdir=${direction};`,
    '  node [shape=box, style=rounded, fontname="Courier", fontsize=11, height=0.3, margin="0.12,0.05"];',
    '  edge [fontname="Courier", fontsize=10];',
    '  graph [fontname="Courier", fontsize=11];',
  ];
  return `${['digraph aftertaint {', ...head, ...body, '}'].join('\n')}\n`;
}

function drawn({ nodes, edges }: Graph): string[] {
  const lines = nodes.map((node) => `  ${node.key} [label=${dotText(node.label)}${node.root ? ', penwidth=2' : ''}];`);
  for (const edge of edges) {
    const style =
      edge.integrity === ''
        ? ', style=dashed'
        : `, class=${dotText(edge.integrity)}${edge.integrity === 'outside' ? ', color="#c0392b", penwidth=2' : ''}`;
    lines.push(`  ${edge.from} -> ${edge.to} [label=${dotText(edgeLabel(edge))}${style}];`);
  }
  return lines;
}

function edgeLabel(edge: Graph['edges'][number]): string {
  return [edge.channel, edge.integrity, edge.count > 1 ? `×${edge.count}` : ''].filter((part) => part !== '').join(' ');
}

/** Mermaid reads HTML entities in quoted text and nothing else; `#` starts its own entities. */
function mermaidText(text: string): string {
  return text.replace(/[#"<>&`\\[\](){}|]/g, (character) => `#${character.codePointAt(0)};`);
}

function dotText(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
