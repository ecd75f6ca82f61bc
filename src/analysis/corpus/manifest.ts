import { isObject, type JsonObject, stringAt, valueAt } from '../../base/json.ts';
import { type Must, parseMust, parseReplay, type ReplayExpectation } from './expectation.ts';

/** `case.json` of a corpus folder. */
export interface CaseManifest {
  readonly title: string;
  /** Id of the report in the table of public reports, or '' for cases of our own. */
  readonly report: string;
  /** Where the report stands, e.g. `cc#71602`. */
  readonly source: string;
  readonly slug: string;
  readonly variant: string;
  readonly version: string;
  readonly layout: string;
  /** Flags that this case needs; paths are relative to the case folder. */
  readonly args: readonly string[];
  readonly must: readonly Must[];
  /** Detector ids, or `*`. */
  readonly mustNot: readonly string[];
  readonly replay: readonly LocatedReplay[];
}

export interface LocatedReplay extends ReplayExpectation {
  readonly at: EventLocator;
}

/** Which replayed event a sentence like "the child's Bash curl" means. */
export interface EventLocator {
  readonly phase: string;
  /** `root`, `child` (any agent but the root), or an agent id. */
  readonly agent?: string;
  readonly tool?: string;
  /** Part of the call's summary, input or id. */
  readonly contains?: string;
  /** Among several: 0 is the first, -1 the last, `all` every one of them. Default: at least one has to match. */
  readonly nth?: number | 'all';
}

/** @throws Error in words where a member is missing or cannot be read. */
export function readManifest(value: unknown, name: string): CaseManifest {
  if (!isObject(value)) throw new Error(`${name}: case.json holds no object`);
  const text = (key: string) => {
    const found = stringAt(value, key);
    if (found === undefined) throw new Error(`${name}: case.json has no '${key}'`);
    return found;
  };
  const list = (key: string): string[] => {
    const found = valueAt(value, key);
    if (found === undefined) return [];
    if (!Array.isArray(found) || !found.every((entry) => typeof entry === 'string'))
      throw new Error(`${name}: '${key}' in case.json is no list of texts`);
    return found;
  };
  const replay = valueAt(value, 'replay') ?? [];
  if (!Array.isArray(replay)) throw new Error(`${name}: 'replay' in case.json is no list`);
  return {
    title: text('title'),
    report: stringAt(value, 'report') ?? '',
    source: stringAt(value, 'source') ?? '',
    slug: text('slug'),
    variant: text('variant'),
    version: text('version'),
    layout: text('layout'),
    args: list('args'),
    must: list('must').map(parseMust),
    mustNot: list('mustNot'),
    replay: replay.map((entry) => {
      if (!isObject(entry)) throw new Error(`${name}: an entry of 'replay' is no object`);
      return { ...parseReplay(stringAt(entry, 'expect') ?? ''), at: locator(entry) };
    }),
  };
}

function locator(entry: JsonObject): EventLocator {
  const at = valueAt(entry, 'at');
  if (!isObject(at)) throw new Error(`replay entry '${stringAt(entry, 'expect')}' has no 'at'`);
  const nth = valueAt(at, 'nth');
  const pick = (key: 'agent' | 'tool' | 'contains') => {
    const found = stringAt(at, key);
    return found === undefined ? {} : { [key]: found };
  };
  return {
    phase: stringAt(at, 'phase') ?? 'before-tool',
    ...pick('agent'),
    ...pick('tool'),
    ...pick('contains'),
    ...(typeof nth === 'number' || nth === 'all' ? { nth } : {}),
  };
}
