import { oneLine, visible } from '../base/clean.ts';
import type { JsonValue } from '../base/json.ts';
import type { EventSummary } from '../result/report.ts';
import type { View } from './view.ts';

/** One line of evidence as it lies on disk, with what the program made of it. */
export interface ShownRecord {
  readonly case: string;
  readonly path: string;
  readonly line: number;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly sha256: string;
  /** The parsed line; absent where it is no JSON, then `text` is the line. */
  readonly record?: JsonValue;
  readonly text?: string;
  readonly events: readonly EventSummary[];
}

export function show(records: readonly ShownRecord[], view: View): string {
  return records.map((record) => one(record, view)).join('\n');
}

function one(shown: ShownRecord, { paint }: View): string {
  const lines = [
    `${paint.bold(`${oneLine(shown.path)}:${shown.line}`)}  bytes ${shown.byteStart.toLocaleString('en-US')}–${shown.byteEnd.toLocaleString('en-US')}  sha256 ${shown.sha256}`,
    `case ${oneLine(shown.case)}`,
  ];
  for (const event of shown.events) {
    lines.push(`event ${oneLine(event.id)}  #${event.order}  ${event.kind}  ${oneLine(event.summary)}`);
  }
  const body = shown.record === undefined ? (shown.text ?? '') : JSON.stringify(shown.record, null, 2);
  lines.push('', ...body.split('\n').map((line) => visible(line)));
  return `${lines.join('\n')}\n`;
}
