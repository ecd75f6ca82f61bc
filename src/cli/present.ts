import type { View } from '../report/view.ts';
import type { CaseResult, Report } from '../result/report.ts';
import type { Call } from './command.ts';
import { formatOf, renderReport, viewOf } from './formats.ts';
import { collectReport, type Input } from './input.ts';
import { redacted, redactionOf } from './redaction.ts';

export type TableOf = (report: Report, view: View) => string;

export interface Presentation {
  /** What this command shows a person; loaded where it is shown. */
  readonly table: () => Promise<TableOf>;
  /** Narrows a case before it is shown or counted. */
  readonly select?: (result: CaseResult) => CaseResult;
  /** Called when all cases were taken, before anything that belongs to all of them is written. */
  readonly onEnd?: () => void;
  /** Leaves a case without anything to show out of json and ndjson. */
  readonly omit?: (result: CaseResult) => boolean;
}

/**
 * Writes an input in the format asked for. json and ndjson are written case by case, so that memory does not grow with the archive;
 * the other formats need the whole report. Returns the report where it was collected.
 */
export async function present(call: Call, input: Input, presentation: Presentation): Promise<void> {
  const format = formatOf(call);
  const level = redactionOf(call, format);
  const each = presentation.select ?? ((result) => result);
  const onEnd = presentation.onEnd ?? (() => {});
  if ((format === 'json' || format === 'ndjson') && level === 'none') {
    await stream(call, input, format, each, presentation.omit ?? (() => false), onEnd);
    return;
  }
  const collected = await collectReport(input, each);
  onEnd();
  const whole: Report = { ...collected, ...input.tail, cases: collected.cases };
  const report = await redacted(
    { ...whole, cases: whole.cases.filter((result) => presentation.omit?.(result) !== true) },
    level,
  );
  const view = await viewOf(call);
  const text =
    format === 'table'
      ? (await presentation.table())(report, view)
      : await renderReport(report, format, { view, argv: call.io.argv.slice(2) });
  await call.out.write(text);
}

async function stream(
  call: Call,
  input: Input,
  format: 'json' | 'ndjson',
  each: (result: CaseResult) => CaseResult,
  omit: (result: CaseResult) => boolean,
  onEnd: () => void,
): Promise<void> {
  const { out } = call;
  if (format === 'json') {
    const { jsonHead, jsonCasePieces, jsonTail } = await import('../report/json.ts');
    await out.write(jsonHead(input.tail));
    let index = 0;
    for await (const result of input.cases) {
      const shown = each(result);
      if (omit(shown)) continue;
      for (const piece of jsonCasePieces(shown, index)) await out.write(piece);
      index += 1;
    }
    onEnd();
    await out.write(jsonTail(input.tail));
    return;
  }
  const [{ ndjsonStream }, { caseRows, RowCounter, tailRows }] = await Promise.all([
    import('../report/ndjson.ts'),
    import('../report/rows.ts'),
  ]);
  const counter = new RowCounter();
  async function* rows() {
    for await (const result of input.cases) {
      const shown = each(result);
      if (!omit(shown)) yield* counter.through(caseRows(shown));
    }
    onEnd();
    yield* counter.through(tailRows(input.tail));
    yield counter.end();
  }
  for await (const text of ndjsonStream(rows())) await out.write(String(text));
}
