import picocolors from 'picocolors';
import type { Severity } from '../result/finding.ts';

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  severity(severity: Severity, text?: string): string;
}

/** Colour is decided by the caller (terminal, NO_COLOR), never by looking at the process from here. */
export function paintFor(enabled: boolean): Paint {
  const colours = picocolors.createColors(enabled);
  const bySeverity: Record<Severity, (text: string) => string> = {
    critical: (text) => colours.bold(colours.red(text)),
    high: colours.red,
    medium: colours.yellow,
    low: colours.cyan,
    info: colours.dim,
  };
  return {
    bold: colours.bold,
    dim: colours.dim,
    red: colours.red,
    green: colours.green,
    yellow: colours.yellow,
    cyan: colours.cyan,
    severity: (severity, text = severity) => bySeverity[severity](text),
  };
}
