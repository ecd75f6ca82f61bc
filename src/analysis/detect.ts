import type { Claim, Detector } from '../detectors/claim.ts';
import { DETECTORS } from '../detectors/index.ts';
import type { Investigation } from '../flows/model.ts';

const BY_ID = new Map<string, Detector>(DETECTORS.map((detector) => [detector.id, detector]));

/** All claims about one case, detector by detector in the order of the list. */
export function* claimsOf(investigation: Investigation): Generator<Claim> {
  for (const detector of DETECTORS) yield* detector.detect(investigation);
}

export const titleOf = (id: string): string => BY_ID.get(id)?.title ?? id;
export const groupOf = (id: string): string | undefined => BY_ID.get(id)?.group;
