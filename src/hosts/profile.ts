import * as behaviour from './behaviour.ts';
import { valueAt } from './fact.ts';
import * as transcripts from './transcripts.ts';

/** Everything known of one host version, looked up once. */
export interface HostProfile {
  /** As recorded; undefined where no record named it: then the newest version's facts are taken. */
  readonly version: string | undefined;
  readonly layout: transcripts.Layout;
  readonly agentId: transcripts.AgentIdForm;
  readonly briefInChild: boolean;
  readonly warmUps: boolean;
  readonly looseChildChain: boolean;
  readonly handBack: transcripts.HandBack;
  readonly notification: transcripts.NotificationForm;
  readonly notificationResult: transcripts.NotificationResult;
  readonly notificationRoad: transcripts.NotificationRoad;
  readonly notificationOrigin: boolean;
  /** A headless notification looks like a headless prompt by its `promptSource`. */
  readonly notificationSourceIsSdk: boolean;
  readonly reminders: transcripts.ReminderPlace;
  readonly reminderWire: transcripts.ReminderWire;
  readonly resume: transcripts.Resume;
  readonly forkRows: transcripts.ForkRows;
  /** The host itself writes parents that are nowhere. */
  readonly brokenChains: boolean;
  readonly marks: {
    readonly promptSource: boolean;
    readonly entrypoint: boolean;
    readonly humanOrigin: boolean;
    readonly turnOrigin: boolean;
    readonly hookFeedback: boolean;
    readonly hookOutcomes: boolean;
    readonly permissionDecision: boolean;
    readonly toolDenialKind: boolean;
    readonly apiRequests: boolean;
    readonly promptId: boolean;
    readonly metaFile: boolean;
    readonly metaToolUseId: boolean;
    readonly metaParent: boolean;
  };
  readonly spawnTool: 'Task' | 'Agent';
  readonly spawnDefault: behaviour.SpawnMode;
  readonly interactiveAlwaysBackground: boolean;
  /** 0 = children may not spawn; undefined = no limit met. */
  readonly nesting: number | undefined;
  readonly rulesBeatHookAllow: boolean;
  readonly hookAskBeatsAllowRule: boolean;
  readonly hookDefer: boolean;
  readonly updatedInput: behaviour.InputRewrite;
  readonly updatedToolOutput: boolean;
  readonly denialText: behaviour.DenialText;
  readonly promptHookForNotices: behaviour.PromptHookForNotices;
  /** A hook that fails, times out or answers nonsense lets the call go on. */
  readonly hookFailureGoesOn: boolean;
  /** Tool hooks fire for a child's calls, with the parent's session_id and transcript_path. */
  readonly hooksReachChildren: boolean;
}

const profiles = new Map<string, HostProfile>();

export function profileFor(version: string | undefined): HostProfile {
  const key = version ?? '';
  const known = profiles.get(key);
  if (known !== undefined) return known;
  const profile: HostProfile = {
    version,
    layout: valueAt(transcripts.LAYOUT, version),
    agentId: valueAt(transcripts.AGENT_ID, version),
    briefInChild: valueAt(transcripts.BRIEF_IN_CHILD, version),
    warmUps: valueAt(transcripts.WARM_UPS, version),
    looseChildChain: valueAt(transcripts.LOOSE_CHILD_CHAIN, version),
    handBack: valueAt(transcripts.HAND_BACK, version),
    notification: valueAt(transcripts.NOTIFICATION, version),
    notificationResult: valueAt(transcripts.NOTIFICATION_RESULT, version),
    notificationRoad: valueAt(transcripts.NOTIFICATION_ROAD, version),
    notificationOrigin: valueAt(transcripts.NOTIFICATION_ORIGIN, version),
    notificationSourceIsSdk: valueAt(transcripts.NOTIFICATION_SOURCE_IS_SDK, version),
    reminders: valueAt(transcripts.REMINDERS, version),
    reminderWire: valueAt(transcripts.REMINDER_WIRE, version),
    resume: valueAt(transcripts.RESUME, version),
    forkRows: valueAt(transcripts.FORK_ROWS, version),
    brokenChains: valueAt(transcripts.BROKEN_CHAINS, version),
    marks: {
      promptSource: valueAt(transcripts.PROMPT_SOURCE, version),
      entrypoint: valueAt(transcripts.ENTRYPOINT, version),
      humanOrigin: valueAt(transcripts.HUMAN_ORIGIN, version),
      turnOrigin: valueAt(transcripts.TURN_ORIGIN, version),
      hookFeedback: valueAt(transcripts.HOOK_FEEDBACK_MARK, version),
      hookOutcomes: valueAt(transcripts.HOOK_OUTCOMES_KEPT, version),
      permissionDecision: valueAt(transcripts.PERMISSION_DECISION, version),
      toolDenialKind: valueAt(transcripts.TOOL_DENIAL_KIND, version),
      apiRequests: valueAt(transcripts.API_REQUESTS, version),
      promptId: valueAt(transcripts.PROMPT_ID, version),
      metaFile: valueAt(transcripts.META_FILE, version),
      metaToolUseId: valueAt(transcripts.META_TOOL_USE_ID, version),
      metaParent: valueAt(transcripts.META_PARENT, version),
    },
    spawnTool: valueAt(behaviour.SPAWN_TOOL_OFFERED, version),
    spawnDefault: valueAt(behaviour.SPAWN_DEFAULT, version),
    interactiveAlwaysBackground: valueAt(behaviour.INTERACTIVE_ALWAYS_BACKGROUND, version),
    nesting: valueAt(behaviour.NESTING, version),
    rulesBeatHookAllow: valueAt(behaviour.RULES_BEAT_HOOK_ALLOW, version),
    hookAskBeatsAllowRule: valueAt(behaviour.HOOK_ASK_BEATS_ALLOW_RULE, version),
    hookDefer: valueAt(behaviour.HOOK_DEFER, version),
    updatedInput: valueAt(behaviour.UPDATED_INPUT, version),
    updatedToolOutput: valueAt(behaviour.UPDATED_TOOL_OUTPUT, version),
    denialText: valueAt(behaviour.DENIAL_TEXT, version),
    promptHookForNotices: valueAt(behaviour.PROMPT_HOOK_FOR_NOTICES, version),
    hookFailureGoesOn: behaviour.HOOK_FAILURE_GOES_ON,
    hooksReachChildren: behaviour.HOOKS_REACH_CHILDREN,
  };
  // Versions come from evidence: bound the memory that a hostile archive with a million of them could claim.
  if (profiles.size > 2_000) profiles.clear();
  profiles.set(key, profile);
  return profile;
}
