import type { Text } from '../../case/model.ts';
import { roleMarkers } from '../../flows/markup/roles.ts';
import { controlMarkup } from '../../flows/markup/scan.ts';
import type { FlowGraph } from '../../flows/model.ts';
import type { Cited, Claim } from '../claim.ts';
import type { Report, Utterance } from './reports.ts';

/** The parts of a finding that every forgery detector tells alike. */

export function speaker({ agent }: Utterance): string {
  if (agent.kind === 'root') return 'the main agent';
  const name = agent.name ?? agent.type;
  return `agent ${name === '' ? '' : `${name} `}(${agent.id.slice(0, 12)})`;
}

export function agentsOf(report: Report): string[] {
  return report.receiver === undefined || report.receiver === report.agent.id
    ? [report.agent.id]
    : [report.agent.id, report.receiver];
}

/** The receiver's copies of the text: raw, framed, escaped or neutralised. Both ends are shown. */
export function copiesCited(report: Report, text: Text): Cited[] {
  return report.copies
    .filter((copy) => copy !== text && copy.copyOf === text.id)
    .slice(0, 3)
    .map((copy) => {
      const broken =
        controlMarkup(copy.value).some((hit) => hit.neutralised) ||
        roleMarkers(copy.value).some((hit) => hit.neutralised);
      return {
        cite: copy.cite,
        note: broken ? 'as the receiver got it: the host broke the markup up' : 'as the receiver got it, unbroken',
      };
    });
}

export function work(report: Report): string[] {
  if (report.by !== 'reply')
    return report.by === 'return-only' ? ['the words stand in no file of the agent, only where they came back'] : [];
  const calls = report.callsBefore.length;
  return [
    calls === 0
      ? 'the agent made no tool call since it was asked'
      : `the agent made ${calls} tool ${calls === 1 ? 'call' : 'calls'} before`,
  ];
}

export function flowsOf(flows: FlowGraph, text: Text): { flows?: Claim['flows'] } {
  const into = flows.into(text);
  return into.length > 0 ? { flows: into } : {};
}

/** The host's own words by their place, wherever an agent repeats them. */
export function isHostText({ origin }: Text): boolean {
  return (
    origin.channel === 'notice' ||
    origin.channel === 'hook' ||
    (origin.channel === 'injected' && origin.path === undefined)
  );
}
