import { createHash } from 'node:crypto';
import { type ByteLocation, openBytes } from './source.ts';

/** SHA-256 as 64 lower-case hex digits. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export interface Digest {
  readonly sha256: string;
  readonly byteLength: number;
}

/** Digest of an artefact or of its first `limit` bytes, read in 1 MiB pieces. */
export function digestOf(location: ByteLocation, limit = Number.POSITIVE_INFINITY): Digest {
  const source = openBytes(location);
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(1 << 20, Math.max(1, source.byteLength)));
    let position = 0;
    for (;;) {
      const got = source.read(chunk, 0, Math.min(chunk.length, limit - position), position);
      if (got === 0) break;
      hash.update(chunk.subarray(0, got));
      position += got;
    }
    return { sha256: hash.digest('hex'), byteLength: position };
  } finally {
    source.close();
  }
}
