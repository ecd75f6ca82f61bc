import type { Detector } from './claim.ts';
import { forgedControlMarkup } from './forged-control-markup.ts';

/** Every detector, by id. An explicit list: what is not here does not run. */
export const DETECTORS: readonly Detector[] = [forgedControlMarkup];
