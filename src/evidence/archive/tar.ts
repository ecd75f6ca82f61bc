import { pipeline, type Readable } from 'node:stream';
import { extract } from 'tar-stream';

export interface TarEntry {
  readonly name: string;
  /** `file`, `symlink`, `link`, `directory`, … */
  readonly type: string;
  readonly byteLength: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The entries of a tar stream in order. An entry that is not read is stepped over. Errors of the stream or the format throw. */
export async function* tarEntries(stream: Readable): AsyncGenerator<TarEntry> {
  const unpack = extract();
  // Errors reach the loop through the destroyed extractor; the callback keeps them from being thrown a second time.
  pipeline(stream, unpack, () => {});
  for await (const entry of unpack) {
    const { name, type, size } = entry.header;
    let read = false;
    const content = {
      [Symbol.asyncIterator]() {
        read = true;
        return entry[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      },
    };
    yield { name, type: type ?? 'file', byteLength: size ?? 0, content };
    if (!read) entry.resume();
  }
}
