import { boundaryLaundering } from './boundary-laundering.ts';
import { briefMutated } from './brief-mutated.ts';
import type { Detector } from './claim.ts';
import { claimContradicted } from './claim-contradicted.ts';
import { falseAttribution } from './false-attribution.ts';
import { forgedAuthority } from './forged-authority.ts';
import { forgedControlMarkup } from './forged-control-markup.ts';
import { forgedRoleMarker } from './forged-role-marker.ts';
import { implausibleOutput } from './implausible-output.ts';
import { inboundInjection } from './inbound-injection.ts';
import { mailboxUnmatched } from './mailbox-unmatched.ts';
import { notificationDuplicate } from './notification-duplicate.ts';
import { notificationMismatch } from './notification-mismatch.ts';
import { notificationMissing } from './notification-missing.ts';
import { notificationPremature } from './notification-premature.ts';
import { orphanedAgent } from './orphaned-agent.ts';
import { relayedApprovalClaim } from './relayed-approval-claim.ts';
import { relayedInjection } from './relayed-injection.ts';
import { secretInBrief } from './secret-in-brief.ts';
import { selfApproval } from './self-approval.ts';
import { selfAuthoredTurn } from './self-authored-turn.ts';
import { storageLaundering } from './storage-laundering.ts';
import { taintedEgress } from './tainted-egress.ts';
import { unattributedInput } from './unattributed-input.ts';
import { ungroundedResult } from './ungrounded-result.ts';
import { unsupportedMemory } from './unsupported-memory.ts';

/** Every detector, by id. An explicit list: what is not here does not run. */
export const DETECTORS: readonly Detector[] = [
  boundaryLaundering,
  briefMutated,
  claimContradicted,
  falseAttribution,
  forgedAuthority,
  forgedControlMarkup,
  forgedRoleMarker,
  implausibleOutput,
  inboundInjection,
  mailboxUnmatched,
  notificationDuplicate,
  notificationMismatch,
  notificationMissing,
  notificationPremature,
  orphanedAgent,
  relayedApprovalClaim,
  relayedInjection,
  secretInBrief,
  selfApproval,
  selfAuthoredTurn,
  storageLaundering,
  taintedEgress,
  unattributedInput,
  ungroundedResult,
  unsupportedMemory,
];
