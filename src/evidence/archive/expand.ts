import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArchiveLimitError, type ArchiveLimits, Meter } from './limits.ts';
import { archiveOf, type Packing, unpackedName } from './name.ts';
import type { SpillFolder } from './spill.ts';
import { tarEntries } from './tar.ts';
import { zipEntries } from './zip.ts';
import { createZstdDecompress } from './zstd.ts';

export interface ArchiveMember {
  /** As in the archive, made relative; unique, a second member of the same name gets `~2`. */
  readonly name: string;
  /** Where its bytes were unpacked to. */
  readonly location: string;
}

export interface ArchiveProblem {
  readonly code:
    | 'archive-damaged'
    | 'archive-limit'
    | 'archive-link'
    | 'archive-path'
    | 'archive-encrypted'
    | 'archive-nested';
  readonly member: string | undefined;
  readonly message: string;
}

export interface Expanded {
  readonly members: readonly ArchiveMember[];
  readonly problems: readonly ArchiveProblem[];
  /** Everything that was wanted could be unpacked. */
  readonly complete: boolean;
}

/**
 * Unpacks the wanted members of an archive into the spill folder. Links are never followed, names never become paths, limits
 * stop the work and are told; what could be unpacked before that is kept. Never throws for what the archive holds.
 */
export async function expand(
  path: string,
  wants: (name: string) => boolean,
  spill: SpillFolder,
  limits: ArchiveLimits,
): Promise<Expanded> {
  const archive = archiveOf(path)!;
  const work = new Expansion(wants, spill, limits, path);
  try {
    if (archive.form === 'zip') await work.zip();
    else if (archive.form === 'tar') await work.tar(archive.packing);
    else await work.single(archive.packing);
  } catch (error) {
    const isLimit = error instanceof ArchiveLimitError;
    work.problem(
      isLimit ? 'archive-limit' : 'archive-damaged',
      undefined,
      isLimit ? error.message : `the archive cannot be read on: ${messageOf(error)}`,
    );
    work.complete = false;
  }
  return work;
}

class Expansion implements Expanded {
  readonly members: ArchiveMember[] = [];
  readonly problems: ArchiveProblem[] = [];
  complete = true;
  readonly #wants: (name: string) => boolean;
  readonly #spill: SpillFolder;
  readonly #meter: Meter;
  readonly #path: string;
  readonly #names = new Map<string, number>();
  #packedBytes = 0;

  constructor(wants: (name: string) => boolean, spill: SpillFolder, limits: ArchiveLimits, path: string) {
    this.#wants = wants;
    this.#spill = spill;
    this.#path = path;
    this.#meter = new Meter(limits, spill.path, () => this.#packedBytes);
  }

  problem(code: ArchiveProblem['code'], member: string | undefined, message: string): void {
    this.problems.push({ code, member, message });
  }

  async single(packing: Packing): Promise<void> {
    const name = unpackedName(basename(this.#path));
    this.#meter.begin(undefined);
    await this.#take(name, unpacker(this.#input(), packing));
  }

  async tar(packing: Packing | undefined): Promise<void> {
    const input = this.#input();
    for await (const { name: raw, type, byteLength, content } of tarEntries(
      packing === undefined ? input : unpacker(input, packing),
    )) {
      const name = this.#nameOf(raw);
      if (name === undefined) for await (const chunk of content) this.#meter.skip(chunk.length);
      if (name === undefined || type === 'directory') continue;
      if (type !== 'file' && type !== 'contiguous-file') {
        const message =
          type === 'link' || type === 'symlink' ? 'a link; not followed' : `a member of type ${type}; not unpacked`;
        this.problem('archive-link', name, message);
        continue;
      }
      await this.#member(name, byteLength, () => Readable.from(content));
    }
  }

  async zip(): Promise<void> {
    this.#packedBytes = statSync(this.#path).size;
    for await (const entry of zipEntries(this.#path)) {
      const name = this.#nameOf(entry.name);
      if (name === undefined || entry.isDirectory) continue;
      if ((entry.mode & 0o170000) === 0o120000) this.problem('archive-link', name, 'a link; not followed');
      else if (entry.isEncrypted) {
        this.problem('archive-encrypted', name, 'the member is encrypted; unpack it with its password first');
        this.complete = false;
      } else await this.#member(name, entry.byteLength, entry.open);
    }
  }

  /** A member that is wanted, perhaps packed once more by itself. */
  async #member(name: string, byteLength: number, open: () => Readable | Promise<Readable>): Promise<void> {
    const inner = archiveOf(name);
    if (inner !== undefined && inner.form !== 'single') {
      this.problem('archive-nested', name, 'an archive inside an archive; unpack it first');
      return;
    }
    try {
      this.#meter.begin(byteLength);
      const content = await open();
      const packedInside = inner?.form === 'single' ? unpacker(content, inner.packing) : content;
      const label = inner === undefined ? name : `${name}!${unpackedName(basename(name))}`;
      await this.#take(label, packedInside);
    } catch (error) {
      if (!(error instanceof ArchiveLimitError) || error.scope === 'archive') throw error;
      this.problem('archive-limit', name, `${error.message}; not unpacked`);
      this.complete = false;
    }
  }

  /** Writes a member to the spill folder. What came before an error is kept: half a transcript is evidence too. */
  async #take(name: string, content: Readable): Promise<void> {
    const file = this.#spill.create();
    let keep = false;
    try {
      for await (const chunk of content as AsyncIterable<Uint8Array>) {
        this.#meter.add(chunk.length);
        file.write(chunk);
        keep = true;
      }
      keep = true;
    } catch (error) {
      keep &&= !(error instanceof ArchiveLimitError);
      throw error;
    } finally {
      if (keep) this.members.push({ name: this.#unique(name), location: file.done() });
      else file.discard();
    }
  }

  #input(): Readable {
    const input = createReadStream(this.#path, { highWaterMark: 1 << 20 });
    input.on('data', (chunk) => {
      this.#packedBytes += chunk.length;
    });
    return input.pause();
  }

  /** The name without what would make it point elsewhere; undefined if it is not wanted. */
  #nameOf(raw: string): string | undefined {
    const parts = raw.replaceAll('\\', '/').split('/');
    const kept = parts.filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[a-z]:$/i.test(part));
    const name = kept.join('/');
    if (!this.#wants(name)) return undefined;
    if (parts.includes('..') || raw.startsWith('/') || /^[a-z]:/i.test(raw)) {
      this.problem(
        'archive-path',
        name,
        `the member's name points outside the archive: ${JSON.stringify(raw)}; read as ${name}`,
      );
    }
    return name;
  }

  #unique(name: string): string {
    const times = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, times);
    return times === 1 ? name : `${name}~${times}`;
  }
}

function unpacker(input: Readable, packing: Packing): Transform {
  const unpack: Transform = packing === 'gz' ? createGunzip({ chunkSize: 1 << 18 }) : createZstdDecompress();
  // An error of the input ends the unpacker, and whoever reads from it learns of it there.
  pipeline(input, unpack, () => {});
  return unpack;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
