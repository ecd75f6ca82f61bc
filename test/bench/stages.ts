/**
 * What each stage of the analysis costs, as a share of JSON.parse alone on the same lines: processor time of one process, every stage of
 * every case timed where it runs. Ratios of one run may be compared, times not.
 *
 *   node dist/test/bench/stages.js FOLDER [--rounds 3]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { assemble, coverageOf } from '../../src/analysis/assemble.ts';
import { claimsOf } from '../../src/analysis/detect.ts';
import { pathsTo, withFirstStops } from '../../src/analysis/first-stop.ts';
import { RecordBytes } from '../../src/analysis/record-bytes.ts';
import { askedGates, stoppingGates } from '../../src/analysis/replay.ts';
import { settle } from '../../src/analysis/settle.ts';
import { buildCase } from '../../src/case/build.ts';
import { titleOf } from '../../src/detectors/catalogue.ts';
import { DETECTORS } from '../../src/detectors/index.ts';
import { traceFlows } from '../../src/flows/trace.ts';
import { findCases } from '../../src/ingest/find.ts';
import type { CaseSource } from '../../src/ingest/model.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { jsonCase } from '../../src/report/json.ts';
import { SCAN } from './scan-options.ts';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, detectors: { type: 'boolean', default: false } },
  allowPositionals: true,
});

class Stages {
  readonly milliseconds = new Map<string, number>();

  time<T>(name: string, run: () => T): T {
    const before = process.cpuUsage();
    const result = run();
    this.#add(name, before);
    return result;
  }

  async wait<T>(name: string, run: () => Promise<T>): Promise<T> {
    const before = process.cpuUsage();
    const result = await run();
    this.#add(name, before);
    return result;
  }

  #add(name: string, before: NodeJS.CpuUsage): void {
    const { user, system } = process.cpuUsage(before);
    this.milliseconds.set(name, (this.milliseconds.get(name) ?? 0) + (user + system) / 1000);
  }
}

async function one(source: CaseSource, stages: Stages): Promise<void> {
  stages.time('parse alone', () => {
    for (const { kind, location } of source.artefacts) {
      if (kind !== 'session' && kind !== 'sidechain') continue;
      const lines = readFileSync(location as string, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      stages.time('JSON.parse', () => {
        for (const line of lines) {
          try {
            JSON.parse(line);
          } catch {}
        }
      });
    }
  });
  const read = stages.time('read', () => readCase(source));
  const record = stages.time('build', () => buildCase(read.input));
  const flows = stages.time('trace', () => traceFlows(record, SCAN.policy));
  const bytes = new RecordBytes(source);
  const replayed = await stages.wait('replay', () =>
    askedGates(record, read.input, flows, SCAN.policy, bytes, SCAN.replay),
  );
  const investigation = { case: record, flows, ...(replayed.gate !== undefined && { gate: replayed.gate }) };
  const claims = stages.time('detect', () =>
    values.detectors
      ? DETECTORS.flatMap((detector) => stages.time(`  ${detector.id}`, () => [...detector.detect(investigation)]))
      : [...claimsOf(investigation)],
  );
  const settled = stages.time('settle', () => settle(claims, { case: record, bytes, titleOf }));
  const paths = pathsTo(settled, flows.flows, record);
  const stoppers = await stages.wait('stoppers', () =>
    stoppingGates(
      record,
      read.input,
      flows,
      SCAN.policy,
      bytes,
      SCAN.replay?.gates ?? [],
      paths.events,
      replayed.rebuilt,
    ),
  );
  const findings = stages.time('first stops', () => withFirstStops(settled, paths, [...replayed.replays, ...stoppers]));
  const result = stages.time('assemble', () => {
    coverageOf(read.coverage, record, flows);
    return assemble({ source, record, flows, findings, replayed, options: SCAN });
  });
  stages.time('report', () => jsonCase(result, 0));
  bytes.close();
}

for (let round = 0; round < Number(values.rounds); round += 1) {
  const stages = new Stages();
  const { sources } = stages.time('find', () => findCases(positionals));
  for (const source of sources) await one(source, stages);
  const bytes = sources.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const parse = stages.milliseconds.get('JSON.parse')!;
  stages.milliseconds.delete('JSON.parse');
  stages.milliseconds.delete('parse alone');
  const whole = [...stages.milliseconds]
    .filter(([name]) => !name.startsWith(' '))
    .reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  console.log(
    `round ${round + 1}: ${(bytes / 1e6).toFixed(1)} MB, JSON.parse alone ${(bytes / 1e3 / parse).toFixed(0)} MB/s, ` +
      `analysis ${(bytes / 1e3 / whole).toFixed(1)} MB/s, ratio ${(parse / whole).toFixed(3)}`,
  );
  for (const [name, milliseconds] of stages.milliseconds) {
    console.log(
      `  ${name.padEnd(24)} ${milliseconds.toFixed(0).padStart(7)} ms ${(milliseconds / parse).toFixed(2).padStart(7)} x JSON.parse ` +
        `${((100 * milliseconds) / whole).toFixed(1).padStart(5)} %`,
    );
  }
}
