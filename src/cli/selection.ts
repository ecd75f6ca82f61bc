import type { Selection } from '../result/select.ts';
import type { Call } from './command.ts';

/** Which findings this run shows and counts. */
export async function selectionOf({ settings }: Call): Promise<Selection> {
  return {
    ...(settings.minSeverity !== undefined && { minSeverity: settings.minSeverity }),
    ...(settings.minConfidence !== undefined && { minConfidence: settings.minConfidence }),
    ...(settings.detector !== undefined && {
      detectors: settings.detector,
      groupOf: (await import('../analysis/detect.ts')).groupOf,
    }),
    ...(settings.showSuppressed === true && { showKnown: true }),
  };
}
