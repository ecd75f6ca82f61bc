import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { by } from '../base/order.ts';
import type { Report } from '../result/report.ts';
import { judge } from './corpus/judge.ts';
import { type CaseManifest, readManifest } from './corpus/manifest.ts';
import { snapshot, snapshotDiff } from './corpus/snapshot.ts';

interface CorpusCase {
  /** Name of the folder. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: CaseManifest;
}

/** One gate that the case's replay expectations ask for. */
interface GateWish {
  readonly gate: string;
  readonly mode?: string;
}

export interface AnalyseRequest {
  readonly case: CorpusCase;
  /** What is to be read: the case's `projects` folder, and `teams` where inboxes were handed in. */
  readonly paths: readonly string[];
  /** The case's own flags, e.g. `--gate settings:settings.json`; relative paths are meant from `folder`. */
  readonly args: readonly string[];
  /** Built-in gates to ask besides those of `args`; `hook` and `permission-rules` stand for the settings in `args`. */
  readonly gates: readonly GateWish[];
}

const EVIDENCE = ['projects', 'teams'];

export type AnalyseCase = (request: AnalyseRequest) => Promise<Report>;

export interface CheckOptions {
  /** Keep the cases whose name holds one of these. */
  readonly only?: readonly string[];
  /** Write what was found as what is expected (`expected/*.txt`); expectations of case.json are never rewritten. */
  readonly update?: boolean;
}

export interface CheckResult {
  readonly cases: readonly { readonly case: string; readonly ok: boolean; readonly misses: readonly string[] }[];
}

/** Runs corpus cases against what they expect. A case that cannot be read or analysed is a miss, never a crash of the run. */
export async function check(
  paths: readonly string[],
  analyse: AnalyseCase,
  options: CheckOptions = {},
  onCase: (result: CheckResult['cases'][number]) => void = () => {},
): Promise<CheckResult> {
  const results: { case: string; ok: boolean; misses: string[] }[] = [];
  for (const folder of caseFolders(paths)) {
    const name = basename(folder);
    if (options.only && options.only.length > 0 && !options.only.some((part) => name.includes(part))) continue;
    const misses = await missesOf(folder, name, analyse, options.update === true);
    const result = { case: name, ok: misses.length === 0, misses };
    results.push(result);
    onCase(result);
  }
  return { cases: results };
}

async function missesOf(folder: string, name: string, analyse: AnalyseCase, update: boolean): Promise<string[]> {
  try {
    const one = readCase(folder, name);
    const report = await analyse({
      case: one,
      paths: EVIDENCE.map((name) => join(folder, name)).filter((path) => existsSync(path)),
      args: one.manifest.args,
      gates: gatesOf(one.manifest),
    });
    return [...judge(one.manifest, report), ...compareSnapshots(folder, report, update)];
  } catch (error) {
    return [`could not be checked: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function readCase(folder: string, name = basename(folder)): CorpusCase {
  const manifest = readManifest(JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')), name);
  return { name, folder, manifest };
}

/** Folders at or below the given paths that hold a case.json, by path. */
function caseFolders(paths: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (folder: string, depth: number) => {
    if (existsSync(join(folder, 'case.json'))) found.add(folder);
    else if (depth < 4)
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) visit(join(folder, entry.name), depth + 1);
  };
  for (const path of paths) visit(path, 0);
  return [...found].sort(by((path) => path));
}

function gatesOf(manifest: CaseManifest): GateWish[] {
  const wishes = new Map<string, GateWish>();
  for (const { gate, mode } of manifest.replay)
    wishes.set(`${gate}:${mode ?? ''}`, mode === undefined ? { gate } : { gate, mode });
  return [...wishes.values()];
}

function compareSnapshots(folder: string, report: Report, update: boolean): string[] {
  return [...snapshot(report)].flatMap(([file, found]) => {
    const path = join(folder, 'expected', file);
    if (update) {
      mkdirSync(join(folder, 'expected'), { recursive: true });
      writeFileSync(path, found);
      return [];
    }
    if (!existsSync(path)) return [];
    const difference = snapshotDiff(file, readFileSync(path, 'utf8'), found);
    return difference === '' ? [] : [difference];
  });
}
