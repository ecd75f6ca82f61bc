import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { cleanPath, isUnder } from '../../flows/policy/paths.ts';
import type { EvidenceBytes } from './evidence.ts';

/**
 * The folder that a replay's hooks live in: a copy of the project, an empty home, and transcripts that grow with the replay. Paths of the
 * recorded host are mapped into it by one table, and temp paths in answers are mapped back by the same.
 */
export class Workspace {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly temp: string;
  readonly #transcripts: string;
  /** Recorded folder → folder here, longest recorded first. */
  readonly #table: [recorded: string, here: string][] = [];
  readonly #written = new Map<string, number>();
  readonly #evidence: EvidenceBytes;

  /** `projectCopy`: a folder whose content hooks see as their project; `recordedProject`: where the project lay for the host. */
  constructor(options: {
    readonly projectCopy?: string;
    readonly recordedProject?: string;
    readonly evidence: EvidenceBytes;
    readonly tempFolder?: string;
  }) {
    this.root = mkdtempSync(join(options.tempFolder ?? tmpdir(), 'aftertaint-replay-'));
    this.project = join(this.root, 'project');
    this.home = join(this.root, 'home');
    this.temp = join(this.root, 'tmp');
    this.#transcripts = join(this.root, 'transcripts');
    this.#evidence = options.evidence;
    for (const folder of [this.home, this.temp, this.#transcripts]) mkdirSync(folder);
    if (options.projectCopy === undefined) mkdirSync(this.project);
    else cpSync(options.projectCopy, this.project, { recursive: true, dereference: false, verbatimSymlinks: true });
    if (options.recordedProject !== undefined) this.#map(cleanPath(options.recordedProject), this.project);
  }

  #map(recorded: string, here: string): void {
    this.#table.push([recorded, here]);
    this.#table.sort(([a], [b]) => b.length - a.length);
  }

  /** A recorded folder as it is here; one outside the project gets an empty folder of its own. */
  folder(recorded: string): string {
    const clean = cleanPath(recorded);
    let here = this.#lookUp(clean);
    if (here === undefined) {
      here = join(this.root, 'outside', String(this.#table.length));
      this.#map(clean, here);
    }
    mkdirSync(here, { recursive: true });
    return here;
  }

  #lookUp(recorded: string): string | undefined {
    const entry = this.#table.find(([from]) => isUnder(recorded, from));
    return entry === undefined ? undefined : join(entry[1], recorded.slice(entry[0].length));
  }

  /** The host's transcript file as a byte copy of the evidence up to `byteEnd`. Only what is new is written. */
  transcript(recordedPath: string, artefact: string | undefined, byteEnd: number): string {
    const name = recordedPath.split('/').filter((part) => part !== '' && part !== '..');
    const path = join(this.#transcripts, ...name.slice(-6));
    if (artefact === undefined) return path;
    const from = this.#written.get(path) ?? 0;
    if (byteEnd > from) {
      mkdirSync(dirname(path), { recursive: true });
      const bytes = this.#evidence.read(artefact, from, byteEnd);
      if (bytes !== undefined) {
        appendFileSync(path, bytes);
        this.#written.set(path, byteEnd);
      }
    }
    return path;
  }

  /** Paths of this folder in a hook's answer, as the host would have said them. */
  mapBack<T extends JsonValue>(value: T): T {
    if (typeof value === 'string') return this.#textBack(value) as T;
    if (Array.isArray(value)) return value.map((entry) => this.mapBack(entry)) as T;
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value as JsonObject).map(([key, entry]) => [key, this.mapBack(entry)]),
      ) as T;
    }
    return value;
  }

  #textBack(text: string): string {
    if (!text.includes(this.root)) return text;
    let mapped = text;
    for (const [recorded, here] of this.#table) mapped = mapped.replaceAll(here, recorded);
    return mapped.replaceAll(this.root, '<replay folder>');
  }

  /** Changes when a hook has written, renamed or removed something below; transcripts do not count. */
  stateMark(): string {
    const marks: string[] = [];
    const visit = (folder: string, depth: number): void => {
      if (depth > 6 || marks.length > 5_000 || !existsSync(folder)) return;
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) visit(path, depth + 1);
        else {
          const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
          marks.push(`${path} ${size} ${mtimeMs}`);
        }
      }
    };
    for (const folder of [this.project, this.home, this.temp, join(this.root, 'outside')]) visit(folder, 0);
    return marks.join('\n');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
