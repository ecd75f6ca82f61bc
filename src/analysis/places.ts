import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { archiveOf } from '../evidence/archive/name.ts';
import { type InputOptions, type Inputs, openInputs } from '../ingest/inputs.ts';
import type { Report } from '../result/report.ts';

/** Where the files that a saved report names lie now. A report names paths relative to the argument they were found under. */
export class EvidencePlaces {
  readonly #roots: readonly string[];
  readonly #unpacked = new Map<string, string[]>();
  readonly #inputs: Inputs[] = [];

  private constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /** Unpacks those members of archives that the report names, and no others. */
  static async open(report: Report, roots: readonly string[], options: InputOptions = {}): Promise<EvidencePlaces> {
    const places = new EvidencePlaces(roots);
    const members = new Map<string, Set<string>>();
    for (const { path } of report.cases.flatMap((result) => result.artefacts)) {
      const archive = archivePart(path);
      if (archive === undefined || plainPlaces(path, roots).length > 0) continue;
      const named = members.get(archive) ?? new Set();
      named.add(path);
      members.set(archive, named);
    }
    for (const [archive, paths] of members) {
      for (const place of plainPlaces(archive, roots)) await places.#unpack(archive, place, paths, options);
    }
    return places;
  }

  /** Files that may be the one the report calls `path`: the same name may lie under several roots. */
  of(path: string): string[] {
    return [...plainPlaces(path, this.#roots), ...(this.#unpacked.get(path) ?? [])];
  }

  close(): void {
    for (const inputs of this.#inputs) inputs.close();
  }

  async #unpack(archive: string, place: string, paths: ReadonlySet<string>, options: InputOptions): Promise<void> {
    const printed = (path: string) => `${basename(place)}${path.slice(archive.length)}`;
    const inputs = await openInputs([place], { ...options, only: new Set([...paths].map(printed)) });
    this.#inputs.push(inputs);
    for (const path of paths) {
      const location = inputs.locate(printed(path));
      if (typeof location === 'string') this.#unpacked.set(path, [...(this.#unpacked.get(path) ?? []), location]);
    }
  }
}

/** How deep below the starting folders evidence is searched for when nobody said where it lies. */
const SEARCH_DEPTH = 3;

/** Folders at or below `starts` under which the report's first artefact lies: for a `verify` without `--evidence`. */
export function searchRoots(report: Report, starts: readonly string[]): string[] {
  const first = report.cases[0]?.artefacts[0]?.path;
  if (first === undefined) return [...starts];
  const names = [first, archivePart(first)].filter((name) => name !== undefined);
  const found: string[] = [];
  const visit = (folder: string, depth: number) => {
    if (names.some((name) => existsSync(join(folder, name)))) found.push(folder);
    if (depth === 0) return;
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
          visit(join(folder, entry.name), depth - 1);
      }
    } catch {
      // A folder that cannot be listed holds no evidence that we could read.
    }
  };
  for (const start of starts) visit(start, SEARCH_DEPTH);
  return found;
}

/** `x/a.tar.gz` of `x/a.tar.gz!p/s.jsonl`. */
function archivePart(path: string): string | undefined {
  for (let at = path.indexOf('!'); at >= 0; at = path.indexOf('!', at + 1)) {
    const archive = path.slice(0, at);
    if (archiveOf(archive) !== undefined) return archive;
  }
  return undefined;
}

function plainPlaces(path: string, roots: readonly string[]): string[] {
  const places = roots.map((root) => (isFolder(root) ? join(root, path) : join(dirname(root), path)));
  return [...new Set(places)].filter((place) => existsSync(place) && !isFolder(place));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
