import type { Claim } from '../detectors/claim.ts';
import { DETECTORS } from '../detectors/index.ts';
import type { Investigation } from '../flows/model.ts';

/** All claims about one case, detector by detector in the order of the list. */
export function* claimsOf(investigation: Investigation): Generator<Claim> {
  for (const detector of DETECTORS) yield* detector.detect(investigation);
}
