import { type ByteLocation, type ByteSource, openBytes } from '../evidence/source.ts';
import type { ByteSpan } from '../evidence/span.ts';

/** Reads records of one case back from disk. Files stay open between calls: a finding cites several places of one file. */
export class RecordBytes {
  private readonly open = new Map<string, ByteSource | undefined>();
  private last: { span: ByteSpan; bytes: Buffer | undefined } | undefined;
  private readonly locations: ReadonlyMap<string, ByteLocation>;

  constructor(source: { readonly artefacts: readonly { readonly id: string; readonly location: ByteLocation }[] }) {
    this.locations = new Map(source.artefacts.map(({ id, location }) => [id, location]));
  }

  /** The bytes of a span; undefined if the artefact is gone or has become shorter. */
  read(span: ByteSpan): Buffer | undefined {
    if (
      this.last !== undefined &&
      this.last.span.artefact === span.artefact &&
      this.last.span.byteStart === span.byteStart &&
      this.last.span.byteEnd === span.byteEnd
    ) {
      return this.last.bytes;
    }
    const bytes = this.readNow(span);
    this.last = { span, bytes };
    return bytes;
  }

  close(): void {
    for (const source of this.open.values()) source?.close();
    this.open.clear();
  }

  private readNow({ artefact, byteStart, byteEnd }: ByteSpan): Buffer | undefined {
    const source = this.sourceOf(artefact);
    if (source === undefined || byteEnd > source.byteLength) return undefined;
    const bytes = Buffer.allocUnsafe(byteEnd - byteStart);
    let filled = 0;
    while (filled < bytes.length) {
      const got = source.read(bytes, filled, bytes.length - filled, byteStart + filled);
      if (got === 0) return undefined;
      filled += got;
    }
    return bytes;
  }

  private sourceOf(artefact: string): ByteSource | undefined {
    if (!this.open.has(artefact)) {
      const location = this.locations.get(artefact);
      let source: ByteSource | undefined;
      try {
        source = location === undefined ? undefined : openBytes(location);
      } catch {
        source = undefined;
      }
      this.open.set(artefact, source);
    }
    return this.open.get(artefact);
  }
}
