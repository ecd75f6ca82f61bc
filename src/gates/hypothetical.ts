import type { AgentId, Case, EventId } from '../case/model.ts';

const known = new WeakMap<Case, ReadonlyMap<AgentId, readonly Feed[]>>();

/**
 * Which events would perhaps not have happened. From the first event whose replayed effect differs from what was recorded, everything
 * that its agent did later, and everything of the agents that were fed by it afterwards, hangs on that change.
 */
export class Hypothetical {
  /** Agent → order from which its events hang on a changed decision, and on which. */
  readonly #from = new Map<AgentId, { readonly order: number; readonly because: EventId }>();
  readonly #feeds: ReadonlyMap<AgentId, readonly Feed[]>;
  /** State buckets and gates that a hypothetical event has set. */
  #stateBecause: EventId | undefined;

  constructor(theCase: Case) {
    let feeds = known.get(theCase);
    if (feeds === undefined) {
      feeds = feedsOf(theCase);
      known.set(theCase, feeds);
    }
    this.#feeds = feeds;
  }

  /** The event that makes this one hypothetical, if any. */
  becauseOf(agent: AgentId, order: number): EventId | undefined {
    const from = this.#from.get(agent);
    return from !== undefined && order > from.order ? from.because : undefined;
  }

  /** The replayed effect of this event differs from what was recorded. */
  differs(agent: AgentId, order: number, event: EventId): void {
    if (this.becauseOf(agent, order) !== undefined) return;
    const queue: [AgentId, number][] = [[agent, order]];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [at, since] = next;
      const known = this.#from.get(at);
      if (known !== undefined && known.order <= since) continue;
      this.#from.set(at, { order: since, because: known?.because ?? event });
      for (const feed of this.#feeds.get(at) ?? []) if (feed.order > since) queue.push([feed.to, feed.order]);
    }
  }

  /** A hypothetical event has changed what the gate keeps: later answers hang on it too. */
  stateSet(because: EventId): void {
    this.#stateBecause ??= because;
  }

  get stateBecause(): EventId | undefined {
    return this.#stateBecause;
  }
}

interface Feed {
  readonly to: AgentId;
  readonly order: number;
}

/** When an agent's doing reaches another: briefs, reports, messages. A child begins with its brief: all of it follows. */
function feedsOf(theCase: Case): Map<AgentId, Feed[]> {
  const feeds = new Map<AgentId, Feed[]>();
  const add = (from: AgentId | undefined, to: AgentId | undefined, order: number): void => {
    if (from === undefined || to === undefined || from === to) return;
    const list = feeds.get(from);
    if (list === undefined) feeds.set(from, [{ to, order }]);
    else list.push({ to, order });
  };
  for (const event of theCase.timeline) {
    if (event.kind === 'spawn') add(event.agent, event.child, event.order);
    else if (event.kind === 'return') add(event.child, event.agent, event.order - 1);
    else if (event.kind === 'message' && event.direction === 'received') add(event.from, event.agent, event.order - 1);
  }
  return feeds;
}
