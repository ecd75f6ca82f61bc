import { isObject, objectAt, stringAt } from '../../base/json.ts';
import type { Agent, Case, EventId, TimelineEvent } from '../../case/model.ts';
import { PATH_MEMBERS } from '../../wire/deferred.ts';
import type { CaseInput } from '../../wire/input.ts';
import type { TranscriptRecord } from '../../wire/record.ts';
import { eventsByRecord, type Lane, spanKey } from './lane.ts';
import { type BackgroundTasks, backgroundTasks } from './tasks.ts';

/** What holds for the whole session at a point of the timeline, whoever is asked: the current prompt, the mode, the host. */
export interface SessionFacts {
  readonly sessionId: string;
  /** Session that the copied rows at the beginning come from, where they still say it. */
  readonly forkedFrom?: string;
  readonly interactive: boolean;
  /**
   * Path of the main transcript as the host named it where a record tells, else as the evidence has it. While a session stands in a
   * worktree that it entered, its file lies in that folder's project. [FACTS section 1]
   */
  transcriptPathAt(order: number): string;
  readonly pathIsRecorded: boolean;
  promptIdAt(order: number): string | undefined;
  modeAt(order: number): string | undefined;
  /** Position of a record on the timeline; records without an event take that of the record before. */
  orderOf(record: TranscriptRecord): number;
  eventOf(record: TranscriptRecord): EventId;
  readonly tasks: BackgroundTasks;
  /** Calls that made a child: they ran, whatever their result says. */
  readonly spawning: ReadonlySet<string>;
  /** Type of the agent that the main session was started as (`--agent`). */
  readonly mainAgentType?: string;
}

export function sessionFacts(theCase: Case, input: CaseInput, lanes: readonly Lane[]): SessionFacts {
  const events = eventsByRecord(theCase);
  const orders = placeRecords(lanes, events);
  const root = lanes.find((lane) => lane.isRoot && !lane.inherited);
  const prompts: [number, string][] = [];
  const modes: [number, string][] = [];
  const moves: [number, string][] = [];
  let mainAgentType: string | undefined;
  for (const record of root?.records ?? []) {
    const order = orders.get(record)?.order ?? 0;
    const promptId = stringAt(record.raw, 'promptId');
    if (record.type === 'user' && promptId !== undefined) prompts.push([order, promptId]);
    const mode = stringAt(record.raw, 'permissionMode');
    if (mode !== undefined && (record.type === 'user' || record.type === 'other')) modes.push([order, mode]);
    const moved =
      record.type === 'other' && record.recordType === 'relocated' ? stringAt(record.raw, 'relocatedCwd') : undefined;
    if (moved !== undefined) moves.push([order, moved.replace(/[^A-Za-z0-9]/g, '-')]);
    if (record.type === 'other' && record.recordType === 'agent-setting') {
      mainAgentType =
        stringAt(record.raw, 'agentSetting') ??
        stringAt(record.raw, 'agentType') ??
        stringAt(record.raw, 'agent') ??
        mainAgentType;
    }
  }
  const found = recordedProjects(input);
  const rootFile = input.files.find((file) => file.artefact.kind === 'session');
  const sessionId = theCase.id;
  const forkedFrom = theCase.ids.forkedFrom;
  const evidence = rootFile?.artefact.path ?? input.rootPath;
  const orderOf = (record: TranscriptRecord): number => orders.get(record)?.order ?? 0;
  return {
    sessionId,
    tasks: backgroundTasks(lanes, orderOf),
    spawning: new Set(lanes.flatMap(({ agent }) => (agent.spawnedBy === null ? [] : [agent.spawnedBy.toolUseId]))),
    interactive: theCase.entrypoint === 'cli' || (theCase.entrypoint === undefined && looksInteractive(root)),
    transcriptPathAt: (order) => {
      const path = found === undefined ? evidence : `${found}/${sessionId}.jsonl`;
      const folder = moves.length === 0 || order <= moves[0]![0] ? undefined : lastBefore(moves, order - 0.5);
      return folder === undefined ? path : path.replace(/[^/]+(?=\/[^/]+$)/, folder);
    },
    pathIsRecorded: found !== undefined,
    promptIdAt: (order) => lastBefore(prompts, order),
    modeAt: (order) => lastBefore(modes, order),
    orderOf,
    eventOf: (record) => orders.get(record)?.event ?? theCase.timeline[0]?.id ?? '',
    ...(forkedFrom === undefined ? {} : { forkedFrom }),
    ...(mainAgentType === undefined ? {} : { mainAgentType }),
  };
}

interface Placed {
  readonly order: number;
  readonly event: EventId;
}

function placeRecords(
  lanes: readonly Lane[],
  events: ReadonlyMap<string, readonly TimelineEvent[]>,
): ReadonlyMap<TranscriptRecord, Placed> {
  const placed = new Map<TranscriptRecord, Placed>();
  for (const lane of lanes) {
    let last: Placed | undefined;
    const waiting: TranscriptRecord[] = [];
    for (const record of lane.records) {
      const event = events.get(spanKey(record.span))?.[0];
      if (event !== undefined) {
        last = { order: event.order, event: event.id };
        // What stands before the first event of a lane happened with it.
        for (const earlier of waiting.splice(0)) placed.set(earlier, last);
      }
      if (last === undefined) waiting.push(record);
      else placed.set(record, last);
    }
  }
  return placed;
}

function lastBefore(entries: readonly [number, string][], order: number): string | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]![0] <= order) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1]?.[1] ?? entries[0]?.[1];
}

/** Versions without `entrypoint` do not say it; typed prompts leave marks of their own. */
function looksInteractive(root: Lane | undefined): boolean {
  return (root?.records ?? []).some(
    (record) =>
      (record.type === 'user' && (record.promptSource === 'typed' || record.raw.thinkingMetadata !== undefined)) ||
      (record.type === 'other' && record.recordType === 'file-history-snapshot'),
  );
}

/** The project's transcript folder as the host named it: the only place where its home can be read from. */
function recordedProjects(input: CaseInput): string | undefined {
  const folder = input.files.find((file) => file.projectFolder !== undefined)?.projectFolder;
  if (folder === undefined) return undefined;
  const mark = `/projects/${folder}/`;
  for (const file of input.files) {
    for (const record of file.records) {
      const path = pathWith(record, mark);
      if (path !== undefined) return path;
    }
  }
  return undefined;
}

/** Only members that the host fills with paths are read: a path inside somebody's text proves nothing. */
function pathWith(record: TranscriptRecord, mark: string): string | undefined {
  const { raw } = record;
  const deferred = record.type === 'user' ? record.deferred : undefined;
  if (deferred?.mayNamePath === false) return undefined;
  const result = deferred === undefined || record.type !== 'user' ? raw['toolUseResult'] : record.toolUseResult;
  const structured = isObject(result) ? result : undefined;
  const named = [
    ...PATH_MEMBERS.map((name) => stringAt(structured, name)),
    stringAt(objectAt(raw, 'attachment'), 'path'),
  ];
  for (const value of named) {
    const at = value?.indexOf(mark) ?? -1;
    if (at !== -1) return value!.slice(0, at + mark.length - 1);
  }
  const files = objectAt(raw, 'attachment')?.files;
  for (const file of Array.isArray(files) ? files : []) {
    const path = isObject(file) ? stringAt(file, 'path') : undefined;
    const at = path?.indexOf(mark) ?? -1;
    if (at !== -1) return path!.slice(0, at + mark.length - 1);
  }
  return undefined;
}

/** An agent's own file beside the main one: what lies under the session's folder in the evidence lay there for the host. */
export function agentTranscript(facts: SessionFacts, order: number, { id, transcriptPath }: Agent): string | undefined {
  const main = facts.transcriptPathAt(order);
  const folder = main.slice(0, main.lastIndexOf('/'));
  const at = transcriptPath?.lastIndexOf(`/${facts.sessionId}/`) ?? -1;
  if (at !== -1) return `${folder}${transcriptPath!.slice(at)}`;
  return facts.pathIsRecorded ? `${folder}/agent-${id}.jsonl` : transcriptPath;
}
