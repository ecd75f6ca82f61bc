import type { CaseResult, Link } from '../result/report.ts';

/** Events per case id, as the timelines name them. */
export type EventsByCase = Readonly<Record<string, readonly string[]>>;

type Edges = Map<string, Set<string>>;

/**
 * Where something came from and where it went, over sessions: proved flows inside a case, links between cases. Forward and backward are
 * followed apart, so that two texts which meet in one event are not taken for one.
 */
export class Trail {
  readonly #forward: Edges = new Map();
  readonly #backward: Edges = new Map();
  readonly #seeds = new Set<string>();
  /** Ids of a case's events by what a copy of their record keeps. */
  readonly #kept = new Map<string, Map<string, string>>();
  readonly #names = new Map<string, { readonly case: string; readonly eventId: string }>();

  /** Takes what a case says, and the events of it that are asked about. */
  add(result: Pick<CaseResult, 'id' | 'flows' | 'timeline'>, seeds: Iterable<string>): void {
    const kept = new Map<string, string>();
    for (const event of result.timeline ?? [])
      if (event.toolUseId !== undefined) kept.set(`${event.kind} ${event.toolUseId}`, event.id);
    this.#kept.set(result.id, kept);
    for (const flow of result.flows) {
      if (flow.evidence[0] === undefined || flow.evidence[0].tier === 'context') continue;
      const way = [flow.from, ...flow.relays.map((relay) => relay.eventId), flow.to];
      for (let step = 1; step < way.length; step++)
        this.#edge(this.#node(result.id, way[step - 1]!), this.#node(result.id, way[step]!));
    }
    for (const seed of seeds) this.#seeds.add(this.#node(result.id, seed));
  }

  /** Events of a case that was not given; for findings that span cases. */
  start(caseId: string, eventId: string): void {
    this.#seeds.add(this.#node(caseId, eventId));
  }

  get isEmpty(): boolean {
    return this.#seeds.size === 0;
  }

  /** Everything upstream and downstream of the seeds, and the links that lie on the way. */
  follow(links: readonly Link[]): { events: EventsByCase; links: readonly Link[] } {
    const ends = links.map((link) => ({
      link,
      from: this.#node(link.from.case, link.from.eventId),
      to: this.#node(link.to.case, link.to.eventId),
    }));
    for (const { link, from, to } of ends) {
      this.#edge(from, to);
      if (link.channel === 'fork' || link.channel === 'resume') this.#copies(link.from.case, link.to.case);
    }
    const [down, up] = [reached(this.#seeds, this.#forward), reached(this.#seeds, this.#backward)];
    const all = new Set([...down, ...up]);
    const events = new Map<string, string[]>();
    for (const node of [...all].sort()) {
      const { case: owner, eventId } = this.#names.get(node)!;
      const list = events.get(owner);
      if (list === undefined) events.set(owner, [eventId]);
      else list.push(eventId);
    }
    const onTheWay = ends.filter(
      ({ link, from, to }) =>
        (down.has(from) && down.has(to)) ||
        (up.has(from) && up.has(to)) ||
        ((link.channel === 'fork' || link.channel === 'resume') && this.#wasCopied(link.from.case, link.to.case, all)),
    );
    return { events: Object.fromEntries(events), links: onTheWay.map(({ link }) => link) };
  }

  /** A copied call is the original's call: what the copy does with its result goes on from there. */
  #copies(original: string, copy: string): void {
    const copied = this.#kept.get(copy);
    for (const [key, eventId] of this.#kept.get(original) ?? []) {
      const other = copied?.get(key);
      if (other !== undefined) this.#edge(this.#node(original, eventId), this.#node(copy, other));
    }
  }

  #wasCopied(original: string, copy: string, reachedNodes: ReadonlySet<string>): boolean {
    const copied = this.#kept.get(copy);
    for (const [key, eventId] of this.#kept.get(original) ?? []) {
      if (copied?.has(key) === true && reachedNodes.has(this.#node(original, eventId))) return true;
    }
    return false;
  }

  #edge(from: string, to: string): void {
    if (from === to) return;
    put(this.#forward, from, to);
    put(this.#backward, to, from);
  }

  /** A call, and what it means as a spawn, a return or a message, are one place. */
  #node(caseId: string, eventId: string): string {
    const bare = eventId.replace(/\/(?:spawn|return|message)$/, '');
    const node = `${caseId}\n${bare}`;
    if (!this.#names.has(node)) this.#names.set(node, { case: caseId, eventId: bare });
    return node;
  }
}

function put(edges: Edges, from: string, to: string): void {
  const known = edges.get(from);
  if (known === undefined) edges.set(from, new Set([to]));
  else known.add(to);
}

function reached(seeds: ReadonlySet<string>, edges: Edges): Set<string> {
  const found = new Set(seeds);
  const open = [...seeds];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of edges.get(node) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}
