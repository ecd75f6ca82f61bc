import type { JsonObject, JsonValue } from '../../base/json.ts';
import { compareVersions, type HostShape, hostShape, type Layout, projectFolderOf } from './host.ts';
import { Ids } from './ids.ts';

export interface SketchConfig {
  /** Host version; decides every shape. Default: the newest one recorded. */
  readonly version?: string;
  /** Default: the version's own. `worktree-project` puts a worktree child's file under the worktree's project folder. */
  readonly layout?: Layout;
  /** Seed of all ids: two sketches with different names never share an id. */
  readonly name?: string;
  readonly cwd?: string;
  readonly branch?: string;
  /** A person at the keyboard (`entrypoint: cli`), or a headless run. Default: a person. */
  readonly interactive?: boolean;
  readonly permissionMode?: string;
  /** Milliseconds after the fixed epoch at which the session starts. */
  readonly startsAtMs?: number;
  /** false: leave out the context attachments that the host writes at the start. */
  readonly startContext?: boolean;
  readonly model?: string;
  readonly sessionId?: string;
}

/** The newest host version that was recorded. */
export const CURRENT_VERSION = '2.1.332';
export const HOME = '/home/dev';
/** 2026-03-02T08:00:00.000Z */
const EPOCH_MS = 1772438400000;

/** One line of a transcript: a record, or bytes as they stand (with their own line end). */
export type Line = JsonObject | Uint8Array;

/** What all agents of one session share. */
export class SketchSession {
  readonly host: HostShape;
  readonly ids: Ids;
  readonly sessionId: string;
  readonly cwd: string;
  readonly branch: string;
  readonly interactive: boolean;
  readonly model: string;
  readonly startContext: boolean;
  readonly folder: string;
  readonly files = new Map<string, Line[]>();
  /** Whole files that are no line files: meta.json, spilled results, memory. */
  readonly whole = new Map<string, Uint8Array>();
  readonly toolsSeen = new Set<string>();
  /** Files that were written but are not part of the evidence. */
  readonly hidden = new Set<string>();
  readonly slug: string;
  permissionMode: string;
  promptCount = 0;
  readonly startsAtMs: number;

  constructor(config: SketchConfig) {
    const version = config.version ?? CURRENT_VERSION;
    this.host = hostShape(version, config.layout);
    this.ids = new Ids(`${config.name ?? 'sketch'} ${version}`);
    this.sessionId = config.sessionId ?? this.ids.uuid('session');
    this.cwd = config.cwd ?? `${HOME}/shop`;
    this.branch = config.branch ?? 'main';
    this.interactive = config.interactive ?? true;
    this.permissionMode = config.permissionMode ?? 'default';
    this.model = config.model ?? modelOf(version);
    this.startContext = config.startContext ?? true;
    this.folder = projectFolderOf(this.cwd);
    this.slug = ['quiet-mending-heron', 'bright-sorting-otter', 'calm-baking-finch'][this.ids.pick(3, 'slug')]!;
    this.startsAtMs = EPOCH_MS + (config.startsAtMs ?? 0);
  }

  lines(path: string): Line[] {
    let lines = this.files.get(path);
    if (lines === undefined) {
      lines = [];
      this.files.set(path, lines);
    }
    return lines;
  }

  since(version: string): boolean {
    return compareVersions(this.host.version, version) >= 0;
  }

  get transcriptPath(): string {
    return `projects/${this.folder}/${this.sessionId}.jsonl`;
  }

  outputFile(taskId: string): string {
    return `/tmp/claude-1000/${this.folder}/${this.sessionId}/tasks/${taskId}.output`;
  }
}

function modelOf(version: string): string {
  if (compareVersions(version, '2.0.0') < 0) return 'claude-sonnet-4-20250514';
  if (compareVersions(version, '2.1.100') < 0) return 'claude-sonnet-4-5-20250929';
  return compareVersions(version, '2.1.300') < 0 ? 'claude-opus-5' : 'claude-opus-5-5';
}

export interface WriterPlace {
  readonly path: string;
  readonly agentId?: string;
  readonly isSidechain: boolean;
  readonly cwd: string;
  readonly nowMs: number;
}

/** Writes chained records of one agent: common fields, chain, clock. */
export class RecordWriter {
  readonly session: SketchSession;
  readonly path: string;
  readonly agentId: string | undefined;
  readonly isSidechain: boolean;
  cwd: string;
  protected gitBranch: string;
  protected nowMs: number;
  protected lastUuid: string | null = null;
  protected promptId = '';
  /** The host's own session id in this agent's records: differs from the file's only in odd cases. */
  protected recordSessionId: string;

  constructor(session: SketchSession, place: WriterPlace) {
    this.session = session;
    this.path = place.path;
    this.agentId = place.agentId;
    this.isSidechain = place.isSidechain;
    this.cwd = place.cwd;
    this.nowMs = place.nowMs;
    this.gitBranch = session.branch;
    this.recordSessionId = session.sessionId;
    session.lines(place.path);
  }

  get lastRecordUuid(): string | null {
    return this.lastUuid;
  }

  get timeMs(): number {
    return this.nowMs;
  }

  timestamp(ms = this.nowMs): string {
    return new Date(ms).toISOString();
  }

  protected tick(ms?: number): void {
    this.nowMs += ms ?? 300 + this.session.ids.pick(900, 'tick');
  }

  /**
   * Appends a record with the common fields of the version around `payload`. `parent` overrides the chain; `uuid: ''` and
   * `timestamp: ''` in the payload are places to be filled.
   */
  protected chained(payload: JsonObject, parent?: string | null): JsonObject {
    const { host, ids } = this.session;
    const uuid = typeof payload.uuid === 'string' && payload.uuid !== '' ? payload.uuid : ids.uuid();
    const at = typeof payload.timestamp === 'string' && payload.timestamp !== '' ? payload.timestamp : this.timestamp();
    const filled: JsonObject = {};
    for (const [key, value] of Object.entries(payload))
      filled[key] = key === 'uuid' ? uuid : key === 'timestamp' ? at : value;
    if (!('uuid' in filled)) filled.uuid = uuid;
    if (!('timestamp' in filled)) filled.timestamp = at;
    const chain = { parentUuid: parent === undefined ? this.lastUuid : parent, isSidechain: this.isSidechain };
    const where: JsonObject = {
      cwd: this.cwd,
      sessionId: this.recordSessionId,
      version: host.version,
      gitBranch: this.gitBranch,
    };
    const agent: JsonObject = this.agentId !== undefined && host.agentId ? { agentId: this.agentId } : {};
    const slug: JsonObject = host.slug ? { slug: this.session.slug } : {};
    const prompt: JsonObject =
      host.promptId && filled.type === 'user' && this.promptId !== '' ? { promptId: this.promptId } : {};
    const entry: JsonObject = host.entrypoint ? { entrypoint: this.session.interactive ? 'cli' : 'sdk-cli' } : {};
    const record: JsonObject = host.commonLast
      ? { ...chain, ...prompt, ...agent, ...filled, userType: 'external', ...entry, ...where, ...slug }
      : { ...chain, userType: 'external', ...where, ...agent, ...slug, ...filled };
    this.session.lines(this.path).push(record);
    this.lastUuid = uuid;
    return record;
  }

  /** A line of the file outside the chain. */
  protected note(line: JsonObject): void {
    this.session.lines(this.path).push(line);
  }

  protected queueOperation(operation: string, content?: string, more: JsonObject = {}): void {
    if (this.session.host.queueOperations === 'none') return;
    this.note({
      type: 'queue-operation',
      operation,
      timestamp: this.timestamp(),
      sessionId: this.recordSessionId,
      ...(content === undefined ? {} : { content }),
      ...more,
    });
  }

  protected attachment(
    attachment: JsonObject,
    shown: readonly string[] = [],
    role: 'system' | 'user' = 'system',
  ): JsonObject {
    const rendered: JsonObject =
      this.session.host.rendered && shown.length > 0
        ? { rendered: shown.map((content): JsonValue => ({ content })), renderedRole: role }
        : {};
    return this.chained({ attachment, type: 'attachment', uuid: '', timestamp: '', ...rendered });
  }
}
