import { type JsonObject, objectAt, stringAt } from '../../base/json.ts';
import {
  COMMAND_LEADS,
  COORDINATOR_LEAD,
  HOOK_FEEDBACK,
  HOOK_REMINDER,
  HOOK_TAG,
  INTERRUPTED,
  NOTIFICATION_OPEN,
} from '../../hosts/phrases.ts';
import { profileFor } from '../../hosts/profile.ts';
import type {
  AssistantRecord,
  AttachmentRecord,
  SystemRecord,
  TranscriptRecord,
  UserRecord,
} from '../../wire/record.ts';
import { DraftBuilder } from './draft.ts';
import type { Emitter, LaneState } from './emit.ts';
import { resultsIn, textOf } from './lane.ts';
import type { FieldBasis } from './model.ts';

interface Ending {
  readonly record: AssistantRecord;
  readonly text: string;
  readonly failed: boolean;
  /** Host facts as of that reply: the end is only seen when the next turn begins. */
  readonly state: LaneState;
}

/** Prompts and ends of turns of one lane: UserPromptSubmit, SubagentStart, Stop, SubagentStop, StopFailure. */
export class TurnEvents {
  /** Words of the reply that ends the turn if nothing else follows, and the record they end with. */
  #ending: Ending | undefined;
  #stopHookActive = false;
  #started = false;

  readonly emitter: Emitter;

  constructor(emitter: Emitter) {
    this.emitter = emitter;
  }

  get #isRoot(): boolean {
    return this.emitter.lane.isRoot;
  }

  onUser(record: UserRecord): void {
    if (resultsIn(record).length > 0) return;
    const text = textOf(record);
    if (HOOK_FEEDBACK.test(text) && /^(?:Stop|SubagentStop)\b/.test(text)) {
      this.endTurn(true);
      this.#stopHookActive = true;
      return;
    }
    if (INTERRUPTED.some((lead) => text.startsWith(lead))) {
      this.#ending = undefined;
      return;
    }
    if (this.#isRoot) this.#rootPrompt(record, text);
    else this.#agentPrompt(record, text);
  }

  #rootPrompt(record: UserRecord, text: string): void {
    if (record.isCompactSummary || HOOK_TAG.test(text) || HOOK_REMINDER.test(text) || HOOK_FEEDBACK.test(text)) return;
    if (COMMAND_LEADS.some((lead) => text.startsWith(lead))) {
      this.#command(record, text);
      return;
    }
    const marks = profileFor(this.emitter.state.version).marks;
    // A typed prompt carries its origin; a row without one is the echo of a command.
    if (
      this.emitter.facts.interactive &&
      marks.humanOrigin &&
      record.originKind === undefined &&
      record.promptSource === undefined
    )
      return;
    const notice = NOTIFICATION_OPEN.some((open) => text.startsWith(open)) || record.originKind === 'task-notification';
    if (record.isMeta && record.originKind === undefined) return;
    this.endTurn();
    this.#stopHookActive = false;
    if (notice && profileFor(this.emitter.state.version).promptHookForNotices === 'never') return;
    this.#prompt(record, text);
  }

  /** A command of the project or a plugin is a prompt for the model; those of the host itself run without it. [o-custom-agent] */
  #command(record: UserRecord, text: string): void {
    const name = /^<command-message>[^<]*<\/command-message>\s*<command-name>(\/[^<]*)<\/command-name>/.exec(text)?.[1];
    if (name === undefined || record.isMeta) return;
    const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1] ?? '';
    this.endTurn();
    this.#stopHookActive = false;
    this.#prompt(record, args === '' ? name : `${name} ${args}`, 'derived');
  }

  #prompt(record: TranscriptRecord, text: string, basis: FieldBasis = 'recorded'): void {
    this.emitter.emit(new DraftBuilder('UserPromptSubmit').set('prompt', text, basis), record, { bias: -0.5 });
  }

  #agentPrompt(record: UserRecord, text: string): void {
    if (!this.#started) {
      this.start(record);
      return;
    }
    // A finished agent that is asked again starts again, with the same id. [FACTS section 6]
    if (record.originKind === 'coordinator' || text.startsWith(COORDINATOR_LEAD)) {
      this.endTurn();
      this.#stopHookActive = false;
      this.emitter.emit(new DraftBuilder('SubagentStart'), record, { bias: -0.5 });
      return;
    }
    // The host's own note to a child that ended without words: the turn goes on.
    if (record.isMeta) this.#ending = undefined;
  }

  /** The agent's first record, of whatever type. */
  start(record: TranscriptRecord): void {
    if (this.#started || this.#isRoot) return;
    this.#started = true;
    this.emitter.emit(new DraftBuilder('SubagentStart'), record, { bias: -0.5 });
  }

  onAttachment(record: AttachmentRecord): void {
    if (!this.#isRoot || record.attachmentType !== 'queued_command') return;
    const prompt = stringAt(record.attachment, 'prompt');
    if (prompt === undefined) return;
    const isNotice = stringAt(record.attachment, 'commandMode') === 'task-notification';
    const origin =
      stringAt(objectAt(record.attachment, 'origin'), 'kind') ?? stringAt(objectAt(record.raw, 'origin'), 'kind');
    if (isNotice || origin === 'task-notification' || origin === 'peer') {
      if (profileFor(this.emitter.state.version).promptHookForNotices !== 'mid-turn-too') return;
    }
    this.#prompt(record, prompt);
  }

  onSystem(record: SystemRecord): void {
    if (record.subtype === 'stop_hook_summary') this.endTurn();
    else if (record.subtype === 'informational' && this.#isRoot) {
      const prompt = /\n\nOriginal prompt: ([\s\S]*)$/.exec(record.content ?? '')?.[1];
      if (prompt !== undefined) this.#prompt(record, prompt);
    }
  }

  onReply(record: AssistantRecord): void {
    // Written by the host itself to keep the turns in order, not by a model.
    if (record.model === '<synthetic>' && !record.isApiError) return;
    if (record.blocks.some((block) => block.kind === 'tool-use')) {
      this.#ending = undefined;
      return;
    }
    const text = textOf(record);
    const same =
      this.#ending !== undefined &&
      this.#ending.record.messageId === record.messageId &&
      record.messageId !== undefined;
    const before = same ? this.#ending!.text : '';
    this.#ending = {
      record,
      text: before === '' ? text : text === '' ? before : `${before}\n${text}`,
      failed: record.isApiError,
      state: { ...this.emitter.state },
    };
  }

  /** An agent that stops is still listed itself: its notification comes later. */
  #tasksAt(ending: Ending): JsonObject[] {
    return this.emitter.facts.tasks.at(this.emitter.facts.orderOf(ending.record));
  }

  /** The turn is over if the last reply called no tool. */
  endTurn(wentOn = false): void {
    const ending = this.#ending;
    this.#ending = undefined;
    if (ending === undefined) return;
    if (ending.failed) {
      const error = stringAt(ending.record.raw, 'error');
      const draft = new DraftBuilder('StopFailure')
        .set('last_assistant_message', ending.text, 'recorded')
        .set('error', error, 'recorded');
      this.emitter.emit(draft, ending.record, { bias: 0.8, state: ending.state });
      return;
    }
    const draft = new DraftBuilder(this.#isRoot ? 'Stop' : 'SubagentStop')
      .set('stop_hook_active', this.#stopHookActive, this.#stopHookActive ? 'derived' : 'default')
      .set('background_tasks', this.#tasksAt(ending), 'derived');
    const crons = this.emitter.facts.tasks.cronsAt(this.emitter.facts.orderOf(ending.record));
    draft.set('session_crons', crons ?? [], crons === undefined ? 'default' : 'derived');
    const words = ending.text.trim();
    if (words !== '') draft.set('last_assistant_message', words, words === ending.text ? 'recorded' : 'derived');
    this.emitter.emit(draft, ending.record, { bias: 0.8, state: ending.state, wentOn });
    this.#stopHookActive = false;
  }
}
