import picomatch from 'picomatch';

export type Matcher = (value: string) => boolean;

const cache = new Map<string, Matcher>();
/** By the list itself: a policy's lists are asked about every call. */
const byList = new WeakMap<readonly string[], Matcher>();

/** A matcher for any of the globs; `/` separates, dot files count. No glob matches nothing. Compiled once per list. */
export function globs(patterns: readonly string[]): Matcher {
  const known = byList.get(patterns);
  if (known !== undefined) return known;
  const matcher = patterns.length === 0 ? () => false : compiled(patterns);
  byList.set(patterns, matcher);
  return matcher;
}

function compiled(patterns: readonly string[]): Matcher {
  const key = patterns.join('\n');
  let matcher = cache.get(key);
  if (matcher === undefined) {
    matcher = picomatch([...patterns], { dot: true, nonegate: true });
    cache.set(key, matcher);
  }
  return matcher;
}
