/** Results that may wait for an earlier one, per thread: memory must not grow with the archive. */
const AHEAD_PER_THREAD = 16;

/**
 * Runs `run` over all items, `threads` at a time, and hands the results out in the order of the items. An item that alone is a large part
 * of the whole is begun first, else the last thread would be busy with it long after the others; the rest goes largest first within a
 * window ahead of what was handed out.
 */
export async function* inSourceOrder<T, R>(
  items: readonly T[],
  threads: number,
  sizeOf: (item: T) => number,
  run: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0);
  const large = items
    .map((_, index) => index)
    .filter((index) => sizeOf(items[index]!) * 4 * threads > total)
    .sort((a, b) => sizeOf(items[b]!) - sizeOf(items[a]!) || a - b);
  const begun = new Uint8Array(items.length);
  const results = new Map<number, Promise<R>>();
  let running = 0;
  let handedOut = 0;
  let nextLarge = 0;
  let changed: () => void = () => {};

  const next = (): number | undefined => {
    while (nextLarge < large.length && begun[large[nextLarge]!] === 1) nextLarge += 1;
    if (nextLarge < large.length) return large[nextLarge];
    let best: number | undefined;
    const end = Math.min(items.length, handedOut + AHEAD_PER_THREAD * threads);
    for (let index = handedOut; index < end; index += 1) {
      if (begun[index] === 0 && (best === undefined || sizeOf(items[index]!) > sizeOf(items[best]!))) best = index;
    }
    return best;
  };
  const fill = (): void => {
    while (running < threads) {
      const index = next();
      if (index === undefined) return;
      begun[index] = 1;
      running += 1;
      const result = run(items[index]!).finally(() => {
        running -= 1;
        fill();
        changed();
      });
      // Whoever waits for it hears of a failure; until then it is no unhandled one.
      result.catch(() => {});
      results.set(index, result);
    }
  };
  fill();
  while (handedOut < items.length) {
    while (!results.has(handedOut)) await new Promise<void>((resolve) => (changed = resolve));
    const result = await results.get(handedOut)!;
    results.delete(handedOut);
    handedOut += 1;
    fill();
    yield result;
  }
}
