import type { InputOptions } from '../ingest/inputs.ts';
import type { Settings } from './settings.ts';

/** Limits on what archives may unpack to, and where. */
export function inputOptions({ maxEntry, maxRatio, tmp }: Settings): InputOptions {
  return {
    ...(maxEntry !== undefined && { maxEntryBytes: maxEntry }),
    ...(maxRatio !== undefined && { maxRatio }),
    ...(tmp !== undefined && { tmp }),
  };
}
