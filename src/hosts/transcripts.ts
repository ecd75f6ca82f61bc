import { type FactTable, OLDEST, startingWith } from './fact.ts';

/** How the host writes transcripts, by version. `V1`, `V2`: VERSIONS section 1 (table), 2 (beginnings); `F2`: FACTS section 2. */

export type Layout = 'in-file' | 'sibling' | 'subfolder';
export const LAYOUT: FactTable<Layout> = [
  { since: OLDEST, value: 'in-file', source: 'V1 a-foreground 1.0.90, 2.0.14' },
  { since: '2.0.28', after: '2.0.26', value: 'sibling', source: 'V2 a-foreground' },
  { since: '2.1.2', value: 'subfolder', source: 'V2 a-foreground (2.1.1 is the neighbour without)' },
];

export type AgentIdForm = 'none' | '8 hex' | 'a + 6 hex' | 'a + 16 hex';
export const AGENT_ID: FactTable<AgentIdForm> = [
  { since: OLDEST, value: 'none', source: 'V1' },
  { since: '2.0.28', after: '2.0.26', value: '8 hex', source: 'V1 2.0.50' },
  { since: '2.0.76', after: '2.0.50', value: 'a + 6 hex', source: 'V1' },
  { since: '2.1.50', value: 'a + 16 hex', source: 'V2' },
];

/** Whether the first record of a child is its brief. */
export const BRIEF_IN_CHILD: FactTable<boolean> = [
  { since: OLDEST, value: true, source: 'V1' },
  { since: '2.0.42', after: '2.0.28', value: false, source: 'V2: seen on 2.0.42, 2.0.50' },
  { since: '2.0.76', after: '2.0.50', value: true, source: 'V2' },
];

/** Agents that the host starts for itself at session start (brief `Warmup`, or no brief at all). */
export const WARM_UPS: FactTable<boolean> = [
  { since: OLDEST, value: false, source: 'V2' },
  { since: '2.0.20', after: '2.0.14', value: true, source: 'V2: seen 2.0.20 to 2.1.2' },
  { since: '2.1.20', after: '2.1.2', value: false, source: 'V2' },
];

/** Whether records of a child's file may name parents that no file holds. */
export const LOOSE_CHILD_CHAIN: FactTable<boolean> = [
  { since: OLDEST, value: false, source: 'V1 a-foreground, i-resume-compact' },
  { since: '2.0.76', after: '2.0.50', value: true, source: 'V1: results on 2.0.76, one record on 2.1.38 and 2.1.76' },
  { since: '2.1.119', after: '2.1.76', value: false, source: 'V1' },
];

export type HandBack =
  /** The child's words are the whole result. */
  | 'raw'
  /** … followed by a block of the host: `agentId: …`. */
  | 'trailer'
  /** Host notes, the words with look-alike control tags broken up, trailer; each a block of its own. */
  | 'neutralised'
  /** One block: notes, a frame line, the words indented by two spaces, trailer. */
  | 'framed';
export const HAND_BACK: FactTable<HandBack> = [
  { since: OLDEST, value: 'raw', source: 'V1 b-forged' },
  { since: '2.0.76', after: '2.0.50', value: 'trailer', source: 'V1 b-forged' },
  { since: '2.1.210', value: 'neutralised', source: 'F3, V2 b-forged' },
  { since: '2.1.277', value: 'framed', source: 'F3, V2 b-forged' },
];

export type NotificationForm = 'none' | 'agent-notification' | 'task-notification';
export const NOTIFICATION: FactTable<NotificationForm> = [
  { since: OLDEST, value: 'none', source: 'V1: background not offered up to 2.0.50' },
  { since: '2.0.76', after: '2.0.50', value: 'agent-notification', source: 'V1 c-background' },
  { since: '2.1.38', after: '2.0.76', value: 'task-notification', source: 'V1 c-background' },
];

/** What stands in `<result>` of a notification. */
export type NotificationResult = 'absent' | 'raw' | 'escaped' | 'neutralised';
export const NOTIFICATION_RESULT: FactTable<NotificationResult> = [
  { since: OLDEST, value: 'absent', source: 'V1' },
  { since: '2.1.38', after: '2.0.76', value: 'raw', source: 'V1 b-forged: a forged closing tag passes' },
  { since: '2.1.90', after: '2.1.88', value: 'escaped', source: 'V2 b-forged' },
  { since: '2.1.210', value: 'neutralised', source: 'F3; V1 has it on 2.1.215: escaped and neutralised' },
];

/** How a notification gets into a prompt, as far as seen: only queue lines, only after the turn, or mid-turn too. */
export type NotificationRoad = 'queue-lines-only' | 'after-turn' | 'mid-turn-too';
export const NOTIFICATION_ROAD: FactTable<NotificationRoad> = [
  { since: OLDEST, value: 'queue-lines-only', source: 'V1 b, c on 2.0.76, 2.1.38: not seen on the wire' },
  { since: '2.1.44', after: '2.1.38', value: 'after-turn', source: 'V1 b, c on 2.1.76; V3 names 2.1.44' },
  { since: '2.1.119', after: '2.1.107', value: 'mid-turn-too', source: 'V1 b, c' },
];

/** Whether a notification's user record carries `origin.kind`. Before, it looks like a prompt by its fields. */
export const NOTIFICATION_ORIGIN = startingWith('2.1.110', 'V2 b-forged', '2.1.107');
/** `promptSource` of a headless notification: `sdk`, like a headless prompt, on 2.1.170 to 2.1.261. */
export const NOTIFICATION_SOURCE_IS_SDK: FactTable<boolean> = [
  { since: OLDEST, value: false, source: 'V1' },
  { since: '2.1.170', after: '2.1.160', value: true, source: 'V1, V3' },
  { since: '2.1.285', after: '2.1.261', value: false, source: 'V1: `system`' },
];

/** Marks on records. */
export const PROMPT_SOURCE = startingWith('2.1.170', 'V2 a-foreground', '2.1.160');
export const ENTRYPOINT = startingWith('2.1.81', 'V2: 2.1.77 → 2.1.86; public set has 2.1.81', '2.1.77');
export const HUMAN_ORIGIN = startingWith('2.1.207', 'V1 p-interactive on 2.1.215; public set from 2.1.207', '2.1.197');
export const TURN_ORIGIN = startingWith('2.1.285', 'V2', '2.1.261');
/** Hook feedback in a user record: no mark at all up to 2.0.14, `isMeta` from 2.0.50, `hookText` on the newest. */
export const HOOK_FEEDBACK_MARK = startingWith('2.0.50', 'V1 j-hook-decisions', '2.0.14');
export const HOOK_OUTCOMES_KEPT = startingWith('2.1.97', 'V2 j2-hooks-in-child', '2.1.92');
export const PERMISSION_DECISION = startingWith('2.1.301', 'V2', '2.1.285');
export const TOOL_DENIAL_KIND = startingWith('2.1.198', 'V2 (2.1.197 is the neighbour without)');
export const API_REQUESTS = startingWith('2.1.301', 'V2', '2.1.285');
export const PROMPT_ID = startingWith('2.1.74', 'V2', '2.1.72');
/** `meta.json` beside a child's file, and when it names the call. */
export const META_FILE = startingWith('2.1.70', 'V2 (2.1.69 is the neighbour without)');
export const META_TOOL_USE_ID = startingWith('2.1.145', 'V2', '2.1.140');
export const META_PARENT = startingWith('2.1.197', 'V2', '2.1.173');

/** Where the host's own reminders stand in a transcript. */
export type ReminderPlace = 'read-results-only' | 'attachments' | 'attachments-rendered';
export const REMINDERS: FactTable<ReminderPlace> = [
  { since: OLDEST, value: 'read-results-only', source: 'V1 a, j' },
  { since: '2.1.92', after: '2.1.90', value: 'attachments', source: 'V1 on 2.1.119; public set from 2.1.90' },
  { since: '2.1.301', after: '2.1.261', value: 'attachments-rendered', source: 'V1 a, j' },
];

/** How reminders reach the model: tagged user text, or untagged `role:system` messages. */
export type ReminderWire = 'tagged-user-text' | 'system-role';
export const REMINDER_WIRE: FactTable<ReminderWire> = [
  { since: OLDEST, value: 'tagged-user-text', source: 'V1' },
  { since: '2.1.160', after: '2.1.150', value: 'system-role', source: 'V2 a, b' },
];

/** What `--resume` does to the file. */
export type Resume = 'new-file-same-uuids' | 'same-file';
export const RESUME: FactTable<Resume> = [
  { since: OLDEST, value: 'new-file-same-uuids', source: 'V1 i-resume-compact 1.0.90' },
  { since: '2.0.14', after: '1.0.119', value: 'same-file', source: 'V1 i-resume-compact' },
];

/** Which session id the copied rows of a forked session carry. */
export type ForkRows = 'no-forks' | 'all-renamed' | 'prompts-keep-old' | 'all-keep-old';
export const FORK_ROWS: FactTable<ForkRows> = [
  { since: OLDEST, value: 'no-forks', source: 'V1 i 1.0.90' },
  { since: '2.0.14', after: '1.0.119', value: 'all-renamed', source: 'V1 i' },
  { since: '2.0.50', after: '2.0.14', value: 'prompts-keep-old', source: 'V1 i 2.0.50, 2.0.76' },
  { since: '2.1.38', after: '2.0.76', value: 'all-keep-old', source: 'V1 i' },
  { since: '2.1.76', after: '2.1.38', value: 'all-renamed', source: 'V1 i' },
];

/** Harmless breaks of the parent chain that the host itself writes. */
export const BROKEN_CHAINS: FactTable<boolean> = [
  { since: OLDEST, value: false, source: 'V1' },
  { since: '2.0.76', after: '2.0.50', value: true, source: 'V1: child files; one record on 2.1.38, 2.1.76' },
  { since: '2.1.119', after: '2.1.76', value: false, source: 'V1' },
];
