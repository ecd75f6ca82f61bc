import { stringAt } from '../base/json.ts';
import type { Case, EventOf, Text } from '../case/model.ts';
import { READING_TOOLS, SHELL_TOOLS } from '../hosts/integrity.ts';
import { commandEffects } from './bash/effects.ts';
import { callOf } from './policy/calls.ts';
import { cleanPath, resolvePath } from './policy/paths.ts';
import { type WrittenPlace, writtenPlaces } from './policy/written.ts';

/** Which texts an agent wrote into the file that another text was read from. */
export class StorageMap {
  readonly #case: Case;
  readonly #byPath = new Map<Text, readonly Text[]>();
  readonly #spills = new Map<string, EventOf<'tool-result'>>();
  readonly #ends: ReadonlyMap<string, readonly WrittenPlace[]>;

  constructor(within: Case) {
    this.#case = within;
    for (const event of within.timeline) {
      if (event.kind === 'tool-result' && event.spilledTo !== undefined)
        this.#spills.set(cleanPath(event.spilledTo), event);
    }
    // Looked up by file name first: a path may be written absolute and read relative.
    const ends = new Map<string, WrittenPlace[]>();
    for (const [path, writes] of writtenPlaces(within)) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const list = ends.get(name);
      if (list === undefined) ends.set(name, [...writes]);
      else list.push(...writes);
    }
    this.#ends = ends;
  }

  get isEmpty(): boolean {
    return this.#ends.size === 0;
  }

  /** The paths whose content a text shows: of a read, a search, a shell command, or an instruction file that the host loaded. */
  pathsOf(text: Text): string[] {
    const { channel, tool, path, place } = text.origin;
    if (path !== undefined) return [path];
    if (channel !== 'tool' || tool === undefined || place?.startsWith('input:') === true) return [];
    const call = callOf(text, this.#case);
    if (call === undefined) return [];
    if (SHELL_TOOLS.includes(tool)) {
      const command = stringAt(call.input, 'command');
      return command === undefined
        ? []
        : commandEffects(command, call.cwd).output.files.map((file) => resolvePath(file, call.cwd));
    }
    return (READING_TOOLS[tool] ?? []).flatMap((member) => {
      const value = stringAt(call.input, member);
      return value === undefined ? [] : [resolvePath(value, call.cwd)];
    });
  }

  /** The result that the host put into the file this text was read from, because it was too large to show. */
  spillBehind(text: Text): EventOf<'tool-result'> | undefined {
    if (this.#spills.size === 0) return undefined;
    for (const path of this.pathsOf(text)) {
      const event = this.#spills.get(cleanPath(path));
      if (event !== undefined) return event;
    }
    return undefined;
  }

  /** What was spilled, as far as the records show it: the preview, and the child's own words where it was a child's report. */
  #spilled(text: Text): Text[] {
    const event = this.spillBehind(text);
    if (event === undefined) return [];
    const shown = [
      event,
      ...this.#case.timeline.filter((other) => other.kind === 'return' && other.carrier === event.id),
    ].flatMap((other) => other.texts);
    const originals = new Set(shown.flatMap((one) => (one.copyOf === undefined ? [] : [one.copyOf])));
    const words = originals.size === 0 ? [] : this.#case.texts.filter((other) => originals.has(other.id));
    return [...new Set([...words, ...shown])].filter((one) => one !== text && one.origin.channel !== 'notice');
  }

  /** Texts that calls of the case had written into what this text was read from, before it was read; oldest first. */
  writesBehind(text: Text): readonly Text[] {
    if (this.isEmpty && this.#spills.size === 0) return [];
    const known = this.#byPath.get(text);
    if (known !== undefined) return known;
    const order = this.#case.event(text.event)?.order ?? 0;
    const calls = new Map<string, WrittenPlace>();
    for (const path of this.pathsOf(text)) this.#collect(path, order, calls, 0);
    const texts = [...calls.values()]
      .sort((a, b) => a.order - b.order)
      .flatMap((write) => this.#case.event(write.call.id)?.texts ?? []);
    const all = [...this.#spilled(text), ...texts];
    this.#byPath.set(text, all);
    return all;
  }

  #collect(path: string, before: number, calls: Map<string, WrittenPlace>, depth: number): void {
    if (depth > 4 || calls.size > 400) return;
    const clean = cleanPath(path);
    const name = clean.slice(clean.lastIndexOf('/') + 1);
    const candidates = [...(this.#ends.get(name) ?? [])];
    // A search names a folder: whatever was written below it may be in its output.
    for (const [end, writes] of this.#ends) {
      if (end !== name) for (const write of writes) if (write.path.startsWith(`${clean}/`)) candidates.push(write);
    }
    for (const write of candidates) {
      if (write.order >= before || calls.has(write.call.id) || !samePlace(write.path, clean)) continue;
      calls.set(write.call.id, write);
      for (const from of write.from) this.#collect(from, write.order, calls, depth + 1);
    }
  }
}

/** Equal, below, or the same file named from another folder (`notes/a.md` and `/w/repo/notes/a.md`). */
function samePlace(written: string, read: string): boolean {
  if (written === read || written.startsWith(`${read}/`)) return true;
  const [long, short] = written.length > read.length ? [written, read] : [read, written];
  return !short.startsWith('/') && long.endsWith(`/${short}`);
}
