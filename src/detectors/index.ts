import { boundaryLaundering } from './boundary-laundering.ts';
import { briefMutated } from './brief-mutated.ts';
import { chainBreak } from './chain-break.ts';
import type { Detector } from './claim.ts';
import { claimContradicted } from './claim-contradicted.ts';
import { clockAnomaly } from './clock-anomaly.ts';
import { contextNotInherited } from './context-not-inherited.ts';
import { crossAgentInterference } from './cross-agent-interference.ts';
import { decisionNotApplied } from './decision-not-applied.ts';
import { denialEvasionByDelegation } from './denial-evasion-by-delegation.ts';
import { denialLaundering } from './denial-laundering.ts';
import { duplicateUuidConflict } from './duplicate-uuid-conflict.ts';
import { failOpen } from './fail-open.ts';
import { falseAttribution } from './false-attribution.ts';
import { forgedAuthority } from './forged-authority.ts';
import { forgedControlMarkup } from './forged-control-markup.ts';
import { forgedRoleMarker } from './forged-role-marker.ts';
import { gateCoverageGap } from './gate-coverage-gap.ts';
import { gateMisconfigured } from './gate-misconfigured.ts';
import { gateTampering } from './gate-tampering.ts';
import { hiddenDenial } from './hidden-denial.ts';
import { implausibleOutput } from './implausible-output.ts';
import { inboundInjection } from './inbound-injection.ts';
import { isolationLost } from './isolation-lost.ts';
import { mailboxUnmatched } from './mailbox-unmatched.ts';
import { notificationDuplicate } from './notification-duplicate.ts';
import { notificationMismatch } from './notification-mismatch.ts';
import { notificationMissing } from './notification-missing.ts';
import { notificationPremature } from './notification-premature.ts';
import { orphanedAgent } from './orphaned-agent.ts';
import { permissionEscalation } from './permission-escalation.ts';
import { recordCorrupt } from './record-corrupt.ts';
import { relayedApprovalClaim } from './relayed-approval-claim.ts';
import { relayedInjection } from './relayed-injection.ts';
import { runawaySpawn } from './runaway-spawn.ts';
import { scopeSubstitution } from './scope-substitution.ts';
import { secretInBrief } from './secret-in-brief.ts';
import { selfApproval } from './self-approval.ts';
import { selfAuthoredTurn } from './self-authored-turn.ts';
import { storageLaundering } from './storage-laundering.ts';
import { taintedEgress } from './tainted-egress.ts';
import { toolRestrictionViolation } from './tool-restriction-violation.ts';
import { transcriptMissing } from './transcript-missing.ts';
import { transcriptTampering } from './transcript-tampering.ts';
import { unattributedInput } from './unattributed-input.ts';
import { unexplainedContinuation } from './unexplained-continuation.ts';
import { ungroundedResult } from './ungrounded-result.ts';
import { unrecordedInput } from './unrecorded-input.ts';
import { unsupportedMemory } from './unsupported-memory.ts';
import { worktreeCrossing } from './worktree-crossing.ts';

/** Every detector, by id. An explicit list: what is not here does not run. */
export const DETECTORS: readonly Detector[] = [
  boundaryLaundering,
  briefMutated,
  chainBreak,
  claimContradicted,
  clockAnomaly,
  contextNotInherited,
  crossAgentInterference,
  decisionNotApplied,
  denialEvasionByDelegation,
  denialLaundering,
  duplicateUuidConflict,
  failOpen,
  falseAttribution,
  forgedAuthority,
  forgedControlMarkup,
  forgedRoleMarker,
  gateCoverageGap,
  gateMisconfigured,
  gateTampering,
  hiddenDenial,
  implausibleOutput,
  inboundInjection,
  isolationLost,
  mailboxUnmatched,
  notificationDuplicate,
  notificationMismatch,
  notificationMissing,
  notificationPremature,
  orphanedAgent,
  permissionEscalation,
  recordCorrupt,
  relayedApprovalClaim,
  relayedInjection,
  runawaySpawn,
  scopeSubstitution,
  secretInBrief,
  selfApproval,
  selfAuthoredTurn,
  storageLaundering,
  taintedEgress,
  toolRestrictionViolation,
  transcriptMissing,
  transcriptTampering,
  unattributedInput,
  unexplainedContinuation,
  ungroundedResult,
  unrecordedInput,
  unsupportedMemory,
  worktreeCrossing,
];
