import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json.ts';
import { stringAt } from '../../../src/base/json.ts';
import { PHASE_OF } from '../../../src/gates/payload/model.ts';

/** A recording of the real host: transcripts beside the hook events that it sent. */
export interface Recording {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly events: readonly TrueEvent[];
}

export interface TrueEvent {
  readonly hookEvent: string;
  readonly stdin: JsonObject;
}

export function recordingsUnder(folder: string): Recording[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('hooks.jsonl'))
    .map((path) => path.replaceAll('\\', '/').replace(/\/?hooks\.jsonl$/, ''))
    .sort()
    .map((name) => ({
      name,
      version: /(?:^|\/)older-([\d.]+)/.exec(name)?.[1] ?? '2.1.332',
      folder: join(folder, name),
      events: readEvents(join(folder, name, 'hooks.jsonl')),
    }));
}

/** Lines of hooks that were registered a second time with a matcher (`Event@matcher`) repeat an event: they are left out. */
export function readEvents(path: string): TrueEvent[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { event, stdin } = JSON.parse(line) as { event: string; stdin: JsonObject | string };
      if (typeof stdin !== 'object' || event.includes('@')) return [];
      const hookEvent = stringAt(stdin, 'hook_event_name') ?? '';
      return Object.hasOwn(PHASE_OF, hookEvent) && hookEvent === event ? [{ hookEvent, stdin }] : [];
    });
}
