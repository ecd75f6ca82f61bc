import { Transform } from 'node:stream';
import { Decompress } from 'fzstd';

/** A stream that unpacks Zstandard, several frames one behind the other included. Errors of the format end it. */
export function createZstdDecompress(): Transform {
  let fed = false;
  const decompress = new Decompress();
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      fed = true;
      attempt(() => decompress.push(chunk), done);
    },
    flush(done) {
      if (fed) attempt(() => decompress.push(new Uint8Array(0), true), done);
      else done();
    },
  });
  decompress.ondata = (bytes) => {
    // The unpacker goes on using its window: the stream's reader must get bytes of its own.
    if (bytes.length > 0) stream.push(Buffer.from(bytes));
  };
  return stream;
}

function attempt(step: () => void, done: (error?: Error) => void): void {
  try {
    step();
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}
