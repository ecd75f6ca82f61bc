import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/result/report.ts';
import type { PlantedFlow } from './generate.ts';

/** Whether a report has every planted flow: from the line of its source to the line of its sink, with its text. */
export function recallOf(path: string, dir: string, planted: readonly PlantedFlow[]): string {
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const cases = new Map(report.cases.map((one) => [one.id, one]));
  const lines = new Map<string, string[]>();
  const lineAt = ({ path: file, line }: { path: string; line: number }): string => {
    if (!lines.has(file)) {
      lines.clear();
      lines.set(file, readFileSync(join(dir, file), 'utf8').split('\n'));
    }
    return lines.get(file)![line - 1] ?? '';
  };
  let missed = 0;
  for (const { session, text, sourceToolUseId, sinkToolUseId } of planted) {
    const token = /\b[0-9a-f]{12}\b/.exec(text)![0];
    const found = cases
      .get(session)
      ?.flows.some((flow) =>
        flow.evidence.some(
          (match) =>
            match.excerptTo?.includes(token) === true &&
            lineAt(match.from).includes(sourceToolUseId) &&
            lineAt(match.to).includes(sinkToolUseId),
        ),
      );
    if (found !== true) missed += 1;
  }
  return `${planted.length - missed} of ${planted.length} planted flows reported${missed === 0 ? '' : `, ${missed} missed`}`;
}
