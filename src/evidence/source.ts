import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** Where the bytes of an artefact are: a file on disk (plain, or spilled out of an archive), or bytes in memory. Crosses threads. */
export type ByteLocation = string | Uint8Array;

/** Random access to the bytes of one artefact, as they were when it was opened. */
export interface ByteSource {
  /** Length at opening; nothing behind it is read, even if the file grows meanwhile. */
  readonly byteLength: number;
  /** Copies up to `length` bytes from `position` into `target` at `offset`; returns how many, 0 at the end. */
  read(target: Uint8Array, offset: number, length: number, position: number): number;
  /** Length now: differs from `byteLength` if somebody is still writing. */
  currentLength(): number;
  /** When it was last written, as the file system said at opening; 0 for bytes in memory. */
  readonly modifiedMs: number;
  close(): void;
}

/** Throws the system's error (ENOENT, EACCES, EISDIR, …) if the file cannot be opened. */
export function openBytes(location: ByteLocation): ByteSource {
  return typeof location === 'string' ? openFile(location) : memorySource(location);
}

function openFile(path: string): ByteSource {
  const descriptor = openSync(path, 'r');
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) {
    closeSync(descriptor);
    throw Object.assign(new Error(`not a regular file: ${path}`), { code: 'EISDIR' });
  }
  const byteLength = stat.size;
  return {
    byteLength,
    modifiedMs: stat.mtimeMs,
    read(target, offset, length, position) {
      const wanted = Math.min(length, byteLength - position);
      return wanted <= 0 ? 0 : readSync(descriptor, target, offset, wanted, position);
    },
    currentLength: () => fstatSync(descriptor).size,
    close: () => closeSync(descriptor),
  };
}

function memorySource(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.length,
    modifiedMs: 0,
    read(target, offset, length, position) {
      const part = bytes.subarray(position, position + length);
      target.set(part, offset);
      return part.length;
    },
    currentLength: () => bytes.length,
    close: () => {},
  };
}

/** Length of what lies there now and when it was last written; undefined if it is gone. */
export function stateOf(location: ByteLocation): { byteLength: number; modifiedMs: number } | undefined {
  if (typeof location !== 'string') return { byteLength: location.length, modifiedMs: 0 };
  const stat = statSync(location, { throwIfNoEntry: false });
  return stat === undefined ? undefined : { byteLength: stat.size, modifiedMs: stat.mtimeMs };
}

/** Bytes `byteStart` to `byteEnd` of an artefact; fewer if it ends before. */
export function readBytes(location: ByteLocation, byteStart = 0, byteEnd = Number.POSITIVE_INFINITY): Buffer {
  const source = openBytes(location);
  try {
    const end = Math.min(byteEnd, source.byteLength);
    const bytes = Buffer.allocUnsafe(Math.max(0, end - byteStart));
    let filled = 0;
    while (filled < bytes.length) {
      const got = source.read(bytes, filled, bytes.length - filled, byteStart + filled);
      if (got === 0) break;
      filled += got;
    }
    return bytes.subarray(0, filled);
  } finally {
    source.close();
  }
}
