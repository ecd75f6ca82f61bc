import { objectAt, stringAt } from '../../base/json.ts';
import { type FactTable, OLDEST, startingWith, valueAt } from '../../hosts/fact.ts';
import { CAVEATS, COMMAND_LEADS, INTERRUPTED, NOTIFICATION_OPEN } from '../../hosts/phrases.ts';
import { compareVersions, parseVersion } from '../../hosts/version.ts';
import type { SystemRecord, TranscriptRecord, UserRecord } from '../../wire/record.ts';
import { DraftBuilder } from './draft.ts';
import type { Emitter, LaneState } from './emit.ts';
import { textOf } from './lane.ts';

/** What `/compact` without words sends as instructions. */
const NO_INSTRUCTIONS: FactTable<'' | 'null'> = [
  { since: OLDEST, value: '', source: 'p-interactive 2.0.76 to 2.1.119' },
  { since: '2.1.197', after: '2.1.119', value: 'null', source: 'p-interactive' },
];
/** SessionStart of a forked session says `fork`; before, `resume`. */
const FORK_SOURCE: FactTable<'resume' | 'fork'> = [
  { since: OLDEST, value: 'resume', source: 'VERSIONS section 1: SessionStart source at fork' },
  { since: '2.1.215', after: '2.1.172', value: 'fork', source: 'VERSIONS section 1' },
];
/** The agent that writes a summary fires SubagentStop. [FACTS section 5; p-interactive, i-resume-compact of 2.1.119] */
const SUMMARY_AGENT_STOPS = startingWith('2.1.119', 'i-resume-compact', '2.1.77');
const NO_FILE = 'the agent that wrote the summary left no file';
const SUMMARY_CUT = 'the transcript keeps the summary without the part that the host strips';
/** Which session a SessionStart names when a file goes on, or begins with another one's rows. */
const RESUME_SESSION: FactTable<'own' | 'throwaway'> = [
  { since: OLDEST, value: 'own', source: 'i-resume-compact of 1.0.90' },
  { since: '2.0.14', after: '1.0.90', value: 'throwaway', source: 'VERSIONS section 4: only SessionStart names it' },
  { since: '2.0.50', after: '2.0.14', value: 'own', source: 'VERSIONS section 4: same id and file' },
];
const FORK_SESSION: FactTable<'own' | 'forked'> = [
  { since: OLDEST, value: 'own', source: 'i-resume-compact of 1.0.90 and 2.0.14' },
  { since: '2.0.76', after: '2.0.14', value: 'forked', source: 'i-resume-compact of 2.0.76 to 2.1.172' },
  { since: '2.1.215', after: '2.1.172', value: 'own', source: 'VERSIONS section 1' },
];
/** Before, a compaction leaves its summary and no boundary. */
const MARKS_COMPACTION = startingWith('2.0.14', 'i-resume-compact of 2.0.14', '1.0.90');
/** Resuming appends to the same file; before, every process has a file of its own. */
const SAME_FILE_SINCE = '2.0.14';

/** Beginnings and ends of the host process, and compactions, of the main session. */
export class SessionEvents {
  readonly emitter: Emitter;
  readonly #records: readonly TranscriptRecord[];
  readonly #copied: boolean;
  readonly #endNotes: readonly string[];
  readonly #hasQueue: boolean;
  #processes = 0;
  #ended = false;
  #beginsNow = false;
  #exited = false;
  #queued = 0;
  #last: { readonly record: TranscriptRecord; readonly state: LaneState } | undefined;

  /** `copied`: the records are what follows on another session's copied ones. */
  constructor(emitter: Emitter, records: readonly TranscriptRecord[], copied: boolean) {
    this.emitter = emitter;
    this.#records = records;
    this.#copied = copied;
    // The note that a process writes last, newest kind first; older versions write none.
    const kinds = new Set(records.flatMap((record) => (record.type === 'other' ? [record.recordType] : [])));
    this.#endNotes = ['cost-state', 'last-prompt'].filter((kind) => kinds.has(kind)).slice(0, 1);
    this.#hasQueue = records.some((record) => record.type === 'queue-operation');
  }

  /** Before a record's own events: does a new process begin with it? */
  before(record: TranscriptRecord, index: number): void {
    if (record.type === 'other' && this.#endNotes.includes(record.recordType)) this.#ended = true;
    if (record.type === 'queue-operation' && this.#takesPrompt(index)) this.#boundary();
    if (!isConversation(record)) return;
    if (record.type === 'user' && !this.#hasQueue && isCallersPrompt(record) && this.#ownFileGoesOn()) this.#boundary();
    if (this.#processes === 0)
      this.#begin(record, this.#copied ? valueAt(FORK_SOURCE, this.emitter.state.version) : 'startup');
    else if (this.#beginsNow) {
      this.end();
      this.#begin(record, 'resume');
    }
    this.#beginsNow = false;
    if (record.type === 'assistant') {
      this.#ended = false;
      this.#exited = false;
    }
    if (record.type === 'user' && EXIT.test(textOf(record))) this.#exited = true;
  }

  /** After a record's events: what SessionEnd would hang on. */
  after(record: TranscriptRecord): void {
    if (isConversation(record)) this.#last = { record, state: { ...this.emitter.state } };
  }

  #boundary(): void {
    if (this.#processes > 0 && (this.#endNotes.length === 0 || this.#ended)) this.#beginsNow = true;
  }

  /** A headless process queues the prompt that it was started with and takes it at once; older ones write down the taking only. */
  #takesPrompt(index: number): boolean {
    const record = this.#records[index]!;
    if (record.type !== 'queue-operation') return false;
    if (record.operation === 'remove') this.#queued = Math.max(0, this.#queued - 1);
    if (record.operation === 'dequeue') {
      const alone = this.#queued === 0;
      this.#queued = Math.max(0, this.#queued - 1);
      return alone && !this.emitter.facts.interactive;
    }
    if (record.operation !== 'enqueue') return false;
    this.#queued += 1;
    const content = record.content ?? '';
    if (NOTIFICATION_OPEN.some((open) => content.startsWith(open)) || content.startsWith('<agent-message'))
      return false;
    const next = this.#records[index + 1];
    return !this.emitter.facts.interactive && next?.type === 'queue-operation' && next.operation === 'dequeue';
  }

  #ownFileGoesOn(): boolean {
    const version = parseVersion(this.emitter.state.version);
    return (
      !this.emitter.facts.interactive &&
      version !== undefined &&
      compareVersions(version, parseVersion(SAME_FILE_SINCE)!) >= 0
    );
  }

  #begin(record: TranscriptRecord, source: string): void {
    this.#processes += 1;
    const draft = new DraftBuilder('SessionStart').set('source', source, source === 'startup' ? 'default' : 'derived');
    this.#nameSession(draft, source);
    this.emitter.emit(draft, record, { bias: -0.9, withoutPrompt: true });
  }

  #nameSession(draft: DraftBuilder, source: string): void {
    const { version } = this.emitter.state;
    const copies = this.#copied && this.#processes === 1;
    if (copies && source === 'resume' && valueAt(FORK_SESSION, version) === 'forked') {
      const forked = this.emitter.facts.forkedFrom;
      if (forked === undefined)
        draft.lacks('session_id', 'the host names the session that was forked, which the copied rows do not keep');
      else {
        const path = this.emitter.facts.transcriptPathAt(0);
        draft
          .set('session_id', forked, 'derived')
          .set('transcript_path', path.replace(/[^/]+$/, `${forked}.jsonl`), 'derived');
      }
    } else if (!copies && source === 'resume' && valueAt(RESUME_SESSION, version) === 'throwaway')
      draft
        .lacks('session_id', 'the host names an id that it uses for this event only')
        .lacks('transcript_path', 'the host names a file of an id that it uses for this event only');
  }

  /**
   * The process ends with the last record seen. A person may also close the window, and then nothing is sent: without the command that
   * leaves, an interactive end is not invented. [p-interactive of 2.1.233 and 2.1.332]
   */
  end(): void {
    if (this.#last === undefined || (this.emitter.facts.interactive && !this.#exited)) return;
    const { record, state } = this.#last;
    const [reason, basis] = this.#exited
      ? (['prompt_input_exit', 'derived'] as const)
      : (['other', 'default'] as const);
    this.emitter.emit(new DraftBuilder('SessionEnd').set('reason', reason, basis), record, { bias: 0.95, state });
    this.#exited = false;
  }

  /** The oldest versions write down the summary alone. */
  onUser(record: UserRecord, index: number): void {
    if (!record.isCompactSummary || valueAt(MARKS_COMPACTION, this.emitter.state.version)) return;
    const following = this.#following(index);
    const args = compactArgs(following);
    this.#compacted(record, args === undefined ? 'auto' : 'manual', following);
  }

  #following(index: number): UserRecord[] {
    return this.#records.slice(index + 1, index + 12).filter((next) => next.type === 'user');
  }

  onSystem(record: SystemRecord, index: number): void {
    if (record.subtype !== 'compact_boundary') return;
    const trigger = stringAt(objectAt(record.raw, 'compactMetadata'), 'trigger') ?? 'auto';
    this.#compacted(record, trigger, this.#following(index));
  }

  #compacted(record: TranscriptRecord, trigger: string, following: readonly UserRecord[]): void {
    const { emitter } = this;
    // A headless `/compact` is the whole run, and leaves no end note on some versions.
    this.#ended = true;
    const state = {
      ...emitter.state,
      promptId: following.find((next) => next.promptId !== undefined)?.promptId ?? emitter.state.promptId,
    };
    const before = new DraftBuilder('PreCompact').set('trigger', trigger, 'recorded');
    const args = compactArgs(following);
    if (args !== undefined && args !== '') before.set('custom_instructions', args, 'recorded');
    else if (trigger === 'auto') before.set('custom_instructions', null, 'default');
    else
      before.set('custom_instructions', valueAt(NO_INSTRUCTIONS, emitter.state.version) === '' ? '' : null, 'default');
    emitter.emit(before, record, { bias: -0.5, state });
    if (valueAt(SUMMARY_AGENT_STOPS, state.version)) {
      const stop = new DraftBuilder('SubagentStop')
        .set('agent_type', '', 'derived')
        .set('stop_hook_active', false, 'default')
        .set('background_tasks', emitter.facts.tasks.at(emitter.facts.orderOf(record)), 'derived')
        .set('session_crons', [], 'default')
        .lacks('agent_id', NO_FILE)
        .lacks('agent_transcript_path', NO_FILE)
        .lacks('last_assistant_message', SUMMARY_CUT);
      emitter.emit(stop, record, { bias: 0, state });
    }
    emitter.emit(new DraftBuilder('SessionStart').set('source', 'compact', 'derived'), record, { bias: 0.1, state });
    emitter.emit(
      new DraftBuilder('PostCompact').set('trigger', trigger, 'recorded').lacks('compact_summary', SUMMARY_CUT),
      record,
      { bias: 0.2, state },
    );
  }
}

const EXIT = /<command-name>\/(?:exit|quit)<\/command-name>/;

/** `/compact words` stands after the boundary in the file. */
function compactArgs(following: readonly UserRecord[]): string | undefined {
  for (const record of following) {
    const args = /<command-name>\/compact<\/command-name>[\s\S]*?<command-args>([\s\S]*?)<\/command-args>/.exec(
      textOf(record),
    );
    if (args !== null) return args[1];
  }
  return undefined;
}

/** Belongs to the conversation and not to the notes around it. */
function isConversation(record: TranscriptRecord): boolean {
  return (
    record.type === 'user' || record.type === 'assistant' || record.type === 'system' || record.type === 'attachment'
  );
}

const NOT_A_PROMPT = [...COMMAND_LEADS, ...NOTIFICATION_OPEN, ...INTERRUPTED, ...CAVEATS];

function isCallersPrompt(record: UserRecord): boolean {
  if (record.isMeta || record.isCompactSummary || record.blocks.some((block) => block.kind === 'tool-result'))
    return false;
  const text = textOf(record);
  return !NOT_A_PROMPT.some((lead) => text.startsWith(lead));
}
