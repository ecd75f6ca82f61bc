import { clip, oneLine } from '../base/clean.ts';
import type { AgentSummary, CaseResult } from '../result/report.ts';

/** Long ids are shown by their start; every command takes a unique start back. */
export function shortId(id: string): string {
  const clean = oneLine(id);
  return clean.length > 12 ? `${clean.slice(0, 8)}…` : clean;
}

/** `Explore a7f5c2b1…`, or `root` for the main agent. */
export function agentName(agent: AgentSummary | undefined, id: string): string {
  if (agent === undefined) return shortId(id);
  if (agent.kind === 'root') return 'root';
  const label = agent.type !== '' ? agent.type : agent.kind;
  return `${clip(oneLine(label), 32)} ${shortId(agent.id)}`;
}

/** Looks agents of one case up by id; built once per case, a case may have hundreds. */
export function namesOf(result: CaseResult): (id: string) => string {
  const agents = new Map(result.agents.map((agent) => [agent.id, agent]));
  return (id) => agentName(agents.get(id), id);
}

/** `14:02:11` of an ISO time; empty where there is none. Never converted: what the host wrote is what is shown. */
export function timeOf(at: string | undefined): string {
  const match = /T(\d\d:\d\d:\d\d)/.exec(at ?? '');
  return match?.[1] ?? '';
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A word for a shell: quoted where it needs to be, so that a suggested command works when pasted. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `agent-a9c1d8d3….jsonl` of a long path: for a story whose exact sources are listed below it. */
export function shortPath(path: string): string {
  const name = oneLine(path).split('/').at(-1)!;
  return name.replace(/^((?:agent-)?[0-9a-z]{8})[0-9a-z-]{4,}(\.\w+)$/, '$1…$2');
}
