import type { ByteSpan, Citation } from '../../evidence/span.ts';
import type { TranscriptRecord } from '../../wire/record.ts';
import { timeOf } from '../calls.ts';
import type { Piece, Speaker } from '../cut/piece.ts';
import { eventId } from '../event-id.ts';
import type { AgentId, Origin, OriginChannel, Text, TimelineEvent } from '../model.ts';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type DraftText = Mutable<Text>;
type EventBody<E> = E extends TimelineEvent
  ? Omit<E, 'id' | 'agent' | 'order' | 'at' | 'span' | 'recordUuid' | 'cwd' | 'version' | 'texts'>
  : never;
/** What a kind of event says beyond what all events say. */
export type Body = EventBody<TimelineEvent>;

/** An event while its place on the timeline is not known. */
export interface Draft {
  readonly event: Mutable<TimelineEvent>;
  readonly texts: DraftText[];
  /** Milliseconds since the epoch; that of the record before where it has none. */
  readonly time: number | undefined;
  readonly line: number;
  /** Events that must come first on the timeline. */
  readonly after: Draft[];
  /** The API request that this reply answers, where the host recorded it: where its record lies, and when it was sent. */
  request?: SentRequest;
}

export interface SentRequest {
  readonly line: number;
  readonly time: number | undefined;
}

/** Who the speakers of a field are. */
export interface Voices {
  readonly child?: AgentId;
  readonly sender?: AgentId;
  readonly senderChannel?: 'model' | 'summary' | 'peer' | 'typed' | 'unknown';
  readonly tool?: string | undefined;
  readonly toolUseId?: string;
  readonly path?: string;
}

export class Drafts {
  readonly agent: AgentId;
  readonly list: Draft[] = [];
  /** Texts that stand in a file but were not shown to the agent by it. */
  readonly hidden = new Set<DraftText>();
  private time: number | undefined;

  constructor(agent: AgentId) {
    this.agent = agent;
  }

  add(name: string, record: TranscriptRecord, block: number, body: Body, suffix = ''): Draft {
    this.time = timeOf(record) ?? this.time;
    const texts: DraftText[] = [];
    // The body is made for this event alone: to complete it is a third of the cost of a copy.
    const event = body as Mutable<TimelineEvent>;
    event.id = eventId(name, record, block, suffix);
    event.agent = this.agent;
    event.order = -1;
    event.span = record.span;
    event.texts = texts;
    if (record.timestamp !== undefined) event.at = record.timestamp;
    if (record.uuid !== undefined) event.recordUuid = record.uuid;
    if (record.cwd !== undefined) event.cwd = record.cwd;
    if (record.version !== undefined) event.version = record.version;
    const draft: Draft = { event, texts, time: this.time, line: record.span.line, after: [] };
    this.list.push(draft);
    return draft;
  }

  /** One string of the record as one text. */
  say(draft: Draft, span: ByteSpan, pointer: string, value: string, origin: Origin, shown = true): DraftText {
    return this.put(draft, { record: span, pointer }, value, origin, shown);
  }

  /** One string of the record, cut into texts by whose words they are. */
  cut(
    draft: Draft,
    span: ByteSpan,
    pointer: string,
    value: string,
    pieces: readonly Piece[],
    voices: Voices,
    shown = true,
  ): DraftText[] {
    return pieces.map(({ start, end, speaker, place }) => {
      const cite = {
        record: span,
        pointer,
        ...(start === 0 && end === value.length ? {} : { chars: [start, end] as const }),
      };
      return this.put(draft, cite, value.slice(start, end), originOf(speaker, place, voices), shown);
    });
  }

  private put(draft: Draft, cite: Citation, value: string, origin: Origin, shown: boolean): DraftText {
    const text: DraftText = { id: -1, value, origin, cite, agent: this.agent, event: draft.event.id };
    draft.texts.push(text);
    if (!shown) this.hidden.add(text);
    return text;
  }
}

export function originOf(speaker: Speaker, place: string, voices: Voices): Origin {
  const origin: Mutable<Origin> = { channel: CHANNELS[speaker], by: BY_HOST, place };
  switch (speaker) {
    case 'host':
    case 'command':
    case 'context':
    case 'memory':
      break;
    case 'child':
      origin.by = agentOrUnknown(voices.child);
      break;
    case 'sender':
      origin.by = agentOrUnknown(voices.sender);
      if (voices.senderChannel !== undefined) origin.channel = voices.senderChannel;
      break;
    case 'tool':
      origin.by = BY_TOOL;
      if (voices.tool !== undefined) origin.tool = voices.tool;
      break;
    case 'hook':
      origin.by = BY_TOOL;
      break;
    case 'human':
    case 'queued':
      origin.by = BY_HUMAN;
      break;
    case 'caller':
    case 'nobody':
      origin.by = BY_NOBODY;
      break;
  }
  if (voices.toolUseId !== undefined) origin.toolUseId = voices.toolUseId;
  if (voices.path !== undefined) origin.path = voices.path;
  return origin;
}

const CHANNELS: Readonly<Record<Speaker, OriginChannel>> = {
  host: 'notice',
  child: 'model',
  sender: 'model',
  tool: 'tool',
  human: 'typed',
  queued: 'queued',
  caller: 'caller',
  command: 'command',
  context: 'injected',
  memory: 'memory',
  hook: 'hook',
  nobody: 'unknown',
};
const BY_HOST = { kind: 'host' } as const;
const BY_TOOL = { kind: 'tool' } as const;
const BY_HUMAN = { kind: 'human' } as const;
const BY_NOBODY = { kind: 'unknown' } as const;

function agentOrUnknown(agent: AgentId | undefined): Origin['by'] {
  return agent === undefined ? BY_NOBODY : { kind: 'agent', agent };
}

/** Leaves out members that are undefined: an absent member and an undefined one must not differ. */
export function optionalMembers<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const key in members) if (members[key] !== undefined) kept[key] = members[key];
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> };
}
