/**
 * `npm run bench`: the whole program against JSON.parse alone and against programs that read the same archive, in turns: every variant once,
 * then all of them again. Figures are medians of the rounds; ratios of one run may be compared, times of two runs not. Whether every planted
 * flow is reported is checked on the output of the same run.
 *
 *   npm run bench -- [--megabytes 100,1000] [--rounds 3] [--dir FOLDER (an archive that is there already)] [--giant] [--no-peers]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type GeneratedArchive, generateArchive } from './generate.ts';
import { peersFor, type Variant } from './peers.ts';
import { type Ran, runMeasured } from './process.ts';
import { recallOf } from './recall.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    dir: { type: 'string' },
    giant: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
    stages: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, '../../../bin/aftertaint.js');

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

const growth: { bytes: number; rows: Map<string, Row> }[] = [];
const scratch = mkdtempSync(join(tmpdir(), 'aftertaint-bench-'));
try {
  const threads = availableParallelism();
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${threads} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}`,
  );
  if (values.dir !== undefined) measureOne(values.dir, undefined);
  else {
    for (const [index, size] of values.megabytes.split(',').map(Number).entries()) {
      const dir = join(scratch, `archive-${index}`);
      const made = generateArchive(dir, { megabytes: size, flowEvery: 1, giant: values.giant });
      measureOne(dir, made);
      rmSync(dir, { recursive: true, force: true });
    }
  }
  tellGrowth();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measureOne(dir: string, made: GeneratedArchive | undefined): void {
  const report = join(scratch, 'report.json');
  const scan = (jobs: number): Variant => ({
    name: `scan, ${jobs} thread${jobs === 1 ? '' : 's'}`,
    argv: [process.execPath, program, 'scan', dir, '-j', String(jobs), '--format', 'json', '--redact', 'none', '-q'],
    stdout: report,
  });
  const inner = (mode: string): Variant => ({
    name: mode === 'parse' ? 'JSON.parse alone' : 'ingestion',
    argv: [process.execPath, join(here, 'ingest.js'), '--mode', mode, '--dir', dir],
    inner: true,
  });
  const ours = [inner('parse'), inner('read'), scan(1)];
  if (availableParallelism() > 1) ours.push(scan(availableParallelism()));
  const { variants: peers, missing } = values.peers ? peersFor(dir, scratch) : { variants: [], missing: [] };
  const variants = [...ours, ...peers];
  const runs = new Map<string, Ran[]>(variants.map(({ name }) => [name, []]));
  const recalls: string[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const variant of variants) {
      const ran = runMeasured(variant, scratch);
      if (ran.failed === undefined) runs.get(variant.name)!.push(ran);
      else missing.push(`${variant.name}: ${ran.failed}`);
      if (variant.stdout === report && made !== undefined && ran.failed === undefined)
        recalls.push(recallOf(report, dir, made.flows));
    }
  }
  const rows = new Map<string, Row>();
  for (const [name, all] of runs) if (all.length > 0) rows.set(name, medianRow(name, all));
  const parse = rows.get('JSON.parse alone');
  const bytes = made?.bytes ?? runs.get('JSON.parse alone')?.[0]?.bytes ?? 0;
  console.log(
    `\n${(bytes / 1e6).toFixed(0)} MB${made === undefined ? '' : `, ${made.files} files, ${made.records} records, ${made.flows.length} planted flows`}`,
  );
  console.log('| | wall s | cpu s | peak MB | MB/s | of JSON.parse alone (cpu) |\n|---|---|---|---|---|---|');
  for (const { name, seconds, cpuSeconds, peakMegabytes } of rows.values()) {
    const rate = parse === undefined ? '' : (parse.cpuSeconds / cpuSeconds).toFixed(3);
    console.log(
      `| ${name} | ${seconds.toFixed(2)} | ${cpuSeconds.toFixed(2)} | ${peakMegabytes.toFixed(0)} | ${(bytes / 1e6 / seconds).toFixed(1)} | ${rate} |`,
    );
  }
  for (const line of new Set(missing)) console.log(`not measured: ${line}`);
  for (const line of new Set(recalls)) console.log(`recall: ${line}`);
  if (recalls.some((line) => line.includes('missed'))) process.exitCode = 1;
  growth.push({ bytes, rows });
  if (values.stages) {
    const stages = runMeasured(
      {
        name: 'stages',
        argv: [process.execPath, join(here, 'stages.js'), dir, '--rounds', '1'],
        stdout: join(scratch, 'stages'),
      },
      scratch,
    );
    console.log(
      stages.failed === undefined
        ? `\ncost per stage, one thread\n${stages.stdout.trimEnd()}`
        : `not measured: stages: ${stages.failed}`,
    );
  }
}

function medianRow(name: string, all: readonly Ran[]): Row {
  const middle = (of: (ran: Ran) => number) => all.map(of).sort((a, b) => a - b)[all.length >> 1]!;
  return {
    name,
    seconds: middle((ran) => ran.seconds),
    cpuSeconds: middle((ran) => ran.cpuSeconds),
    peakMegabytes: middle((ran) => ran.peakMegabytes),
  };
}

function tellGrowth(): void {
  for (const [index, { bytes, rows }] of growth.entries()) {
    const before = growth[index - 1];
    if (before === undefined) continue;
    for (const [name, row] of rows) {
      const earlier = before.rows.get(name);
      if (earlier !== undefined)
        console.log(
          `growth: ${(bytes / before.bytes).toFixed(1)} x the bytes: ${name} ${(row.cpuSeconds / earlier.cpuSeconds).toFixed(1)} x the time, ${(row.peakMegabytes / earlier.peakMegabytes).toFixed(2)} x the memory`,
        );
    }
  }
}
