import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measurable } from './process.ts';

export type Variant = Measurable;

/** Usage counts of the same transcripts: the program that people run over whole archives today. */
const CCUSAGE = 'ccusage@18';

/** What else reads such an archive, as far as it is at hand. Whoever is not is named, and nothing fails. */
export function peersFor(dir: string, scratch: string): { variants: Variant[]; missing: string[] } {
  const variants: Variant[] = [];
  const missing: string[] = [];
  const duckdb = join(dirname(fileURLToPath(import.meta.url)), '../../../node_modules/@duckdb/node-api/package.json');
  if (existsSync(duckdb)) {
    const self = join(dirname(fileURLToPath(import.meta.url)), 'duckdb.js');
    for (const threads of [1, 2])
      variants.push({
        name: `DuckDB read_json, ${threads} thread${threads === 1 ? '' : 's'}`,
        argv: [process.execPath, self, dir, String(threads)],
      });
  } else missing.push('DuckDB: @duckdb/node-api is not installed');

  const installed = join(scratch, 'ccusage');
  const program = join(installed, 'node_modules/ccusage/dist/index.js');
  if (!existsSync(program)) {
    mkdirSync(installed, { recursive: true });
    spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', installed, CCUSAGE], { timeout: 120_000 });
  }
  const home = join(scratch, 'home');
  mkdirSync(home, { recursive: true });
  if (existsSync(program))
    variants.push({
      name: `${CCUSAGE} daily --offline`,
      argv: [process.execPath, program, 'daily', '--offline', '--json'],
      env: { HOME: home, CLAUDE_CONFIG_DIR: dir, XDG_CONFIG_HOME: home },
    });
  else missing.push(`${CCUSAGE}: npm could not install it`);

  if (spawnSync('jq', ['--version']).status === 0)
    variants.push({
      name: 'jq -c .',
      argv: ['sh', '-c', 'find "$0" -name "*.jsonl" -exec cat {} + | jq -c .', dir],
    });
  else missing.push('jq is not installed');
  return { variants, missing };
}
