import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Artefact, ArtefactId, ByteSpan, Citation, ExtractionWarning } from '../evidence/span.ts';
import type { Lineage } from '../wire/input.ts';

/** What the host wrote down, rebuilt: agents, tree, timeline, texts, deliveries. Nothing here is a conclusion. */

/** The host's agent id; the root's is the session id; in-file sidechains without an id get `<session>/sidechain-<n>`. */
export type AgentId = string;
/**
 * `<agent>:<line>.<block>`, where agent is `root` or the agent id: stable for equal evidence. `<agent>@2` for the second file of one
 * agent, `<line>~2` for the second record on one line; `/spawn`, `/return`, `/message` at the end for what a call, result or notice means.
 */
export type EventId = string;

/** How a link is known: written down by the host; found by equal content; concluded from time and place. */
export type Basis = 'recorded' | 'matched' | 'inferred';

export type AgentKind =
  | 'root'
  | 'subagent'
  | 'teammate'
  | 'fork'
  | 'workflow'
  | 'compaction'
  | 'side-question'
  | 'warm-up'
  | 'child-process';

export interface AgentLink {
  readonly basis: Basis;
  /** Which id or content made the link, e.g. `meta.toolUseId`, `toolUseResult.agentId`, `prompt`, `time`. */
  readonly by: string;
  /** More calls or children fitted equally well; `basis` is then never `recorded`. */
  readonly ambiguous?: boolean;
}

export type AgentStatus = 'completed' | 'failed' | 'killed' | 'stopped' | 'interrupted' | 'running' | 'unknown';

export interface Agent {
  readonly id: AgentId;
  readonly kind: AgentKind;
  /** Agent type as spawned (`general-purpose`, `Explore`, …); '' where not recorded. */
  readonly type: string;
  readonly name?: string;
  readonly description?: string;
  readonly parent?: AgentId;
  readonly spawnedBy: { readonly eventId: EventId; readonly toolUseId: string } | null;
  readonly link: AgentLink | null;
  /** Files that hold this agent's records; empty for an agent known only from another file. */
  readonly artefacts: readonly ArtefactId[];
  /** Path of the agent's own transcript as the evidence has it; undefined for in-file sidechains. */
  readonly transcriptPath?: string;
  readonly worktree?: string;
  readonly branch?: string;
  /** 0 = root. */
  readonly depth: number;
  readonly status: AgentStatus;
  readonly background?: boolean;
  readonly toolCalls: number;
  readonly firstEvent?: EventId;
  readonly lastEvent?: EventId;
  readonly model?: string;
  readonly meta?: JsonObject;
}

export interface AgentTree {
  readonly root: AgentId;
  /** Root first, then by first appearance. */
  readonly agents: readonly Agent[];
  get(id: AgentId): Agent | undefined;
  childrenOf(id: AgentId): readonly Agent[];
}

export type OriginChannel =
  /** A person typing in the interactive program. */
  | 'typed'
  /** The prompt of a headless run: whoever started the process. */
  | 'caller'
  /** Prompts a person sent while the agent was working. */
  | 'queued'
  /** Slash-command echoes, command text, stdout of a local command. */
  | 'command'
  /** CLAUDE.md, skills, environment and other context that the host puts in. */
  | 'injected'
  | 'memory'
  /** What a hook program printed. */
  | 'hook'
  /** The host's own words: frames, notices, reminders, interruption lines. */
  | 'notice'
  /** Another agent's or session's message. */
  | 'peer'
  /** A compaction summary: written by a model, placed as user text. */
  | 'summary'
  | 'tool'
  /** Written by a model: replies, briefs as written, a child's own words in a hand-back. */
  | 'model'
  | 'unknown';

export interface Origin {
  readonly channel: OriginChannel;
  /** Who put it there: an agent, a tool (by name in `tool`), the host, a person; undefined if nobody can tell. */
  readonly by:
    | { readonly kind: 'agent'; readonly agent: AgentId }
    | { readonly kind: 'tool' | 'host' | 'human' | 'unknown' };
  /** The tool's name for `tool` texts and tool inputs. */
  readonly tool?: string;
  readonly toolUseId?: string;
  /**
   * Finer place. Of an agent's own words: `reply`, `thinking`, `input:<pointer>`; handed over: `brief`, `result`, `result-preview`, `message`,
   * `summary`. Of the host: `frame`, `note`, `trailer`, `launch`, `summary` (of a notification), `read-reminder`, `reminder`, `denial`,
   * `error`, `tool-use-error`, `interruption`, `persisted-frame`, `api-error`. Of a tool: `output`. Of a person: `prompt`,
   * `prompt-unmarked` (nothing in the record says that a person wrote it, though later hosts do say so), `queued-prompt`, `answer`, `command-args`, `denial`, …
   * Of context: the attachment's type, `instructions`, `skill`, `ide`.
   */
  readonly place?: string;
  /** File the words stand in, where the record names it (instruction files, memory, attached files). */
  readonly path?: string;
}

/** The only way text travels inside the program: a value with where it came from and where it lies. */
export interface Text {
  /** Ordinal in `Case.texts`: unique within a case. */
  readonly id: number;
  readonly value: string;
  readonly origin: Origin;
  readonly cite: Citation;
  /** In whose transcript the text stands. */
  readonly agent: AgentId;
  readonly event: EventId;
  /**
   * Id of the text that the host put here a second time: a brief in the child's file (of the call's prompt), a child's words in
   * its parent (of the child's own reply; the copy may be indented, escaped or neutralised). The original is the better evidence.
   */
  readonly copyOf?: number;
}

/** `text` could first be seen by `to` when `atEvent` happened (the event that placed it into that agent's context). */
export interface Delivery {
  readonly text: Text;
  readonly to: AgentId;
  readonly atEvent: EventId;
  /**
   * From which place on the case's timeline on. Mostly that of `atEvent`; later where the reply that was being written when the
   * text came went on (parallel calls): its later blocks were composed without it.
   */
  readonly order: number;
  /** Order of the compaction that took it out of the agent's context; undefined if none did. */
  readonly until?: number;
}

interface EventCommon {
  readonly id: EventId;
  readonly agent: AgentId;
  /** Position on the case's timeline: total, starting at 0. Within one agent it follows file order. */
  readonly order: number;
  readonly at?: string;
  readonly span: ByteSpan;
  /** uuid of the record, where it has one. */
  readonly recordUuid?: string;
  readonly cwd?: string;
  readonly version?: string;
  readonly texts: readonly Text[];
}

export interface PermissionDecision {
  /** `accept` or `reject`, as recorded. */
  readonly decision: string;
  readonly source?: string;
  readonly reasonCode?: string;
  readonly ruleSource?: string;
  readonly grantScope?: string;
}

export type TimelineEvent =
  | (EventCommon & {
      readonly kind: 'prompt';
      /** The first record of a subagent, or what stands for it. */
      readonly isBrief: boolean;
      readonly promptSource?: string;
      readonly originKind?: string;
      readonly permissionMode?: string;
      readonly promptId?: string;
    })
  | (EventCommon & {
      readonly kind: 'reply';
      readonly thinking: boolean;
      readonly messageId?: string;
      readonly requestId?: string;
      readonly model?: string;
      readonly stopReason?: string;
      readonly isApiError: boolean;
    })
  | (EventCommon & {
      readonly kind: 'tool-call';
      readonly toolUseId: string;
      readonly toolName: string;
      readonly input: JsonObject;
      readonly messageId?: string;
      readonly requestId?: string;
      /** Event of the matching result, if one was recorded. */
      readonly result?: EventId;
    })
  | (EventCommon & {
      readonly kind: 'tool-result';
      readonly toolUseId: string;
      readonly toolName?: string;
      readonly call?: EventId;
      readonly isError: boolean;
      readonly toolUseResult?: JsonValue;
      readonly permission?: PermissionDecision;
      readonly denialKind?: string;
      /** Where the host put the whole of a result too large to show, as it named the path. */
      readonly spilledTo?: string;
    })
  | (EventCommon & {
      /** Context that the host put in: attachments, instructions, hook context, skill text. */
      readonly kind: 'injection';
      readonly injectionType: string;
      readonly attachment?: JsonObject;
      /** The call whose text this is (a skill's). */
      readonly toolUseId?: string;
    })
  | (EventCommon & { readonly kind: 'permission'; readonly mode: string })
  | (EventCommon & {
      /** A call that made a child. `texts` holds the brief as the parent wrote it. */
      readonly kind: 'spawn';
      readonly toolUseId: string;
      readonly call: EventId;
      readonly child?: AgentId;
      readonly toolName: string;
    })
  | (EventCommon & {
      /** A child's words reach an agent. `texts`: the child's own words, free of the host's frame, plus the host's parts. */
      readonly kind: 'return';
      readonly channel: 'foreground' | 'notification' | 'skill' | 'workflow' | 'task-output';
      readonly child?: AgentId;
      readonly toolUseId?: string;
      readonly status?: string;
      /** The record that carries it: the tool result's or prompt's event id. */
      readonly carrier: EventId;
    })
  | (EventCommon & {
      /** SendMessage and its kin. Written once at the sender (`direction: sent`) and once at the receiver (`received`). */
      readonly kind: 'message';
      readonly direction: 'sent' | 'received';
      readonly from?: AgentId | string;
      readonly to?: AgentId | string;
      readonly toolUseId?: string;
      readonly resumed?: AgentId;
    })
  | (EventCommon & {
      readonly kind: 'notice';
      /** `task-notification`, `hook:<attachment type>`, `queue-operation`, `system:<subtype>`, `progress:<kind>`, `record:<type>`, … */
      readonly noticeType: string;
      readonly attachment?: JsonObject;
      readonly operation?: string;
      /** Of a notification. */
      readonly taskId?: string;
      readonly toolUseId?: string;
      readonly status?: string;
    })
  | (EventCommon & { readonly kind: 'compaction'; readonly trigger?: string; readonly preserved: readonly string[] })
  | (EventCommon & { readonly kind: 'interruption'; readonly during: 'tool' | 'reply' | 'unknown' });

export type EventKind = TimelineEvent['kind'];
export type EventOf<K extends EventKind> = Extract<TimelineEvent, { kind: K }>;

/** A record that stands in more than one file of the case with the same uuid and content: counted once, evidence kept in all. */
export interface RecordCopy {
  readonly uuid: string;
  readonly kept: ByteSpan;
  readonly copy: ByteSpan;
  readonly agrees: boolean;
}

/** A record whose `parentUuid` stands in no file of the case. */
export interface ChainGap {
  readonly agent: AgentId;
  readonly span: ByteSpan;
  readonly parentUuid: string;
  /** Among the first records behind a compaction; the first chained record of its file; or anywhere else. */
  readonly place: 'compaction' | 'first-record' | 'elsewhere';
  /** The chained record before it in the file. */
  readonly before?: ByteSpan;
}

/** A record whose timestamp is earlier than its parent's, by a minute or more. */
export interface ClockStep {
  readonly agent: AgentId;
  readonly span: ByteSpan;
  readonly parent: ByteSpan;
  readonly backMs: number;
}

export interface Chain {
  readonly gaps: readonly ChainGap[];
  readonly clock: readonly ClockStep[];
}

export interface CaseFacts {
  /** Prompts by a person (or the caller of a headless run). */
  readonly humans: number;
  /** Host notices, each counted once however often it was delivered. */
  readonly notices: number;
  readonly peers: number;
  /** Model replies after joining blocks of one message. */
  readonly replies: number;
  readonly returns: number;
  readonly copied: number;
  readonly unknownRecords: number;
}

/** An inbox file of a team, `teams/<team>/inboxes/<agent>.json`: messages of others to one agent, read from there by the host (cc#88332). */
export interface Inbox {
  readonly team: string;
  /** Name of the agent that it belongs to. */
  readonly owner: string;
  readonly entries: readonly InboxEntry[];
}

export interface InboxEntry {
  readonly from: string;
  readonly text: string;
  /** ISO 8601, as the entry has it. */
  readonly timestamp?: string;
  readonly cite: Citation;
}

export interface Case {
  /** Root session id. */
  readonly id: string;
  readonly host: 'claude-code';
  readonly hostVersions: readonly string[];
  /** `sdk-cli`, `cli`, … of the root, where recorded. */
  readonly entrypoint?: string;
  readonly artefacts: readonly Artefact[];
  readonly agents: AgentTree;
  /** By `order`. */
  readonly timeline: readonly TimelineEvent[];
  readonly texts: readonly Text[];
  /** By `order`, then text id. */
  readonly deliveries: readonly Delivery[];
  readonly copies: readonly RecordCopy[];
  readonly chain: Chain;
  /** The session that this one begins with a copy of, where it is among the evidence. */
  readonly lineage?: Lineage;
  readonly facts: CaseFacts;
  readonly warnings: readonly ExtractionWarning[];
  /** What stands in the inbox files of the team, where they were given. Entries whose form is unknown are left out. */
  readonly inboxes: readonly Inbox[];
  /** Session ids, project folders and state folders that the records name (for `tree --ids`). */
  readonly ids: {
    readonly sessionIds: readonly string[];
    readonly projectFolders: readonly string[];
    readonly cwds: readonly string[];
    readonly forkedFrom?: string;
  };
  event(id: EventId): TimelineEvent | undefined;
  /** Whether a record was first written in the session that this one copies: it is that session's to tell of. */
  isInherited(record: ByteSpan): boolean;
  /** The call with this tool_use id. */
  call(toolUseId: string): EventOf<'tool-call'> | undefined;
  eventsOf(agent: AgentId): readonly TimelineEvent[];
  /** What was delivered to an agent, in order. */
  inputsOf(agent: AgentId): readonly Delivery[];
}
