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
  const lines = ['flowchart LR'];
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
  const { nodes, edges } = graphOf(result);
  const lines = [
    'digraph flows {',
    '  rankdir=LR;',
    '  node [shape=box, style=rounded, fontname="sans-serif"];',
    '  edge [fontname="sans-serif"];',
  ];
  for (const node of nodes)
    lines.push(`  ${node.key} [label=${dotText(node.label)}${node.root ? ', penwidth=2' : ''}];`);
  for (const edge of edges) {
    const style =
      edge.integrity === '' ? ', style=dashed' : edge.integrity === 'outside' ? ', color="#c0392b", penwidth=2' : '';
    lines.push(`  ${edge.from} -> ${edge.to} [label=${dotText(edgeLabel(edge))}${style}];`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
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
