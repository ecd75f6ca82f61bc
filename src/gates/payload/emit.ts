import { objectAt, stringAt } from '../../base/json.ts';
import type { Case } from '../../case/model.ts';
import type { AssistantRecord, TranscriptRecord } from '../../wire/record.ts';
import { type DraftBuilder, layOver } from './draft.ts';
import type { SessionFacts } from './facts.ts';
import { agentTranscript } from './facts.ts';
import type { Lane } from './lane.ts';
import { PHASE_OF, type RebuiltEvent } from './model.ts';

/** A rebuilt event and where it stands: timeline order of its record, then before or after what else hangs on that record. */
export interface Placed {
  readonly order: number;
  readonly bias: number;
  /** Lane, and place among the events of the lane. */
  readonly lane: number;
  readonly sequence: number;
  readonly event: Rebuilding;
}

/** An event that is still being put together. */
export type Rebuilding = { -readonly [Key in keyof RebuiltEvent]: RebuiltEvent[Key] };

/** Host facts as of the record that a lane's walk has come to. */
export interface LaneState {
  version: string | undefined;
  entrypoint: string | undefined;
  cwd: string | undefined;
  sessionId: string | undefined;
  effort: string | undefined;
  /** Prompt that the lane's latest records belong to. */
  promptId: string | undefined;
}

export interface EmitOptions {
  readonly bias: number;
  readonly toolUseId?: string;
  /** Facts as of an earlier record, where an event is only recognised later. */
  readonly state?: LaneState;
  /** Before the first prompt. */
  readonly withoutPrompt?: boolean;
  /** At a stop: hook feedback made the agent go on. */
  readonly wentOn?: boolean;
}

/** Writes the events of one lane: fills what every event has, and keeps what the host's version knows. */
export class Emitter {
  readonly placed: Placed[] = [];
  readonly state: LaneState = {
    version: undefined,
    entrypoint: undefined,
    cwd: undefined,
    sessionId: undefined,
    effort: undefined,
    promptId: undefined,
  };

  readonly facts: SessionFacts;
  readonly lane: Lane;
  readonly #index: number;

  constructor(theCase: Case, facts: SessionFacts, lane: Lane, index: number) {
    this.#index = index;
    this.facts = facts;
    this.lane = lane;
    const first = lane.records.find((record) => record.version !== undefined);
    this.state.version = first?.version ?? theCase.hostVersions[0];
    this.state.cwd = lane.records.find((record) => record.cwd !== undefined)?.cwd ?? theCase.ids.cwds[0];
    this.state.entrypoint = stringAt(first?.raw, 'entrypoint') ?? theCase.entrypoint;
    this.state.effort = firstEffort(lane);
  }

  /** Takes over what a record says of the host before its own events are written. */
  see(record: TranscriptRecord): void {
    const { state } = this;
    state.version = record.version ?? state.version;
    state.sessionId = record.sessionId ?? state.sessionId;
    state.cwd = record.cwd ?? state.cwd;
    state.entrypoint = stringAt(record.raw, 'entrypoint') ?? state.entrypoint;
    if (record.type === 'user') state.promptId = record.promptId ?? state.promptId;
    if (record.type === 'assistant') state.effort = effortOf(record);
  }

  /** A child's rows name the session that its hooks were sent under; all versions seen give it the parent's. */
  #sessionId(): string {
    return this.lane.isRoot ? this.facts.sessionId : (this.state.sessionId ?? this.facts.sessionId);
  }

  emit(draft: DraftBuilder, at: TranscriptRecord, how: EmitOptions): void {
    const { facts, lane } = this;
    const { bias, toolUseId } = how;
    const state = how.state ?? this.state;
    const order = facts.orderOf(at);
    const inAgent = !lane.isRoot;
    if (lane.inherited) draft.set('session_id', facts.forkedFrom, 'recorded');
    else if (!draft.has('session_id')) draft.set('session_id', this.#sessionId(), 'recorded');
    if (!draft.has('transcript_path'))
      draft.set('transcript_path', facts.transcriptPathAt(order), facts.pathIsRecorded ? 'recorded' : 'derived');
    draft.set('cwd', state.cwd, 'recorded');
    draft.set('hook_event_name', draft.hookEvent, 'derived');
    if (how.withoutPrompt !== true) draft.set('prompt_id', state.promptId ?? facts.promptIdAt(order), 'recorded');
    const mode = lane.agent.kind === 'fork' ? 'bubble' : facts.modeAt(order);
    if (mode !== undefined) draft.set('permission_mode', mode, inAgent ? 'derived' : 'recorded');
    else draft.lacks('permission_mode', 'no record names the mode');
    if (state.effort !== undefined) draft.set('effort', { level: state.effort }, 'recorded');
    if (inAgent && !lane.agent.id.includes('/')) {
      draft.set('agent_id', lane.agent.id, 'recorded');
      if (lane.agent.type === '') draft.lacks('agent_type', 'no record names the type');
      else draft.set('agent_type', lane.agent.type, 'recorded');
      draft.set('agent_transcript_path', agentTranscript(facts, order, lane.agent), 'derived');
    } else if (facts.mainAgentType !== undefined) draft.set('agent_type', facts.mainAgentType, 'recorded');
    const laid = layOver(draft.done(), state.version, inAgent);
    if (laid === undefined) return;
    let weak = laid.missing.length > 0;
    for (const field in laid.fields) if (laid.fields[field] === 'default') weak = true;
    const event = {
      hookEvent: draft.hookEvent,
      phase: PHASE_OF[draft.hookEvent]!,
      agent: lane.agent.id,
      eventId: facts.eventOf(at),
      record: at.span,
    } as Rebuilding;
    if (at.timestamp !== undefined) event.at = at.timestamp;
    if (state.version !== undefined) event.version = state.version;
    if (state.entrypoint !== undefined) event.entrypoint = state.entrypoint;
    if (toolUseId !== undefined) event.toolUseId = toolUseId;
    event.payload = laid.payload;
    event.fields = laid.fields;
    event.missing = laid.missing;
    if (how.wentOn === true) event.wentOn = true;
    if (lane.inherited) event.inherited = true;
    event.fidelity = state.version === undefined ? 'unsupported' : weak ? 'partial' : 'exact';
    this.placed.push({ order, bias, lane: this.#index, sequence: this.placed.length, event });
  }
}

function effortOf(record: AssistantRecord): string | undefined {
  return stringAt(record.raw, 'effort') ?? stringAt(objectAt(record.raw, 'message'), 'effort');
}

function firstEffort(lane: Lane): string | undefined {
  const first = lane.records.find((record) => record.type === 'assistant');
  return first?.type === 'assistant' ? effortOf(first) : undefined;
}
