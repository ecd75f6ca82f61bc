import { isObject, type JsonObject, stringAt } from '../base/json.ts';
import { WARM_UP_BRIEF } from '../hosts/phrases.ts';
import { profileFor } from '../hosts/profile.ts';
import { HOST_AGENTS } from '../hosts/records.ts';
import type { CaseFile } from '../wire/input.ts';
import type { UserRecord } from '../wire/record.ts';
import { timeOf } from './calls.ts';
import type { AgentId, AgentKind, AgentLink, AgentStatus } from './model.ts';
import { agentInPath, recordsOf, rowsNamed, type Stream, type Streams } from './streams.ts';

/** An agent while it is being put together. */
export interface AgentDraft {
  readonly id: AgentId;
  kind: AgentKind;
  type: string;
  name?: string;
  description?: string;
  parent?: AgentId;
  /** The call that made it. */
  toolUseId?: string;
  link: AgentLink | null;
  status: AgentStatus;
  background?: boolean;
  model?: string;
  worktree?: string;
  branch?: string;
  readonly stream?: Stream;
  readonly meta?: JsonObject;
  readonly metaFile?: CaseFile;
  /** First user text of its own records. */
  readonly brief?: string;
  readonly firstTime?: number;
}

export type Roster = Map<AgentId, AgentDraft>;

/** Everyone with records or a meta file. Agents that only a result or notification names are added by `links`. */
export function callRoster(streams: Streams): Roster {
  const roster: Roster = new Map();
  const metas = new Map<AgentId, CaseFile>();
  for (const file of streams.files) {
    const agent = file.artefact.kind === 'agent-meta' ? agentInPath(file.artefact.path) : undefined;
    if (agent !== undefined && isObject(file.json)) metas.set(agent, file);
  }
  for (const stream of streams.all) {
    roster.set(stream.agent, draftOf(stream.agent, stream, metas.get(stream.agent)));
    metas.delete(stream.agent);
  }
  // `--no-session-persistence` leaves only the meta file of a child. [FACTS section 1]
  for (const [agent, file] of [...metas].sort(([a], [b]) => (a < b ? -1 : 1)))
    roster.set(agent, draftOf(agent, undefined, file));
  return roster;
}

export function draftOf(id: AgentId, stream: Stream | undefined, metaFile?: CaseFile): AgentDraft {
  const meta = isObject(metaFile?.json) ? metaFile.json : undefined;
  const opening = stream === undefined ? undefined : openingOf(stream);
  return {
    id,
    kind: kindOf(id, stream, meta, opening),
    type: stringAt(meta, 'agentType') ?? opening?.attribution ?? '',
    ...optional('name', stringAt(meta, 'name')),
    ...optional('description', stringAt(meta, 'description')),
    ...optional('worktree', stringAt(meta, 'worktreePath')),
    ...optional('branch', stringAt(meta, 'worktreeBranch')),
    ...optional('stream', stream),
    ...optional('meta', meta),
    ...optional('metaFile', metaFile),
    ...optional('brief', opening?.brief),
    ...optional('firstTime', opening?.time),
    ...optional('model', opening?.model),
    link: null,
    status: 'unknown',
    ...(stringAt(meta, 'requestShape') === 'background' ? { background: true } : {}),
  };
}

interface Opening {
  readonly brief?: string;
  readonly startsWithUser: boolean;
  readonly time?: number;
  readonly attribution?: string;
  readonly model?: string;
  readonly version?: string;
  readonly team?: string;
  readonly isFork: boolean;
}

function openingOf(stream: Stream): Opening {
  let brief: string | undefined;
  let startsWithUser: boolean | undefined;
  let time: number | undefined;
  let attribution: string | undefined;
  let model: string | undefined;
  let version: string | undefined;
  let team: string | undefined;
  for (const record of recordsOf(stream)) {
    time ??= timeOf(record);
    version ??= record.version;
    team ??= stringAt(record.raw, 'teamName');
    if (record.type === 'user') {
      startsWithUser ??= true;
      if (!record.isMeta) brief ??= firstText(record);
    } else if (record.type === 'assistant') {
      startsWithUser ??= false;
      attribution ??= stringAt(record.raw, 'attributionAgent');
      if (record.model !== '<synthetic>') model ??= record.model;
      if (model !== undefined && startsWithUser !== undefined) break;
    }
  }
  return {
    startsWithUser: startsWithUser ?? false,
    isFork: stream.segments.some(({ records }) => rowsNamed(records.slice(0, 3), 'fork-context-ref') !== undefined),
    ...optional('brief', brief),
    ...optional('time', time),
    ...optional('attribution', attribution),
    ...optional('model', model),
    ...optional('version', version),
    ...optional('team', team),
  };
}

function firstText(record: UserRecord): string | undefined {
  for (const block of record.blocks) if (block.kind === 'text') return block.text;
  return undefined;
}

function kindOf(
  id: AgentId,
  stream: Stream | undefined,
  meta: JsonObject | undefined,
  opening: Opening | undefined,
): AgentKind {
  if (stream?.source === 'root') return 'root';
  const made = HOST_AGENTS.find(({ prefix }) => id.startsWith(prefix));
  if (made !== undefined) return made.kind;
  if (meta?.['isFork'] === true || stringAt(meta, 'agentType') === 'fork' || opening?.isFork === true) return 'fork';
  if (stream?.run !== undefined || meta?.['inWorkflowRun'] === true) return 'workflow';
  if (opening?.team !== undefined) return 'teammate';
  if (opening !== undefined && opening.brief?.trim() === WARM_UP_BRIEF) return 'warm-up';
  return 'subagent';
}

/** On 2.0.50 warm-up agents have no brief in their file: an agent that no call made, of a version that makes such. */
export function looksLikeWarmUp(draft: AgentDraft): boolean {
  const opening = draft.stream === undefined ? undefined : openingOf(draft.stream);
  if (opening === undefined || opening.startsWithUser || draft.kind !== 'subagent') return false;
  const profile = profileFor(opening.version);
  return profile.warmUps && !profile.briefInChild;
}

export function optional<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: V };
}
