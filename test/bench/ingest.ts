/**
 * Reading and the whole analysis against the floor: how long they take for an archive, and how long JSON.parse alone takes for the same lines,
 * in turns, each in a process of its own so that peak memory can be told apart. Ratios of one run may be compared, times not.
 *
 *   node dist/test/bench/ingest.js [--megabytes 100] [--rounds 3] [--dir FOLDER (an archive that is there already)]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { analyseCase } from '../../src/analysis/analyse.ts';
import type { CaseOptions } from '../../src/analysis/options.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { findCases } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { generateArchive } from './generate.ts';

interface Measured {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly records: number;
  readonly peakMegabytes: number;
}

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    dir: { type: 'string' },
    mode: { type: 'string' },
  },
});

/** What `scan` does for each case, in this thread: findings, flows, the built-in floor. */
const SCAN: CaseOptions = {
  policy: DEFAULT_POLICY,
  parts: { findings: true, flows: true },
  replay: { gates: [{ kind: 'taint-floor', key: 'session' }], allowExec: false, allowNetwork: false, timeoutMs: 0 },
};

if (values.mode !== undefined && values.dir !== undefined)
  console.log(JSON.stringify(await measure(values.mode, values.dir)));
else main();

function main(): void {
  const made = values.dir === undefined ? mkdtempSync(join(tmpdir(), 'aftertaint-bench-')) : undefined;
  const dir = values.dir ?? made!;
  try {
    if (made !== undefined) {
      const { bytes, files, records } = generateArchive(made, { megabytes: Number(values.megabytes), flowEvery: 3 });
      console.log(`archive: ${(bytes / 1e6).toFixed(0)} MB, ${files} files, ${records} records`);
    }
    const rounds = Array.from({ length: Number(values.rounds) }, () => ({
      parse: inProcess('parse', dir),
      find: inProcess('find', dir),
      read: inProcess('read', dir),
      scan: inProcess('scan', dir),
    }));
    const parse = median(rounds.map((round) => round.parse));
    for (const mode of ['find', 'read', 'scan'] as const) {
      const { milliseconds, bytes, records, peakMegabytes } = median(rounds.map((round) => round[mode]));
      const seconds = milliseconds / 1000;
      console.log(
        `${mode}: ${(bytes / 1e6 / seconds).toFixed(0)} MB/s, ${(records / seconds / 1000).toFixed(0)}k records/s, ` +
          `peak ${peakMegabytes.toFixed(0)} MB, ${(parse.milliseconds / milliseconds).toFixed(2)} of JSON.parse alone`,
      );
    }
    console.log(`JSON.parse alone: ${(parse.bytes / 1e3 / parse.milliseconds).toFixed(0)} MB/s of strings in memory`);
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}

function inProcess(mode: string, dir: string): Measured {
  const self = fileURLToPath(import.meta.url);
  return JSON.parse(
    execFileSync(process.execPath, [self, '--mode', mode, '--dir', dir], { encoding: 'utf8' }),
  ) as Measured;
}

async function measure(mode: string, dir: string): Promise<Measured> {
  if (mode === 'parse') return measureParse(dir);
  const start = performance.now();
  const { sources } = findCases([dir]);
  let bytes = 0;
  let records = 0;
  if (mode === 'read') {
    for (const source of sources) {
      const { coverage } = readCase(source);
      bytes += coverage.bytes;
      records += coverage.records;
    }
  } else if (mode === 'scan') {
    for (const source of sources) {
      const { coverage } = await analyseCase(source, SCAN);
      bytes += coverage.bytes;
      records += coverage.records;
    }
  } else {
    bytes = sources.reduce((sum, { byteLength }) => sum + byteLength, 0);
    records = sources.length;
  }
  return done(performance.now() - start, bytes, records);
}

/** Only the time inside JSON.parse counts: the lines are strings already. Files one by one, so that large archives fit. */
function measureParse(dir: string): Measured {
  let milliseconds = 0;
  let bytes = 0;
  let records = 0;
  for (const { artefacts } of findCases([dir]).sources) {
    for (const { kind, location } of artefacts) {
      if (kind !== 'session' && kind !== 'sidechain') continue;
      const text = readFileSync(location as string, 'utf8');
      bytes += Buffer.byteLength(text);
      const lines = text.split('\n').filter((line) => line !== '');
      const start = performance.now();
      for (const line of lines) if (JSON.parse(line) !== null) records += 1;
      milliseconds += performance.now() - start;
    }
  }
  return done(milliseconds, bytes, records);
}

function done(milliseconds: number, bytes: number, records: number): Measured {
  return { milliseconds, bytes, records, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
}

function median(measured: Measured[]): Measured {
  return measured.sort((a, b) => a.milliseconds - b.milliseconds)[measured.length >> 1]!;
}
