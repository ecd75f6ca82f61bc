import { booleanAt, objectAt, stringAt } from '../../base/json.ts';
import {
  CAVEATS,
  COMMAND_OUTPUTS,
  COORDINATOR_LEAD,
  IDE_LEADS,
  INTERRUPTED,
  OWN_NOTES,
  SYSTEM_REMINDER_CLOSE,
  SYSTEM_REMINDER_OPEN,
} from '../../hosts/phrases.ts';
import { HEADLESS_ENTRYPOINT } from '../../hosts/records.ts';
import type { ContentBlock, UserRecord } from '../../wire/record.ts';
import { inputText } from '../calls.ts';
import { cutCoordinator, readPeerMessage } from '../cut/message.ts';
import { looksLikeNotification } from '../cut/notification.ts';
import { type Piece, type Speaker, whole } from '../cut/piece.ts';
import {
  cutCommand,
  cutForkBrief,
  cutHookWords,
  cutQueuedWrapper,
  cutReminderPrompt,
  cutSideQuestion,
  cutSummary,
  cutWorkflowBrief,
  isCommandEcho,
} from '../cut/prompt.ts';
import { type Body, optionalMembers, type Voices } from './draft.ts';
import { tellMessage } from './message.ts';
import { tellNotification } from './notification.ts';
import { profileOf, type Telling } from './scene.ts';

type TextBlock = Extract<ContentBlock, { kind: 'text' | 'thinking' }>;

/** How a text in the user's place is to be read: what happened, and whose words its parts are. */
interface Reading {
  readonly body: Body;
  readonly pieces: readonly Piece[];
  readonly voices?: Voices;
}

/**
 * A text in the user's place. Few of them are a person's words: the marks of the record decide, then the place, then the literal
 * frames that a host of that version writes. A person's mark ends the search: what was typed is typed, whatever it looks like.
 */
export function tellPrompt(telling: Telling, record: UserRecord, block: TextBlock, index: number): void {
  const text = block.text;
  if (text === '') return;
  const marked = markedAsTyped(record);
  if (!marked) {
    if (isNotification(telling, record, text)) {
      tellNotification(telling, { record, index, pointer: block.textPointer, text });
      return;
    }
    if (tellSpoken(telling, record, block, index)) return;
  }
  const reading = marked ? promptReading(record, whole(text, 'human', 'prompt'), false) : read(telling, record, text);
  const draft = telling.drafts.add(telling.name, record, index, reading.body);
  telling.drafts.cut(draft, record.span, block.textPointer, text, reading.pieces, reading.voices ?? {});
}

function markedAsTyped(record: UserRecord): boolean {
  if (record.originKind !== undefined) return record.originKind === 'human';
  return record.promptSource === 'typed' || stringAt(record.raw, 'turnOrigin') === 'human';
}

/**
 * Marked by its origin; before 2.1.110 there was no mark, only the form, and rows without their marks are met later too. A
 * person's paste of one carries the marks of a person. [VERSIONS section 3]
 */
function isNotification(telling: Telling, record: UserRecord, text: string): boolean {
  if (record.originKind !== undefined) return record.originKind === 'task-notification';
  if (!looksLikeNotification(text)) return false;
  // Where notifications have an origin, a headless prompt without one is the caller's, whatever it begins with.
  if (record.promptSource === 'sdk' && profileOf(telling, record).notificationOrigin) return false;
  // A brief is the parent's own text, whatever it begins with.
  return telling.self.kind === 'root' || telling.briefed;
}

/** Messages of other agents and sessions: marked by origin, on older versions known by the host's wrapper. */
function tellSpoken(telling: Telling, record: UserRecord, block: TextBlock, index: number): boolean {
  const text = block.text;
  const at = { record, index, pointer: block.textPointer, text };
  if (record.originKind === 'coordinator') {
    tellMessage(telling, at, cutCoordinator(text), { from: telling.self.parent });
    return true;
  }
  if (record.originKind === 'peer') {
    const message = readPeerMessage(text);
    const origin = objectAt(record.raw, 'origin');
    const from =
      stringAt(origin, 'senderTaskId') ?? stringAt(origin, 'name') ?? stringAt(origin, 'from') ?? message?.from;
    tellMessage(telling, at, message?.pieces ?? whole(text, 'sender', 'message'), { from });
    return true;
  }
  if (record.originKind !== undefined || record.promptSource !== undefined) return false;
  if (telling.self.kind !== 'root' && telling.briefed && text.startsWith(COORDINATOR_LEAD)) {
    tellMessage(telling, at, cutCoordinator(text), { from: telling.self.parent });
    return true;
  }
  // Before origins were written the wrapper is all there is; a teammate's first prompt comes in one as well.
  if (telling.self.kind !== 'root' && !telling.briefed && telling.self.kind !== 'teammate') return false;
  const message = readPeerMessage(text);
  if (message === undefined) return false;
  telling.briefed = true;
  tellMessage(telling, at, message.pieces, { from: message.from });
  return true;
}

function read(telling: Telling, record: UserRecord, text: string): Reading {
  if (record.isCompactSummary) {
    const voices: Voices = { sender: telling.self.id, senderChannel: 'summary' };
    return { body: { kind: 'injection', injectionType: 'compact-summary' }, pieces: cutSummary(text), voices };
  }
  if (INTERRUPTED.some((words) => words === text)) {
    const during = text === INTERRUPTED[1] ? 'tool' : 'reply';
    return { body: { kind: 'interruption', during }, pieces: whole(text, 'host', 'interruption') };
  }
  if (record.sourceToolUseId !== undefined) {
    return injection('skill', whole(text, 'context', 'skill'), { toolUseId: record.sourceToolUseId });
  }
  const hookWords = mayHoldHookWords(telling, record) ? cutHookWords(text) : undefined;
  if (hookWords !== undefined) return injection(hookWords.type, hookWords.pieces);
  if (telling.self.kind !== 'root' && !telling.briefed && !record.isMeta) return readBrief(telling, record, text);
  const queued = telling.self.kind === 'root' ? cutQueuedWrapper(text) : undefined;
  if (queued !== undefined) return promptReading(record, queued, false);
  if (record.isMeta) return readMeta(telling, record, text);
  if (isCommandEcho(text)) {
    const pieces = cutCommand(text);
    return COMMAND_OUTPUTS.some((lead) => text.startsWith(lead))
      ? injection('command-output', pieces)
      : promptReading(record, pieces, false);
  }
  if (IDE_LEADS.some((lead) => text.startsWith(lead))) return injection('ide', whole(text, 'context', 'ide'));
  return telling.self.kind === 'root' ? readRootPrompt(telling, record, text) : readLaterPrompt(telling, record, text);
}

/** Hook words are marked from 2.0.50 on; before, a user record may hold them like a prompt. */
function mayHoldHookWords(telling: Telling, record: UserRecord): boolean {
  return (
    record.isMeta ||
    booleanAt(record.raw, 'hookText') === true ||
    booleanAt(record.raw, 'isVisibleInTranscriptOnly') === true ||
    !profileOf(telling, record).marks.hookFeedback
  );
}

/** The first words in an agent's file: what its maker told it. */
function readBrief(telling: Telling, record: UserRecord, text: string): Reading {
  telling.briefed = true;
  const { self } = telling;
  const voices: Voices = optionalMembers({ sender: self.parent, toolUseId: self.toolUseId });
  const say = (pieces: readonly Piece[]): Reading => promptReading(record, pieces, true, voices);
  switch (self.kind) {
    case 'compaction':
      return say(whole(text, 'host', 'compaction-order'));
    case 'warm-up':
      return say(whole(text, 'host', 'warm-up'));
    case 'side-question':
      return say(cutSideQuestion(text));
    case 'workflow':
      return say(cutWorkflowBrief(text) ?? whole(text, 'sender', 'brief'));
    case 'fork':
      return say(cutForkBrief(text) ?? whole(text, 'sender', 'brief'));
    default:
      return say(whole(text, 'sender', 'brief'));
  }
}

/** Host-made user records. */
function readMeta(telling: Telling, record: UserRecord, text: string): Reading {
  if (CAVEATS.some((lead) => text.startsWith(lead))) return notice('caveat', whole(text, 'host', 'caveat'));
  if (booleanAt(record.raw, 'ownNote') === true || OWN_NOTES.some((lead) => text.startsWith(lead))) {
    return notice('own-note', whole(text, 'host', 'note'));
  }
  if (text.startsWith(SYSTEM_REMINDER_OPEN) && text.trimEnd().endsWith(SYSTEM_REMINDER_CLOSE)) {
    if (!telling.briefed && telling.self.kind === 'side-question') return readBrief(telling, record, text);
    return notice('reminder', cutReminderPrompt(text));
  }
  if (isCommandEcho(text)) return notice('command', cutCommand(text));
  // The text of a skill or command file that a slash command called.
  return injection('meta', whole(text, 'context', 'meta'));
}

function readRootPrompt(telling: Telling, record: UserRecord, text: string): Reading {
  if (record.originKind !== undefined) {
    return promptReading(record, whole(text, 'nobody', `origin:${record.originKind}`), false);
  }
  const speaker = rootSpeaker(telling, record);
  const marked = record.promptSource !== undefined || stringAt(record.raw, 'turnOrigin') !== undefined;
  const told =
    marked || (!profileOf(telling, record).marks.promptSource && stringAt(record.raw, 'entrypoint') !== undefined);
  const place = speaker === 'human' && !told ? 'prompt-unmarked' : 'prompt';
  return promptReading(record, whole(text, speaker, place), false);
}

/** Marks first; 2.0.76 to 2.1.76 only the queue lines of a headless file; before that nothing tells the two apart. */
function rootSpeaker(telling: Telling, record: UserRecord): Speaker {
  const turn = stringAt(record.raw, 'turnOrigin');
  if (record.promptSource === 'sdk' || turn === 'sdk') return 'caller';
  if (record.promptSource !== undefined || turn !== undefined) return 'nobody';
  const entrypoint = stringAt(record.raw, 'entrypoint');
  if (entrypoint !== undefined) return HEADLESS_ENTRYPOINT.test(entrypoint) ? 'caller' : 'human';
  return telling.headless ? 'caller' : 'human';
}

/** A later prompt of an agent: words of the call that resumed it, if one says the same; else nothing tells. */
function readLaterPrompt(telling: Telling, record: UserRecord, text: string): Reading {
  for (const toolUseId of telling.scene.links.callsOf.get(telling.self.id) ?? []) {
    const call = telling.scene.calls.get(toolUseId);
    if (call === undefined) continue;
    if (inputText(call, 'prompt') !== text && inputText(call, 'message') !== text) continue;
    return promptReading(record, whole(text, 'sender', 'brief'), true, { sender: call.agent, toolUseId });
  }
  return promptReading(record, whole(text, 'nobody', 'prompt'), false);
}

function promptReading(record: UserRecord, pieces: readonly Piece[], isBrief: boolean, voices?: Voices): Reading {
  return {
    body: {
      kind: 'prompt',
      isBrief,
      ...optionalMembers({
        promptSource: record.promptSource,
        originKind: record.originKind,
        permissionMode: record.permissionMode,
        promptId: record.promptId,
      }),
    },
    pieces,
    ...optionalMembers({ voices }),
  };
}

function injection(injectionType: string, pieces: readonly Piece[], voices: Voices = {}): Reading {
  return {
    body: { kind: 'injection', injectionType, ...optionalMembers({ toolUseId: voices.toolUseId }) },
    pieces,
    voices,
  };
}

function notice(noticeType: string, pieces: readonly Piece[]): Reading {
  return { body: { kind: 'notice', noticeType }, pieces };
}
