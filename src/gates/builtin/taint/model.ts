import type { AgentId, EventId } from '../../../case/model.ts';

/** What the floor hangs on. `sidecar` finds its state folder from the working directory, `sidecar:project` from the project folder. */
export const TAINT_KEYS = ['session', 'agent', 'tree', 'flow', 'sidecar', 'sidecar:project'] as const;
export type TaintKey = (typeof TAINT_KEYS)[number];

/** One thing that lowered the floor. Entries are never taken back. */
export interface TaintEntry {
  readonly eventId: EventId;
  readonly agentId: AgentId;
  /** `tainted by Read (agent: general-purpose): repos/intel.md` */
  readonly text: string;
}

/**
 * A decision lists so many causes at most. Each of a thousand calls that are denied after a thousand reads would list them all: the report
 * of one session would be larger than a text can be.
 */
const MOST_LISTED = 64;

/** The causes that a decision lists, the latest where there are too many. */
export function listed(entries: readonly TaintEntry[]): readonly TaintEntry[] {
  return entries.slice(-MOST_LISTED);
}

/** The events without which a verdict that rests on these entries flips; undefined where they are too many to be listed. */
export function flipEvents(entries: readonly TaintEntry[]): string[] | undefined {
  const events = new Set<string>();
  for (const { eventId } of entries) {
    events.add(eventId);
    if (events.size > MOST_LISTED) return undefined;
  }
  return [...events];
}

/** Entries by state bucket, oldest first. */
export type Ledger = ReadonlyMap<string, readonly TaintEntry[]>;

export function withEntry(ledger: Ledger, bucket: string, entry: TaintEntry): Ledger {
  const before = ledger.get(bucket) ?? [];
  if (before.some((known) => known.eventId === entry.eventId)) return ledger;
  return new Map(ledger).set(bucket, [...before, entry]);
}

/** The child's entries become the parent's as well: its report is about to reach the parent. */
export function union(ledger: Ledger, from: string, to: string): Ledger {
  return (ledger.get(from) ?? []).reduce((merged, entry) => withEntry(merged, to, entry), ledger);
}
