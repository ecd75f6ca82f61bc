import picomatch from 'picomatch';

export type Matcher = (value: string) => boolean;

const cache = new Map<string, Matcher>();

/** A matcher for any of the globs; `/` separates, dot files count. No glob matches nothing. Compiled once per list. */
export function globs(patterns: readonly string[]): Matcher {
  if (patterns.length === 0) return () => false;
  const key = patterns.join('\n');
  let matcher = cache.get(key);
  if (matcher === undefined) {
    matcher = picomatch([...patterns], { dot: true, nonegate: true });
    cache.set(key, matcher);
  }
  return matcher;
}
