import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../evidence/source.ts';
import type { Report } from '../result/report.ts';
import { Complaint } from './exit.ts';

/** Name of the whole report inside a case folder. */
export const REPORT_FILE = 'report.json';

/** A saved report, if the path names one: a JSON or NDJSON output of ours, or a case folder. Undefined for everything else. */
export async function savedReport(path: string): Promise<Report | undefined> {
  let file = path;
  try {
    if (statSync(path).isDirectory()) {
      if (!existsSync(join(path, 'run.json')) || !existsSync(join(path, REPORT_FILE))) return undefined;
      file = join(path, REPORT_FILE);
    }
  } catch {
    return undefined;
  }
  const head = headOf(file);
  const isJson = head.startsWith('{"schema":"aftertaint/');
  const isNdjson = /^\{"kind":"(?:agent|coverage|event|flow|brief|finding|decision|warning|link|end)","case":/.test(
    head,
  );
  if (!isJson && !isNdjson) return undefined;
  const { loadReport, loadRows, NotLoadable } = await import('../result/load.ts');
  const text = readFileSync(file, 'utf8');
  try {
    if (isJson) return loadReport(JSON.parse(text));
    const { readNdjson } = await import('../report/ndjson.ts');
    return loadRows(await readNdjson(text));
  } catch (error) {
    if (error instanceof NotLoadable) throw new Complaint(`${file} ${error.message}`);
    throw new Complaint(`${file} is damaged: ${(error as Error).message}`, {
      hint: 'write it again with aftertaint scan --format json',
    });
  }
}

function headOf(file: string): string {
  try {
    return readBytes(file, 0, 200).toString('utf8');
  } catch {
    return '';
  }
}
