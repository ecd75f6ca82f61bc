import { stringAt } from '../../base/json.ts';
import type { Case, EventOf } from '../../case/model.ts';
import { SHELL_TOOLS, WRITING_TOOLS } from '../../hosts/integrity.ts';
import { commandEffects } from '../bash/effects.ts';
import { cleanPath, resolvePath } from './paths.ts';

/** A file that an agent of the case wrote, and what it wrote there. */
export interface WrittenPlace {
  readonly path: string;
  /** Timeline order of the call. */
  readonly order: number;
  readonly call: EventOf<'tool-call'>;
  /** From the network without passing a model: a download, a clone. Else by the agent's own hand. */
  readonly outside: boolean;
  /** The command put other files' content there (`cp`, `mv`, `cat a > b`). */
  readonly from: readonly string[];
}

const places = new WeakMap<Case, ReadonlyMap<string, readonly WrittenPlace[]>>();

/** Every place written in the case, by cleaned path, in order. Indexed once per case. */
export function writtenPlaces(within: Case): ReadonlyMap<string, readonly WrittenPlace[]> {
  let index = places.get(within);
  if (index === undefined) {
    index = readPlaces(within);
    places.set(within, index);
  }
  return index;
}

function readPlaces(within: Case): ReadonlyMap<string, readonly WrittenPlace[]> {
  const index = new Map<string, WrittenPlace[]>();
  const add = (place: WrittenPlace): void => {
    const list = index.get(place.path);
    if (list === undefined) index.set(place.path, [place]);
    else list.push(place);
  };
  for (const event of within.timeline) {
    if (event.kind !== 'tool-call') continue;
    const common = { order: event.order, call: event };
    for (const member of WRITING_TOOLS[event.toolName] ?? []) {
      const path = stringAt(event.input, member);
      if (path !== undefined) add({ ...common, path: resolvePath(path, event.cwd), outside: false, from: [] });
    }
    const command = SHELL_TOOLS.includes(event.toolName) ? stringAt(event.input, 'command') : undefined;
    if (command === undefined) continue;
    for (const write of commandEffects(command, event.cwd).writes) {
      add({
        ...common,
        path: cleanPath(write.path),
        outside: write.from.kind === 'outside',
        from: write.from.paths ?? [],
      });
    }
  }
  return index;
}

/** The last write to a file, or to a folder above it, before an event of the case. */
export function lastWriteTo(path: string, before: number, within: Case): WrittenPlace | undefined {
  const index = writtenPlaces(within);
  let found: WrittenPlace | undefined;
  const steps = cleanPath(path).split('/');
  for (let length = steps.length; length > 0; length--) {
    const candidate = steps.slice(0, length).join('/');
    if (candidate === '') break;
    const write = index
      .get(candidate)
      ?.findLast((one) => one.order < before && (length === steps.length || one.outside));
    if (write !== undefined && (found === undefined || write.order > found.order)) found = write;
  }
  return found;
}
