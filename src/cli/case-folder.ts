import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { compareText } from '../base/order.ts';
import { digestOf, sha256 } from '../evidence/digest.ts';
import type { Report } from '../result/report.ts';
import { VERSION } from '../result/version.ts';
import type { Call } from './command.ts';
import { Complaint, type ExitReason, exitCodeOf } from './exit.ts';
import { renderReport, viewOf } from './formats.ts';
import { longName, OPTIONS, type OptionName } from './options.ts';
import { redacted } from './redaction.ts';
import { REPORT_FILE } from './saved.ts';

/** Files of evidence words are for the owner alone; what is redacted may be passed on. */
const PRIVATE = 0o600;
const PUBLIC = 0o644;

interface FileOfCase {
  readonly name: string;
  readonly mode: number;
  readonly pieces: Iterable<string> | AsyncIterable<string>;
}

/** Refuses before any work is done: an existing folder without `--force`, and every place inside the evidence. */
export function checkTarget(target: string, evidence: readonly string[], force: boolean, mark = 'run.json'): void {
  const place = realPlace(target);
  for (const path of evidence) {
    const root = realPlace(path);
    if (place === root || place.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new Complaint(`${target} lies inside the evidence (${path})`, {
        hint: 'evidence is never written to; choose a folder elsewhere',
      });
    }
    if (root.startsWith(place + sep)) {
      throw new Complaint(`${target} holds the evidence (${path})`, {
        hint: 'writing there would replace it; choose another folder',
      });
    }
  }
  if (existsSync(target) && !force) {
    throw new Complaint(`${target} exists already`, { hint: 'choose another folder, or --force to replace it' });
  }
  if (existsSync(target) && !existsSync(join(target, mark))) {
    throw new Complaint(`${target} exists and was not written by this command`, {
      hint: '--force replaces only folders that aftertaint wrote',
    });
  }
}

/** Where a path really is, even if its last parts do not exist yet: a link must not lead into the evidence. */
function realPlace(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(realPlace(parent), basename(whole));
  }
}

/** Writes the folder beside its place and renames it there: nobody ever sees half of it. Equal evidence gives equal bytes, `run.json` apart. */
export async function writeCaseFolder(
  call: Call,
  report: Report,
  startedAt: number,
  reasons: readonly ExitReason[],
): Promise<void> {
  const target = resolve(call.settings.output!);
  const building = `${target}.partial-${process.pid}`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true, mode: 0o700 });
  try {
    const digests: [name: string, digest: string][] = [];
    for (const file of await filesOf(call, report)) digests.push([file.name, await writeFile(building, file)]);
    digests.sort(([a], [b]) => compareText(a, b));
    const manifest = digests.map(([name, digest]) => sumLine(digest, name)).join('');
    await writeFile(building, { name: 'manifest-sha256.txt', mode: PUBLIC, pieces: [manifest] });
    const run = runFile(call, report, startedAt, reasons, sha256(manifest));
    await writeFile(building, { name: 'run.json', mode: PUBLIC, pieces: [run] });
    swap(building, target);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    throw error;
  }
}

function swap(building: string, target: string): void {
  if (!existsSync(target)) {
    renameSync(building, target);
    return;
  }
  const old = `${target}.replaced-${process.pid}`;
  renameSync(target, old);
  renameSync(building, target);
  rmSync(old, { recursive: true, force: true });
}

async function writeFile(folder: string, { name, mode, pieces }: FileOfCase): Promise<string> {
  const descriptor = openSync(join(folder, name), 'wx', mode);
  const hash = createHash('sha256');
  try {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece, 'utf8');
      hash.update(bytes);
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  chmodSync(join(folder, name), mode);
  return hash.digest('hex');
}

async function filesOf(call: Call, report: Report): Promise<FileOfCase[]> {
  const [{ caseRows, RowCounter, tailRows }, { ndjsonStream }, { jsonHead, jsonCase, jsonTail }] = await Promise.all([
    import('../report/rows.ts'),
    import('../report/ndjson.ts'),
    import('../report/json.ts'),
  ]);
  const shared = await redacted(report, call.settings.redact ?? 'secrets');
  const context = { view: await viewOf(call), argv: ['aftertaint', ...call.io.argv.slice(2)] };
  const rowsOf = (kinds: readonly string[]): FileOfCase['pieces'] => {
    const counter = new RowCounter();
    function* rows() {
      const wanted = function* (all: Iterable<{ kind: string }>) {
        for (const row of all) if (kinds.includes(row.kind)) yield row as never;
      };
      for (const result of report.cases) yield* counter.through(wanted(caseRows(result)));
      yield* counter.through(wanted(tailRows(report)));
      yield counter.end();
    }
    return ndjsonStream(rows()) as AsyncIterable<string>;
  };
  function* whole(): Generator<string> {
    yield jsonHead(report);
    for (const [index, result] of report.cases.entries()) yield jsonCase(result, index);
    yield jsonTail(report);
  }
  return [
    { name: 'evidence-sha256.txt', mode: PUBLIC, pieces: [evidenceSums(report, call.operands)] },
    { name: 'findings.ndjson', mode: PRIVATE, pieces: rowsOf(['finding']) },
    { name: 'agents.ndjson', mode: PRIVATE, pieces: rowsOf(['agent']) },
    { name: 'flows.ndjson', mode: PRIVATE, pieces: rowsOf(['flow', 'brief', 'link']) },
    { name: 'decisions.ndjson', mode: PRIVATE, pieces: rowsOf(['decision']) },
    { name: 'warnings.ndjson', mode: PRIVATE, pieces: rowsOf(['warning', 'coverage']) },
    { name: 'timeline.jsonl', mode: PRIVATE, pieces: [await renderReport(report, 'timesketch', context)] },
    { name: REPORT_FILE, mode: PRIVATE, pieces: whole() },
    {
      name: 'report.html',
      mode: PUBLIC,
      pieces: [await renderReport(shared, 'html', { ...context, argv: commandOf(call) })],
    },
    { name: 'results.sarif', mode: PUBLIC, pieces: [await renderReport(shared, 'sarif', context)] },
    { name: 'summary.md', mode: PUBLIC, pieces: [await renderReport(shared, 'md', context)] },
  ];
}

/** One line as `sha256sum -c` reads it: a name with a backslash or a line break is escaped, and the line says so by a leading backslash. */
export function sumLine(digest: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}\n`;
}

/** Digests of the evidence, to be checked from the folder that was scanned. For members of an archive the archive itself is listed. */
function evidenceSums(report: Report, roots: readonly string[]): string {
  const sums = new Map<string, string>();
  for (const { path, sha256: digest } of report.cases.flatMap((result) => result.artefacts)) {
    const archive = path.split('!')[0]!;
    if (archive === path) sums.set(path, digest);
    else if (!sums.has(archive)) {
      const place = roots
        .flatMap((root) => [join(root, archive), join(dirname(root), archive)])
        .find((file) => existsSync(file));
      if (place !== undefined) sums.set(archive, digestOf(place).sha256);
    }
  }
  return [...sums]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, digest]) => sumLine(digest, path))
    .join('');
}

/** Settings that change where or how fast something is written, not what. */
const NOT_IN_REPORTS = new Set([
  'output',
  'force',
  'quiet',
  'verbose',
  'progress',
  'color',
  'format',
  'jobs',
  'config',
  'tmp',
  'allowIncomplete',
]);

/** The command as it matters for the content: two runs that must give equal bytes give equal words. */
function commandOf({ spec, settings }: Call): string[] {
  const flags = Object.entries(settings).flatMap(([name, value]) => {
    if (NOT_IN_REPORTS.has(name) || value === false) return [];
    const flag = `--${longName(OPTIONS[name as OptionName])}`;
    return value === true ? [flag] : [value].flat().flatMap((item) => [flag, String(item)]);
  });
  return ['aftertaint', spec.name, ...flags, 'PATHS'];
}

function runFile(
  call: Call,
  report: Report,
  startedAt: number,
  reasons: readonly ExitReason[],
  manifest: string,
): string {
  const ended = call.io.now();
  const run = {
    schema: 'aftertaint/run/1',
    argv: ['aftertaint', ...call.io.argv.slice(2)],
    workingDirectory: call.io.cwd,
    versions: { aftertaint: VERSION, node: process.version },
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(ended).toISOString(),
    durationMs: ended - startedAt,
    coverage: report.coverage,
    limits: report.coverage.limits,
    exit: { code: exitCodeOf(reasons), reasons: reasons.map(({ code, reason }) => ({ code, reason })) },
    redaction: {
      'report.html, results.sarif, summary.md': call.settings.redact ?? 'secrets',
      'all other files': 'none; readable by their owner only',
    },
    manifestSha256: manifest,
  };
  return `${JSON.stringify(run, null, 2)}\n`;
}
