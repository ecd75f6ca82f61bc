/**
 * Finding and reading an archive, or JSON.parse alone on its lines; tells its own time and memory as one line of JSON, for `archive.ts`.
 *
 *   node dist/test/bench/ingest.js --mode parse|read --dir FOLDER
 */
import { parseArgs } from 'node:util';
import { findCases } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import { type Cost, costOf, parseAlone } from './parse-alone.ts';

const { values } = parseArgs({ options: { mode: { type: 'string' }, dir: { type: 'string' } } });

const { milliseconds, cpuMilliseconds, bytes } = values.mode === 'parse' ? parseAlone(values.dir!) : read(values.dir!);
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ milliseconds, cpuMilliseconds, bytes, peakMegabytes }));

function read(dir: string): Cost {
  let bytes = 0;
  return costOf(
    () => {
      for (const source of findCases([dir]).sources) bytes += readCase(source).coverage.bytes;
    },
    () => bytes,
  );
}
