import type { Readable } from 'node:stream';
import { getFileNameLowLevel, openPromise } from 'yauzl';

export interface ZipEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isEncrypted: boolean;
  /** As the archive declares; more than that is an error while reading. */
  readonly byteLength: number;
  readonly packedBytes: number;
  /** Unix mode bits, 0 where the archive was made elsewhere. */
  readonly mode: number;
  open(): Promise<Readable>;
}

/** The entries of a zip file in the order of its directory. Errors of the format throw. */
export async function* zipEntries(path: string): AsyncGenerator<ZipEntry> {
  // Names are decoded here: the package's own check would refuse the whole file for one bad name.
  const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
      yield {
        name,
        isDirectory: name.endsWith('/'),
        isEncrypted: entry.isEncrypted(),
        byteLength: entry.uncompressedSize,
        packedBytes: entry.compressedSize,
        mode: entry.externalFileAttributes >>> 16,
        open: () => zip.openReadStreamPromise(entry),
      };
    }
  } finally {
    zip.close();
  }
}
