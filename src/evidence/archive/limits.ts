import { statfsSync } from 'node:fs';

export interface ArchiveLimits {
  /** Largest unpacked size of one member, in bytes. */
  readonly maxEntryBytes: number;
  /** Unpacked bytes per packed byte; transcripts pack at 4 to 30, a bomb at 1000. Counted from 64 MiB on. */
  readonly maxRatio: number;
  /** Folder to make the private folder in. */
  readonly tmp?: string;
}

export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = { maxEntryBytes: 16 * 2 ** 30, maxRatio: 250 };

const RATIO_COUNTS_FROM_BYTES = 64 << 20;
/** Left free on the disk for everybody else. */
const DISK_RESERVE_BYTES = 256 << 20;
const DISK_CHECK_EVERY_BYTES = 64 << 20;

/** A limit that stops the unpacking of one member (`entry`) or of the whole archive. */
export class ArchiveLimitError extends Error {
  readonly scope: 'entry' | 'archive';

  constructor(message: string, scope: 'entry' | 'archive') {
    super(message);
    this.scope = scope;
  }
}

/** Counts what is unpacked from one archive and throws where a limit is passed. */
export class Meter {
  readonly #limits: ArchiveLimits;
  readonly #folder: string;
  readonly #packedBytes: () => number;
  #total = 0;
  #entry = 0;
  #checkedAt = -DISK_CHECK_EVERY_BYTES;

  constructor(limits: ArchiveLimits, folder: string, packedBytes: () => number) {
    this.#limits = limits;
    this.#folder = folder;
    this.#packedBytes = packedBytes;
  }

  /** Before a member whose size the archive declares: refuse it before writing anything. */
  begin(declaredBytes: number | undefined): void {
    this.#entry = 0;
    if (declaredBytes === undefined) return;
    this.#checkEntry(declaredBytes);
    this.#checkDisk(declaredBytes);
  }

  /** After unpacking `bytes` that are to be written. */
  add(bytes: number): void {
    this.#entry += bytes;
    this.#checkEntry(this.#entry);
    this.skip(bytes);
    if (this.#total - this.#checkedAt < DISK_CHECK_EVERY_BYTES) return;
    this.#checkedAt = this.#total;
    this.#checkDisk(0);
  }

  /** After unpacking `bytes` only to get past them. */
  skip(bytes: number): void {
    this.#total += bytes;
    const packed = Math.max(1, this.#packedBytes());
    if (this.#total > RATIO_COUNTS_FROM_BYTES && this.#total / packed > this.#limits.maxRatio) {
      const message = `unpacks to over ${this.#limits.maxRatio} times its size; raise --max-ratio if that is right`;
      throw new ArchiveLimitError(message, 'archive');
    }
  }

  #checkEntry(bytes: number): void {
    if (bytes > this.#limits.maxEntryBytes) {
      throw new ArchiveLimitError(`a member is over ${this.#limits.maxEntryBytes} bytes; raise --max-entry`, 'entry');
    }
  }

  #checkDisk(needed: number): void {
    const { bavail, bsize } = statfsSync(this.#folder);
    if (bavail * bsize - needed < DISK_RESERVE_BYTES) {
      throw new ArchiveLimitError(`no room to unpack in ${this.#folder}; name a larger folder with --tmp`, 'archive');
    }
  }
}
