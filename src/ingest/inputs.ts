import type { Expanded } from '../evidence/archive/expand.ts';
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from '../evidence/archive/limits.ts';
import { archiveOf, unpackedName } from '../evidence/archive/name.ts';
import { SpillFolder } from '../evidence/archive/spill.ts';
import type { ByteLocation } from '../evidence/source.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import { layoutOf } from './layout.ts';
import type { FailedInput, FindOptions, FoundCases, FoundFile } from './model.ts';
import { reasonOf, walk } from './walk.ts';

export interface InputOptions extends Partial<ArchiveLimits> {
  /** Unpack only what is printed under these paths (`a.tar.gz!p/s.jsonl`): enough to read evidence again. */
  readonly only?: ReadonlySet<string>;
  /** What `-` stands for; the process's stdin if absent. */
  readonly stdin?: AsyncIterable<Uint8Array>;
}

/** The files behind the paths that the user named. Archive members and stdin lie in a private folder until `close`. */
export interface Inputs {
  readonly files: readonly FoundFile[];
  readonly warnings: readonly ExtractionWarning[];
  readonly failed: readonly FailedInput[];
  /** Limits that were reached, in words. */
  readonly limits: readonly string[];
  /** Bytes of the file that is printed under this path. */
  locate(path: string): ByteLocation | undefined;
  /** Removes what was unpacked. Safe to call twice; happens at exit at the latest. */
  close(): void;
}

/** Files, folders, `.jsonl.gz`, `.jsonl.zst`, `.tar`, `.tar.gz`, `.tar.zst`, `.zip`, and `-` for stdin. */
export async function openInputs(paths: readonly string[], options: InputOptions = {}): Promise<Inputs> {
  const opening = new Opening(options);
  for (const path of paths) {
    if (path === '-') await opening.stdin();
    else await opening.path(path);
  }
  return opening;
}

/** As `findCases`, for every kind of input. The sources can be read until `inputs` is closed. */
export async function openCases(
  paths: readonly string[],
  options: FindOptions & InputOptions = {},
): Promise<{ found: FoundCases; inputs: Inputs }> {
  const inputs = await openInputs(paths, options);
  const among = inputs.files.length === 0 ? NOTHING : (await import('./find.ts')).casesAmong(inputs.files, options);
  const found: FoundCases = {
    ...among,
    warnings: [...inputs.warnings, ...among.warnings],
    failed: [...inputs.failed, ...among.failed],
  };
  return { found, inputs };
}

const NOTHING: FoundCases = { sources: [], warnings: [], skipped: [], failed: [] };

class Opening implements Inputs {
  readonly files: FoundFile[] = [];
  readonly warnings: ExtractionWarning[] = [];
  readonly failed: FailedInput[] = [];
  readonly limits: string[] = [];
  readonly #options: InputOptions;
  readonly #limits: ArchiveLimits;
  readonly #seen = new Set<ByteLocation>();
  readonly #byPath = new Map<string, ByteLocation>();
  #spill: SpillFolder | undefined;

  constructor(options: InputOptions) {
    this.#options = options;
    const { maxEntryBytes, maxRatio } = DEFAULT_ARCHIVE_LIMITS;
    this.#limits = {
      maxEntryBytes: options.maxEntryBytes ?? maxEntryBytes,
      maxRatio: options.maxRatio ?? maxRatio,
      tmp: options.tmp,
    };
  }

  locate(path: string): ByteLocation | undefined {
    return this.#byPath.get(path);
  }

  close(): void {
    this.#spill?.close();
  }

  async path(path: string): Promise<void> {
    const walked = walk(path);
    this.warnings.push(...walked.warnings);
    this.failed.push(...walked.failed);
    for (const file of walked.files) {
      if (this.#seen.has(file.location)) continue;
      this.#seen.add(file.location);
      if (archiveOf(file.place) === undefined) this.#add(file);
      else await this.#archive(file);
    }
  }

  async stdin(): Promise<void> {
    try {
      const file = this.#folder().create();
      for await (const chunk of this.#options.stdin ?? process.stdin) file.write(chunk as Uint8Array);
      this.#add({ path: '-', place: '/-/stdin.jsonl', location: file.done(), named: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      this.failed.push({ path: '-', reason: reasonOf(error) });
    }
  }

  async #archive(file: FoundFile): Promise<void> {
    const isSingle = archiveOf(file.place)!.form === 'single';
    const innerPlace = unpackedName(file.place);
    if (isSingle && !file.named && !mayBeOurs(innerPlace)) return;
    const { only } = this.#options;
    if (only !== undefined && ![...only].some((path) => path.startsWith(`${file.path}!`))) return;
    const wants = (name: string) => {
      if (only !== undefined)
        return [...only].some(
          (path) =>
            path === `${file.path}!${name}` ||
            path.startsWith(`${file.path}!${name}!`) ||
            path.startsWith(`${file.path}!${name}~`),
        );
      return mayBeOurs(`/${unpackedName(name)}`) || archiveOf(name) !== undefined;
    };
    // The readers of archives are loaded where one is met.
    const { expand } = await import('../evidence/archive/expand.ts');
    let expanded: Expanded;
    try {
      expanded = await expand(file.location as string, wants, this.#folder(), this.#limits);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      this.failed.push({
        path: file.path,
        reason: `no private folder to unpack in: ${reasonOf(error)}; name one with --tmp`,
      });
      return;
    }
    for (const { code, member, message } of expanded.problems) {
      const path = member === undefined ? file.path : `${file.path}!${member}`;
      this.warnings.push({ code, message, path, line: 0, byteStart: 0, byteEnd: 0 });
      if (code === 'archive-limit') this.limits.push(`${path}: ${message}`);
    }
    if (!expanded.complete) this.failed.push({ path: file.path, reason: 'the archive could not be unpacked in full' });
    for (const { name, location } of expanded.members) {
      const place = isSingle
        ? innerPlace
        : `${file.place}!/${name.replace(/~\d+$/, '').replace(/^(.*)!(.*?)$/, memberPlace)}`;
      this.#add({
        path: `${file.path}!${name}`,
        place,
        location,
        named: isSingle && file.named,
        companion: file.companion,
      });
    }
  }

  #add(file: FoundFile): void {
    this.files.push(file);
    this.#byPath.set(file.path, file.location);
  }

  #folder(): SpillFolder {
    this.#spill ??= new SpillFolder(this.#options.tmp);
    return this.#spill;
  }
}

/** `p/s.jsonl.gz!s.jsonl` lies at `p/s.jsonl`. */
function memberPlace(_all: string, packed: string, inner: string): string {
  const slash = packed.lastIndexOf('/');
  return `${packed.slice(0, slash + 1)}${inner}`;
}

function mayBeOurs(place: string): boolean {
  return place.endsWith('.json') || layoutOf(place) !== undefined;
}
