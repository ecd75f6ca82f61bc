import type { Case, Text } from '../case/model.ts';
import type { Boundary } from './model.ts';
import type { Sink } from './sinks.ts';

const ALL: readonly Boundary[] = ['agent', 'session', 'worktree', 'storage', 'host', 'human'];

/** What a flow crossed on its way from the origin over its relays to whoever got the sink. */
export function boundariesOf(
  within: Case,
  origin: Text,
  relays: readonly Text[],
  sink: Sink,
  stored: boolean,
): Boundary[] {
  const crossed = new Set<Boundary>();
  const stations = [origin, ...relays, sink.text].map((text) => text.agent);
  stations.push(sink.to);
  for (let at = 1; at < stations.length; at++) {
    const [from, to] = [within.agents.get(stations[at - 1]!), within.agents.get(stations[at]!)];
    if (stations[at - 1] !== stations[at]) crossed.add('agent');
    if (from === undefined || to === undefined || from === to) continue;
    if (from.worktree !== to.worktree) crossed.add('worktree');
    if (from.kind === 'child-process' || to.kind === 'child-process') crossed.add('session');
  }
  if (stored || sink.channel === 'shared-file') crossed.add('storage');
  const channels = [origin, ...relays].map((text) => text.origin.channel);
  if (channels.some((channel) => channel === 'memory' || channel === 'injected') || sink.channel === 'injected')
    crossed.add('host');
  if (channels.some((channel) => channel === 'typed' || channel === 'queued' || channel === 'caller'))
    crossed.add('human');
  return ALL.filter((boundary) => crossed.has(boundary));
}
