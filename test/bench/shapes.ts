/**
 * Shapes that hostile or careless sessions have: `node dist/test/bench/shapes.js [shape…] [--scale 1] [--times 4] [--stages]`. Each is built
 * at one size and at `times` that, and the processor seconds of building the case, tracing its flows and running all detectors are printed
 * with their growth over the growth of the input: 1.0 is linear. What was cut is printed, too.
 */
import { parseArgs } from 'node:util';
import { claimsOf } from '../../src/analysis/detect.ts';
import { buildCase } from '../../src/case/build.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { traceFlows } from '../../src/flows/trace.ts';
import { type AgentSketch, sketch } from '../../src/wire/sketch.ts';
import { inputOf } from '../wire/sketched.ts';
import { PUMPS, pumped } from './shapes/pumps.ts';
import { SHAPES } from './shapes/shapes.ts';

const { values, positionals } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    times: { type: 'string', default: '4' },
    pumps: { type: 'string' },
  },
  allowPositionals: true,
});
const scale = Number(values.scale);
const times = Number(values.times);

/** Processor seconds. */
function seconds<T>(work: () => T): [number, T] {
  const from = process.cpuUsage();
  const done = work();
  const { user, system } = process.cpuUsage(from);
  return [(user + system) / 1e6, done];
}

interface Row {
  readonly bytes: number;
  readonly build: number;
  readonly trace: number;
  readonly detect: number;
  readonly flows: number;
  readonly findings: number;
  readonly limits: readonly string[];
}

function measure(draw: (main: AgentSketch) => unknown): Row {
  const drawn = sketch({ startContext: false, version: '2.1.332' }, draw);
  const bytes = drawn.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const input = inputOf(drawn);
  const [build, record] = seconds(() => buildCase(input));
  const [trace, flows] = seconds(() => traceFlows(record, DEFAULT_POLICY));
  const [detect, claims] = seconds(() => [
    ...claimsOf({ case: record, flows, policy: DEFAULT_POLICY } as Parameters<typeof claimsOf>[0]),
  ]);
  return {
    bytes,
    build,
    trace,
    detect,
    flows: flows.flows.length,
    findings: claims.length,
    limits: flows.limits ?? [],
  };
}

if (values.pumps !== undefined) {
  // Short texts first, so that what runs later is compiled.
  for (const unit of ['word ', 'a']) measure((main) => pumped(main, unit, 2000));
  const characters = Number(values.pumps);
  for (const unit of PUMPS) {
    if (positionals.length > 0 && !positionals.includes(unit)) continue;
    const [small, large] = [characters, times * characters].map((size) => measure((main) => pumped(main, unit, size)));
    const of = ({ build, trace, detect }: Row) => [build, trace, detect].map((part) => part.toFixed(2)).join(' ');
    const growth =
      (large!.build + large!.trace + large!.detect) / (small!.build + small!.trace + small!.detect) / times;
    console.log(
      `${JSON.stringify(unit).padEnd(24)} ${of(small!)}  ${of(large!)}  ${growth.toFixed(2)}${growth > 1.3 ? '  <<<' : ''}`,
    );
  }
  process.exit(0);
}

console.log(
  'shape                          size     MB  build s  trace s  detect s   flows  claims   growth: build  trace  detect',
);
for (const name of Object.keys(SHAPES)) {
  if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue;
  let before: Row | undefined;
  for (const size of [1, times].map((factor) => Math.round(factor * scale * SHAPES[name]!.size))) {
    const row = measure((main) => SHAPES[name]!.draw(main, size));
    const factor = before === undefined ? 1 : row.bytes / before.bytes;
    const growth = (part: 'build' | 'trace' | 'detect') =>
      before === undefined ? '     ' : (row[part] / Math.max(0.001, before[part]) / factor).toFixed(2).padStart(6);
    console.log(
      `${name.padEnd(28)} ${String(size).padStart(6)} ${(row.bytes / 1e6).toFixed(2).padStart(6)} ${row.build.toFixed(2).padStart(8)} ${row.trace.toFixed(2).padStart(8)} ${row.detect.toFixed(2).padStart(9)} ${String(row.flows).padStart(7)} ${String(row.findings).padStart(7)}           ${growth('build')} ${growth('trace')} ${growth('detect')}`,
    );
    for (const limit of row.limits) console.log(`    ${limit}`);
    before = row;
  }
}
