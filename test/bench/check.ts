/**
 * `npm run bench:check`: the analysis against JSON.parse alone on the same generated archive, in one process and in turns; fails when the ratio
 * of their processor times is more than a fifth below the recorded one. `--record` writes it anew.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { analyseCase } from '../../src/analysis/analyse.ts';
import { findCases } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { generateArchive } from './generate.ts';
import { parseAlone } from './parse-alone.ts';
import { SCAN } from './scan-options.ts';

const { values } = parseArgs({ options: { record: { type: 'boolean' }, rounds: { type: 'string', default: '5' } } });

const RECORDED = fileURLToPath(new URL('../../../test/bench/recorded.json', import.meta.url));
/** Enough for the compiler to have warmed up, little enough for a machine of the community. */
const MEGABYTES = 20;
const TOLERANCE = 0.8;

interface Ratios {
  ingestion: number;
  analysis: number;
}

const dir = mkdtempSync(join(tmpdir(), 'aftertaint-bench-'));
try {
  generateArchive(dir, { megabytes: MEGABYTES, flowEvery: 3 });
  const parse: number[] = [];
  const reading: number[] = [];
  const analysing: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    parse.push(parseAlone(dir).cpuMilliseconds);
    reading.push(await cpuOf(() => void findCases([dir]).sources.map((source) => readCase(source))));
    analysing.push(
      await cpuOf(async () => {
        for (const source of findCases([dir]).sources) await analyseCase(source, SCAN);
      }),
    );
  }
  // The least of each: what else the machine does can only add, and the first round compiles.
  const least = Math.min(...parse);
  const measured = { ingestion: least / Math.min(...reading), analysis: least / Math.min(...analysing) };
  if (values.record === true) {
    writeFileSync(RECORDED, `${JSON.stringify(measured, null, 2)}\n`);
    console.log(`recorded: ${told(measured)}`);
  } else compare(measured, JSON.parse(readFileSync(RECORDED, 'utf8')) as Ratios);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function compare(measured: Ratios, recorded: Ratios): void {
  console.log(`of JSON.parse alone: ${told(measured)}; recorded ${told(recorded)}`);
  for (const name of ['ingestion', 'analysis'] as const) {
    if (measured[name] >= TOLERANCE * recorded[name]) continue;
    process.exitCode = 1;
    console.error(
      `${name} is ${(100 - (100 * measured[name]) / recorded[name]).toFixed(0)} % below the recorded ratio; find what it costs with 'npm run bench', or record anew with 'npm run bench:check -- --record'`,
    );
  }
}

function told({ ingestion, analysis }: Ratios): string {
  return `ingestion ${ingestion.toFixed(3)}, analysis ${analysis.toFixed(4)}`;
}

async function cpuOf(run: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
