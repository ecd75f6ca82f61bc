import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * The borders of the program, kept by reading every import. No dependency: a border guard must not have a border of its own.
 * A breach says what it means and which ways out there are.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const source = join(root, 'src');

/** Layer → layers it may import. Types count too: a type is a dependency of the mind. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  base: [],
  evidence: ['base'],
  result: ['base', 'evidence'],
  hosts: ['base'],
  wire: ['base', 'evidence', 'hosts'],
  ingest: ['base', 'evidence', 'hosts', 'wire'],
  case: ['base', 'evidence', 'hosts', 'wire'],
  flows: ['base', 'evidence', 'hosts', 'wire', 'case', 'result'],
  detectors: ['base', 'evidence', 'hosts', 'wire', 'case', 'flows', 'result'],
  gates: ['base', 'evidence', 'hosts', 'wire', 'case', 'flows', 'result'],
  links: ['base', 'evidence', 'result'],
  analysis: ['base', 'evidence', 'result', 'hosts', 'wire', 'ingest', 'case', 'flows', 'detectors', 'gates', 'links'],
  report: ['base', 'result', 'evidence'],
  cli: [
    'base',
    'evidence',
    'result',
    'hosts',
    'wire',
    'ingest',
    'analysis',
    'report',
    'links',
    'gates',
    'detectors',
    'flows',
    'case',
  ],
};

/** Node modules that touch the world, and the layers that may hold them. */
const WORLD: Record<string, readonly string[]> = {
  'node:fs': ['evidence', 'ingest', 'gates', 'links', 'analysis', 'cli'],
  'node:child_process': ['gates'],
  'node:worker_threads': ['analysis'],
};

/** npm package → the one file that may import it. */
const PACKAGE_HOME: Record<string, readonly string[]> = {
  commander: ['cli/program.ts'],
  ndjson: ['report/ndjson.ts'],
  'cli-table3': ['report/table.ts'],
  diff: ['base/diff.ts'],
  picocolors: ['report/colour.ts'],
  typebox: ['result/*'],
  'cli-progress': ['cli/progress.ts'],
  sarif: ['report/sarif.ts'],
  yaml: ['base/yaml.ts'],
  picomatch: ['base/glob.ts'],
  unbash: ['flows/bash/parse.ts'],
  tldts: ['flows/hosts.ts'],
  piscina: ['analysis/pool.ts'],
  '@duckdb/node-api': ['links/duckdb.ts'],
  preact: ['report/html/*'],
  'preact-render-to-string': ['report/html/render.tsx'],
  '@viz-js/viz': ['report/graph-svg.ts'],
  'tar-stream': ['evidence/archive/tar.ts'],
  yauzl: ['evidence/archive/zip.ts'],
  fzstd: ['evidence/archive/zstd.ts'],
  '@secretlint/core': ['report/redact/secretlint.ts'],
  '@secretlint/secretlint-rule-preset-recommend': ['report/redact/secretlint.ts'],
};

interface Import {
  file: string;
  layer: string;
  target: string;
}

const imports: Import[] = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => {
    const path = file.replaceAll('\\', '/');
    const text = readFileSync(join(source, file), 'utf8');
    // Statements at the start of a line and import(…) calls; a text that holds the word "from" is no import.
    const targets = [
      ...text.matchAll(/^(?:import|export)\b[^;'"]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm),
    ].map((match) => (match[1] ?? match[2] ?? match[3])!);
    return targets.map((target) => ({ file: path, layer: path.split('/')[0]!, target }));
  });

test('imports are read at all', () => {
  assert.ok(imports.length > 20, `only ${imports.length} imports found under src: is the reader broken?`);
});

test('imports point one way', () => {
  const breaches = imports.flatMap(({ file, layer, target }) => {
    if (!target.startsWith('.')) return [];
    const to = relative(source, join(source, file, '..', target))
      .replaceAll('\\', '/')
      .split('/')[0]!;
    if (to === layer || MAY_IMPORT[layer]?.includes(to) || to === '..') return [];
    return [
      `${file} imports ${target}: '${layer}' must not know '${to}'. Move the idea down a layer, or pass it in as a value.`,
    ];
  });
  assert.deepEqual(breaches, []);
});

test('only some layers touch the world', () => {
  const breaches = imports.flatMap(({ file, layer, target }) => {
    const module = Object.keys(WORLD).find((name) => target === name || target.startsWith(`${name}/`));
    if (module === undefined || WORLD[module]!.includes(layer)) return [];
    return [
      `${file} imports ${target}: '${layer}' is pure. Read in evidence, run in gates, thread in analysis; pass the value in.`,
    ];
  });
  assert.deepEqual(breaches, []);
});

test('each package is imported from one place', () => {
  const breaches = imports.flatMap(({ file, target }) => {
    if (target.startsWith('.') || target.startsWith('node:')) return [];
    const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]!;
    const homes = PACKAGE_HOME[name];
    if (homes === undefined)
      return [`${file} imports ${name}, which no line of PACKAGE_HOME names. Is it in DESIGN section 10?`];
    if (homes.some((home) => (home.endsWith('*') ? file.startsWith(home.slice(0, -1)) : home === file))) return [];
    return [`${file} imports ${name}; only ${homes.join(', ')} may. Use what that file exports.`];
  });
  assert.deepEqual(breaches, []);
});

test('no source file is over 400 lines without a reason in its first line', () => {
  const long = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(source, file), 'utf8').split('\n');
      return lines.length > 401 && !/^\/[/*].*\blong\b/i.test(lines[0]!)
        ? [`${file}: ${lines.length} lines. Find the second idea in it, or say in line 1 why it is long.`]
        : [];
    });
  assert.deepEqual(long, []);
});
