import { stringAt } from '../base/json.ts';
import { compareText, groupBy } from '../base/order.ts';
import type { AgentId, Case, EventOf, Text, TimelineEvent } from '../case/model.ts';
import { READING_TOOLS, SHELL_TOOLS } from '../hosts/integrity.ts';
import { commandEffects } from './bash/effects.ts';
import { agentReadFromFile } from './output-files.ts';
import { callOf } from './policy/calls.ts';
import { cleanPath, resolvePath } from './policy/paths.ts';
import { type WrittenPlace, writtenPlaces } from './policy/written.ts';

/** Writes behind one read that are followed: the latest ones. */
const MOST_WRITES = 256;

/** Which texts an agent wrote into the file that another text was read from. */
export class StorageMap {
  readonly #case: Case;
  readonly #byPath = new Map<Text, readonly Text[]>();
  readonly #spills = new Map<string, EventOf<'tool-result'>>();
  readonly #ends: ReadonlyMap<string, readonly WrittenPlace[]>;
  /** All written places by path, for what lies below a folder. */
  readonly #sorted: readonly WrittenPlace[];
  readonly #folders = new Map<string, readonly WrittenPlace[]>();
  #said: ReadonlyMap<AgentId, readonly Text[]> | undefined;
  #returns: Map<string, TimelineEvent[]> | undefined;
  #texts: Map<number, Text> | undefined;
  /** Reads of files that were written to more often than is followed. */
  cut = 0;

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
    for (const list of ends.values()) list.sort((a, b) => a.order - b.order);
    this.#ends = ends;
    this.#sorted = [...ends.values()].flat().sort((a, b) => compareText(a.path, b.path) || a.order - b.order);
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
    const shown = [event, ...(this.#returnsBy().get(event.id) ?? [])].flatMap((other) => other.texts);
    const originals = new Set(shown.flatMap((one) => (one.copyOf === undefined ? [] : [one.copyOf])));
    this.#texts ??= new Map(this.#case.texts.map((one) => [one.id, one]));
    const words = [...originals].sort((a, b) => a - b).flatMap((id) => this.#texts!.get(id) ?? []);
    return [...new Set([...words, ...shown])].filter((one) => one !== text && one.origin.channel !== 'notice');
  }

  /** What children handed back, by the event that carried it. */
  #returnsBy(): Map<string, TimelineEvent[]> {
    if (this.#returns === undefined) {
      this.#returns = new Map();
      for (const event of this.#case.timeline) {
        if (event.kind !== 'return' || event.carrier === undefined) continue;
        const list = this.#returns.get(event.carrier);
        if (list === undefined) this.#returns.set(event.carrier, [event]);
        else list.push(event);
      }
    }
    return this.#returns;
  }

  /** What a background agent had said, where the host keeps it in a file and this was read from there. */
  #kept(text: Text, order: number): readonly Text[] {
    const agent = agentReadFromFile(text, this.#case);
    if (agent === undefined) return [];
    this.#said ??= groupBy(
      this.#case.texts.filter(({ origin }) => origin.channel === 'model' && origin.tool === undefined),
      (one) => one.agent,
    );
    return (this.#said.get(agent) ?? [])
      .filter((one) => (this.#case.event(one.event)?.order ?? 0) < order)
      .slice(-MOST_WRITES);
  }

  /** Texts that calls of the case had written into what this text was read from, before it was read; oldest first. */
  writesBehind(text: Text): readonly Text[] {
    const known = this.#byPath.get(text);
    if (known !== undefined) return known;
    const order = this.#case.event(text.event)?.order ?? 0;
    const calls = new Map<string, WrittenPlace>();
    for (const path of this.pathsOf(text)) this.#collect(path, order, calls, 0);
    const writes = [...calls.values()].sort((a, b) => a.order - b.order);
    if (writes.length > MOST_WRITES) this.cut++;
    const texts = writes.slice(-MOST_WRITES).flatMap((write) => this.#case.event(write.call.id)?.texts ?? []);
    const all = [...this.#spilled(text), ...this.#kept(text, order), ...texts];
    this.#byPath.set(text, all);
    return all;
  }

  #collect(path: string, before: number, calls: Map<string, WrittenPlace>, depth: number): void {
    if (depth > 4 || calls.size > 400) return;
    const clean = cleanPath(path);
    const name = clean.slice(clean.lastIndexOf('/') + 1);
    const named = this.#ends.get(name) ?? [];
    // A search names a folder: whatever was written below it may be in its output.
    const below = this.#below(`${clean}/`, name);
    for (const candidates of [named, below]) {
      // The latest first: what lies further back than `MOST_WRITES` of them is cut, once there is one more to be sure of it.
      let left = MOST_WRITES + 1;
      for (let at = placeBefore(candidates, before); at >= 0 && left > 0; at--) {
        const write = candidates[at]!;
        if (calls.has(write.call.id) || !samePlace(write.path, clean)) continue;
        left--;
        calls.set(write.call.id, write);
        for (const from of write.from) this.#collect(from, write.order, calls, depth + 1);
      }
    }
  }

  /** Places whose path begins with this and ends in another name, in order. */
  #below(start: string, name: string): readonly WrittenPlace[] {
    const known = this.#folders.get(start);
    if (known !== undefined) return known;
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(sorted[middle]!.path, start) < 0) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < sorted.length && sorted[end]!.path.startsWith(start)) end++;
    const found = sorted
      .slice(low, end)
      .filter((write) => !write.path.endsWith(`/${name}`))
      .sort((a, b) => a.order - b.order);
    this.#folders.set(start, found);
    return found;
  }
}

/** The last of these places, sorted by order, that was written before an event; -1 where none was. */
function placeBefore(places: readonly WrittenPlace[], before: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]!.order < before) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Equal, below, or the same file named from another folder (`notes/a.md` and `/w/repo/notes/a.md`). */
function samePlace(written: string, read: string): boolean {
  if (written === read || written.startsWith(`${read}/`)) return true;
  const [long, short] = written.length > read.length ? [written, read] : [read, written];
  return !short.startsWith('/') && long.endsWith(`/${short}`);
}
