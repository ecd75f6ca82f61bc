import Table from 'cli-table3';
import { oneLine } from '../base/clean.ts';
import { fit, widthOf } from '../base/width.ts';

export interface Column {
  readonly head: string;
  /** Cut first and furthest when the terminal is narrow. */
  readonly stretch?: boolean;
  readonly align?: 'left' | 'right';
}

export interface TableOptions {
  /** Columns of the terminal; undefined: as wide as the content. */
  readonly width?: number;
  readonly bold: (text: string) => string;
}

const NO_BORDER = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** A borderless table of one-line cells, cleaned here. Colours are added by `style` after cutting, so that widths stay right. */
export function table(
  named: readonly Column[],
  given: readonly (readonly string[])[],
  options: TableOptions,
  style: (cell: string, column: number, row: number) => string = (cell) => cell,
): string {
  const columns = named.map((column) => ({ ...column, head: oneLine(column.head) }));
  const rows = given.map((row) => row.map(oneLine));
  const widths = columns.map((column, index) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[index] ?? '')), widthOf(column.head)),
  );
  if (options.width !== undefined) shrink(widths, columns, options.width - 2 * (columns.length - 1));
  const head = columns.map((column, index) => options.bold(fit(column.head, widths[index]!)));
  const cells = rows.map((row, at) =>
    columns.map((_, index) => style(fit(row[index] ?? '', widths[index]!), index, at)),
  );
  const blocks: string[] = [];
  for (let from = 0; from === 0 || from < cells.length; from += ROWS_AT_ONCE) {
    blocks.push(draw(columns, widths, from === 0 ? head : [], cells.slice(from, from + ROWS_AT_ONCE)));
  }
  return blocks.join('');
}

/** The layout of the library costs the square of the rows; the widths are known, so a long table is drawn in pieces. */
const ROWS_AT_ONCE = 10;

function draw(
  columns: readonly Column[],
  widths: readonly number[],
  head: string[],
  cells: readonly string[][],
): string {
  const drawn = new Table({
    head,
    colWidths: [...widths],
    colAligns: columns.map((column) => column.align ?? 'left'),
    chars: NO_BORDER,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 0 },
  });
  drawn.push(...cells.map((row) => [...row]));
  return `${drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

function shrink(widths: number[], columns: readonly Column[], available: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  for (const stretch of [true, false]) {
    for (const floor of [24, 8]) {
      for (let index = columns.length - 1; index >= 0 && excess > 0; index -= 1) {
        if ((columns[index]!.stretch ?? false) !== stretch) continue;
        const cut = Math.min(excess, Math.max(0, widths[index]! - floor));
        widths[index]! -= cut;
        excess -= cut;
      }
    }
  }
}
