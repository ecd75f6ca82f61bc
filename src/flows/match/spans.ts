/** A common span of a sink and one source. */
export interface Hit {
  /** Units of the sink, half-open. */
  readonly from: number;
  readonly to: number;
  /** The source, as `add` numbered it, and the unit in it where the span starts. */
  readonly source: number;
  readonly at: number;
  /** Inside a maximal span, and up to `SLACK` units shorter at either end: as good as equal to it. */
  readonly near?: true;
}

/**
 * Two texts that say the same often agree on a letter or two more by chance (`this: …`, `says: …`). Who said it first must not hang on
 * that.
 */
export const SLACK = 3;

/** Drops spans that lie inside a longer one, but keeps those that are near to it; all sources of equal spans, once each. */
export function maximal(found: Hit[]): Hit[] {
  found.sort((a, b) => a.from - b.from || b.to - a.to || a.source - b.source || a.at - b.at);
  const kept: Hit[] = [];
  /** The maximal spans that a later one may be near to: the last few, for starts rise. */
  let open: Hit[] = [];
  let reach = 0;
  let last: Hit | undefined;
  for (const hit of found) {
    if (last !== undefined && hit.from === last.from && hit.to === last.to && hit.source === last.source) continue;
    last = hit;
    const first = open.at(-1);
    if (hit.to > reach || (first !== undefined && first.from === hit.from && first.to === hit.to)) {
      kept.push(hit);
      reach = hit.to;
      open = open.filter((span) => hit.from - span.from <= SLACK && span !== first);
      if (first !== undefined && hit.from - first.from <= SLACK) open.push(first);
      open.push(hit);
    } else if (
      open.some(
        (span) =>
          hit.from >= span.from && hit.from - span.from <= SLACK && hit.to <= span.to && span.to - hit.to <= SLACK,
      )
    ) {
      kept.push({ ...hit, near: true });
    }
  }
  return kept;
}
