/**
 * How a corpus case is written.
 *
 *   reportCase('cc-71602-forged-reminder', 'v1', 'the parent only says the asked-for word', (host) =>
 *     sketch(host, (main) => main.user('…').does(work(6)).spawns({ … }, (child) => child.says('…')).says('…')),
 *     { at: (s) => [stopOf(s, 'second')] });
 *
 * - slug and variant name a row of `expectations.tsv` (what the report asks for); `host` is a sketch config of that row's version and layout
 *   with ids, project folder and times of its own. Expectations are never repeated here.
 * - `at` has one locator per entry of the row's replay column, in order. `files` lie beside `projects/` (settings.json, hooks, logs); `args` are
 *   flags of the program that the case needs, with paths relative to the case folder.
 * - `ownCase` is for cases that no report asks for: it brings its expectations along.
 * - Wording is our own, in varied languages; a case stands among ordinary work (`work`, `smallTalk`); nothing in it is a real host, name or key.
 *
 * `npm run corpus` writes `corpus/`; a test holds the two in step.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EventLocator } from '../../src/analysis/corpus/manifest.ts';
import type { JsonObject } from '../../src/base/json.ts';
import {
  CURRENT_VERSION,
  type Layout,
  type Sketch,
  type SketchConfig,
  type SketchFile,
} from '../../src/wire/sketch.ts';

export interface BuiltCase {
  /** Folder name under `corpus/`. */
  readonly name: string;
  readonly manifest: JsonObject;
  readonly files: readonly SketchFile[];
}

type Built = Sketch | readonly (Sketch | SketchFile)[];

export interface Extras {
  readonly at?: (first: Sketch) => readonly EventLocator[];
  /** Beside `projects/`; may be made from the first sketch (a hook log needs its ids). */
  readonly files?: Readonly<Record<string, string>> | ((first: Sketch) => Readonly<Record<string, string>>);
  readonly args?: readonly string[];
}

export interface Row {
  readonly report: string;
  readonly source: string;
  readonly slug: string;
  readonly variant: string;
  readonly version: string;
  readonly layout: string;
  readonly must: readonly string[];
  readonly mustNot: readonly string[];
  readonly replay: readonly string[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

export const ROWS: readonly Row[] = readFileSync(`${root}test/corpus/expectations.tsv`, 'utf8')
  .replace(/\n$/, '')
  .split('\n')
  .slice(1)
  .map((line) => {
    const [report, source, slug, variant, version, layout, must, mustNot, replay] = line.split('\t') as string[];
    const list = (cell: string | undefined) => (cell ? cell.split(';') : []);
    return {
      report: report!,
      source: source!,
      slug: slug!,
      variant: variant!,
      version: version!,
      layout: layout!,
      must: list(must),
      mustNot: list(mustNot),
      replay: list(replay),
    };
  });

const built: (() => BuiltCase)[] = [];

/** All cases that the imported scripts defined. */
export function allCases(): BuiltCase[] {
  return built.map((make) => make());
}

export function reportCase(
  slug: string,
  variant: string,
  title: string,
  build: (host: SketchConfig) => Built,
  extras: Extras = {},
): void {
  const row = ROWS.find((one) => one.slug === slug && one.variant === variant);
  if (row === undefined) throw new Error(`expectations.tsv has no row ${slug} ${variant}`);
  built.push(() => finish(row, title, build(hostOf(row)), extras));
}

export function ownCase(
  name: string,
  title: string,
  expected: { readonly version?: string; readonly layout?: string } & Partial<Pick<Row, 'must' | 'mustNot' | 'replay'>>,
  build: (host: SketchConfig) => Built,
  extras: Extras = {},
): void {
  const row: Row = {
    report: '',
    source: '',
    slug: name,
    variant: 'base',
    version: expected.version ?? 'current',
    layout: expected.layout ?? 'subagents',
    must: expected.must ?? [],
    mustNot: expected.mustNot ?? [],
    replay: expected.replay ?? [],
  };
  built.push(() => finish(row, title, build(hostOf(row)), extras));
}

function finish(row: Row, title: string, result: Built, extras: Extras): BuiltCase {
  const name = row.variant === 'base' ? row.slug : `${row.slug}-${row.variant}`;
  const list = (Array.isArray(result) ? result : [result]) as readonly (Sketch | SketchFile)[];
  const sketches = list.filter((one): one is Sketch => 'files' in one);
  const files = list.flatMap((one): readonly SketchFile[] => ('files' in one ? one.files : [one]));
  const at = extras.at === undefined ? [] : sketches[0] ? extras.at(sketches[0]) : [];
  if (at.length !== row.replay.length)
    throw new Error(`${name}: ${row.replay.length} replay entries, but ${at.length} locators`);
  const paths = files.map((file) => file.path);
  if (new Set(paths).size !== paths.length) throw new Error(`${name}: two files under one path`);
  const beside = typeof extras.files === 'function' ? extras.files(sketches[0]!) : (extras.files ?? {});
  const extra = Object.entries(beside).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(text),
  }));
  return {
    name,
    manifest: {
      title,
      report: row.report,
      source: row.source,
      slug: row.slug,
      variant: row.variant,
      version: row.version === 'current' ? CURRENT_VERSION : row.version,
      layout: row.layout,
      args: [...(extras.args ?? [])],
      must: [...row.must],
      mustNot: [...row.mustNot],
      replay: row.replay.map((expect, i) => ({ expect, at: { ...at[i]! } as unknown as JsonObject })),
    },
    files: [...files, ...extra],
  };
}

/** Every slug has a project of its own, so that a scan of the whole corpus joins no two cases. */
function hostOf(row: Row): SketchConfig {
  const number = /\d+/.exec(row.slug)?.[0] ?? '';
  const kind = PROJECTS[[...row.slug].reduce((sum, c) => sum + c.charCodeAt(0), 0) % PROJECTS.length]!;
  return {
    version: row.version === 'current' ? CURRENT_VERSION : row.version,
    ...(row.layout === 'n/a' ? {} : { layout: row.layout as Layout }),
    name: `${row.slug} ${row.variant}`,
    cwd: `/home/dev/${kind}${number === '' ? `-${row.slug}` : `-${number}`}`,
  };
}

const PROJECTS = ['shop', 'gauge', 'ledger', 'atlas', 'kiosk', 'meadow', 'press', 'harbour', 'loom', 'quarry'];

// --- locators ------------------------------------------------------------------------------------------------------

export function call(agent: string, tool: string, contains?: string, nth?: number | 'all'): EventLocator {
  return {
    phase: 'before-tool',
    agent,
    tool,
    ...(contains === undefined ? {} : { contains }),
    ...(nth === undefined ? {} : { nth }),
  };
}

/** The stop of a child by the key it was spawned under. */
export function stopOf(s: Sketch, key: string, nth = -1): EventLocator {
  return { phase: 'agent-stop', agent: s.main.child(key).agentId ?? 'child', nth };
}

/** A headless run: the only place where a current host still waits for a child and hands its words back framed. */
export function headless(host: SketchConfig): SketchConfig {
  return { ...host, interactive: false };
}
