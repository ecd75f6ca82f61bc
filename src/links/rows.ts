import { by } from '../base/order.ts';
import type { ReadRow, WriteRow } from './model.ts';

export interface OwnedWrite extends WriteRow {
  readonly case: string;
}

export interface OwnedRead extends ReadRow {
  readonly case: string;
}

/** Everything that was written to and read from one path, over all cases; writes and reads each in order of time. */
export interface PathGroup {
  readonly path: string;
  readonly writes: readonly OwnedWrite[];
  readonly reads: readonly OwnedRead[];
}

/** Where the rows wait that are joined by path. */
export interface StoredRows {
  put(caseId: string, writes: readonly WriteRow[], reads: readonly ReadRow[]): Promise<void> | void;
  /** Paths that one case wrote and another one read, in order. */
  groups(): AsyncIterable<PathGroup>;
  writesTo(path: string): Promise<readonly OwnedWrite[]>;
  close(): Promise<void> | void;
}

/** All rows in memory. */
export class MemoryRows implements StoredRows {
  readonly #writes = new Map<string, OwnedWrite[]>();
  readonly #reads = new Map<string, OwnedRead[]>();

  put(caseId: string, writes: readonly WriteRow[], reads: readonly ReadRow[]): void {
    for (const row of writes) push(this.#writes, row.path, { ...row, case: caseId });
    for (const row of reads) push(this.#reads, row.path, { ...row, case: caseId });
  }

  async *groups(): AsyncGenerator<PathGroup> {
    for (const path of [...this.#writes.keys()].sort()) {
      const group = groupOf(path, this.#writes.get(path)!, this.#reads.get(path) ?? []);
      if (group !== undefined) yield group;
    }
  }

  *allWrites(): Iterable<OwnedWrite> {
    for (const rows of this.#writes.values()) yield* rows;
  }

  *allReads(): Iterable<OwnedRead> {
    for (const rows of this.#reads.values()) yield* rows;
  }

  writesTo(path: string): Promise<readonly OwnedWrite[]> {
    return Promise.resolve([...(this.#writes.get(path) ?? [])].sort(inTime));
  }

  close(): void {
    this.#writes.clear();
    this.#reads.clear();
  }
}

/** Bytes of rows, about, that stay in memory. */
const IN_MEMORY = 192 << 20;

/** In memory as long as that is small, then in a database; which of the two does not show in what is joined. */
export class SpillingRows implements StoredRows {
  readonly #open: () => Promise<StoredRows | undefined>;
  readonly #limit: number;
  #memory: MemoryRows | undefined = new MemoryRows();
  #rest: StoredRows | undefined;
  #bytes = 0;
  #tried = false;

  constructor(open: () => Promise<StoredRows | undefined>, limit = IN_MEMORY) {
    this.#open = open;
    this.#limit = limit;
  }

  async put(caseId: string, writes: readonly WriteRow[], reads: readonly ReadRow[]): Promise<void> {
    if (this.#rest !== undefined) {
      await this.#rest.put(caseId, writes, reads);
      return;
    }
    this.#memory!.put(caseId, writes, reads);
    for (const row of writes) this.#bytes += sizeOf(row);
    for (const row of reads) this.#bytes += sizeOf(row);
    if (this.#bytes > this.#limit && !this.#tried) await this.#spill();
  }

  async #spill(): Promise<void> {
    this.#tried = true;
    const rest = await this.#open();
    if (rest === undefined) return;
    for (const { case: owner, ...row } of this.#memory!.allWrites()) await rest.put(owner, [row], []);
    for (const { case: owner, ...row } of this.#memory!.allReads()) await rest.put(owner, [], [row]);
    this.#memory!.close();
    this.#memory = undefined;
    this.#rest = rest;
  }

  groups(): AsyncIterable<PathGroup> {
    return (this.#rest ?? this.#memory!).groups();
  }

  writesTo(path: string): Promise<readonly OwnedWrite[]> {
    return (this.#rest ?? this.#memory!).writesTo(path);
  }

  close(): Promise<void> | void {
    return (this.#rest ?? this.#memory!).close();
  }
}

/** A row without its orders, and about what an order takes. */
function sizeOf(row: WriteRow | ReadRow): number {
  return 1_200 + row.prints.hashes.length + 2 * row.path.length + 2_500 * row.orders.length;
}

/** A group whose rows come from more than one case, ordered; undefined where one case alone used the path. */
export function groupOf(
  path: string,
  writes: readonly OwnedWrite[],
  reads: readonly OwnedRead[],
): PathGroup | undefined {
  if (writes.length === 0 || reads.length === 0) return undefined;
  const first = writes[0]!.case;
  if (writes.every((row) => row.case === first) && reads.every((row) => row.case === first)) return undefined;
  return { path, writes: [...writes].sort(inTime), reads: [...reads].sort(inTime) };
}

export const inTime = by<OwnedWrite | OwnedRead>(
  (row) => row.at ?? '',
  (row) => row.case,
  (row) => row.spot.path,
  (row) => row.spot.line,
  (row) => row.spot.eventId,
  (row) => row.prints.hashes,
);

function push<T>(map: Map<string, T[]>, key: string, row: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [row]);
  else list.push(row);
}
