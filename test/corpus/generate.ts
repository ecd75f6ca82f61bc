import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { allCases } from './all.ts';

/** Writes every case under `corpus/`; keeps `expected/`, which belongs to `aftertaint check --update`; removes what no script makes any more. */
const corpus = fileURLToPath(new URL('../../../corpus', import.meta.url));
const cases = allCases();
mkdirSync(corpus, { recursive: true });
for (const { name, manifest, files } of cases) {
  const folder = join(corpus, name);
  if (existsSync(folder))
    for (const entry of readdirSync(folder)) if (entry !== 'expected') rmSync(join(folder, entry), { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'case.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path.endsWith('.gz') ? gzipSync(bytes) : bytes);
  }
}
const known = new Set(cases.map(({ name }) => name));
for (const entry of readdirSync(corpus, { withFileTypes: true }))
  if (entry.isDirectory() && !known.has(entry.name) && !entry.name.startsWith('recording-'))
    rmSync(join(corpus, entry.name), { recursive: true });
console.log(`${cases.length} cases in corpus/`);
