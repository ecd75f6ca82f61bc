import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const corpus = fileURLToPath(new URL('../../../../corpus', import.meta.url));
const shared = fileURLToPath(new URL('../../../../../shared/host/recordings', import.meta.url));
const python = fileURLToPath(new URL('../../../../test/gates/fixtures/gates/taint_floor.py', import.meta.url));

/** Folders of transcripts as named, else what lies beside the project. */
const named = process.argv.slice(2);
export const folders = named.length > 0 ? named : [shared, corpus].filter((folder) => existsSync(folder));

/** The interpreter itself: a shim in front of it costs more than the gate. */
const interpreter = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
export const runPython = `${interpreter} -I -S ${python}`;

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, at) => (at === 0 ? '---' : '--:')).join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ];
}

export function share(part: number, of: number): string {
  return of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
