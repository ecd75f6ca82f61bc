import { readFileSync } from 'node:fs';
import { findCases } from '../../src/ingest/find.ts';

export interface Cost {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly bytes: number;
}

export function costOf(run: () => void, bytes: () => number): Cost {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  run();
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { milliseconds, cpuMilliseconds: (user + system) / 1000, bytes: bytes() };
}

/** The floor: only the time inside JSON.parse counts, the lines are strings already. Files one by one, so that large archives fit. */
export function parseAlone(dir: string): Cost {
  let milliseconds = 0;
  let cpuMilliseconds = 0;
  let bytes = 0;
  let objects = 0;
  for (const { artefacts } of findCases([dir]).sources) {
    for (const { kind, location } of artefacts) {
      if (kind !== 'session' && kind !== 'sidechain') continue;
      const file = readFileSync(location as string);
      bytes += file.length;
      const lines = linesOf(file);
      const cost = costOf(
        () => {
          for (const line of lines) if (JSON.parse(line) !== null) objects += 1;
        },
        () => 0,
      );
      milliseconds += cost.milliseconds;
      cpuMilliseconds += cost.cpuMilliseconds;
    }
  }
  if (objects === 0) throw new Error(`no record under ${dir}`);
  return { milliseconds, cpuMilliseconds, bytes };
}

/** One string per line: a file of a gigabyte does not fit into one. */
function linesOf(file: Buffer): string[] {
  const lines: string[] = [];
  for (let start = 0; start < file.length; ) {
    const newline = file.indexOf(10, start);
    const end = newline < 0 ? file.length : newline;
    if (end > start) lines.push(file.toString('utf8', start, end));
    start = end + 1;
  }
  return lines;
}
