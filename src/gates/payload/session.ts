import { numberAt, objectAt, stringAt } from '../../base/json.ts';
import type { AttachmentRecord, ProgressRecord, SystemRecord, TranscriptRecord, UserRecord } from '../../wire/record.ts';
import { DraftBuilder } from './draft.ts';
import type { Emitter } from './emit.ts';
import { textOf } from './lane.ts';

/** Beginnings and ends of the host process, and compactions, of the main session. */
export class SessionEvents {
  #prompts = 0;
  #processes = 0;
  /** A process has ended since the last prompt: the notes that the host writes last were seen. */
  #ended = false;
  #lastRecord: TranscriptRecord | undefined;
  #compactArgs: string | null | undefined;

  readonly emitter: Emitter;

  constructor(emitter: Emitter) {
    this.emitter = emitter;
  }

  get #headless(): boolean {
    return !this.emitter.facts.interactive;
  }

  /** Before a record's own events: does a new process begin with it? */
  before(record: TranscriptRecord): void {
    if (this.#processes === 0 && isConversation(record)) {
      this.#begin(record, this.#firstSource(record));
    } else if (record.type === 'user' && isTypedOrSent(record) && this.#prompts > 0 && this.#beginsProcess(record)) {
      this.end();
      this.#begin(record, 'resume');
    }
    if (record.type === 'user' && isTypedOrSent(record)) {
      this.#prompts += 1;
      this.#ended = false;
    }
    if (isConversation(record)) this.#lastRecord = record;
    if (record.type === 'other' && record.recordType === 'cost-state') this.#ended = true;
  }

  #begin(record: TranscriptRecord, source: string): void {
    this.#processes += 1;
    this.emitter.emit(new DraftBuilder('SessionStart').set('source', source, source === 'startup' ? 'default' : 'derived'), record, -0.9);
  }

  #firstSource(record: TranscriptRecord): string {
    return stringAt(record.raw, 'requestSessionId') === undefined ? 'startup' : 'fork';
  }

  /** A headless process takes one prompt, unless it is fed on stdin: then later prompts count up. */
  #beginsProcess(record: UserRecord): boolean {
    if (this.#ended) return true;
    if (!this.#headless) return false;
    const index = numberAt(objectAt(record.raw, 'turnPosition'), 'promptIndex');
    return index === undefined ? true : index === 0;
  }

  /** The process ends with the last record seen. */
  end(): void {
    if (this.#lastRecord === undefined) return;
    this.emitter.emit(new DraftBuilder('SessionEnd').set('reason', 'other', 'default'), this.#lastRecord, 0.95);
  }

  onSystem(record: SystemRecord): void {
    if (record.subtype !== 'compact_boundary') return;
    const trigger = stringAt(objectAt(record.raw, 'compactMetadata'), 'trigger') ?? 'auto';
    const { emitter } = this;
    const before = new DraftBuilder('PreCompact').set('trigger', trigger, 'recorded');
    if (this.#compactArgs !== undefined) before.set('custom_instructions', this.#compactArgs, 'recorded');
    else if (trigger === 'auto') before.set('custom_instructions', null, 'default');
    else before.lacks('custom_instructions', 'no record of the command that asked for it');
    emitter.emit(before, record, -0.5);
    emitter.emit(new DraftBuilder('SessionStart').set('source', 'compact', 'derived'), record, 0.1);
    emitter.emit(
      new DraftBuilder('PostCompact')
        .set('trigger', trigger, 'recorded')
        .lacks('compact_summary', 'the transcript keeps the summary without the part that the host strips'),
      record,
      0.2,
    );
    this.#compactArgs = undefined;
  }

  /** `/compact words` stands after the boundary in the file: looked for ahead of the walk. */
  lookForCompactArgs(records: readonly TranscriptRecord[], from: number): void {
    for (let index = from + 1; index < Math.min(records.length, from + 12); index += 1) {
      const record = records[index]!;
      if (record.type !== 'user') continue;
      const args = /<command-name>\/compact<\/command-name>[\s\S]*?<command-args>([\s\S]*?)<\/command-args>/.exec(textOf(record));
      if (args === null) continue;
      this.#compactArgs = args[1] === '' ? null : args[1]!;
      return;
    }
  }
}

/** Belongs to the conversation and not to the notes around it. */
function isConversation(record: TranscriptRecord): boolean {
  return record.type === 'user' || record.type === 'assistant' || record.type === 'system' || record.type === 'attachment';
}

function isTypedOrSent(record: UserRecord): boolean {
  if (record.isMeta || record.isCompactSummary || record.toolUseResult !== undefined) return false;
  if (record.blocks.some((block) => block.kind === 'tool-result')) return false;
  if (record.originKind !== undefined && record.originKind !== 'human') return false;
  return !/^<(?:task-notification|agent-notification|local-command|bash-)|^\[Request interrupted/.test(textOf(record));
}

/** Hook outcomes that name how a session began: `SessionStart:resume`. */
export function recordedSource(record: AttachmentRecord | ProgressRecord): string | undefined {
  const name = record.type === 'attachment' ? stringAt(record.attachment, 'hookName') : stringAt(record.data, 'hookName');
  return name?.startsWith('SessionStart:') === true ? name.slice('SessionStart:'.length) : undefined;
}
