import { isObject, type JsonObject, type JsonValue, numberAt, objectAt, stringAt } from '../../base/json.ts';
import {
  ASK_USER_TOOL,
  MESSAGE_TOOL,
  SKILL_TOOL,
  SPAWN_TOOLS,
  TASK_OUTPUT_TOOLS,
  WORKFLOW_TOOL,
} from '../../hosts/tools.ts';
import type { ContentBlock, UserRecord } from '../../wire/record.ts';
import { type Call, inputText } from '../calls.ts';
import { cutHandBack, cutSkill } from '../cut/hand-back.ts';
import { type Piece, whole } from '../cut/piece.ts';
import { cutReadReminder } from '../cut/reminder.ts';
import { cutAnswers, cutPersisted, cutRefusal, cutTaskOutput } from '../cut/result.ts';
import type { AgentId, EventOf, PermissionDecision } from '../model.ts';
import { type Draft, optionalMembers, type Voices } from './draft.ts';
import { profileOf, type Telling } from './scene.ts';

type ResultBlock = Extract<ContentBlock, { kind: 'tool-result' }>;
type ReturnChannel = EventOf<'return'>['channel'];

const STRUCTURED_TOOLS: ReadonlySet<string> = new Set([SKILL_TOOL, WORKFLOW_TOOL, ASK_USER_TOOL]);

/** A result cut by whose words it holds; one list of pieces per text block. */
interface CutResult {
  readonly pieces: readonly (readonly Piece[])[];
  readonly voices: Voices;
  readonly returns?: { readonly channel: ReturnChannel; readonly child?: AgentId; readonly status?: string };
  readonly spilledTo?: string;
}

/** What the event says of a result. The structured one is not copied: a large one is read from the file when somebody asks. */
class ToolResult {
  readonly kind = 'tool-result';
  readonly toolUseId: string;
  readonly isError: boolean;
  readonly toolName: string | undefined;
  readonly call: string | undefined;
  readonly permission: PermissionDecision | undefined;
  readonly denialKind: string | undefined;
  readonly spilledTo: string | undefined;
  readonly #record: UserRecord;

  constructor(record: UserRecord, block: ResultBlock, call: Call | undefined, spilledTo: string | undefined) {
    this.toolUseId = block.toolUseId;
    this.isError = block.isError;
    this.toolName = call?.name;
    this.call = call?.eventId;
    this.permission = permissionOf(record.raw);
    this.denialKind = record.toolDenialKind;
    this.spilledTo = spilledTo;
    this.#record = record;
  }

  get toolUseResult(): JsonValue | undefined {
    return this.#record.toolUseResult;
  }
}

/** The result of a call; for a child's hand-back also the return that it carries. */
export function tellResult(telling: Telling, record: UserRecord, block: ResultBlock, index: number): void {
  const { drafts, name, scene, self } = telling;
  const call = scene.calls.get(block.toolUseId);
  if (call !== undefined && call.agent !== self.id && self.kind === 'fork') {
    tellForkStart(telling, record, block, index);
    return;
  }
  const cut = cutResult(telling, record, block, call);
  const draft = drafts.add(name, record, index, new ToolResult(record, block, call, cut.spilledTo));
  for (let part = 0; part < block.parts.length; part += 1) {
    const { text, pointer } = block.parts[part]!;
    drafts.cut(draft, record.span, pointer, text, cut.pieces[part] ?? whole(text, 'tool', 'output'), cut.voices);
  }
  if (cut.returns !== undefined) tellReturn(telling, record, index, draft, block.toolUseId, cut.returns);
}

export function tellReturn(
  telling: Telling,
  record: UserRecord | Parameters<typeof telling.drafts.add>[1],
  index: number,
  carrier: Draft,
  toolUseId: string | undefined,
  returns: { readonly channel: ReturnChannel; readonly child?: AgentId; readonly status?: string },
): void {
  const told = telling.drafts.add(
    telling.name,
    record,
    index,
    { kind: 'return', carrier: carrier.event.id, ...returns, ...optionalMembers({ toolUseId }) },
    '/return',
  );
  told.texts.push(...carrier.texts);
}

/** A fork's own copy of the call's result: "Fork started — that fork is you." */
function tellForkStart(telling: Telling, record: UserRecord, block: ResultBlock, index: number): void {
  const draft = telling.drafts.add(telling.name, record, index, {
    kind: 'injection',
    injectionType: 'fork-start',
    toolUseId: block.toolUseId,
  });
  for (const { text, pointer } of block.parts) {
    telling.drafts.cut(draft, record.span, pointer, text, whole(text, 'host', 'frame'), {});
  }
}

function cutResult(telling: Telling, record: UserRecord, block: ResultBlock, call: Call | undefined): CutResult {
  const texts = block.parts.map((part) => part.text);
  const tool = call?.name;
  const voices: Voices = { tool, toolUseId: block.toolUseId };
  const all = (cut: (text: string) => readonly Piece[]): CutResult => ({ pieces: texts.map(cut), voices });
  // The structured result is only looked at for the tools that need it: to parse it all costs as much as the rest.
  const needed = tool !== undefined && (SPAWN_TOOLS.has(tool) || STRUCTURED_TOOLS.has(tool));
  const outcome = needed && isObject(record.toolUseResult) ? record.toolUseResult : undefined;
  const status = stringAt(outcome, 'status');
  const child = call === undefined ? undefined : telling.scene.links.childOf.get(call.id);
  const spawned = tool !== undefined && SPAWN_TOOLS.has(tool);

  if (block.isError) {
    const refusals = texts.map((text) => cutRefusal(text, deniedByHook(record.raw)));
    if (refusals.some((pieces) => pieces !== undefined) || spawned) {
      return { pieces: texts.map((text, part) => refusals[part] ?? whole(text, 'host', 'error')), voices };
    }
  }
  if (spawned && !block.isError) {
    const persisted = texts.length === 1 ? cutPersisted(texts[0]!, 'child', 'result-preview') : undefined;
    const pieces =
      persisted !== undefined
        ? [persisted.pieces]
        : cutHandBack(texts, {
            form: profileOf(telling, record).handBack,
            ...optionalMembers({ noteCount: numberAt(outcome, 'harnessNoteCount'), child }),
          });
    const hasWords = pieces.some((list) => list.some(({ speaker }) => speaker === 'child'));
    const launched = status === 'async_launched' || pieces[0]?.[0]?.place === 'launch';
    return {
      pieces,
      voices: { ...voices, ...optionalMembers({ child }) },
      ...optionalMembers({ spilledTo: persisted?.spilledTo }),
      ...(launched || (!hasWords && child === undefined)
        ? {}
        : { returns: { channel: 'foreground' as const, ...optionalMembers({ child, status }) } }),
    };
  }
  if (tool === SKILL_TOOL) {
    const pieces = texts.map(cutSkill);
    const forked = pieces.some((list) => list.some(({ speaker }) => speaker === 'child'));
    return {
      pieces,
      voices: { ...voices, ...optionalMembers({ child }) },
      ...(forked ? { returns: { channel: 'skill' as const, ...optionalMembers({ child, status }) } } : {}),
    };
  }
  if (tool === WORKFLOW_TOOL && outcome !== undefined) return all((text) => whole(text, 'host', 'launch'));
  if (tool === MESSAGE_TOOL) return all((text) => whole(text, 'host', 'message-receipt'));
  const taskMembers = tool === undefined ? undefined : TASK_OUTPUT_TOOLS.get(tool);
  if (taskMembers !== undefined && call !== undefined) {
    const task = taskMembers.map((member) => inputText(call, member)).find((id) => id !== undefined);
    const output = texts.length === 1 ? cutTaskOutput(texts[0]!) : undefined;
    const from = task !== undefined && telling.scene.roster.has(task) ? task : undefined;
    // A background shell's output is a tool's words, an agent's output that agent's.
    if (output !== undefined && from !== undefined) {
      return {
        pieces: [output.pieces],
        voices: { ...voices, child: from },
        ...(output.pieces.some(({ speaker }) => speaker === 'child')
          ? { returns: { channel: 'task-output' as const, child: from, ...optionalMembers({ status: output.status }) } }
          : {}),
      };
    }
  }
  const persisted = texts.length === 1 ? cutPersisted(texts[0]!, 'tool', 'output') : undefined;
  if (persisted !== undefined) {
    return { pieces: [persisted.pieces], voices, ...optionalMembers({ spilledTo: persisted.spilledTo }) };
  }
  if (tool === 'Read') return all(cutReadReminder);
  if (tool === ASK_USER_TOOL && outcome !== undefined) {
    const answers = Object.values(objectAt(outcome, 'answers') ?? {}).filter((value) => typeof value === 'string');
    return all((text) => cutAnswers(text, answers));
  }
  return all((text) => whole(text, 'tool', 'output'));
}

function permissionOf(raw: JsonObject): PermissionDecision | undefined {
  const recorded = objectAt(raw, 'permissionDecision');
  const decision = stringAt(recorded, 'decision');
  if (decision === undefined) return undefined;
  return {
    decision,
    ...optionalMembers({
      source: stringAt(recorded, 'source'),
      reasonCode: stringAt(recorded, 'reasonCode'),
      ruleSource: stringAt(recorded, 'ruleSource'),
      grantScope: stringAt(recorded, 'grantScope'),
    }),
  };
}

/** The whole error is the hook's reason: on 2.1.332 for a hook's `ask` that nobody could answer. [FACTS section 6] */
function deniedByHook(raw: JsonObject): boolean {
  const recorded = objectAt(raw, 'permissionDecision');
  if (stringAt(recorded, 'decision') !== 'reject') return false;
  return stringAt(recorded, 'source') === 'hook' || (stringAt(recorded, 'reasonCode') ?? '').startsWith('hook:');
}
