/**
 * Runs every compiled test file and says `N passed, N failed` on a line of its own. The files are listed here, not by a glob of the
 * node CLI, so that a run that found nothing is a failure and not a green nothing. Arguments keep the files whose path holds one.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .map((file) => join(here, file))
  .sort();

let passed = 0;
let failed = 0;
let skipped = 0;
const failures: string[] = [];

if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(', ') || '(anything)'} under ${here}. Build first: npm run build`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

const stream = run({ files, concurrency: Math.max(1, availableParallelism()), timeout: 600_000 });
stream.on('test:pass', (event) => {
  if (event.details.type === 'suite' || isFile(event.name)) return;
  if (event.skip !== undefined && event.skip !== false) skipped += 1;
  else passed += 1;
});
stream.on('test:fail', (event) => {
  if (event.details.type === 'suite') return;
  failed += 1;
  failures.push(`${event.file === undefined ? '' : `${relative(here, event.file)}: `}${event.name}`);
});
stream.on('end', () => {
  for (const failure of failures) console.log(`failed: ${failure}`);
  if (passed + failed === 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
});
if (process.env.TEST_VERBOSE === '1') stream.compose(new spec()).pipe(process.stdout);
else {
  stream.on('test:diagnostic', () => {});
  stream.on('test:fail', (event) => {
    if (event.details.type === 'suite') return;
    const cause = event.details.error.cause ?? event.details.error;
    console.log(`\n✖ ${event.name}\n${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
  });
  stream.on('test:stderr', (event) => process.stderr.write(event.message));
  stream.on('data', () => {});
}

/** Node reports each file as a test of its own; those are not our tests. */
function isFile(name: string): boolean {
  return name.endsWith('.test.js');
}
