import type { Paint } from './colour.ts';

/** How a text output is drawn: decided by the command line, never by looking at the process. */
export interface View {
  readonly paint: Paint;
  /** Columns of the terminal; undefined where the output goes to a file. */
  readonly width?: number;
}
