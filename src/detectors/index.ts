import type { Detector } from './claim.ts';
import { forgedAuthority } from './forged-authority.ts';
import { forgedControlMarkup } from './forged-control-markup.ts';
import { forgedRoleMarker } from './forged-role-marker.ts';
import { relayedApprovalClaim } from './relayed-approval-claim.ts';
import { selfApproval } from './self-approval.ts';
import { selfAuthoredTurn } from './self-authored-turn.ts';
import { ungroundedResult } from './ungrounded-result.ts';

/** Every detector, by id. An explicit list: what is not here does not run. */
export const DETECTORS: readonly Detector[] = [
  forgedAuthority,
  forgedControlMarkup,
  forgedRoleMarker,
  relayedApprovalClaim,
  selfApproval,
  selfAuthoredTurn,
  ungroundedResult,
];
