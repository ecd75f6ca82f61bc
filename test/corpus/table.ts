import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allCases } from './all.ts';

/**
 * The table of public reports for the README, made from the cases. `node dist/test/corpus/table.js` prints it; with `--write` it replaces what
 * stands between the two marks of README.md.
 */
export const MARKS = ['<!-- reports: made by npm run corpus -->', '<!-- /reports -->'] as const;

export function reportTable(): string {
  const reports = new Map<string, { source: string; slug: string; title: string; cases: number }>();
  for (const { manifest } of allCases()) {
    const { report, source, slug, title, variant } = manifest as Record<string, string>;
    if (!report) continue;
    const row = reports.get(report) ?? { source: source!, slug: slug!, title: '', cases: 0 };
    row.cases += 1;
    if (variant === 'base') row.title = title!;
    reports.set(report, row);
  }
  const rows = [...reports].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '| report | what happens | cases | reproduce |',
    '| --- | --- | ---: | --- |',
    ...rows.map(
      ([, { source, slug, title, cases }]) =>
        `| ${linked(source)} | ${title} | ${cases} | \`aftertaint check corpus --only ${slug}\` |`,
    ),
  ].join('\n');
}

function linked(source: string): string {
  const match = /^(cc|[\w.-]+\/[\w.-]+)( PR)?#(\d+)$/.exec(source);
  if (match === null) return source;
  const repository = match[1] === 'cc' ? 'anthropics/claude-code' : match[1]!;
  return `[${source}](https://github.com/${repository}/${match[2] ? 'pull' : 'issues'}/${match[3]})`;
}

/** README.md with the table between its marks; unchanged where it has none. */
export function withTable(readme: string): string {
  const start = readme.indexOf(MARKS[0]);
  const end = readme.indexOf(MARKS[1]);
  if (start < 0 || end < start) return readme;
  return `${readme.slice(0, start + MARKS[0].length)}\n${reportTable()}\n${readme.slice(end)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(fileURLToPath(new URL('../../../', import.meta.url)), 'README.md');
  if (process.argv.includes('--write') && existsSync(path)) writeFileSync(path, withTable(readFileSync(path, 'utf8')));
  else console.log(reportTable());
}
