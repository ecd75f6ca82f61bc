import type { Draft } from './tell/draft.ts';

/**
 * One total order over all agents' events. Within an agent it is file order, always: real timestamps run backwards. Across agents
 * an event waits for what must come first; among those that may come, the earliest timestamp does, then the earlier stream.
 */
export function interleave(streams: readonly (readonly Draft[])[]): Draft[] {
  const order: Draft[] = [];
  const done = new Set<Draft>();
  const waiting = new Map<Draft, number[]>();
  const next = streams.map(() => 0);
  const ready = new Heap((a, b) => timeAt(a) - timeAt(b) || a - b);
  const blocked = new Set<number>();
  const head = (stream: number): Draft | undefined => streams[stream]![next[stream]!];
  const timeAt = (stream: number): number => head(stream)?.time ?? Number.MIN_SAFE_INTEGER;

  const offer = (stream: number): void => {
    const draft = head(stream);
    if (draft === undefined) return;
    const missing = draft.after.find((before) => !done.has(before));
    if (missing === undefined) {
      ready.push(stream);
      return;
    }
    blocked.add(stream);
    const list = waiting.get(missing);
    if (list === undefined) waiting.set(missing, [stream]);
    else list.push(stream);
  };

  const take = (stream: number): void => {
    const draft = head(stream)!;
    next[stream] = next[stream]! + 1;
    order.push(draft);
    done.add(draft);
    offer(stream);
    const freed = waiting.get(draft);
    if (freed === undefined) return;
    waiting.delete(draft);
    for (const other of freed) {
      if (!blocked.delete(other)) continue;
      offer(other);
    }
  };

  for (let stream = 0; stream < streams.length; stream += 1) offer(stream);
  for (;;) {
    const stream = ready.pop();
    if (stream !== undefined) {
      take(stream);
      continue;
    }
    if (blocked.size === 0) return order;
    // Records that contradict each other wait in a ring: the earliest goes first.
    const earliest = [...blocked].sort((a, b) => timeAt(a) - timeAt(b) || a - b)[0]!;
    blocked.delete(earliest);
    take(earliest);
  }
}

/** Binary heap of stream numbers. */
class Heap {
  private readonly items: number[] = [];
  private readonly compare: (a: number, b: number) => number;

  constructor(compare: (a: number, b: number) => number) {
    this.compare = compare;
  }

  push(item: number): void {
    const { items } = this;
    items.push(item);
    let index = items.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.compare(items[parent]!, items[index]!) <= 0) return;
      [items[parent], items[index]] = [items[index]!, items[parent]!];
      index = parent;
    }
  }

  pop(): number | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    items[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= items.length) return top;
      const right = left + 1;
      const child = right < items.length && this.compare(items[right]!, items[left]!) < 0 ? right : left;
      if (this.compare(items[index]!, items[child]!) <= 0) return top;
      [items[index], items[child]] = [items[child]!, items[index]!];
      index = child;
    }
  }
}
