/**
 * How much longer than Node itself each command takes to begin, and what a second thread brings: processes in turns, medians and least
 * times of one run. Ratios and differences of one run may be compared, times not.
 *
 *   node dist/test/bench/start-up.js [--rounds 15] [--program bin/aftertaint.js] [--archive FOLDER (also scan it with one and two threads)]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    program: { type: 'string', default: fileURLToPath(new URL('../../../bin/aftertaint.js', import.meta.url)) },
    archive: { type: 'string' },
  },
});

const empty = mkdtempSync(join(tmpdir(), 'aftertaint-bench-'));
const LIGHT = [['--version'], ['--help'], ['schema'], ['schema', 'report'], ['detectors'], ['completion', 'bash']];
const HEAVY = [['scan', empty]];

interface Taken {
  readonly name: string;
  readonly wall: number[];
}

function inTurns(runs: readonly (readonly [name: string, argv: readonly string[]])[], rounds: number): Taken[] {
  const taken = runs.map(([name]): Taken => ({ name, wall: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [, argv]] of runs.entries()) {
      const before = performance.now();
      spawnSync(process.execPath, [...argv], { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 30 });
      taken[index]!.wall.push(performance.now() - before);
    }
  }
  for (const { wall } of taken) wall.sort((a, b) => a - b);
  return taken;
}

const median = ({ wall }: Taken): number => wall[wall.length >> 1]!;
const least = ({ wall }: Taken): number => wall[0]!;

try {
  const [node, ...commands] = inTurns(
    [
      ['node -e 0', ['-e', '0']],
      ...[...LIGHT, ...HEAVY].map(
        (argv) => [argv.join(' ').replace(empty, '(empty folder)'), [values.program, ...argv]] as const,
      ),
    ],
    Number(values.rounds),
  );
  console.log(`node -e 0: median ${median(node!).toFixed(0)} ms, least ${least(node!).toFixed(0)} ms`);
  for (const one of commands) {
    const over = (of: (taken: Taken) => number): string => (of(one) - of(node!)).toFixed(0).padStart(6);
    console.log(`  ${one.name.padEnd(24)} median ${over(median)} ms over it, least ${over(least)} ms`);
  }
  if (values.archive !== undefined) {
    const scan = (jobs: number) => ['scan', values.archive!, '--format', 'json', '--quiet', '--jobs', String(jobs)];
    const [one, two] = inTurns(
      [1, 2].map((jobs) => [`${jobs}`, [values.program, ...scan(jobs)]] as const),
      Math.min(5, Number(values.rounds)),
    );
    console.log(
      `scan of the archive: one thread ${median(one!).toFixed(0)} ms, two ${median(two!).toFixed(0)} ms: ` +
        `${(median(one!) / median(two!)).toFixed(2)} times as fast (least times: ${(least(one!) / least(two!)).toFixed(2)})`,
    );
  }
} finally {
  rmSync(empty, { recursive: true });
}
