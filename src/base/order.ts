/** Total orders. Code-unit order, never locale order: the same input must sort the same way on every machine. */
export type Comparison<T> = (a: T, b: T) => number;

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares by the first key that differs; keys are strings or numbers and of one type per position. */
export function by<T>(...keys: ((value: T) => string | number)[]): Comparison<T> {
  return (a, b) => {
    for (const key of keys) {
      const left = key(a);
      const right = key(b);
      if (left < right) return -1;
      if (left > right) return 1;
    }
    return 0;
  };
}

/** Values by key, in order of first appearance. */
export function groupBy<K, T>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
