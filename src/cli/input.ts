import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Parts } from '../analysis/options.ts';
import type { RunState } from '../analysis/state.ts';
import { oneLine } from '../base/clean.ts';
import type { RebuiltEvent } from '../gates/payload/model.ts';
import type { Join, Joined } from '../links/join.ts';
import { addCoverage, NO_COVERAGE } from '../result/coverage.ts';
import { type CaseResult, REPORT_SCHEMA, type Report } from '../result/report.ts';
import { VERSION } from '../result/version.ts';
import type { Call } from './command.ts';
import { Complaint, EXIT, type ExitReason } from './exit.ts';
import { savedReport } from './saved.ts';

export type Tail = Omit<Report, 'cases'>;

/** Cases one by one, then what belongs to all of them: transcripts being analysed, or a saved report read back. */
export interface Input {
  readonly cases: AsyncIterable<CaseResult>;
  /** What hooks would have been sent in the case that was taken last, where that was asked for. */
  readonly payloads: () => readonly RebuiltEvent[];
  /** Complete only after the last case was taken. */
  readonly tail: Tail;
  /** Why the run is incomplete; complete only after the last case. */
  readonly reasons: ExitReason[];
  readonly paths: readonly string[];
}

export interface Wish {
  readonly parts: Parts;
  readonly focus?: string;
  readonly trail?: Readonly<Record<string, readonly string[]>>;
  /** Gates as written on the command line; none: nothing is replayed. */
  readonly gates?: readonly string[];
  /** What earlier runs have seen. */
  readonly state?: RunState;
  readonly payloadsOnly?: boolean;
  /** Say what the replays tell together. */
  readonly gateSummary?: boolean;
  /** Refuse saved reports: this command needs the transcripts themselves. */
  readonly transcriptsOnly?: boolean;
}

export async function openInput(call: Call, operands: readonly string[], wish: Wish): Promise<Input> {
  const paths = [...operands, ...localFolders(call)];
  if (paths.length === 0) {
    throw (await import('./trouble.ts')).noPath(call);
  }
  if (paths.length === 1 && wish.transcriptsOnly !== true) {
    const saved = await savedReport(paths[0]!);
    if (saved !== undefined) return fromReport(saved, paths);
  }
  const [{ analyse }, { analysisOptions }] = await Promise.all([
    import('../analysis/run.ts'),
    import('./analysis-options.ts'),
  ]);
  const meter = wantsMeter(call) ? (await import('./progress.ts')).meterFor(call) : undefined;
  const options = {
    ...(await analysisOptions(call, wish)),
    ...(meter !== undefined && { onProgress: meter.show }),
    ...(wish.state !== undefined && { state: wish.state }),
  };
  const { found, limits, outcomes } = await analyse(paths, options);
  const reasons: ExitReason[] = [];
  for (const { path, reason } of found.failed) {
    await call.err.write(`aftertaint: ${oneLine(path)}: ${oneLine(reason)}\n`);
    if (!existsSync(path)) {
      const { nearestPath } = await import('./trouble.ts');
      await call.err.write(`help: ${oneLine(nearestPath(path, operands[0] === path))}\n`);
    }
    if (call.settings.allowIncomplete !== true)
      reasons.push({ code: EXIT.incomplete, reason: `${path} could not be read` });
  }
  const unreadable = found.warnings.filter(({ code }) => code === 'unreadable');
  if (unreadable.length > 0 && call.settings.allowIncomplete !== true) {
    const { path, message } = unreadable[0]!;
    const more = unreadable.length === 1 ? '' : ` (and ${unreadable.length - 1} more)`;
    await call.err.write(`aftertaint: ${oneLine(path)}: ${oneLine(message)}${more}\n`);
    reasons.push({ code: EXIT.incomplete, reason: `${path} could not be read${more}` });
  }
  const tail = emptyTail();
  if (options.shard !== undefined) tail.shard = options.shard;
  if (options.shard === undefined || options.shard.index === 1) {
    // What belongs to no case is told by the first shard alone: every shard has walked the same folders.
    tail.warnings = found.warnings.map((warning) => ({ ...warning }));
    tail.coverage = { ...NO_COVERAGE, skippedFiles: found.skipped.length, limits: [...limits] };
  }
  if (
    found.sources.length === 0 &&
    found.failed.length === 0 &&
    options.shard === undefined &&
    call.settings.quiet !== true
  ) {
    await call.err.write((await import('./trouble.ts')).nothingFound(call, paths, found.skipped.length));
  }
  let latest: readonly RebuiltEvent[] = [];
  let taken = 0;
  let joined: Join | undefined;
  async function* cases(): AsyncGenerator<CaseResult> {
    try {
      for await (const { result, coverage, payloads } of outcomes) {
        latest = payloads;
        tail.coverage = addCoverage(tail.coverage, coverage);
        taken += 1;
        const lost = result.warnings.find(({ code }) => code === 'unreadable' || code === 'not-analysed');
        if (lost !== undefined && call.settings.allowIncomplete !== true)
          reasons.push({ code: EXIT.incomplete, reason: `${lost.path}: ${lost.message}` });
        if (options.shard === undefined && result.links !== undefined) {
          joined ??= (await import('../links/join.ts')).spillingJoin(call.settings.tmp);
          await joined.add(result);
        }
        yield options.shard === undefined ? withoutSummary(result) : result;
        // Signals are seen only when the event loop turns, and the work between two cases never lets it.
        await new Promise((resolve) => setImmediate(resolve));
        const signal = call.io.interrupted();
        if (signal === undefined || taken === found.sources.length) continue;
        tail.coverage = {
          ...tail.coverage,
          limits: [...tail.coverage.limits, `interrupted: ${taken} of ${found.sources.length} sessions were analysed`],
        };
        reasons.push({
          code: signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated,
          reason: `interrupted by ${signal}`,
        });
        return;
      }
      if (joined !== undefined) addJoined(tail, await joined.finish());
      if (wish.state !== undefined && found.failed.length === 0 && unreadable.length === 0)
        tail.findings.push(...wish.state.missing(found.sources));
    } finally {
      meter?.end();
    }
  }
  return { cases: cases(), payloads: () => latest, tail, reasons, paths };
}

/** What the join over cases says belongs to all of them. */
export function addJoined(
  tail: { -readonly [Key in keyof Tail]: Tail[Key] },
  { links, findings, limits }: Joined,
): void {
  tail.links = [...tail.links, ...links];
  tail.findings = [...tail.findings, ...findings];
  if (limits.length > 0)
    tail.coverage = { ...tail.coverage, limits: [...new Set([...tail.coverage.limits, ...limits])].sort() };
}

/** A case without what only the join needs. Parts of a run keep it: they are joined when they are merged. */
export function withoutSummary(result: CaseResult): CaseResult {
  if (result.links === undefined) return result;
  const { links: _, ...rest } = result;
  return rest;
}

/** The bar is loaded only where one may be drawn. */
function wantsMeter({ settings, io }: Call): boolean {
  const how = settings.progress ?? 'auto';
  return settings.quiet !== true && how !== 'off' && (how !== 'auto' || io.stderr.isTTY === true);
}

export function fromReport(report: Report, paths: readonly string[]): Input {
  const { cases, ...tail } = report;
  async function* each(): AsyncGenerator<CaseResult> {
    yield* cases;
  }
  return { cases: each(), payloads: () => [], tail, reasons: [], paths };
}

function emptyTail(): { -readonly [Key in keyof Tail]: Tail[Key] } {
  return {
    schema: REPORT_SCHEMA,
    tool: { name: 'aftertaint', version: VERSION },
    version: VERSION,
    coverage: NO_COVERAGE,
    links: [],
    findings: [],
    warnings: [],
  };
}

export async function collectReport(
  input: Input,
  each: (result: CaseResult) => CaseResult = (result) => result,
): Promise<Report> {
  const cases: CaseResult[] = [];
  for await (const result of input.cases) cases.push(each(result));
  const { schema, tool, version, ...rest } = input.tail;
  return { schema, tool, version, ...rest, cases };
}

/** `--local`: CLAUDE_CONFIG_DIR, else the two folders the host uses. Only when asked: a home folder is never scanned by itself. */
export function localFolders({ settings, io }: Call): string[] {
  if (settings.local !== true) return [];
  const home = io.env['HOME'] ?? '';
  const named = io.env['CLAUDE_CONFIG_DIR'];
  const roots = named ? named.split(',') : [join(home, '.claude'), join(home, '.config', 'claude')];
  const folders = roots.map((root) => join(root, 'projects')).filter((folder) => existsSync(folder));
  if (folders.length === 0) {
    throw new Complaint(
      `no transcripts of this machine: ${roots.map((root) => join(root, 'projects')).join(' and ')} do not exist`,
      {
        hint: 'set CLAUDE_CONFIG_DIR, or name a path',
      },
    );
  }
  return folders;
}
