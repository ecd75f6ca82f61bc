import { stringAt } from '../base/json.ts';
import { by } from '../base/order.ts';
import type { Artefact } from '../evidence/span.ts';
import type { CaseFile, CaseInput } from '../wire/input.ts';
import type { ContentBlock, TranscriptRecord } from '../wire/record.ts';
import { noteGlued } from './event-id.ts';
import type { AgentId } from './model.ts';
import { streamsFromProgress } from './progress.ts';

/** The records of one agent, in the order in which they were written. */
export interface Stream {
  readonly agent: AgentId;
  /** How the agent came to light: a file of its own, rows in the root's file, or only progress lines in another's. */
  readonly source: 'root' | 'file' | 'in-file' | 'progress';
  readonly segments: Segment[];
  /** Name of the workflow run folder the file lies in. */
  readonly run?: string;
}

/** One file's part of a stream. */
export interface Segment {
  readonly artefact: Artefact;
  /** What event ids of this part begin with: `root` or the agent's id, `@n` after it from the second file on. */
  readonly name: string;
  records: readonly TranscriptRecord[];
}

export interface Streams {
  readonly root: Stream;
  /** Root first, then by id. */
  readonly all: readonly Stream[];
  readonly files: readonly CaseFile[];
}

/** Sorts a case's files into agents. The order in which files were found does not matter. */
export function readStreams(input: CaseInput): Streams {
  const files = [...input.files].sort(
    by(
      (file) => file.artefact.kind,
      (file) => file.artefact.id,
    ),
  );
  for (const file of files) noteGlued(file.records);
  const roots = files.filter((file) => file.artefact.kind === 'session');
  const rootParts: { artefact: Artefact; records: readonly TranscriptRecord[] }[] = [];
  const chains = new Map<AgentId, { artefact: Artefact; records: TranscriptRecord[] }[]>();
  for (const file of roots.sort(by(firstTime, (file) => file.artefact.id))) {
    const split = splitSidechains(file.records, input.sessionId, chains.size);
    rootParts.push({ artefact: file.artefact, records: split.main });
    for (const [agent, records] of split.chains) push(chains, agent, { artefact: file.artefact, records });
  }
  const root = stream(input.sessionId, 'root', 'root', rootParts);
  const sidechains = new Map<AgentId, CaseFile[]>();
  for (const file of files) if (file.artefact.kind === 'sidechain') push(sidechains, agentOfFile(file), file);
  const others: Stream[] = [];
  for (const [agent, parts] of sidechains) {
    parts.sort(by(firstTime, (file) => file.artefact.id));
    const run = workflowRun(parts[0]!.artefact.path);
    others.push({ ...stream(agent, 'file', agent, parts), ...(run === undefined ? {} : { run }) });
  }
  for (const [agent, parts] of chains) {
    // Rows of an agent that also has a file of its own: the file's parts come first.
    const own = others.find((other) => other.agent === agent);
    if (own === undefined) others.push(stream(agent, 'in-file', agent, parts));
    else own.segments.push(...stream(agent, 'in-file', `${agent}@main`, parts).segments);
  }
  others.push(...streamsFromProgress([root, ...others]));
  others.sort(by((other) => other.agent));
  return { root, all: [root, ...others], files };
}

function stream(
  agent: AgentId,
  source: Stream['source'],
  name: string,
  parts: readonly { artefact: Artefact; records: readonly TranscriptRecord[] }[],
): Stream {
  const segments = parts.map(({ artefact, records }, index) => ({
    artefact,
    records,
    name: index === 0 ? name : `${name}@${index + 1}`,
  }));
  return { agent, source, segments };
}

/**
 * In-file sidechains (to 2.0.26) have no agent id: a chain of `isSidechain` rows with a top row without parent. Rows whose
 * parent is nowhere (the host wrote such) go with the call they answer, else with the chain that wrote last.
 */
function splitSidechains(
  records: readonly TranscriptRecord[],
  session: string,
  known: number,
): { main: readonly TranscriptRecord[]; chains: Map<AgentId, TranscriptRecord[]> } {
  const chains = new Map<AgentId, TranscriptRecord[]>();
  if (!records.some((record) => record.isSidechain === true)) return { main: records, chains };
  const main: TranscriptRecord[] = [];
  const chainOfUuid = new Map<string, AgentId>();
  const chainOfCall = new Map<string, AgentId>();
  let last: AgentId | undefined;
  for (const record of records) {
    if (record.isSidechain !== true) {
      main.push(record);
      continue;
    }
    let chain: AgentId | undefined = record.agentId;
    if (chain === undefined && typeof record.parentUuid === 'string') chain = chainOfUuid.get(record.parentUuid);
    if (chain === undefined) chain = answers(record, chainOfCall);
    if (chain === undefined && record.parentUuid !== null) chain = last;
    if (chain === undefined) chain = `${session}/sidechain-${known + chains.size + 1}`;
    push(chains, chain, record);
    if (record.uuid !== undefined) chainOfUuid.set(record.uuid, chain);
    for (const block of blocksOf(record)) if (block.kind === 'tool-use') chainOfCall.set(block.id, chain);
    last = chain;
  }
  return { main, chains };
}

function answers(record: TranscriptRecord, chainOfCall: ReadonlyMap<string, AgentId>): AgentId | undefined {
  for (const block of blocksOf(record)) {
    const chain = block.kind === 'tool-result' ? chainOfCall.get(block.toolUseId) : undefined;
    if (chain !== undefined) return chain;
  }
  return undefined;
}

function blocksOf(record: TranscriptRecord): readonly ContentBlock[] {
  return record.type === 'user' || record.type === 'assistant' ? record.blocks : [];
}

/** The agent of a sidechain file: its name says it, and every record repeats it. */
function agentOfFile(file: CaseFile): AgentId {
  const named = agentInPath(file.artefact.path);
  if (named !== undefined) return named;
  return file.records.find((record) => record.agentId !== undefined)?.agentId ?? file.artefact.id;
}

/** `agent-<id>.jsonl` or `agent-<id>.meta.json` at the end of a path. */
export function agentInPath(path: string): AgentId | undefined {
  return /(?:^|[/!\\])agent-([^/\\!]+?)(?:\.meta\.json|\.jsonl)(?:\.gz|\.zst)?$/.exec(path)?.[1];
}

export function workflowRun(path: string): string | undefined {
  return /[/\\!]workflows[/\\]([^/\\]+)[/\\][^/\\]+$/.exec(path)?.[1];
}

function firstTime(file: CaseFile): string {
  for (const record of file.records) if (record.timestamp !== undefined) return record.timestamp;
  return '';
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** The records of all parts, in order. */
export function recordsOf(stream: Stream): readonly TranscriptRecord[] {
  const { segments } = stream;
  return segments.length === 1 ? segments[0]!.records : segments.flatMap(({ records }) => records);
}

/** The version in force where a record names none. */
export function versionIn(streams: Streams): string | undefined {
  for (const stream of streams.all) {
    for (const record of recordsOf(stream)) if (record.version !== undefined) return record.version;
  }
  return undefined;
}

export function rowsNamed(records: readonly TranscriptRecord[], type: string): TranscriptRecord | undefined {
  return records.find((record) => record.type === 'other' && stringAt(record.raw, 'type') === type);
}
